/** Saved items such as board views and load lists: rows to open, rename, share or delete, and a form for new ones. */
import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import { isolated } from '../ui/bidi.ts';
import { ScopeChoice } from '../ui/Choice.tsx';
import { IconDots } from '../ui/icons.ts';
import classes from '../ui/saved-item.module.css';
import shared from '../ui/shared.module.css';
import { agoText } from '../ui/time.ts';
import { useNow } from './context.ts';
import { type FormDrafts, useFormDrafts } from './form/draft.ts';
import { checkedWith, tooLong, useForm } from './form/form.ts';
import { Conflicts, closeOnEscape, Outcome } from './form/parts.tsx';

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
  const names = useFormDrafts('rename', renameDraft);
  // The draft keeps its name when a colleague renames the item meanwhile.
  const [about] = useState(`${noun}: ${name}`);
  const [renaming, setRenaming] = useState(() => names.read(about) !== null);
  const changed = useNow((now) => agoText(updated_at, now));
  const locked = scope === 'team' && teamDisabledReason !== null;
  if (renaming)
    return (
      <li className={classes.row}>
        <RenameForm
          drafts={names}
          about={about}
          name={name}
          updated_by_name={updated_by_name}
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

const renameDraft = z.object({ name: z.string() });

interface RenameFormProps {
  readonly drafts: FormDrafts<z.infer<typeof renameDraft>>;
  /** Which draft. */
  readonly about: string;
  readonly name: string;
  readonly updated_by_name: string;
  readonly max: number;
  /** Resolves to false when renaming failed; the form then stays open. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

function RenameForm(props: RenameFormProps) {
  const { drafts, about, name, updated_by_name, max, onRename, onCancel } = props;
  const form = useForm({
    drafts,
    name: about,
    initial: { name },
    check: (draft) => checkedWith(draft.name.trim() || null, { name: tooLong(draft.name, max) }),
    send: async (to) => to === name || onRename(to),
    stored: (_, sent) => sent,
    onDone: (_, more) => more || onCancel(),
  });
  const close = form.leave(onCancel);
  return (
    <form {...form.element} className={classes.rename}>
      <TextInput
        {...form.text('name', 'Name')}
        label={undefined}
        aria-label={`New name of ${isolated(name)}`}
        autoFocus
        onKeyDown={closeOnEscape(close)}
      />
      <Conflicts form={form} by={updated_by_name} labels={{ name: 'Name' }} />
      <Button onClick={close}>Cancel</Button>
      <Button type="submit" variant="filled" loading={form.busy} disabled={form.values.name.trim() === ''}>
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

const newItemDraft = z.object({ name: z.string(), scope: z.enum(['person', 'team']) });

interface SavedItemFormProps {
  /** Names the draft: `view`, `list`. */
  readonly noun: string;
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
  const { noun, max, description, default_scope, submit, onSave, onCancel, children } = props;
  const teamDisabledReason = useDisabledReason('manage_loads');
  const form = useForm({
    drafts: useFormDrafts('saved_item', newItemDraft),
    name: noun,
    initial: { name: '', scope: teamDisabledReason === null ? default_scope : 'person' },
    check: ({ name, scope }) => {
      const too_long = tooLong(name, max);
      const body = name.trim() ? { name: name.trim(), scope } : null;
      return checkedWith(body, { name: too_long && `Name ${too_long}` });
    },
    send: (item, { intent_id: id }) => onSave({ id, ...item }),
    // Their messages are about the name.
    rejectedFields: (problem) => {
      const { title, text } = explain(problem);
      return problem.code === 409 || problem.code === 400 ? [['name', `${title}. ${text}`]] : null;
    },
    onDone: () => undefined,
  });
  return (
    <form {...form.element} className={classes.form}>
      <TextInput
        {...form.text('name', 'Name')}
        description={description}
        autoFocus
        data-autofocus
        error={form.errors.get('name')}
      />
      <ScopeChoice
        value={form.values.scope}
        onChange={(scope) => form.set({ scope })}
        teamDisabledReason={teamDisabledReason}
      />
      {children}
      <Outcome form={form} what="Not saved" />
      <div className={shared.buttons}>
        <Button onClick={form.leave(onCancel)}>Cancel</Button>
        <Button type="submit" variant="filled" loading={form.busy} disabled={form.values.name.trim() === ''}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
