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

/** Delay after an expected update, so that its result is available. */
const RESULT_DELAY_MS = 700;
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/**
 * The first request is sent for a person; later ones, sent on a timer, do not keep the session alive.
 * @param now the server's clock
 */
export function loadDetail(http: Http, load_id: string, now: () => number) {
  let requested = false;
  return queryOptions({
    queryKey: queryKeys.load(load_id),
    queryFn: ({ signal }) => {
      const background = requested;
      requested = true;
      return http.call(BOARD_ROUTES.readLoad, { params: { load_id }, background, signal });
    },
    refetchInterval: ({ state }) => refetchDelay(state.data, now(), state.status === 'error'),
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/**
 * Delay until the next refetch, milliseconds; false: never, because there is no data.
 * @param failed the last request failed: the previous response names a time in the past, which would cause a request each second
 */
export function refetchDelay(
  detail: BoardLoadDetail | undefined,
  now: number,
  failed: boolean,
): number | false {
  if (!detail) return false;
  if (failed) return MAX_DELAY_MS;
  const next =
    detail.next_read_at === null ? now + MIN_DELAY_MS : Date.parse(detail.next_read_at) + RESULT_DELAY_MS;
  return Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, next - now));
}

/** Stream and detail race: the newer version wins, with the later `read_at`. */
export function newestVersion(
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
  /** The monitor that provides the load's actual times; null when none is linked. */
  readonly linked: BoardMonitor | null;
  /** Monitors that may be for this load; a person decides. */
  readonly suggested: readonly BoardMonitor[];
}

/** Of several linked monitors, the active one, else the newest, as the board chooses (api/board.ts). */
export function monitorsOf(items: readonly BoardMonitor[], load_id: string): LoadMonitors {
  const state = (monitor: BoardMonitor) => linkTo(monitor, load_id)?.state;
  const linked = items.filter((monitor) => state(monitor) === 'linked');
  const newest = linked.toSorted((a, b) => Date.parse(b.created_at ?? '') - Date.parse(a.created_at ?? ''));
  return {
    linked: newest.find(({ status }) => status === 'active') ?? newest[0] ?? null,
    suggested: items.filter((monitor) => state(monitor) === 'suggested'),
  };
}

/** Replaces monitors by newer versions, and adds those that concern the load. */
export function mergeMonitors(
  previous: readonly BoardMonitor[],
  changed: readonly BoardMonitor[],
  load_id: string,
): readonly BoardMonitor[] {
  const newer = changed.filter((monitor) => {
    const existing = previous.find(({ id }) => id === monitor.id);
    return existing ? monitor.version > existing.version : linkTo(monitor, load_id) !== undefined;
  });
  if (newer.length === 0) return previous;
  return [...previous.filter(({ id }) => newer.every((monitor) => monitor.id !== id)), ...newer];
}

function loadMonitors(http: Http, load_id: string) {
  let requested = false;
  return queryOptions({
    queryKey: queryKeys.loadMonitors(load_id),
    queryFn: async ({ signal }): Promise<readonly BoardMonitor[]> => {
      const background = requested;
      requested = true;
      return (await http.call(MONITOR_ROUTES.listMonitors, { query: { load_id }, background, signal })).items;
    },
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/** Monitors linked to a load or suggested for it, updated by the stream; undefined until the first response. */
export function useLoadMonitors(load_id: string): {
  readonly monitors: LoadMonitors | undefined;
  readonly put: (monitor: BoardMonitor) => void;
} {
  const { http } = useApi();
  const { changes } = useLive();
  const queries = useQueryClient();
  const { data } = useQuery(useMemo(() => loadMonitors(http, load_id), [http, load_id]));
  const put = useCallback(
    (monitor: BoardMonitor) =>
      queries.setQueryData<readonly BoardMonitor[]>(queryKeys.loadMonitors(load_id), (previous) =>
        previous ? mergeMonitors(previous, [monitor], load_id) : previous,
      ),
    [queries, load_id],
  );
  useEffect(
    () =>
      changes.subscribe('monitors', {
        onChange: ({ items }) => {
          for (const item of items) put(item);
        },
        onOpened: () => void queries.invalidateQueries({ queryKey: queryKeys.loadMonitors(load_id) }),
      }),
    [changes, queries, load_id, put],
  );
  return { monitors: useMemo(() => data && monitorsOf(data, load_id), [data, load_id]), put };
}

/** Links a monitor to a load, or rejects it; `suggested` reverts either. @throws Problem */
export function setMonitorLink(
  http: Http,
  monitor_id: string,
  load_id: string,
  state: MonitorLink['state'],
): Promise<BoardMonitor> {
  return http.call(MONITOR_ROUTES.linkMonitor, { params: { monitor_id }, body: { load_id, state } });
}
