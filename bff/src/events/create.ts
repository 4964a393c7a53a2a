/** The event stream of every browser, and what servers of a cluster publish to each other for it. */

import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { EventHub } from './hub.ts';
import { ThrottledBroadcaster } from './throttled-broadcaster.ts';

export type EventsOptions = Pick<Wiring, 'log' | 'board' | 'auth' | 'cluster' | 'polling'>;

export interface Events extends Capability {
  readonly hub: EventHub;
  readonly broadcaster: ThrottledBroadcaster;
  /** What another server has published: `keys` name the items that have changed. */
  readonly onRelayed: (event: string, listener: (keys: readonly string[]) => Promise<void>) => void;
}

export function createEvents({ log, board, auth, cluster, polling }: EventsOptions): Events {
  const { bus, election } = cluster;
  const hub = new EventHub({
    board,
    log,
    status: polling.status,
    sessionAlive: async (id_hash) => (await auth.sessions.findByHash(id_hash, false)) !== null,
  });
  polling.onStatus.subscribe(() => hub.sendStatus());
  auth.onSessionEnd.subscribe((id_hash) => hub.endSession(id_hash));
  const broadcaster = new ThrottledBroadcaster({
    send: (event, data) => hub.send(event, data),
    hasListeners: () => hub.size > 0,
    relay:
      election === null ? null : (event, keys) => bus.publish('onboarding', JSON.stringify({ event, keys })),
  });
  const listeners = new Map<string, (keys: readonly string[]) => Promise<void>>();
  bus.subscribe('onboarding', (detail) => {
    const { event, keys } = JSON.parse(detail) as { event: string; keys: string[] };
    listeners
      .get(event)?.(keys)
      .catch((error) => log.warn({ err: error, event }, 'could not read events from another server'));
  });
  return {
    hub,
    broadcaster,
    onRelayed: (event, listener) => listeners.set(event, listener),
    stop: () => {
      broadcaster.stop();
      hub.shutdown();
    },
  };
}
