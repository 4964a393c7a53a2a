import { replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, BoardMonitorDetail, MonitorList } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Api, behaviorOf, useApi } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { nextFrame, scheduleReorder } from '../../../live/clock.ts';
import { type Live, useLive } from '../../../live/context.ts';
import { type ListQuery, select } from './query.ts';
import { doubtReasonFor, MonitorStore, TruckDoubts } from './store.ts';

/** The trail grows without any event. */
const TRAIL_MS = 30_000;

/** The detail with a change, if that is newer; history and trail exist only in a detail. */
const mergeNewer = (detail: BoardMonitorDetail, change: BoardMonitor): BoardMonitorDetail =>
  change.version > detail.version
    ? { ...detail, ...change, history: detail.history, trail: detail.trail }
    : detail;

/** An event may have overtaken this response. */
const keepNewer = (known: unknown, answer: unknown) =>
  replaceEqualDeep(
    known,
    known ? mergeNewer(answer as BoardMonitorDetail, known as BoardMonitorDetail) : answer,
  );

export function useMonitorDetail(monitor_id: string) {
  const { changes } = useLive();
  const queries = useQueryClient();
  const { data, error, refetch } = useRead(MONITOR_ROUTES.readMonitor, queryKeys.monitor(monitor_id), {
    params: { monitor_id },
    background: 'after_first',
    refetchInterval: ({ state }) => (state.data?.status === 'active' ? TRAIL_MS : false),
    staleTime: 2_000,
    gcTime: 60_000,
    structuralSharing: keepNewer,
  });

  /** Stores a server response: after a cancel, a link or a refresh. */
  const put = useCallback(
    (change: BoardMonitor | BoardMonitorDetail) =>
      queries.setQueryData<BoardMonitorDetail>(queryKeys.monitor(monitor_id), (before) =>
        'history' in change ? change : before && mergeNewer(before, change),
      ),
    [queries, monitor_id],
  );
  useEffect(() => {
    const invalidate = () => void queries.invalidateQueries({ queryKey: queryKeys.monitor(monitor_id) });
    return changes.subscribe('monitors', {
      onChange: ({ items }) => {
        const change = items.find(({ id }) => id === monitor_id);
        if (!change) return;
        // Shows the new times at once; the refetch brings their event.
        put(change);
        invalidate();
      },
      onOpened: invalidate,
    });
  }, [changes, queries, monitor_id, put]);
  return { monitor: data, problem: error ? asProblem(error) : null, refetch: () => void refetch(), put };
}

/** Why this truck may be the wrong one, according to the watched loads; null without doubt. */
export function useDoubt(monitor: BoardMonitor | undefined): DoubtReason | null {
  const { store } = useLive();
  const doubtOf = (load_id: string) => store.facts(load_id)?.doubt;
  const getSnapshot = () => {
    if (!monitor) return null;
    const doubts = [...store.ids()].flatMap((load_id) => doubtOf(load_id) ?? []);
    return doubtReasonFor(monitor, doubts, doubtOf);
  };
  return useSyncExternalStore(store.subscribeFlush, getSnapshot);
}

/** Small enough that a page is parsed and processed without a dropped frame. */
const PAGE_SIZE = 500;
const ENDED_PAGE_SIZE = 100;
/** Facts change with time alone: silence, lateness, expiry. */
const SWEEP_MS = 20_000;
/** The stream usually opens at once and triggers the first read; without a stream the list is read after this. */
const WAIT_FOR_STREAM_MS = 2_000;

interface SharedStore {
  readonly store: MonitorStore;
  users: number;
}
const stores = new WeakMap<Live, SharedStore>();

function sharedStoreOf(live: Live, { http, config }: Api): SharedStore {
  const known = stores.get(live);
  if (known) return known;
  const doubts = new TruckDoubts(live.store);
  const store = new MonitorStore({
    read: (cursor, background): Promise<MonitorList> =>
      http.call(MONITOR_ROUTES.listMonitors, {
        query: { part: 'current', size: String(PAGE_SIZE), cursor },
        background,
        parse: false,
      }),
    readEnded: ({ status, q }, cursor): Promise<MonitorList> =>
      http.call(MONITOR_ROUTES.listMonitors, {
        query: { part: 'ended', status, q: q || undefined, size: String(ENDED_PAGE_SIZE), cursor },
        parse: false,
      }),
    now: live.clock.now,
    doubt: doubts.reasonFor,
    behavior: () => behaviorOf(config.get()),
    schedule: nextFrame,
  });
  const shared: SharedStore = { store, users: 0 };
  stores.set(live, shared);
  live.store.subscribeFlush((flush) => {
    const concerns = doubts.update(flush);
    if (concerns) store.recompute(concerns);
  });
  config.subscribe(() => store.recompute(() => true));
  live.changes.subscribe('monitors', {
    // Before the first read the list would be incomplete, and the read includes these changes.
    onChange: ({ items }) => store.state().phase !== 'idle' && store.apply(items),
    onOpened: () => store.markStale(shared.users > 0),
  });
  return shared;
}

export function useMonitorStore(): MonitorStore {
  const live = useLive();
  const api = useApi();
  const shared = sharedStoreOf(live, api);
  useEffect(() => {
    shared.users += 1;
    const wait = live.changes.opened ? 0 : WAIT_FOR_STREAM_MS;
    const first = setTimeout(() => shared.store.ensureRead(), wait);
    const sweep = setInterval(() => shared.store.sweep(), SWEEP_MS);
    shared.store.sweep();
    return () => {
      shared.users -= 1;
      clearTimeout(first);
      clearInterval(sweep);
    };
  }, [shared, live]);
  return shared.store;
}

export function useMonitor(store: MonitorStore, id: string) {
  const subscribe = useCallback((then: () => void) => store.subscribeOne(id, then), [store, id]);
  return {
    monitor: useSyncExternalStore(subscribe, () => store.get(id)),
    facts: useSyncExternalStore(subscribe, () => store.facts(id)),
  };
}

/** The shown monitors, recomputed a few times a second at most so that the list stays calm. */
export function useSelectedMonitors(store: MonitorStore, { show, q, sort }: ListQuery) {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let scheduled = false;
    let stopped = false;
    const update = () => {
      scheduled = false;
      if (!stopped) setVersion((before) => before + 1);
    };
    // Includes changes between the first render and this effect.
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
  // The rows of a read come a few frames after its end.
  const is_read = useMemo(() => store.state().phase === 'read', [store, version]);
  return { ...selected, all, is_read };
}
