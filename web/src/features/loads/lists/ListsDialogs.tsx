/** The dialogs of lists: into which list loads go, and all lists to look after. */
import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { LOAD_LIST_NAME_MAX, type LoadList } from '@waypost/contract/api/load-lists';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { useLive, useNow } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/GuardedButton.tsx';
import { IconDots } from '../../../ui/icons.ts';
import classes from '../../../ui/named.module.css';
import { RenameForm } from '../../../ui/RenameForm.tsx';
import shared from '../../../ui/shared.module.css';
import { agoText } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { listsDoor, useListsDialog } from './lists-door.ts';
import { NewList } from './NewList.tsx';
import { useListActions } from './use-list-actions.ts';
import { useLoadLists } from './use-load-lists.ts';
import { countText, loadsText } from './words.ts';

export interface ListsDialogsProps {
  /** Shows the board with only the loads of this list. */
  readonly onOpen: (list_id: string) => void;
}

export function ListsDialogs({ onOpen }: ListsDialogsProps) {
  const dialog = useListsDialog();
  const { store } = useLive();
  if (dialog === null) return null;
  const [first] = dialog.kind === 'put' ? dialog.load_ids : [];
  const one = first !== undefined && dialog.kind === 'put' && dialog.load_ids.length === 1;
  const open = (list_id: string) => {
    listsDoor.close();
    onOpen(list_id);
  };
  const title =
    dialog.kind === 'manage'
      ? 'Lists'
      : `Add ${one ? isolated(store.get(first)?.load_ref ?? first) : loadsText(dialog.load_ids.length)} to a list`;
  return (
    <Modal
      opened
      onClose={listsDoor.close}
      title={title}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <WithQueries>
        {dialog.kind === 'manage' ? (
          <Lists
            load_ids={NONE}
            onCreated={() => undefined}
            row={(list) => <ManagedRow key={list.list_id} list={list} onOpen={open} />}
          />
        ) : (
          <Lists
            load_ids={dialog.load_ids}
            asked={one ? first : undefined}
            onCreated={() => listsDoor.close()}
            row={(list) => <ChosenRow key={list.list_id} list={list} load_ids={dialog.load_ids} />}
            onOpen={open}
          />
        )}
      </WithQueries>
    </Modal>
  );
}

const NONE: readonly string[] = [];

interface ListsProps {
  readonly load_ids: readonly string[];
  /** The one load, so that each list says whether it has it. */
  readonly asked?: string | undefined;
  readonly row: (list: LoadList) => ReactNode;
  readonly onCreated: () => void;
  readonly onOpen?: (list_id: string) => void;
}

function Lists({ load_ids, asked, row, onCreated, onOpen }: ListsProps) {
  const { data, error, refetch } = useLoadLists(asked);
  const [creating, setCreating] = useState(false);
  if (!data)
    return error ? (
      <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />
    ) : (
      <p role="status">Loading lists</p>
    );
  if (creating)
    return (
      <NewList
        load_ids={load_ids}
        onCancel={() => setCreating(false)}
        onCreated={({ list_id, name, loads, archived }) => {
          setCreating(false);
          onCreated();
          toast({
            title: `List ${isolated(name)} created`,
            text: `${countText({ loads, archived })}.`,
            ...(onOpen ? { action: { label: 'Open', run: () => onOpen(list_id) } } : {}),
          });
        }}
      />
    );
  return (
    <div className={classes.form}>
      {data.length === 0 ? (
        <p>No lists yet. A load can be in several, and a list opens as a link.</p>
      ) : (
        <ul className={shared.list}>{data.map(row)}</ul>
      )}
      <div className={shared.buttons}>
        <Button onClick={() => setCreating(true)}>New list</Button>
      </div>
    </div>
  );
}

function ListText({ list, children }: { readonly list: LoadList; readonly children?: ReactNode }) {
  return (
    <div className={classes.rowText}>
      <bdi className={classes.rowName}>{list.name}</bdi>
      <span className={shared.small}>
        {list.scope === 'team' ? `Team, by ${isolated(list.owner_name)}` : 'Only me'}, {countText(list)}
        {children}
      </span>
    </div>
  );
}

function ChosenRow({ list, load_ids }: { readonly list: LoadList; readonly load_ids: readonly string[] }) {
  const { put, takeOut } = useListActions();
  const no_team = useDisabledReason('manage_loads');
  const disabledReason = list.scope === 'team' ? no_team : null;
  const [busy, setBusy] = useState(false);
  const act = async (work: typeof put) => {
    setBusy(true);
    if (await work(list, load_ids)) listsDoor.close();
    else setBusy(false);
  };
  // Of several loads some may be in the list and some not.
  const several = load_ids.length > 1;
  return (
    <li className={classes.row}>
      <ListText list={list} />
      {(several || list.has_load) && (
        <GuardedButton
          disabledReason={disabledReason}
          aria-label={`Remove from ${isolated(list.name)}`}
          disabled={busy}
          onClick={() => void act(takeOut)}
        >
          Remove
        </GuardedButton>
      )}
      {!list.has_load && (
        <GuardedButton
          disabledReason={disabledReason}
          aria-label={`Add to ${isolated(list.name)}`}
          variant="filled"
          loading={busy}
          onClick={() => void act(put)}
        >
          Add
        </GuardedButton>
      )}
    </li>
  );
}

interface ManagedRowProps {
  readonly list: LoadList;
  readonly onOpen: (list_id: string) => void;
}

function ManagedRow({ list, onOpen }: ManagedRowProps) {
  const { list_id, name, scope, owner_name, is_own, updated_at, updated_by_name } = list;
  const { write, drop, copyLink } = useListActions();
  const no_team = useDisabledReason('manage_loads');
  const [renaming, setRenaming] = useState(false);
  const changed = useNow((now) => agoText(updated_at, now));
  const locked = scope === 'team' && no_team !== null;
  if (renaming)
    return (
      <li className={classes.row}>
        <RenameForm
          name={name}
          max={LOAD_LIST_NAME_MAX}
          onCancel={() => setRenaming(false)}
          onRename={(to) => write(list, { name: to })}
        />
      </li>
    );
  return (
    <li className={classes.row}>
      <ListText list={list}>
        {`, changed ${changed}`}
        {updated_by_name !== owner_name && ` by ${isolated(updated_by_name)}`}
      </ListText>
      <Button aria-label={`Open ${isolated(name)}`} onClick={() => onOpen(list_id)}>
        Open
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={`More for ${isolated(name)}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyLink(list)}>Copy link</Menu.Item>
          <Menu.Item disabled={locked} onClick={() => setRenaming(true)}>
            Rename
          </Menu.Item>
          {is_own && (
            <Menu.Item
              disabled={no_team !== null}
              onClick={() => void write(list, { scope: scope === 'team' ? 'person' : 'team' })}
            >
              {scope === 'team' ? 'Make private' : 'Share with the team'}
            </Menu.Item>
          )}
          <Menu.Item disabled={locked} onClick={() => void drop(list)}>
            Delete list
          </Menu.Item>
          {no_team !== null && <Menu.Label>{no_team}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
