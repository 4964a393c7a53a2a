/** Lists of loads: dialogs to fill and manage them, their menu items, and the line for the list that the board shows. */
import { Button, Menu, Modal } from '@mantine/core';
import { LOAD_LIST_NAME_MAX, type LoadList, MAX_LISTED_LOADS } from '@waypost/contract/api/load-lists';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem, explain } from '../../../api/problem.ts';
import { WithQueries, withQueries } from '../../../api/queries.tsx';
import { useLive } from '../../../live/context.ts';
import { SavedItemForm, SavedItemRow, SavedItemText } from '../../../live/SavedItem.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import { IconCheck, IconList, IconPlus } from '../../../ui/icons.ts';
import { FilterLine } from '../../../ui/lines.tsx';
import classes from '../../../ui/saved-item.module.css';
import shared from '../../../ui/shared.module.css';
import { toast } from '../../../ui/toasts.ts';
import { countText, numberText } from '../../../ui/units.ts';
import {
  listsDialog,
  listText,
  useListActions,
  useListMutations,
  useListsDialog,
  useLoadList,
  useLoadLists,
} from './load-lists.ts';

interface ListsDialogsProps {
  readonly onOpen: (list_id: string) => void;
}

export function ListsDialogs({ onOpen }: ListsDialogsProps) {
  const dialog = useListsDialog();
  const { store } = useLive();
  if (dialog === null) return null;
  const load_ids = dialog.kind === 'add' ? dialog.load_ids : NONE;
  const only = load_ids.length === 1 ? load_ids[0] : undefined;
  const open = (list_id: string) => {
    listsDialog.close();
    onOpen(list_id);
  };
  const what = only ? isolated(store.get(only)?.load_ref ?? only) : countText(load_ids.length, 'load');
  return (
    <Modal
      opened
      onClose={listsDialog.close}
      title={dialog.kind === 'manage' ? 'Lists' : `Add ${what} to a list`}
      size={520}
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
            load_ids={load_ids}
            single_load_id={only}
            onCreated={listsDialog.close}
            row={(list) => <ChosenRow key={list.list_id} list={list} load_ids={load_ids} />}
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
  /** The load, if there is only one, so that each list says whether it contains it. */
  readonly single_load_id?: string | undefined;
  readonly row: (list: LoadList) => ReactNode;
  readonly onCreated: () => void;
  readonly onOpen?: (list_id: string) => void;
}

function Lists({ load_ids, single_load_id, row, onCreated, onOpen }: ListsProps) {
  const { data, error, refetch } = useLoadLists(single_load_id);
  const { create } = useListMutations();
  const [creating, setCreating] = useState(false);
  if (!data)
    return error ? (
      <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />
    ) : (
      <p role="status">Loading lists</p>
    );
  if (creating)
    return (
      <SavedItemForm
        noun="list"
        max={LOAD_LIST_NAME_MAX}
        default_scope="team"
        submit={
          load_ids.length === 0 ? 'Create list' : `Create list with ${countText(load_ids.length, 'load')}`
        }
        onSave={async ({ id, name, scope }) => {
          const list = await create({ list_id: id, name, scope, load_ids: [...load_ids] });
          setCreating(false);
          onCreated();
          toast({
            title: `List ${isolated(name)} created`,
            text: `${listText(list)}.`,
            ...(onOpen ? { action: { label: 'Open', run: () => onOpen(list.list_id) } } : {}),
          });
        }}
        onCancel={() => setCreating(false)}
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
  const { addLoads, removeLoads } = useListActions();
  const no_team = useDisabledReason('manage_loads');
  const disabledReason = list.scope === 'team' ? no_team : null;
  const [busy, setBusy] = useState(false);
  const act = async (work: typeof addLoads) => {
    setBusy(true);
    if (await work(list, load_ids)) listsDialog.close();
    else setBusy(false);
  };
  // Of several loads, some may be in the list and some not.
  const several = load_ids.length > 1;
  return (
    <li className={classes.row}>
      <SavedItemText item={list}>, {listText(list)}</SavedItemText>
      {(several || list.has_load) && (
        <GuardedButton
          disabledReason={disabledReason}
          aria-label={`Remove from ${isolated(list.name)}`}
          disabled={busy}
          onClick={() => void act(removeLoads)}
        >
          Remove
        </GuardedButton>
      )}
      {!list.has_load && (
        <GuardedButton
          disabledReason={disabledReason}
          aria-label={`Add to ${isolated(list.name)}`}
          loading={busy}
          onClick={() => void act(addLoads)}
        >
          Add
        </GuardedButton>
      )}
    </li>
  );
}

function ManagedRow({ list, onOpen }: { readonly list: LoadList } & ListsDialogsProps) {
  const { write, deleteList, copyLink } = useListActions();
  return (
    <SavedItemRow
      item={list}
      noun="list"
      max={LOAD_LIST_NAME_MAX}
      text={`, ${listText(list)}`}
      shareable={list.is_own}
      onOpen={() => onOpen(list.list_id)}
      onCopyLink={() => void copyLink(list)}
      onWrite={(change) => write(list, change)}
      onDelete={() => void deleteList(list)}
    />
  );
}

export interface ListItemsProps {
  readonly current: string | undefined;
  readonly shown: readonly string[];
  readonly onOpen: (list_id: string) => void;
}

export function ListItems({ current, shown, onOpen }: ListItemsProps) {
  const { data, error } = useLoadLists();
  const items = (label: string, lists: readonly LoadList[]) =>
    lists.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {lists.map(({ list_id, name, loads }) => (
          <Menu.Item
            key={list_id}
            leftSection={list_id === current ? <IconCheck size={16} /> : <span className={classes.noMark} />}
            rightSection={numberText(loads)}
            aria-current={list_id === current || undefined}
            onClick={() => onOpen(list_id)}
          >
            <bdi className={classes.itemName}>{name}</bdi>
          </Menu.Item>
        ))}
      </>
    );
  const of = (scope: LoadList['scope']) => (data ?? []).filter((list) => list.scope === scope);
  const too_many = shown.length > MAX_LISTED_LOADS;
  return (
    <>
      {!data && (
        <Menu.Label role="status">
          {error ? `Couldn't load lists: ${explain(asProblem(error)).title}` : 'Loading lists'}
        </Menu.Label>
      )}
      {items('Team lists', of('team'))}
      {items('My lists', of('person'))}
      <Menu.Item
        leftSection={<IconPlus size={16} />}
        disabled={shown.length === 0 || too_many}
        onClick={() => listsDialog.add(shown)}
      >
        {too_many
          ? `Add loads to a list: ${numberText(MAX_LISTED_LOADS)} at most`
          : `Add ${countText(shown.length, 'load')} shown to a list`}
      </Menu.Item>
      <Menu.Item leftSection={<IconList size={16} />} onClick={listsDialog.manage}>
        Manage lists
      </Menu.Item>
    </>
  );
}

interface ListLineProps {
  readonly list_id: string;
  readonly onListed: (listed: {
    readonly list_id: string;
    /** Version of the list as fetched; 0: it could not be fetched. */
    readonly version: number;
    readonly load_ids: ReadonlySet<string>;
  }) => void;
  readonly onLeave: () => void;
}

/** Names the list that the board shows, with its number of loads, and passes their ids to the board. */
export const ListLine = withQueries(Line);

const NO_LOADS: ReadonlySet<string> = new Set();

function Line({ list_id, onListed, onLeave }: ListLineProps) {
  const { data, error, refetch } = useLoadList(list_id);
  const problem = error ? asProblem(error) : null;
  // Data fetched before a failure is still the best known, unless access was denied or the list was deleted.
  const list = problem && [403, 404].includes(problem.code) ? undefined : data;
  const failed = problem !== null && list === undefined;
  const counts = useCountsOf(list?.load_ids ?? NONE);
  useEffect(() => {
    if (list) onListed({ list_id, version: list.version, load_ids: new Set(list.load_ids) });
    else if (failed) onListed({ list_id, version: 0, load_ids: NO_LOADS });
  }, [list_id, list, failed, onListed]);
  const leave = { closeLabel: 'Close list', onClose: onLeave };
  if (!list) {
    const explanation = problem && explain(problem);
    return (
      <FilterLine
        note={explanation ? `${explanation.title}. ${explanation.text}` : 'Loading list'}
        {...leave}
      >
        {problem && ![403, 404].includes(problem.code) && (
          <Button size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </FilterLine>
    );
  }
  const parts = [
    list.scope === 'team' ? 'Team list' : 'My list',
    counts && listText(counts),
    problem && 'not up to date',
  ];
  return <FilterLine name={list.name} note={parts.filter(Boolean).join(', ')} {...leave} />;
}

/** Loads of the list on the board, according to the stream; the others are archived. Null until the board has loaded. */
function useCountsOf(load_ids: readonly string[]) {
  const { store } = useLive();
  const loads = useSyncExternalStore(store.subscribeCounts, () =>
    store.loaded ? load_ids.filter((load_id) => store.get(load_id) !== undefined).length : null,
  );
  return loads === null ? null : { loads, archived: load_ids.length - loads };
}
