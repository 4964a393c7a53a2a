/** Live data for components: created once in the composition root, replaced by fakes in tests. */
import { replaceEqualDeep } from '@tanstack/react-router';
import type { BoardLoad, ServiceStatus } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ChangeFeed, FeedEvent, FeedListener } from './change-feed.ts';
import type { ServerClock, Ticker } from './clock.ts';
import type { Connection, ConnectionState } from './connection.ts';
import type { ExceptionWatch, NewExceptions } from './exceptions.ts';
import type { FleetCounts, FleetTally } from './fleets.ts';
import type { PresenceStore } from './presence.ts';
import type { Readiness } from './readiness.ts';
import type { Counts, LoadStore } from './store.ts';

export interface Live {
  readonly store: LoadStore;
  readonly connection: Pick<Connection, 'get' | 'subscribe' | 'checkAlive' | 'start'>;
  readonly clock: ServerClock;
  readonly ticker: Pick<Ticker, 'subscribe'>;
  readonly exceptions: ExceptionWatch;
  readonly fleets: FleetTally;
  readonly changes: ChangeFeed;
  readonly presence: PresenceStore;
  readonly readiness: Readiness;
}

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('no LiveContext above this component');
  return live;
}

/** Re-renders only when this load changes. Undefined when it is not on the board. */
export function useLoad(load_id: string): BoardLoad | undefined {
  const { store } = useLive();
  const subscribe = useCallback((then: () => void) => store.subscribeLoad(load_id, then), [store, load_id]);
  return useSyncExternalStore(subscribe, () => store.get(load_id));
}

export function useFacts(load_id: string): LoadFacts | undefined {
  const { store } = useLive();
  const subscribe = useCallback((then: () => void) => store.subscribeLoad(load_id, then), [store, load_id]);
  return useSyncExternalStore(subscribe, () => store.facts(load_id));
}

export function useCounts(): Counts {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribeCounts, store.counts);
}

export function useServiceStatus(): ServiceStatus | null {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribeStatus, store.status);
}

/** When the displayed list was read, while it is from an earlier visit; milliseconds since 1970, otherwise null. */
export function useShownFrom(): number | null {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribeStatus, () => store.shown_from);
}

export function useConnection(): ConnectionState {
  const { connection } = useLive();
  return useSyncExternalStore(connection.subscribe, connection.get);
}

export function useNewExceptions(): NewExceptions {
  const { exceptions } = useLive();
  return useSyncExternalStore(exceptions.subscribe, exceptions.get);
}

/** True until the person has acknowledged that this load needs attention. */
export function useIsNew(load_id: string): boolean {
  const { exceptions } = useLive();
  return useSyncExternalStore(exceptions.subscribe, () => exceptions.get().ids.has(load_id));
}

export function useLoaded(): boolean {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribeCounts, () => store.published);
}

/** The list, or the first part of a long one, with the number of loads that are still to come; null before. */
export function useAwaited(): number | null {
  const { store } = useLive();
  return useSyncExternalStore(store.subscribeCounts, () => (store.shown ? store.awaited : null));
}

/**
 * A value that depends on the time: computed every second from the server's clock; re-renders only when it changes. Plain objects and
 * arrays are compared by what is in them.
 */
export function useNow<const T>(valueAt: (now: number) => T): T {
  const { clock, ticker } = useLive();
  const [last] = useState<{ value?: T }>({});
  return useSyncExternalStore(ticker.subscribe, () => {
    // Whole seconds: React re-renders endlessly when a snapshot differs between two calls.
    const value = valueAt(Math.floor(clock.now() / 1000) * 1000);
    last.value = replaceEqualDeep(last.value, value);
    return last.value;
  });
}

/** Counts of a fleet's watched loads; null when none is watched. */
export function useFleet(fleet_id: string | null): FleetCounts | null {
  const { fleets } = useLive();
  return useSyncExternalStore(fleets.subscribe, () => (fleet_id === null ? null : fleets.get(fleet_id)));
}

/** Subscribes to one kind of event. @param onOpened a stream has opened: data read before may be outdated */
export function useChanges<E extends FeedEvent>(
  event: E,
  onChange: FeedListener<E>['onChange'],
  onOpened: () => void,
): void {
  const { changes } = useLive();
  const change = useEffectEvent(onChange);
  const open = useEffectEvent(onOpened);
  useEffect(
    () => changes.subscribe(event, { onChange: (data) => change(data), onOpened: () => open() }),
    [changes, event],
  );
}

/** True for less than `ms` after `since`. False when the clock was set back since. */
export const isWithin = (ms: number, since: number, now: number): boolean => now >= since && now - since < ms;

/** Shorter pauses go unnoticed. */
const LONG_PAUSE_MS = 60_000;
/** Streams usually reconnect within this time. */
const LONG_GAP_MS = 10_000;

/**
 * True when displayed values may be outdated. Times in milliseconds since 1970.
 * @param now the server's clock
 * @param local_now this computer's clock, which the connection's times use
 */
export function isOutage(
  connection: ConnectionState,
  status: ServiceStatus | null,
  now: number,
  local_now: number,
): boolean {
  if (connection.phase === 'offline') return true;
  if (connection.phase === 'reconnecting')
    return connection.since !== null && !isWithin(LONG_GAP_MS, connection.since, local_now);
  switch (status?.state) {
    case 'down':
    case 'unauthorized':
      return true;
    case 'paused': {
      const until = Math.max(now, status.retry_at === null ? now : Date.parse(status.retry_at));
      return until - Date.parse(status.since) >= LONG_PAUSE_MS;
    }
    default:
      return false;
  }
}

export function useOutage(): boolean {
  const connection = useConnection();
  const status = useServiceStatus();
  return useNow((now) => isOutage(connection, status, now, Date.now()));
}
