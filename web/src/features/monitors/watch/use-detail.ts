/** One monitor with its events and trail: read once, updated by the stream, and read again after a change. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, BoardMonitorDetail } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApi } from '../../../api/context.ts';
import type { Http } from '../../../api/http.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive } from '../../../live/context.ts';
import { doubtAbout } from './disagreement.ts';

/** The trail grows without any event. */
const TRAIL_MS = 30_000;

/** The first request is a person's; those that follow by themselves keep no session alive. */
function monitorDetail(http: Http, monitor_id: string) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.monitor(monitor_id),
    queryFn: async ({ signal, client }): Promise<BoardMonitorDetail> => {
      const background = asked;
      asked = true;
      const answer = await http.call(MONITOR_ROUTES.readMonitor, {
        params: { monitor_id },
        background,
        signal,
      });
      // An event may have overtaken this answer.
      const known = client.getQueryData<BoardMonitorDetail>(queryKeys.monitor(monitor_id));
      return known ? withChange(answer, known, answer) : answer;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? TRAIL_MS : false),
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/** What is newer of the two, and the history and trail that only a detail has. */
export function withChange(
  detail: BoardMonitorDetail,
  change: BoardMonitor,
  { history, trail }: BoardMonitorDetail = detail,
): BoardMonitorDetail {
  return change.version > detail.version ? { ...detail, ...change, history, trail } : detail;
}

export interface MonitorDetailState {
  readonly monitor: BoardMonitorDetail | undefined;
  readonly problem: Problem | null;
  readonly refetch: () => void;
  /** Puts an answer of the server in place: after a cancel, a link, a read. */
  readonly put: (change: BoardMonitor | BoardMonitorDetail) => void;
}

export function useMonitorDetail(monitor_id: string): MonitorDetailState {
  const { http } = useApi();
  const { monitors } = useLive();
  const queries = useQueryClient();
  const options = useMemo(() => monitorDetail(http, monitor_id), [http, monitor_id]);
  const { data, error, refetch } = useQuery(options);

  const put = useCallback(
    (change: BoardMonitor | BoardMonitorDetail) =>
      queries.setQueryData<BoardMonitorDetail>(queryKeys.monitor(monitor_id), (before) =>
        'history' in change ? change : before && withChange(before, change),
      ),
    [queries, monitor_id],
  );
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: queryKeys.monitor(monitor_id) });
    return monitors.subscribe({
      onItems: (items) => {
        const change = items.find(({ id }) => id === monitor_id);
        if (!change) return;
        // The times show at once; their event comes with the next read.
        put(change);
        again();
      },
      onOpened: again,
    });
  }, [monitors, queries, monitor_id, put]);
  return { monitor: data, problem: error ? asProblem(error) : null, refetch: () => void refetch(), put };
}

/** Why this truck may be another one, by the watched loads; null when none says so. */
export function useDoubt(monitor: BoardMonitor | undefined): DoubtReason | null {
  const { store } = useLive();
  const doubtOf = (load_id: string) => store.facts(load_id)?.doubt;
  const ask = () => {
    if (!monitor) return null;
    const doubts = [...store.ids()].flatMap((load_id) => doubtOf(load_id) ?? []);
    return doubtAbout(monitor, doubts, doubtOf);
  };
  return useSyncExternalStore(store.subscribeFlush, ask);
}
