/** What an open load has beside what the stream says: its trail, its raw answer, when it is read next; and its monitors. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BoardLoad, BoardLoadDetail } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, MonitorLink } from '@waypost/contract/api/monitors';
import { useCallback, useEffect, useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/context.ts';

/** A moment after the read, so that its answer is there. */
const AFTER_READ_MS = 700;
const SOONEST_MS = 1_000;
const LATEST_MS = 30_000;

/**
 * The first request is a person's; those that follow on a timer are not, and keep no session alive.
 * @param now the server's clock
 */
export function loadDetail(http: Http, load_id: string, now: () => number) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.load(load_id),
    queryFn: ({ signal }) => {
      const background = asked;
      asked = true;
      return http.call(BOARD_ROUTES.readLoad, { params: { load_id }, background, signal });
    },
    refetchInterval: ({ state }) => nextLook(state.data, now(), state.status === 'error'),
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/**
 * When to look again, milliseconds from now; false: never, since there is nothing to look at.
 * @param failed the last question was not answered: the answer before it names a time that has passed, and would be asked for each second
 */
export function nextLook(detail: BoardLoadDetail | undefined, now: number, failed: boolean): number | false {
  if (!detail) return false;
  if (failed) return LATEST_MS;
  const next =
    detail.next_read_at === null ? now + SOONEST_MS : Date.parse(detail.next_read_at) + AFTER_READ_MS;
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, next - now));
}

/** The stream and the detail race; the newer version is the truth, with the later time of reading. */
export function newest(
  live: BoardLoad | undefined,
  detail: BoardLoadDetail | undefined,
): BoardLoad | undefined {
  if (!live || !detail) return live ?? detail;
  const load = detail.version > live.version ? detail : live;
  const read_at = [live.read_at, detail.read_at].reduce((a, b) =>
    a !== null && (b === null || a > b) ? a : b,
  );
  return read_at === load.read_at ? load : { ...load, read_at };
}

const linkTo = ({ links }: BoardMonitor, load_id: string) => links.find((link) => link.load_id === load_id);

interface LoadMonitors {
  /** The one with the load's actual times; null when none is linked. */
  readonly linked: BoardMonitor | null;
  /** A person is asked whether they are about this load. */
  readonly suggested: readonly BoardMonitor[];
}

/** Of several that are linked the active one, else the newest: as the board chooses (api/board.ts). */
export function monitorsOf(items: readonly BoardMonitor[], load_id: string): LoadMonitors {
  const state = (monitor: BoardMonitor) => linkTo(monitor, load_id)?.state;
  const linked = items.filter((one) => state(one) === 'linked');
  const newest = linked.toSorted((a, b) => Date.parse(b.created_at ?? '') - Date.parse(a.created_at ?? ''));
  return {
    linked: newest.find(({ status }) => status === 'active') ?? newest[0] ?? null,
    suggested: items.filter((one) => state(one) === 'suggested'),
  };
}

/** Newer ones take the place of older ones; what is about the load and not there yet comes in. */
export function merged(
  before: readonly BoardMonitor[],
  changed: readonly BoardMonitor[],
  load_id: string,
): readonly BoardMonitor[] {
  const news = changed.filter((one) => {
    const known = before.find(({ id }) => id === one.id);
    return known ? one.version > known.version : linkTo(one, load_id) !== undefined;
  });
  if (news.length === 0) return before;
  return [...before.filter(({ id }) => news.every((one) => one.id !== id)), ...news];
}

function loadMonitors(http: Http, load_id: string) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.loadMonitors(load_id),
    queryFn: async ({ signal }): Promise<readonly BoardMonitor[]> => {
      const background = asked;
      asked = true;
      return (await http.call(MONITOR_ROUTES.listMonitors, { query: { load_id }, background, signal })).items;
    },
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/** Monitors that are linked to a load, or may be, kept by the stream; undefined until the first answer. */
export function useLoadMonitors(load_id: string): {
  readonly monitors: LoadMonitors | undefined;
  readonly put: (monitor: BoardMonitor) => void;
} {
  const { http } = useApi();
  const { monitors: feed } = useLive();
  const queries = useQueryClient();
  const { data } = useQuery(useMemo(() => loadMonitors(http, load_id), [http, load_id]));
  const put = useCallback(
    (monitor: BoardMonitor) =>
      queries.setQueryData<readonly BoardMonitor[]>(queryKeys.loadMonitors(load_id), (before) =>
        before ? merged(before, [monitor], load_id) : before,
      ),
    [queries, load_id],
  );
  useEffect(
    () =>
      feed.subscribe({
        onItems: (items) => {
          for (const item of items) put(item);
        },
        onOpened: () => void queries.invalidateQueries({ queryKey: queryKeys.loadMonitors(load_id) }),
      }),
    [feed, queries, load_id, put],
  );
  return { monitors: useMemo(() => data && monitorsOf(data, load_id), [data, load_id]), put };
}

/** A person's word that a monitor is about a load, or is not; `suggested` takes it back. @throws Problem */
export function sayLink(
  http: Http,
  monitor_id: string,
  load_id: string,
  state: MonitorLink['state'],
): Promise<BoardMonitor> {
  return http.call(MONITOR_ROUTES.linkMonitor, { params: { monitor_id }, body: { load_id, state } });
}
