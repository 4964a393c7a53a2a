import { useQueryClient } from '@tanstack/react-query';
import { LOAD_LIST_ROUTES } from '@waypost/contract/api/load-list-routes';
import type {
  ListedLoadsChange,
  LoadList,
  LoadListChange,
  LoadListCreate,
} from '@waypost/contract/api/load-lists';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../../api/context.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { itemsOf, useRead } from '../../../api/server-state.ts';
import { attempt, undoAction } from '../../../api/show-problem.ts';
import { useChanges } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { copyText } from '../../../ui/MonoId.tsx';
import { Cell } from '../../../ui/signal.ts';
import { toast } from '../../../ui/toasts.ts';
import { countText, numberText } from '../../../ui/units.ts';

function useRefetchLists(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [queryKeys.loadLists(), queryKeys.loadList()])
      void queries.invalidateQueries({ queryKey });
  };
}

function useListChanges(): void {
  const refetch = useRefetchLists();
  useChanges('load_lists', refetch, refetch);
}

/** Team lists and the person's own, by name. With a load, each list says whether it contains it. */
export function useLoadLists(load_id?: string) {
  useListChanges();
  return useRead(LOAD_LIST_ROUTES.listLoadLists, queryKeys.loadLists(load_id), {
    query: { load_id },
    select: itemsOf,
  });
}

export function useLoadList(list_id: string) {
  useListChanges();
  return useRead(LOAD_LIST_ROUTES.readLoadList, queryKeys.loadList(list_id), { params: { list_id } });
}

/** Each mutation rejects with a Problem. All clients refetch lists when the stream publishes the change. */
export function useListMutations() {
  const { http } = useApi();
  return {
    create: (body: LoadListCreate) => http.call(LOAD_LIST_ROUTES.createLoadList, { body }),
    update: (list_id: string, body: LoadListChange) =>
      http.call(LOAD_LIST_ROUTES.updateLoadList, { params: { list_id }, body }),
    change: (list_id: string, body: Partial<ListedLoadsChange>) =>
      http.call(LOAD_LIST_ROUTES.changeListedLoads, { params: { list_id }, body }),
    remove: (list_id: string) => http.call(LOAD_LIST_ROUTES.deleteLoadList, { params: { list_id } }),
  };
}

export function useListActions() {
  const { create, update, change, remove } = useListMutations();
  const refetch = useRefetchLists();
  const undo = (failure: string, work: () => Promise<unknown>) =>
    undoAction(failure, () => work().then(refetch));
  return {
    addLoads: ({ list_id, name }: LoadList, load_ids: readonly string[]) =>
      attempt(`Nothing was added to ${isolated(name)}`, async () => {
        const { added } = await change(list_id, { add: [...load_ids] });
        const already_listed = load_ids.length - added.length;
        const title = `${countText(added.length, 'load')} added to ${isolated(name)}`;
        const text = already_listed > 0 ? `${countText(already_listed, 'load')} already in the list.` : '';
        if (added.length === 0) toast({ title: `Already in ${isolated(name)}` });
        else toast({ title, text, action: undo('Not removed', () => change(list_id, { remove: added })) });
        refetch();
      }),
    removeLoads: ({ list_id, name }: LoadList, load_ids: readonly string[]) =>
      attempt(`Nothing was removed from ${isolated(name)}`, async () => {
        const { removed } = await change(list_id, { remove: [...load_ids] });
        const title = `${countText(removed.length, 'load')} removed from ${isolated(name)}`;
        const text = 'Still on the board.';
        if (removed.length === 0) toast({ title: `Not in ${isolated(name)}`, text });
        else toast({ title, text, action: undo('Not added back', () => change(list_id, { add: removed })) });
        refetch();
      }),
    write: ({ list_id }: LoadList, fields: Partial<Pick<LoadList, 'name' | 'scope'>>) =>
      attempt('The list was not changed', async () => {
        await update(list_id, fields);
        refetch();
      }),
    deleteList: ({ list_id, name, scope }: LoadList) =>
      attempt('The list was not deleted', async () => {
        const { load_ids } = await remove(list_id);
        refetch();
        toast({
          title: `List ${isolated(name)} deleted`,
          ...(load_ids.length > 0 ? { text: 'Its loads stay where they are.' } : {}),
          action: undo('The list was not restored', () => create({ list_id, name, scope, load_ids })),
        });
      }),
    copyLink: async ({ list_id, scope }: LoadList) => {
      const copied = await copyText(`${location.origin}/?tab=all&list=${list_id}`);
      toast({
        title: copied ? 'Link copied' : 'Your browser blocked copying',
        ...(copied && scope === 'person' ? { text: 'Only you can open this list. Share it first.' } : {}),
      });
    },
  };
}

export function listText({ loads, archived }: Pick<LoadList, 'loads' | 'archived'>): string {
  if (loads === 0 && archived === 0) return 'No loads';
  return archived === 0
    ? countText(loads, 'load')
    : `${countText(loads, 'load')}, ${numberText(archived)} in the archive`;
}

/** The open dialog about lists. It outlives the menu, panel or palette that opened it. */
type ListsDialog =
  | { readonly kind: 'add'; readonly load_ids: readonly string[] }
  | { readonly kind: 'manage' };

const dialog = new Cell<ListsDialog | null>(null);

export const listsDialog = {
  add: (load_ids: readonly string[]): void => dialog.set({ kind: 'add', load_ids }),
  manage: (): void => dialog.set({ kind: 'manage' }),
  close: (): void => dialog.set(null),
};

export const useListsDialog = (): ListsDialog | null => useSyncExternalStore(dialog.subscribe, dialog.get);
