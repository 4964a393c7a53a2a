/** Saved views of the board: read, written, and compared with what it shows. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { VIEW_ROUTES } from '@waypost/contract/api/view-routes';
import type { SavedView, ViewChange, ViewCreate, ViewSearch } from '@waypost/contract/api/views';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { prefs } from '../../ui/prefs.ts';

/** The board as the views see it; its page knows what the parameters mean. */
export interface BoardOfViews {
  /** What it shows now, as parameters of its address. */
  readonly shown: ViewSearch;
  /** The view that it was opened with; undefined: none. */
  readonly saved: string | undefined;
  /** The address holds the view and nothing else: it is still to be shown. */
  readonly bare: boolean;
  /** The columns that the table has, when there is one. */
  readonly columns: readonly string[] | null;
  /** Where the map looks, as in the address; undefined: nobody has moved it. */
  readonly camera: string | undefined;
  /** Parameters as the board would show them: what it does not know is left out. */
  readonly normalize: (search: ViewSearch) => ViewSearch;
  readonly onOpen: (view: SavedView, replace?: boolean) => void;
  /** Back to the board as it is without a view. */
  readonly onLeave: () => void;
  /** The address of parameters, without the origin. */
  readonly pathOf: (search: ViewSearch) => string;
}

/** Where the map looks and which columns there are change all the time; what is asked of the loads is what makes a view. */
const LOOKS = ['map', 'columns'] as const;

export function isChanged(view: SavedView, { shown, normalize }: BoardOfViews): boolean {
  const plain = (search: ViewSearch) => {
    const rest: Record<string, ViewSearch[string]> = { ...search };
    for (const key of LOOKS) delete rest[key];
    return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return plain(normalize(view.search)) !== plain(shown);
}

/** What is saved: what the board shows, with the map and the columns only when they are wanted. */
export function searchToSave(
  { shown, camera, columns }: BoardOfViews,
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

/** A team's view stays what its link names, also when it changes; one's own opens for nobody else, so its link holds all of it. */
export function linkOf(view: SavedView, board: Pick<BoardOfViews, 'pathOf'>): string {
  const path = view.scope === 'team' ? pathOfView(view.view_id) : board.pathOf(view.search);
  return location.origin + path;
}

export const isFirst = (view_id: string, default_view: string | null): boolean =>
  default_view === pathOfView(view_id);

/** Opens the view after signing in, or the board again. */
export function openFirst(view_id: string, on: boolean): void {
  prefs.set({ default_view: on ? pathOfView(view_id) : null });
}

/** Read when somebody opens them. */
export function useViews() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.views(),
    queryFn: async ({ signal }): Promise<readonly SavedView[]> =>
      (await http.call(VIEW_ROUTES.listViews, { signal })).items,
  });
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
