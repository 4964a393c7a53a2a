/** Named lists of loads: read when somebody opens them, read again when anybody changes one, and written. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LOAD_LIST_ROUTES } from '@waypost/contract/api/load-list-routes';
import type { ListedLoadsChange, LoadListChange, LoadListCreate } from '@waypost/contract/api/load-lists';
import { useCallback, useEffect } from 'react';
import { useApi } from '../../../api/context.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive } from '../../../live/context.ts';

/** Reads lists again. */
export function useReadListsAgain(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [queryKeys.loadLists(), queryKeys.loadList()])
      void queries.invalidateQueries({ queryKey });
  }, [queries]);
}

function useAgain(): void {
  const { changes } = useLive();
  const again = useReadListsAgain();
  useEffect(() => {
    return changes.subscribe('load_lists', { onChange: again, onOpened: again });
  }, [changes, again]);
}

/** The team's and one's own, by name. With a load, each says whether it has it. */
export function useLoadLists(load_id?: string) {
  const { http } = useApi();
  useAgain();
  return useQuery({
    queryKey: queryKeys.loadLists(load_id),
    queryFn: async ({ signal }) =>
      (await http.call(LOAD_LIST_ROUTES.listLoadLists, { query: { load_id }, signal })).items,
  });
}

/** One list with the ids of its loads. */
export function useLoadList(list_id: string) {
  const { http } = useApi();
  useAgain();
  return useQuery({
    queryKey: queryKeys.loadList(list_id),
    queryFn: ({ signal }) => http.call(LOAD_LIST_ROUTES.readLoadList, { params: { list_id }, signal }),
  });
}

/** Each rejects with a Problem. Everybody's lists are read again when the stream says so. */
export function useListWriting() {
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
