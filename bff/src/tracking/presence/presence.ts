/**
 * Who has a load open and who is calling its carrier, in the memory of each server: a hint between people, not a lock. Every renewal
 * reaches all servers, so a restarted one knows everybody within one renewal.
 */
import { PRESENCE_SILENCE_MS, type PresenceItem, type PresenceRequest } from '@waypost/contract/api/presence';
import { PRESENCE_ROUTES } from '@waypost/contract/api/presence-routes';
import type { Auth } from '../../people/auth/create.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { Topic } from '../../platform/lib/async.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Events } from '../events/hub.ts';

/** What one page has said. */
export interface PagePresence extends Person, PresenceRequest {
  /** Its session: presence ends with it. */
  readonly id_hash: string;
}

interface Page extends PagePresence {
  readonly load_id: string;
  readonly since: number;
  readonly expires_at: number;
}

const SWEEP_MS = 5_000;
/** Far more pages than people have open; more are ignored. */
const MAX_PAGES = 5_000;

export class Presence extends ServerPart<Uses<'now'>> {
  /** By session and tab. */
  readonly #pages = new Map<string, Page>();
  /** Publishes each change of the list. */
  readonly onChange = new Topic<void>();

  /** Applies what a page of this or another server says. */
  put(said: PagePresence): void {
    const key = `${said.id_hash} ${said.tab ?? ''}`;
    const { load_id } = said;
    const before = this.#pages.get(key);
    if (load_id === null) {
      if (this.#pages.delete(key)) this.onChange.publish();
      return;
    }
    if (!before && this.#pages.size >= MAX_PAGES) return;
    const now = this.now();
    const same = before?.load_id === load_id && before.calling === said.calling;
    const since = same ? before.since : now;
    this.#pages.set(key, { ...said, load_id, since, expires_at: now + PRESENCE_SILENCE_MS });
    if (!same) this.onChange.publish();
  }

  endSession(id_hash: string): void {
    this.#deleteIf((page) => page.id_hash === id_hash);
  }

  /** Removes pages that have been silent for too long. */
  sweep(): void {
    const now = this.now();
    this.#deleteIf(({ expires_at }) => expires_at <= now);
  }

  /** One item per person and load: with two pages, the one that is calling. */
  list(): PresenceItem[] {
    const items = new Map<string, PresenceItem>();
    for (const { sub, name, load_id, calling, since } of this.#pages.values()) {
      const key = `${sub} ${load_id}`;
      const other = items.get(key);
      if (other && (other.calling || !calling)) continue;
      items.set(key, { sub, name, load_id, calling, since: toIso(since) });
    }
    return [...items.values()];
  }

  #deleteIf(matches: (page: Page) => boolean): void {
    const before = this.#pages.size;
    for (const [key, page] of this.#pages) if (matches(page)) this.#pages.delete(key);
    if (this.#pages.size !== before) this.onChange.publish();
  }
}

export function createPresence(options: {
  readonly auth: Auth;
  readonly cluster: Cluster;
  readonly events: Events;
}): Capability {
  const { auth, events } = options;
  const { bus } = options.cluster;
  const presence = new Presence({});
  const json = () => JSON.stringify({ items: presence.list() });
  events.hub.sendOnOpen('presence', json);
  // Other servers learn it by `presence` signals, so that the event is not relayed.
  presence.onChange.subscribe(() => events.broadcaster.publish('presence', '', json, { relay: false }));
  auth.onSessionEnd.subscribe(({ id_hash }) => presence.endSession(id_hash));
  bus.subscribe('presence', (detail) => presence.put(JSON.parse(detail) as PagePresence));
  let timer: NodeJS.Timeout | null = null;
  return {
    routes: (router) =>
      mountRoutes(router, PRESENCE_ROUTES, {
        putPresence: ({ body, session }) => {
          const { sub, name, id_hash } = session;
          const said: PagePresence = { ...body, sub, name, id_hash };
          presence.put(said);
          bus.publish('presence', JSON.stringify(said));
        },
      }),
    start: () => {
      timer = setInterval(() => presence.sweep(), SWEEP_MS);
    },
    stop: () => {
      if (timer) clearInterval(timer);
    },
  };
}
