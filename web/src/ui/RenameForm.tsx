/** A new name in the place of the old one. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isolated } from './bidi.ts';
import classes from './named.module.css';

export interface RenameFormProps {
  readonly name: string;
  readonly max: number;
  /** False: it keeps its name, and the form stays. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

export function RenameForm({ name, max, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    if (typed.trim() === name || (await onRename(typed.trim()))) onCancel();
    else setBusy(false);
  };
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '' && !busy) void save();
      }}
    >
      <TextInput
        aria-label={`New name of ${isolated(name)}`}
        autoFocus
        maxLength={max}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="filled" loading={busy} disabled={typed.trim() === ''}>
        Rename
      </Button>
    </form>
  );
}
