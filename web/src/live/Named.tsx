/**
 * Saved items with a name, such as board views and load lists: a row to open, rename, share or delete one, and the
 * form that saves a new one.
 */
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../api/context.ts';
import { asProblem, explain, type Problem } from '../api/problem.ts';
import { NotDone } from '../api/QueryState.tsx';
import { isolated } from '../ui/bidi.ts';
import { ScopeChoice } from '../ui/Choice.tsx';
import { IconDots } from '../ui/icons.ts';
import classes from '../ui/named.module.css';
import shared from '../ui/shared.module.css';
import { agoText } from '../ui/time.ts';
import { useNow } from './context.ts';

interface NamedThing {
  readonly name: string;
  readonly scope: 'person' | 'team';
  readonly owner_name: string;
  readonly updated_at: string;
  readonly updated_by_name: string;
}

interface NamedTextProps {
  readonly named: Pick<NamedThing, 'name' | 'scope' | 'owner_name'>;
  readonly children?: ReactNode;
}

export function NamedText({ named: { name, scope, owner_name }, children }: NamedTextProps) {
  return (
    <div className={classes.rowText}>
      <bdi className={classes.rowName}>{name}</bdi>
      <span className={shared.small}>
        {scope === 'team' ? `Team, by ${isolated(owner_name)}` : 'Only me'}
        {children}
      </span>
    </div>
  );
}

interface NamedRowProps {
  readonly named: NamedThing;
  readonly noun: string;
  readonly max: number;
  readonly text: string;
  /** True for the owner, who alone may share it. */
  readonly shareable: boolean;
  readonly onOpen: () => void;
  readonly onCopyLink: () => void;
  /** Resolves to false when it failed; the failure has then been shown. */
  readonly onWrite: (change: Partial<Pick<NamedThing, 'name' | 'scope'>>) => Promise<boolean>;
  readonly onDelete: () => void;
  readonly children?: ReactNode;
}

export function NamedRow(props: NamedRowProps) {
  const { named, noun, max, text, shareable, onOpen, onCopyLink, onWrite, onDelete, children } = props;
  const { name, scope, owner_name, updated_at, updated_by_name } = named;
  const teamDisabledReason = useDisabledReason('manage_loads');
  const [renaming, setRenaming] = useState(false);
  const changed = useNow((now) => agoText(updated_at, now));
  const locked = scope === 'team' && teamDisabledReason !== null;
  if (renaming)
    return (
      <li className={classes.row}>
        <RenameForm
          name={name}
          max={max}
          onCancel={() => setRenaming(false)}
          onRename={(to) => onWrite({ name: to })}
        />
      </li>
    );
  return (
    <li className={classes.row}>
      <NamedText named={named}>
        {`${text}, changed ${changed}`}
        {updated_by_name !== owner_name && ` by ${isolated(updated_by_name)}`}
      </NamedText>
      <Button aria-label={`Open ${isolated(name)}`} onClick={onOpen}>
        Open
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={`More actions for ${isolated(name)}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onCopyLink}>Copy link</Menu.Item>
          {children}
          <Menu.Item disabled={locked} onClick={() => setRenaming(true)}>
            Rename
          </Menu.Item>
          {shareable && (
            <Menu.Item
              disabled={teamDisabledReason !== null}
              onClick={() => void onWrite({ scope: scope === 'team' ? 'person' : 'team' })}
            >
              {scope === 'team' ? 'Make private' : 'Share with the team'}
            </Menu.Item>
          )}
          <Menu.Item disabled={locked} onClick={onDelete}>
            Delete {noun}
          </Menu.Item>
          {teamDisabledReason !== null && <Menu.Label>{teamDisabledReason}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

interface RenameFormProps {
  readonly name: string;
  readonly max: number;
  /** Resolves to false when renaming failed; the form then stays open. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

function RenameForm({ name, max, onRename, onCancel }: RenameFormProps) {
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

type Scope = 'person' | 'team';

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
}

interface NamedFormProps {
  readonly max: number;
  readonly description?: string;
  readonly usual_scope: Scope;
  readonly submit: string;
  /** Rejects with a Problem, which the form shows. */
  readonly onSave: (named: Named) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

export function NamedForm(props: NamedFormProps) {
  const { max, description, usual_scope, submit, onSave, onCancel, children } = props;
  const teamDisabledReason = useDisabledReason('manage_loads');
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>(teamDisabledReason === null ? usual_scope : 'person');
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
  const explanation = problem && explain(problem);
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
        error={about_name ? `${explanation?.title}. ${explanation?.text}` : undefined}
      />
      <ScopeChoice value={scope} onChange={setScope} no_team={teamDisabledReason} />
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
