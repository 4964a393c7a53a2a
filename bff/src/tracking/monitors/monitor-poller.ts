/**
 * Polls active monitors in the background where the service supports it: often without events, rarely with them. Reads have background
 * priority; expired and long silent monitors go first.
 */
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Monitor } from '@waypost/contract/monitors';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { chunksOf } from '../../platform/lib/chunks.ts';
import { recordMonitorReads } from '../../platform/store/monitors.ts';
import type { Uses } from '../../platform/uses.ts';
import { tagIn } from '../../service/intents/ids.ts';
import {
  anyOf,
  type Capability,
  CapabilityProbe,
  isAbsent,
} from '../../service/upstream/capability-probe.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { PAGE_SIZE, pagesOf } from '../../service/upstream/pages.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import { isActive } from './entry.ts';
import { factOfRecord } from './facts.ts';
import type { Monitors } from './monitors.ts';
import { type MonitorState, merge } from './reducer.ts';
import type { Fact } from './store-facts.ts';

interface MonitorPollerOptions extends Uses<'db' | 'log' | 'now'> {
  readonly client: Pick<ServiceClient, 'call' | 'broken'>;
  readonly endpoints: Pick<ServiceEndpoints, 'getMonitor' | 'listMonitors'>;
  readonly monitors: Monitors;
  /** True while the service sends us monitor events. */
  readonly receivesEvents: () => boolean;
  readonly intervalMs: number;
}

/** Factor on the interval while events arrive. */
const EVENT_INTERVAL_FACTOR = 20;
/** From this number on the list is read instead of single monitors. */
const MIN_FOR_LIST = 4;
const MAX_PAGES = 50;
/** Leaves room for other writes in between. */
const FACTS_PER_TRANSACTION = 200;
const MAX_SINGLE_READS = 100;
const RUN_INTERVAL_MS = 1_000;
const RETRY_MS = 5_000;
/** Absent capabilities are probed again after this: the service may add them. */
const PROBE_RETRY_MS = 6 * 3600_000;
/** After this many consecutive refusals a list that has worked counts as absent. */
const MAX_LIST_FAULTS = 3;

/** The service has no such endpoint, or rejects the assumed parameter names. */
const isEndpointAbsent = (error: unknown): error is ServiceError =>
  isAbsent(error) || (error instanceof ServiceError && error.kind === 'refused' && error.status === 422);

export class MonitorPoller extends BackgroundWorker<MonitorPollerOptions> {
  readonly #list = this.#probe('list', 'monitor_list_offered');
  readonly #one = this.#probe('record', 'monitor_record_offered');
  /** When each monitor was last read, including failed reads, by the monotonic clock. */
  readonly #requestedAt = new Map<string, number>();
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(options: MonitorPollerOptions) {
    super(options, {
      task: 'read monitors',
      isExclusive: true,
      retryMs: RETRY_MS,
      run: async (signal) => {
        await this.runOnce(signal);
        return RUN_INTERVAL_MS;
      },
    });
  }

