/**
 * Share agreements, connections and how fresh their data are, read from the service all at once and kept for a moment for everybody; the
 * agreements alone for those who need no more. While the service is down the last answer is returned, with its age. Credentials of a
 * connection never get past here.
 */
import type { Agreement } from '@waypost/contract/agreements';
import type { BoardConnection } from '@waypost/contract/api/agreements';
import type { Connection, DataFreshness } from '@waypost/contract/connections';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import { pick } from '../lib/pick.ts';
import { ServerPart } from '../lib/server-part.ts';
import { CapabilityProbe } from '../upstream/capability-probe.ts';
import { ServiceError } from '../upstream/errors.ts';
import { readAll } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { Uses } from '../wiring.ts';

type DirectoryOptions = Uses<'client' | 'endpoints' | 'now'>;

interface Directories {
  readonly agreements: readonly Agreement[];
  readonly connections: readonly BoardConnection[];
  /** When the agreements and connections were read, ms; null: never. */
  readonly read_at: number | null;
  /** Why the last read failed; what is here is then from before. */
  readonly problem: string | null;
  /** What of the lists could not be read. */
  readonly unread: { readonly agreements: UnreadRows; readonly connections: UnreadRows };
}

const KEPT_MS = 30_000;
/** After a failed read the service is left alone for this long. */
const FAILED_MS = 5_000;
/** The same for those who ask for agreements as they type. */
const FAILED_TYPING_MS = 30_000;
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
  #stale = true;
  #triedAt = 0;
  #flight: Promise<void> | null = null;
  #freshnessRows: readonly DataFreshness[] | null = null;
  /** Of the agreements alone, ms: when they were read, and when that was tried. Null: never, or they have changed since. */
  #agreementsAt: number | null = null;
  #agreementsTriedAt = 0;
  #agreementsFlight: Promise<void> | null = null;
  /** Counts what has made it stale, so that a read that began before does not count as fresh. */
  #changes = 0;

  get lists() {
    return {
      agreements: this.#agreements.state,
      connections: this.#connections.state,
      freshness: this.#freshness.state,
    };
  }

  /** What is known now, without asking anybody. */
  get known(): Directories {
    return this.#known;
  }

  /** Something has changed at the service: the next who asks gets it read anew. */
  stale(): void {
    this.#changes += 1;
    this.#stale = true;
    this.#triedAt = 0;
    this.#agreementsAt = null;
    this.#agreementsTriedAt = 0;
  }

  /** The agreements, read when they are older than `kept_ms`. Never throws for the service: returns what was known. */
  async agreementsWithin(kept_ms: number, priority: Priority = 'person'): Promise<readonly Agreement[]> {
    const now = this.now();
    const old = this.#agreementsAt === null || now - this.#agreementsAt >= kept_ms;
    const may = this.#agreementsFlight !== null || now - this.#agreementsTriedAt >= FAILED_TYPING_MS;
    if (old && may)
      await this.#readAgreements(priority).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
      });
    return this.#known.agreements;
  }

  /** What is known, read anew when it is older than a moment, or when `fresh`. Never throws for the service: see `problem`. */
  async get(fresh = false, priority: Priority = 'person'): Promise<Directories> {
    const now = this.now();
    const { read_at, problem } = this.#known;
    const old = this.#stale || read_at === null || now - read_at > KEPT_MS || problem !== null;
    // A reading that is under way is waited for: what it will bring is newer than nothing.
    const may = this.#flight !== null || now - this.#triedAt > FAILED_MS;
    if (fresh || (old && may)) await this.#read(priority);
    return this.#known;
  }

  async #read(priority: Priority): Promise<void> {
    this.#flight ??= this.#readAll(priority).finally(() => {
      this.#flight = null;
    });
    await this.#flight;
  }

  async #readAll(priority: Priority): Promise<void> {
    const { client, endpoints } = this.options;
    const changes = this.#changes;
    this.#triedAt = this.now();
    try {
      const [, list, freshness] = await Promise.all([
        this.#readAgreements(priority),
        this.#connections.try(() => readAll(client, endpoints.listConnections, { priority })),
        // An optional part that fails must not hide the rest.
        this.#freshness
          .try(async () => (await client.call(endpoints.listDataFreshness, { priority })).data)
          .catch(() => this.#freshnessRows),
      ]);
      this.#freshnessRows = freshness;
      const connections = ((list?.items ?? []) as unknown as Connection[]).map((one) =>
        shown(one, freshness),
      );
      const unread = addUnread(NOTHING_UNREAD, list?.unread ?? []);
      this.#known = {
        agreements: this.#known.agreements,
        connections: noneOf(connections, unread) ? this.#known.connections : connections,
        unread: { ...this.#known.unread, connections: unread },
        read_at: this.now(),
        problem: null,
      };
      if (changes === this.#changes) this.#stale = false;
    } catch (error) {
      this.#known = { ...this.#known, problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Those who ask at the same moment share a reading. */
  async #readAgreements(priority: Priority): Promise<void> {
    this.#agreementsFlight ??= this.#readAllAgreements(priority).finally(() => {
      this.#agreementsFlight = null;
    });
    await this.#agreementsFlight;
  }

  async #readAllAgreements(priority: Priority): Promise<void> {
    const { client, endpoints } = this.options;
    const changes = this.#changes;
    this.#agreementsTriedAt = this.now();
    const list = await this.#agreements.try(() => readAll(client, endpoints.listAgreements, { priority }));
    const agreements = (list?.items ?? []) as unknown as Agreement[];
    const unread = addUnread(NOTHING_UNREAD, list?.unread ?? []);
    this.#known = {
      ...this.#known,
      agreements: noneOf(agreements, unread) ? this.#known.agreements : agreements,
      unread: { ...this.#known.unread, agreements: unread },
    };
    if (changes === this.#changes) this.#agreementsAt = this.now();
  }

  /** An answer of the service about one agreement: it counts at once. */
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

/** A list of which nothing could be read says nothing about what was known. */
const noneOf = (items: readonly unknown[], { left_out }: UnreadRows) => items.length === 0 && left_out > 0;

/** What is not named here stays behind. */
const SHOWN = [
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
const SHOWN_FRESHNESS = [
  'resource',
  'last_successful_execution_at',
  'next_execution_at',
  'schedule_status',
  'share_level',
] as const;

function shown(one: Connection, freshness: readonly DataFreshness[] | null): BoardConnection {
  const theirs = freshness?.filter((row) => row.connection_id === one.id);
  return {
    ...pick(one, SHOWN),
    freshness: theirs?.map((row) => pick(row, SHOWN_FRESHNESS)) ?? null,
  };
}
