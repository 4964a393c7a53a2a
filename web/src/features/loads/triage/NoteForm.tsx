/** A note on one load or several. What is half typed is kept for this tab. */
import { Button, Textarea } from '@mantine/core';
import { NOTE_MAX } from '@waypost/contract/api/triage';
import { useState } from 'react';
import { usePerson } from '../../../api/context.ts';
import { clearNote, readNote, writeNote } from './note-draft.ts';
import classes from './TriageSection.module.css';

export interface NoteFormProps {
  /** Under which a half-typed one is kept: the load's id, or a name of several. */
  readonly draft: string;
  readonly description: string;
  /** False: it was not added, and the form stays. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function NoteForm({ draft, description, onSend, onClose }: NoteFormProps) {
  const person = usePerson();
  const [text, setText] = useState(() => readNote(person, draft));
  const [sending, setSending] = useState(false);
  const send = async () => {
    if (text.trim() === '' || sending) return;
    setSending(true);
    const done = await onSend(text);
    setSending(false);
    if (!done) return;
    clearNote(person, draft);
    onClose();
  };
  const cancel = () => {
    clearNote(person, draft);
    onClose();
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label="Note"
        description={description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_MAX}
        data-autofocus
        autoFocus
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          writeNote(person, draft, currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <div className={classes.acts}>
        <Button type="submit" variant="filled" loading={sending} disabled={text.trim() === ''}>
          Add note
        </Button>
        <Button onClick={cancel}>Discard</Button>
      </div>
    </form>
  );
}
