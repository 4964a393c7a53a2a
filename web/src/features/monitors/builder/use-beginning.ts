/** What a draft begins from, by the address: a load, a monitor to copy or to follow, or nothing. */
import { useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { Site } from '@waypost/contract/api/sites';
import { useApi } from '../../../api/context.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive, useLoad } from '../../../live/context.ts';
import type { NewMonitorSearch } from '../search.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { fromLoad } from './from-load.ts';
import { copyOf, followOf } from './from-monitor.ts';

export type Beginning =
  | { readonly phase: 'loading'; readonly load: null }
  | { readonly phase: 'failed'; readonly load: null; readonly problem: Problem; readonly retry: () => void }
  | {
      readonly phase: 'ready';
      readonly load: BoardLoad | null;
      readonly source: string;
      readonly begin: () => Draft;
    };

const MINUTE_MS = 60_000;
const newKey = () => crypto.randomUUID();

/** @param sites null while they are on their way: a load's stops are looked up among them. Stands inside `WithQueries`. */
export function useBeginning(search: NewMonitorSearch, sites: readonly Site[] | null): Beginning {
  const { http } = useApi();
  const { clock } = useLive();
  const load_id = search.load ?? null;
  const monitor_id = load_id === null ? (search.copy ?? search.follow ?? null) : null;
  const live = useLoad(load_id ?? '');
  const load = useQuery({
    queryKey: queryKeys.monitorSourceLoad(load_id),
    queryFn: ({ signal }) => http.call(BOARD_ROUTES.readLoad, { params: { load_id: load_id ?? '' }, signal }),
    // The board has it already, or will not.
    enabled: load_id !== null && live === undefined,
  });
  const monitor = useQuery({
    queryKey: queryKeys.monitorSourceMonitor(monitor_id),
    queryFn: ({ signal }) =>
      http.call(MONITOR_ROUTES.readMonitor, { params: { monitor_id: monitor_id ?? '' }, signal }),
    enabled: monitor_id !== null,
  });

  const failed = (error: unknown, retry: () => void): Beginning => ({
    phase: 'failed',
    load: null,
    problem: asProblem(error),
    retry,
  });
  if (load_id !== null) {
    const known = live ?? load.data;
    if (!known) return load.error ? failed(load.error, () => void load.refetch()) : LOADING;
    // Not read from the service yet: its stops and vehicle are on their way.
    if (sites === null || (known.tracking_health === null && known.read_error === null)) return LOADING;
    return {
      phase: 'ready',
      load: known,
      source: `load:${load_id}`,
      begin: () => fromLoad(known, sites, clock.now(), newKey),
    };
  }
  if (monitor_id !== null) {
    if (!monitor.data) return monitor.error ? failed(monitor.error, () => void monitor.refetch()) : LOADING;
    if (sites === null) return LOADING;
    const from = monitor.data;
    const copy = search.copy !== undefined;
    return {
      phase: 'ready',
      load: null,
      source: `${copy ? 'copy' : 'follow'}:${monitor_id}`,
      begin: () => (copy ? copyOf : followOf)(from, sites, clock.now(), newKey),
    };
  }
  return {
    phase: 'ready',
    load: null,
    source: 'blank',
    begin: () => emptyDraft(new Date(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS).toISOString(), newKey),
  };
}

const LOADING: Beginning = { phase: 'loading', load: null };
