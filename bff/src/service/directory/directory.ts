/**
 * Share agreements, connections and their data freshness, read from the service together and cached briefly for all users; agreements
 * can also be read alone. During an outage the last result is returned with its age. Credentials of connections are dropped here.
 */
import type { Agreement } from '@waypost/contract/agreements';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import type { Connection, DataFreshness } from '@waypost/contract/connections';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import { pick } from '../../platform/lib/pick.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Uses } from '../../platform/uses.ts';
import { readShared } from '../upstream/call-budget.ts';
import { CapabilityProbe } from '../upstream/capability-probe.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError } from '../upstream/errors.ts';
import { readAll } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';

type DirectoryOptions = Uses<'now'> & {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
};

interface Directories {
  readonly agreements: readonly Agreement[];
  readonly connections: readonly BoardConnection[];
  /** When the agreements and connections were read, ms; null: never. */
  readonly read_at: number | null;
  /** Why the last read failed; the data is then from an earlier read. */
  readonly problem: string | null;
  /** Parts of the lists that could not be read. */
  readonly unread: { readonly agreements: UnreadRows; readonly connections: UnreadRows };
}

const CACHE_MS = 30_000;
/** After a failed read the service is not called for this long. */
const RETRY_MS = 5_000;
/** The same for reads triggered by typing. */
const TYPING_RETRY_MS = 30_000;
const NOTHING: Directories = {
  agreements: [],
  connections: [],
  read_at: null,
  problem: null,
  unread: { agreements: NOTHING_UNREAD, connections: NOTHING_UNREAD },
};

export class Directory extends ServerPart<DirectoryOptions> {
  readonly #agreements = new CapabilityProbe({ kind: 'list', now: this.now });
  readonly #connections = new CapabilityProbe({ kind: 'list', now: this.now });
  readonly #freshness = new CapabilityProbe({ kind: 'list', now: this.now });
  #known: Directories = NOTHING;
  #invalidate = true;
  /** When everything was last read, and tried, by the monotonic clock. */
  #readAt = Number.NEGATIVE_INFINITY;
  #triedAt = 0;
  #pendingRead: Promise<void> | null = null;
  #freshnessRows: readonly DataFreshness[] | null = null;
  /** When the agreements alone were last read, and tried, by the monotonic clock. Null: never, or they have changed since. */
  #agreementsAt: number | null = null;
  #agreementsTriedAt = 0;
  #pendingAgreements: Promise<void> | null = null;
  /** Counts invalidations, so that a read that began before one does not count as fresh. */
  #changes = 0;

  get lists() {
    return {
      agreements: this.#agreements.state,
      connections: this.#connections.state,
      freshness: this.#freshness.state,
    };
  }

  /** The cached data, without a call. */
  get known(): Directories {
    return this.#known;
  }

  /** Invalidates the cache after a change at the service: the next caller reads again. */
  invalidate(): void {
    this.#changes += 1;
    this.#invalidate = true;
    this.#triedAt = 0;
    this.#agreementsAt = null;
    this.#agreementsTriedAt = 0;
  }

  /** Agreements, read again when older than `maxAgeMs`. Failures of the service return the cached ones. */
  async agreementsWithin(maxAgeMs: number, priority: Priority = 'person'): Promise<readonly Agreement[]> {
    const now = this.monotonicNow();
    const old = this.#agreementsAt === null || now - this.#agreementsAt >= maxAgeMs;
    const mayRead = this.#pendingAgreements !== null || now - this.#agreementsTriedAt >= TYPING_RETRY_MS;
    if (old && mayRead)
      await this.#readAgreements(priority).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
    return this.#known.agreements;
  }

  /** Cached data, read again when too old or `fresh`. Failures of the service are reported in `problem`. */
  async get(fresh = false, priority: Priority = 'person'): Promise<Directories> {
    const { problem } = this.#known;
    const now = this.monotonicNow();
    const old = this.#invalidate || now - this.#readAt > CACHE_MS || problem !== null;
    // A read in progress is awaited in any case.
    const mayRead = this.#pendingRead !== null || now - this.#triedAt > RETRY_MS;
    if (fresh || (old && mayRead)) await this.#read(priority);
    return this.#known;
  }

