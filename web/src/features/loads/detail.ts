import { useQueryClient } from '@tanstack/react-query';
import type { BoardLoad, BoardLoadDetail } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead } from '../../api/server-state.ts';
import { useChanges, useLive } from '../../live/context.ts';

/** Delay after an expected update, so that its result is available. */
const RESULT_DELAY_MS = 700;
const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** The first request is sent for a person; later ones, sent on a timer, do not keep the session alive. */
export function useLoadDetail(load_id: string) {
  const { clock } = useLive();
  return useRead(BOARD_ROUTES.readLoad, queryKeys.load(load_id), {
    params: { load_id },
    background: 'after_first',
    refetchInterval: ({ state }) => refetchDelay(state.data, clock.now(), state.status === 'error'),
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

/** Monitors linked to a load or suggested for it, updated by the stream; undefined until the first response. */
export function useLoadMonitors(load_id: string) {
  const queries = useQueryClient();
  const key = queryKeys.loadMonitors(load_id);
  const { data } = useRead(MONITOR_ROUTES.listMonitors, key, {
    query: { load_id },
    background: 'after_first',
    select: itemsOf,
    staleTime: 2_000,
    gcTime: 60_000,
  });
  const put = (...changed: readonly BoardMonitor[]) =>
    queries.setQueryData<{ readonly items: readonly BoardMonitor[] }>(
      key,
      (list) => list && { ...list, items: mergeMonitors(list.items, changed, load_id) },
    );
  useChanges(
    'monitors',
    ({ items }) => put(...items),
    () => void queries.invalidateQueries({ queryKey: key }),
  );
  return { monitors: data && monitorsOf(data, load_id), put };
}
