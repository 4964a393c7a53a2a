/** A name for what is saved, and for whom: a view of the board, a list of loads. */
import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../api/context.ts';
import { NotDone } from '../api/NotDone.tsx';
import { asProblem, explain, type Problem } from '../api/problem.ts';
import { ScopeChoice } from '../ui/Choice.tsx';
import classes from '../ui/named.module.css';
import shared from '../ui/shared.module.css';

type Scope = 'person' | 'team';

export interface Named {
  /** Sent again after an error it is the same. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
}

export interface NamedFormProps {
  readonly max: number;
  readonly description?: string;
  /** Where the person may choose. */
  readonly usual_scope: Scope;
  readonly submit: string;
  /** Rejects with a Problem, which the form says. */
  readonly onSave: (named: Named) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

export function NamedForm(props: NamedFormProps) {
  const { max, description, usual_scope, submit, onSave, onCancel, children } = props;
  const no_team = useDisabledReason('manage_loads');
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>(no_team === null ? usual_scope : 'person');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onSave({ id, name: name.trim(), scope });
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  const said = problem && explain(problem);
  const about_name = problem?.code === 409 || problem?.code === 400;
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
        description={description}
        autoFocus
        data-autofocus
        maxLength={max}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={about_name ? `${said?.title}. ${said?.text}` : undefined}
      />
      <ScopeChoice value={scope} onChange={setScope} no_team={no_team} />
      {children}
      {problem && !about_name && <NotDone what="Not saved" problem={problem} />}
      <div className={shared.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === ''}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