  async #read(priority: Priority): Promise<void> {
    this.#pendingRead ??= readShared(() => this.#readAll(priority)).finally(() => {
      this.#pendingRead = null;
    });
    await this.#pendingRead;
  }

  async #readAll(priority: Priority): Promise<void> {
    const { client, endpoints } = this.options;
    const changes = this.#changes;
    this.#triedAt = this.monotonicNow();
    try {
      const [, list, freshness] = await Promise.all([
        this.#readAgreements(priority),
        this.#connections.try(() => readAll(client, endpoints.listConnections, { priority })),
        // A failure of an optional part must not hide the rest.
        this.#freshness
          .try(async () => (await client.call(endpoints.listDataFreshness, { priority })).data)
          .catch(() => this.#freshnessRows),
      ]);
      this.#freshnessRows = freshness;
      const ofConnection = freshness && Map.groupBy(freshness, ({ connection_id }) => connection_id);
      const connections = ((list?.items ?? []) as unknown as Connection[]).map((one) =>
        toBoardConnection(one, ofConnection && (ofConnection.get(one.id) ?? [])),
      );
      const unread = addUnread(NOTHING_UNREAD, list?.unread ?? []);
      this.#known = {
        agreements: this.#known.agreements,
        connections: isUnreadable(connections, unread) ? this.#known.connections : connections,
        unread: { ...this.#known.unread, connections: unread },
        read_at: this.now(),
        problem: null,
      };
      this.#readAt = this.monotonicNow();
      if (changes === this.#changes) this.#invalidate = false;
    } catch (error) {
      this.#known = { ...this.#known, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Concurrent callers share one read. */
  async #readAgreements(priority: Priority): Promise<void> {
    this.#pendingAgreements ??= readShared(() => this.#readAllAgreements(priority)).finally(() => {
      this.#pendingAgreements = null;
    });
    await this.#pendingAgreements;
  }

  async #readAllAgreements(priority: Priority): Promise<void> {
    const { client, endpoints } = this.options;
    const changes = this.#changes;
    this.#agreementsTriedAt = this.monotonicNow();
    const list = await this.#agreements.try(() => readAll(client, endpoints.listAgreements, { priority }));
    const agreements = (list?.items ?? []) as unknown as Agreement[];
    const unread = addUnread(NOTHING_UNREAD, list?.unread ?? []);
    this.#known = {
      ...this.#known,
      agreements: isUnreadable(agreements, unread) ? this.#known.agreements : agreements,
      unread: { ...this.#known.unread, agreements: unread },
    };
    if (changes === this.#changes) this.#agreementsAt = this.monotonicNow();
  }

  /** Stores the service's response about one agreement. */
  put(agreement: Agreement): void {
    const others = this.#known.agreements.filter(({ id }) => id !== agreement.id);
    this.#known = { ...this.#known, agreements: [...others, agreement] };
  }

  drop(id: string): void {
    const agreements = this.#known.agreements.filter((one) => one.id !== id);
    const connections = this.#known.connections.filter((one) => one.id !== id);
    this.#known = { ...this.#known, agreements, connections };
  }
}

/** An entirely unreadable list does not replace the cached one. */
const isUnreadable = (items: readonly unknown[], { left_out }: UnreadRows) =>
  items.length === 0 && left_out > 0;

/** Allowlist: all other fields are dropped. */
const CONNECTION_FIELDS = [
  'id',
  'fleet_id',
  'fleet_ref',
  'tsp_id',
  'tsp_slug',
  'source_name',
  'description',
  'status',
  'created_at',
  'updated_at',
] as const;
const FRESHNESS_FIELDS = [
  'resource',
  'last_successful_execution_at',
  'next_execution_at',
  'schedule_status',
  'share_level',
] as const;

/** `freshness`: of this connection. */
const toBoardConnection = (one: Connection, freshness: readonly DataFreshness[] | null): BoardConnection => ({
  ...pick(one, CONNECTION_FIELDS),
  freshness: freshness?.map((row) => pick(row, FRESHNESS_FIELDS)) ?? null,
});