  #probe(kind: 'list' | 'record', key: string): CapabilityProbe {
    return new CapabilityProbe({
      kind,
      now: this.now,
      retryMs: PROBE_RETRY_MS,
      isAbsent: isEndpointAbsent,
      maxFaults: kind === 'list' ? MAX_LIST_FAULTS : undefined,
      stored: { db: this.options.db, key },
    });
  }

  async open(): Promise<void> {
    await this.#list.open();
    await this.#one.open();
  }

  get offered(): { readonly list: Capability; readonly one: Capability; readonly any: Capability } {
    return { list: this.#list.state, one: this.#one.state, any: anyOf(this.#list, this.#one) };
  }

  /** Reads one monitor now, for a person. Throws ServiceError. */
  async readNow(id: string, token: TokenSource | undefined): Promise<void> {
    const { client, endpoints, monitors } = this.options;
    const call = { params: { geofence_monitor_id: id }, priority: 'person', token } as const;
    try {
      const { data } = await this.#one.observe(() => client.call(endpoints.getMonitor, call));
      await monitors.addFacts([this.#fact(data)]);
    } catch (error) {
      // If single reads work, this monitor is missing; else the assumed address is wrong.
      if (!isEndpointAbsent(error) || error.kind !== 'not_found' || this.#one.state !== 'yes') throw error;
      throw new ServiceError('not_found', 'The tracking service does not know this monitor', {
        status: 404,
        cause: error,
      });
    }
  }

  async runOnce(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { client, intervalMs, receivesEvents } = this.options;
    if (client.broken) return;
    const everyMs = receivesEvents() ? intervalMs * EVENT_INTERVAL_FACTOR : intervalMs;
    const sinceList = this.monotonicNow() - this.#listedAt;
    const isListDue = this.#list.worthTrying && sinceList >= everyMs;
    const many = this.#due(everyMs).length >= MIN_FOR_LIST && this.#list.state === 'yes';
    if (isListDue || (many && sinceList >= intervalMs)) await this.#readList(signal);
    for (const id of this.#due(everyMs).slice(0, MAX_SINGLE_READS)) {
      if (signal.aborted || !this.lease.isHeld() || !this.#one.worthTrying) return;
      await this.#readOne(id, signal);
    }
  }

  /** Active monitors that are due: expired ones first, then those without an event for longest. */
  #due(everyMs: number): string[] {
    const { monitors, intervalMs } = this.options;
    const now = this.now();
    const due: { readonly id: string; readonly isExpired: boolean; readonly last_event: number }[] = [];
    for (const { row, target } of monitors.active()) {
      const requestedAt = this.#requestedAt.get(row.id) ?? Number.NEGATIVE_INFINITY;
      const isExpired = target.until !== null && target.until < now;
      const waitMs = isExpired ? intervalMs : everyMs;
      const age = now - (row.read_at ?? 0);
      // A read in the future: the clock was set back.
      if (this.monotonicNow() - requestedAt < waitMs || (age >= 0 && age < waitMs)) continue;
      due.push({ id: row.id, isExpired, last_event: row.last_event_at ?? 0 });
    }
    due.sort((a, b) => Number(b.isExpired) - Number(a.isExpired) || a.last_event - b.last_event);
    return due.map(({ id }) => id);
  }

  /** Reads all monitors of the service, including those created elsewhere. */
  async #readList(signal: AbortSignal): Promise<void> {
    const { client, endpoints } = this.options;
    this.#listedAt = this.monotonicNow();
    // Ended monitors are read one by one; without single reads they must be in the list.
    const status = this.#one.state === 'no' ? undefined : 'active';
    const pages = pagesOf({
      limit: MAX_PAGES,
      call: (cursor) =>
        this.#list.observe(async () => {
          const query = { status, size: PAGE_SIZE, cursor };
          return (await client.call(endpoints.listMonitors, { query, priority: 'background', signal })).data;
        }),
    });
    try {
      for await (const { items } of pages) await this.#apply(items);
    } catch (error) {
      if (!isEndpointAbsent(error)) throw error;
    }
  }

  async #readOne(id: string, signal: AbortSignal): Promise<void> {
    const { client, endpoints } = this.options;
    this.#requestedAt.set(id, this.monotonicNow());
    const call = { params: { geofence_monitor_id: id }, priority: 'background', signal } as const;
    const answer = await this.#one.try(() => client.call(endpoints.getMonitor, call));
    if (answer !== null) await this.#apply([answer.data]);
  }

  /** Applies what was read; an unchanged record only updates its read time. */
  async #apply(records: readonly Monitor[]): Promise<void> {
    const { monitors, db } = this.options;
    const read_at = this.now();
    const unchanged: string[] = [];
    const facts: Fact[] = [];
    const ended = await monitors.stored(records.flatMap(({ id }) => (monitors.has(id) ? [] : id)));
    const states = new Map(
      ended.map((row) => [row.id, { row, state: JSON.parse(row.state) as MonitorState }]),
    );
    for (const record of records) {
      const fact = this.#fact(record);
      const known = monitors.peek(record.id) ?? states.get(record.id);
      const isUnchanged =
        known !== undefined &&
        (fact.tag === null || known.row.tag !== null) &&
        merge(known.state, fact.state) === known.state;
      if (isUnchanged) unchanged.push(record.id);
      else facts.push(fact);
    }
    if (unchanged.length > 0) {
      await recordMonitorReads(db, unchanged, read_at);
      monitors.recordReads(unchanged, read_at);
    }
    for (const some of chunksOf(facts, FACTS_PER_TRANSACTION)) await monitors.addFacts(some);
    for (const { id } of records) {
      const entry = monitors.peek(id);
      if (entry && !isActive(entry)) this.#requestedAt.delete(id);
    }
  }

  #fact(record: Monitor): Fact {
    return { id: record.id, tag: tagIn(record.name), state: factOfRecord(record), read_at: this.now() };
  }
}
