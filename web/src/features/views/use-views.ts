/** Saved views of the board: read when somebody opens them, and written. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { VIEW_ROUTES } from '@waypost/contract/api/view-routes';
import type { SavedView, ViewChange, ViewCreate } from '@waypost/contract/api/views';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function viewsQuery(http: Http) {
  return queryOptions({
    queryKey: queryKeys.views(),
    queryFn: async ({ signal }): Promise<readonly SavedView[]> =>
      (await http.call(VIEW_ROUTES.listViews, { signal })).items,
  });
}

export function useViews() {
  const { http } = useApi();
  return useQuery(viewsQuery(http));
}

/** Each rejects with a Problem; the list is read again whatever became of it. */
export function useViewWriting() {
  const { http } = useApi();
  const queries = useQueryClient();
  const then = async <T>(done: Promise<T>): Promise<T> => {
    try {
      return await done;
    } finally {
      void queries.invalidateQueries({ queryKey: queryKeys.views() });
    }
  };
  return {
    create: (body: ViewCreate) => then(http.call(VIEW_ROUTES.createView, { body })),
    update: (view_id: string, body: ViewChange) =>
      then(http.call(VIEW_ROUTES.updateView, { params: { view_id }, body })),
    remove: (view_id: string) => then(http.call(VIEW_ROUTES.deleteView, { params: { view_id } })),
  };
}
