/** Saved items such as board views and load lists: rows to open, rename, share or delete, and a form for new ones. */
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../api/context.ts';
import { asProblem, explain, type Problem } from '../api/problem.ts';
import { ActionFailed } from '../api/QueryState.tsx';
import { isolated } from '../ui/bidi.ts';
import { ScopeChoice } from '../ui/Choice.tsx';
import { IconDots } from '../ui/icons.ts';
import classes from '../ui/saved-item.module.css';
import shared from '../ui/shared.module.css';
import { agoText } from '../ui/time.ts';
import { useNow } from './context.ts';

interface SavedItem {
  readonly name: string;
  readonly scope: 'person' | 'team';
  readonly owner_name: string;
  readonly updated_at: string;
  readonly updated_by_name: string;
}

interface SavedItemTextProps {
  readonly item: Pick<SavedItem, 'name' | 'scope' | 'owner_name'>;
  readonly children?: ReactNode;
}

export function SavedItemText({ item: { name, scope, owner_name }, children }: SavedItemTextProps) {
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

interface SavedItemRowProps {
  readonly item: SavedItem;
  readonly noun: string;
  readonly max: number;
  readonly text: string;
  /** True for the owner, who alone may share it. */
  readonly shareable: boolean;
  readonly onOpen: () => void;
  readonly onCopyLink: () => void;
  /** Resolves to false when it failed; the failure has then been shown. */
  readonly onWrite: (change: Partial<Pick<SavedItem, 'name' | 'scope'>>) => Promise<boolean>;
  readonly onDelete: () => void;
  readonly children?: ReactNode;
}

export function SavedItemRow(props: SavedItemRowProps) {
  const { item, noun, max, text, shareable, onOpen, onCopyLink, onWrite, onDelete, children } = props;
  const { name, scope, owner_name, updated_at, updated_by_name } = item;
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
      <SavedItemText item={item}>
        {`${text}, changed ${changed}`}
        {updated_by_name !== owner_name && ` by ${isolated(updated_by_name)}`}
      </SavedItemText>
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

export interface NewSavedItem {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
}

interface SavedItemFormProps {
  readonly max: number;
  readonly description?: string;
  readonly default_scope: Scope;
  readonly submit: string;
  /** Rejects with a Problem, which the form shows. */
  readonly onSave: (item: NewSavedItem) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

export function SavedItemForm(props: SavedItemFormProps) {
  const { max, description, default_scope, submit, onSave, onCancel, children } = props;
  const teamDisabledReason = useDisabledReason('manage_loads');
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>(teamDisabledReason === null ? default_scope : 'person');
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
      <ScopeChoice value={scope} onChange={setScope} teamDisabledReason={teamDisabledReason} />
      {children}
      {problem && !about_name && <ActionFailed what="Not saved" problem={problem} />}
      <div className={shared.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === ''}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
