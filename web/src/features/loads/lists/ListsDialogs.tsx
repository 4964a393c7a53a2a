/** The dialogs of lists: into which list loads go, and all lists to look after. */
import { Button, Modal } from '@mantine/core';
import { LOAD_LIST_NAME_MAX, type LoadList } from '@waypost/contract/api/load-lists';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { useLive } from '../../../live/context.ts';
import { NamedRow, NamedText } from '../../../live/NamedRow.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import classes from '../../../ui/named.module.css';
import shared from '../../../ui/shared.module.css';
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
        <p>No lists yet. A load can be in several lists. Each list has its own link.</p>
      ) : (
        <ul className={shared.list}>{data.map(row)}</ul>
      )}
      <div className={shared.buttons}>
        <Button onClick={() => setCreating(true)}>New list</Button>
      </div>
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
      <NamedText named={list}>, {countText(list)}</NamedText>
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
  const { write, drop, copyLink } = useListActions();
  return (
    <NamedRow
      named={list}
      noun="list"
      max={LOAD_LIST_NAME_MAX}
      text={`, ${countText(list)}`}
      shareable={list.is_own}
      onOpen={() => onOpen(list.list_id)}
      onCopyLink={() => void copyLink(list)}
      onWrite={(change) => write(list, change)}
      onDelete={() => void drop(list)}
    />
  );
}
