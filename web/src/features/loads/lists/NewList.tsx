/** A new list: its name, and for whom. */
import { Button, TextInput } from '@mantine/core';
import { LOAD_LIST_NAME_MAX, type LoadListDetail } from '@waypost/contract/api/load-lists';
import { useState } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { asProblem, explain, type Problem } from '../../../api/problem.ts';
import classes from '../../../ui/named.module.css';
import { ScopeChoice } from '../../../ui/ScopeChoice.tsx';
import shared from '../../../ui/shared.module.css';
import { useListWriting } from './use-load-lists.ts';
import { loadsText } from './words.ts';

export interface NewListProps {
  /** What it begins with. */
  readonly load_ids: readonly string[];
  readonly onCreated: (list: LoadListDetail) => void;
  readonly onCancel: () => void;
}

export function NewList({ load_ids, onCreated, onCancel }: NewListProps) {
  const { create } = useListWriting();
  const no_team = useDisabledReason('manage_loads');
  // Sent again after an error it is the same list.
  const [list_id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'person' | 'team'>(no_team === null ? 'team' : 'person');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      onCreated(await create({ list_id, name: name.trim(), scope, load_ids: [...load_ids] }));
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  const said = problem && explain(problem);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !busy) void save();
      }}
    >
      <TextInput
        label="Name"
        autoFocus
        maxLength={LOAD_LIST_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={said && `${said.title}. ${said.text}`}
      />
      <ScopeChoice value={scope} onChange={setScope} no_team={no_team} />
      <div className={shared.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === ''}>
          {load_ids.length === 0 ? 'Create list' : `Create list with ${loadsText(load_ids.length)}`}
        </Button>
      </div>
    </form>
  );
}
