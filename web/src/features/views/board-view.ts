import { useQueryClient } from '@tanstack/react-query';
import { VIEW_ROUTES } from '@waypost/contract/api/view-routes';
import type { SavedView, ViewChange, ViewCreate, ViewSearch } from '@waypost/contract/api/views';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead } from '../../api/server-state.ts';
import { useChanges } from '../../live/context.ts';
import { prefs } from '../../ui/prefs.ts';
import { Signal } from '../../ui/signal.ts';

/** What this feature needs from the board; only the page knows what the parameters mean. */
export interface ViewedBoard {
  /** Search parameters of what the board shows now. */
  readonly shown: ViewSearch;
  /** Id of the view that it was opened with. */
  readonly saved: string | undefined;
  /** The address holds nothing but the view's id, so the view must still be applied. */
  readonly bare: boolean;
  /** Columns of the table; null: the list is not a table. */
  readonly columns: readonly string[] | null;
  /** Map camera as in the address; undefined: nobody has moved the map. */
  readonly camera: string | undefined;
  /** Drops parameters that the board does not know. */
  readonly normalize: (search: ViewSearch) => ViewSearch;
  readonly onOpen: (view: SavedView, replace?: boolean) => void;
  readonly onLeave: () => void;
  /** Path and query of these parameters, without the origin. */
  readonly pathOf: (search: ViewSearch) => string;
}

/** Exports the list of the board as CSV, from outside of its menu. */
export const csvExport = new Signal();

/** Left out of the comparison: they change all the time, while a view is defined by its filters and order. */
const IGNORED_KEYS = ['map', 'columns'] as const;

export function isChanged(view: SavedView, { shown, normalize }: ViewedBoard): boolean {
  const plain = (search: ViewSearch) => {
    const rest: Record<string, ViewSearch[string]> = { ...search };
    for (const key of IGNORED_KEYS) delete rest[key];
    return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return plain(normalize(view.search)) !== plain(shown);
}

export function searchToSave(
  { shown, camera, columns }: ViewedBoard,
  included: { readonly map: boolean; readonly columns: boolean },
): ViewSearch {
  const { map: _, columns: __, ...search } = shown;
  return {
    ...search,
    ...(included.map && camera !== undefined ? { map: camera } : {}),
    ...(included.columns && columns !== null ? { columns: [...columns] } : {}),
  };
}

export const pathOfView = (view_id: string): string => `/?saved=${view_id}`;

/** A team view's link follows later changes of the view. A private view opens for nobody else, so its link carries all parameters. */
export function linkOf(view: SavedView, board: Pick<ViewedBoard, 'pathOf'>): string {
  const path = view.scope === 'team' ? pathOfView(view.view_id) : board.pathOf(view.search);
  return location.origin + path;
}

export const isDefaultView = (view_id: string, default_view: string | null): boolean =>
  default_view === pathOfView(view_id);

/** Makes the view, or the plain board, the one that opens after sign-in. */
export function setDefaultView(view_id: string, on: boolean): void {
  prefs.set({ default_view: on ? pathOfView(view_id) : null });
}

export function useViews() {
  const refetch = useRefetchViews();
  useChanges('views', refetch, refetch);
  return useRead(VIEW_ROUTES.listViews, queryKeys.views(), { select: itemsOf });
}

function useRefetchViews(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: queryKeys.views() });
}

/** Each mutation rejects with a Problem; the list is refetched either way. */
export function useViewMutations() {
  const { http } = useApi();
  const refetch = useRefetchViews();
  const thenRefetch = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } finally {
      refetch();
    }
  };
  return {
    create: (body: ViewCreate) => thenRefetch(http.call(VIEW_ROUTES.createView, { body })),
    update: (view_id: string, body: ViewChange) =>
      thenRefetch(http.call(VIEW_ROUTES.updateView, { params: { view_id }, body })),
    remove: (view_id: string) => thenRefetch(http.call(VIEW_ROUTES.deleteView, { params: { view_id } })),
  };
}
