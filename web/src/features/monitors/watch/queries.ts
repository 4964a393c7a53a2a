/** The monitors for components: one store for the life of the page, made with the first screen that shows monitors. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, BoardMonitorDetail, MonitorList } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Api, behaviorOf, useApi } from '../../../api/context.ts';
import type { Http } from '../../../api/http.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { nextFrame, scheduleReorder } from '../../../live/clock.ts';
import { type Live, useLive } from '../../../live/context.ts';
import { type ListQuery, select } from './query.ts';
import { Disagreement, doubtAbout, type MonitorListState, MonitorStore } from './store.ts';

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
function withChange(
  detail: BoardMonitorDetail,
  change: BoardMonitor,
  { history, trail }: BoardMonitorDetail = detail,
): BoardMonitorDetail {
  return change.version > detail.version ? { ...detail, ...change, history, trail } : detail;
}

interface MonitorDetailState {
  readonly monitor: BoardMonitorDetail | undefined;
  readonly problem: Problem | null;
  readonly refetch: () => void;
  /** Puts an answer of the server in place: after a cancel, a link, a read. */
  readonly put: (change: BoardMonitor | BoardMonitorDetail) => void;
}

export function useMonitorDetail(monitor_id: string): MonitorDetailState {
  const { http } = useApi();
  const { changes } = useLive();
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
    return changes.subscribe('monitors', {
      onChange: ({ items }) => {
        const change = items.find(({ id }) => id === monitor_id);
        if (!change) return;
        // The times show at once; their event comes with the next read.
        put(change);
        again();
      },
      onOpened: again,
    });
  }, [changes, queries, monitor_id, put]);
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

/** Small enough that a page is read and worked out well inside a frame that nobody notices. */
const PAGE = 500;
/** Those that ended long ago, for one who looks back. */
const ENDED_PAGE = 100;
/** Time alone changes facts: silence, lateness, the end of a watch. */
const SWEEP_MS = 20_000;
/** The stream opens in a moment, and the list is read then; a stream that does not come does not hold it up for longer. */
const WAIT_FOR_STREAM_MS = 2_000;

interface Kept {
  readonly store: MonitorStore;
  users: number;
}
const stores = new WeakMap<Live, Kept>();

function keptBy(live: Live, { http, config }: Api): Kept {
  const known = stores.get(live);
  if (known) return known;
  const doubts = new Disagreement(live.store);
  const store = new MonitorStore({
    read: (cursor, background): Promise<MonitorList> =>
      http.call(MONITOR_ROUTES.listMonitors, {
        query: { part: 'current', size: String(PAGE), cursor },
        background,
        parse: false,
      }),
    readEnded: ({ status, q }, cursor): Promise<MonitorList> =>
      http.call(MONITOR_ROUTES.listMonitors, {
        query: { part: 'ended', status, q: q || undefined, size: String(ENDED_PAGE), cursor },
        parse: false,
      }),
    now: live.clock.now,
    doubt: doubts.about,
    staleAfterMinutes: () => behaviorOf(config.get()).stale_after_minutes,
    schedule: nextFrame,
  });
  const kept: Kept = { store, users: 0 };
  stores.set(live, kept);
  live.store.subscribeFlush((flush) => {
    const concerns = doubts.follow(flush);
    if (concerns) store.reconsider(concerns);
  });
  config.subscribe(() => store.reconsider(() => true));
  live.changes.subscribe('monitors', {
    // Before the first reading nobody knows the rest: the list brings these too.
    onChange: ({ items }) => store.state().phase !== 'idle' && store.apply(items),
    onOpened: () => store.gap(kept.users > 0),
  });
  return kept;
}

/** Keeps the store read and swept while a component that shows monitors is there. */
export function useMonitorStore(): MonitorStore {
  const live = useLive();
  const api = useApi();
  const kept = keptBy(live, api);
  useEffect(() => {
    kept.users += 1;
    const wait = live.changes.opened ? 0 : WAIT_FOR_STREAM_MS;
    const first = setTimeout(() => kept.store.want(), wait);
    const sweep = setInterval(() => kept.store.sweep(), SWEEP_MS);
    kept.store.sweep();
    return () => {
      kept.users -= 1;
      clearTimeout(first);
      clearInterval(sweep);
    };
  }, [kept, live]);
  return kept.store;
}

/** One monitor and what was worked out of it; draws again only when it changes. */
export function useMonitor(store: MonitorStore, id: string) {
  const subscribe = useCallback((then: () => void) => store.subscribeOne(id, then), [store, id]);
  return {
    monitor: useSyncExternalStore(subscribe, () => store.get(id)),
    facts: useSyncExternalStore(subscribe, () => store.facts(id)),
  };
}

export function useListState(store: MonitorStore): MonitorListState {
  return useSyncExternalStore(store.subscribeState, store.state);
}

/** What the list shows of the store, worked out a few times a second at most: quicker is only unrest. */
export function useSelectedMonitors(store: MonitorStore, { show, q, sort }: ListQuery) {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let scheduled = false;
    let stopped = false;
    const update = () => {
      scheduled = false;
      if (!stopped) setVersion((before) => before + 1);
    };
    // What came between the first render and now.
    update();
    const stop = store.subscribe(() => {
      if (!scheduled) scheduleReorder(update);
      scheduled = true;
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [store]);
  const selected = useMemo(() => select(store, { show, q, sort }), [store, show, q, sort, version]);
  const all = useMemo(() => [...store.ids()], [store, version]);
  return { ...selected, all };
}
