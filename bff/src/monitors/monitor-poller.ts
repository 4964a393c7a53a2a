/**
 * Reads active monitors in the background where the service offers that: often without events, rarely when events
 * come. Reads go through the scheduler behind everybody's clicks; those past their end and those long silent go first.
 */
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Monitor } from '@waypost/contract/monitors';
import { tagIn } from '../intents/ids.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import { recordMonitorReads } from '../store/monitors.ts';
import { anyOf, type Capability, CapabilityProbe, isAbsent } from '../upstream/capability-probe.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { ServiceError } from '../upstream/errors.ts';
import { PAGE_SIZE, pagesOf } from '../upstream/pages.ts';
import type { Uses } from '../wiring.ts';
import { isActive } from './entry.ts';
import { factOfRecord } from './facts.ts';
import type { Monitors } from './monitors.ts';
import { type MonitorState, merge } from './reducer.ts';
import type { Fact } from './store-facts.ts';

interface MonitorPollerOptions extends Uses<'db' | 'log' | 'isLeader' | 'now'> {
  readonly client: Pick<ServiceClient, 'call' | 'broken'>;
  readonly endpoints: Pick<ServiceEndpoints, 'getMonitor' | 'listMonitors'>;
  readonly monitors: Monitors;
  /** True while the service sends us events about monitors. */
  readonly eventsCome: () => boolean;
  /** Between two reads where there are no events. */
  readonly intervalMs: number;
}

/** Reads are this many times rarer where events come. */
const RARER_WITH_EVENTS = 20;
/** From so many on they are read by the list. */
const LIST_FROM = 4;
const MAX_PAGES = 50;
/** Facts of one transaction: others write in between. */
const FACTS_AT_ONCE = 200;
/** Monitors that are read one by one in a turn. */
const ONES_IN_A_TURN = 100;
const TURN_MS = 1_000;
const TROUBLE_MS = 5_000;
/** A service may learn to read monitors: asked again after this. */
const ASKED_AGAIN_MS = 6 * 3600_000;
/** So often in a row, and a list that has worked is not offered any more. */
const LIST_REFUSALS = 3;

/** The answer says that there is no such address, or none with these names. */
const isAbsentHere = (error: unknown): error is ServiceError =>
  isAbsent(error) || (error instanceof ServiceError && error.kind === 'refused' && error.status === 422);

export class MonitorPoller extends BackgroundWorker<MonitorPollerOptions> {
  readonly #list = this.#probe('list', 'monitor_list_offered');
  readonly #one = this.#probe('record', 'monitor_record_offered');
  /** When each monitor was asked for last, also in vain. */
  readonly #askedAt = new Map<string, number>();
  #listedAt = Number.NEGATIVE_INFINITY;
  #wasLeader = false;

  constructor(options: MonitorPollerOptions) {
    super(options, {
      task: 'read monitors',
      retryMs: TROUBLE_MS,
      run: async (signal) => {
        await this.turn(signal);
        return TURN_MS;
      },
    });
  }

  #probe(kind: 'list' | 'record', key: string): CapabilityProbe {
    return new CapabilityProbe({
      kind,
      now: this.now,
      retryMs: ASKED_AGAIN_MS,
      isAbsent: isAbsentHere,
      maxFaults: kind === 'list' ? LIST_REFUSALS : undefined,
      stored: { db: this.options.db, key },
    });
  }

  /** Takes over what was learned before a restart. */
  async open(): Promise<void> {
    await this.#list.open();
    await this.#one.open();
  }

  /** Which reads the service offers. */
  get offered(): { readonly list: Capability; readonly one: Capability; readonly any: Capability } {
    return { list: this.#list.state, one: this.#one.state, any: anyOf(this.#list, this.#one) };
  }

  /** Reads one now, for a person. Throws ServiceError. */
  async readNow(id: string, token: TokenSource | undefined): Promise<void> {
    const { client, endpoints, monitors } = this.options;
    const call = { params: { geofence_monitor_id: id }, priority: 'person', token } as const;
    try {
      const { data } = await this.#one.observe(() => client.call(endpoints.getMonitor, call));
      await monitors.take([this.#fact(data)]);
    } catch (error) {
      // Where reading works, it is this monitor that is not there; else the assumed address.
      if (!isAbsentHere(error) || error.kind !== 'not_found' || this.#one.state !== 'yes') throw error;
      throw new ServiceError('not_found', 'The tracking service does not know this monitor', {
        status: 404,
        cause: error,
      });
    }
  }

  /** Everything that is due, once. */
  async turn(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { isLeader, client, monitors, intervalMs, eventsCome } = this.options;
    const wasLeader = this.#wasLeader;
    this.#wasLeader = isLeader();
    if (!isLeader()) return;
    // The board may have been written by another server, which knew less.
    if (!wasLeader) monitors.publishToBoard();
    if (client.broken) return;
    const everyMs = eventsCome() ? intervalMs * RARER_WITH_EVENTS : intervalMs;
    const sinceList = this.now() - this.#listedAt;
    const isListDue = this.#list.worthTrying && sinceList >= everyMs;
    const many = this.#due(everyMs).length >= LIST_FROM && this.#list.state === 'yes';
    if (isListDue || (many && sinceList >= intervalMs)) await this.#readList(signal);
    for (const id of this.#due(everyMs).slice(0, ONES_IN_A_TURN)) {
      if (signal.aborted || !isLeader() || !this.#one.worthTrying) return;
      await this.#readOne(id, signal);
    }
  }

  /** Active ones whose time has come: past their end first, then those without an event for longest. */
  #due(everyMs: number): string[] {
    const { monitors, intervalMs } = this.options;
    const now = this.now();
    const due: { readonly id: string; readonly past: boolean; readonly last_event: number }[] = [];
    for (const { row, watching } of monitors.active()) {
      const asked = this.#askedAt.get(row.id) ?? 0;
      const past = watching.until !== null && watching.until < now;
      if (now - Math.max(asked, row.read_at ?? 0) < (past ? intervalMs : everyMs)) continue;
      due.push({ id: row.id, past, last_event: row.last_event_at ?? 0 });
    }
    due.sort((a, b) => Number(b.past) - Number(a.past) || a.last_event - b.last_event);
    return due.map(({ id }) => id);
  }

  /** All at the service, also those made elsewhere. */
  async #readList(signal: AbortSignal): Promise<void> {
    const { client, endpoints } = this.options;
    this.#listedAt = this.now();
    // Those that have ended are read one by one; where that is not offered they are in the list only.
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
      for await (const { items } of pages) await this.#take(items);
    } catch (error) {
      if (!isAbsentHere(error)) throw error;
    }
  }

  async #readOne(id: string, signal: AbortSignal): Promise<void> {
    const { client, endpoints } = this.options;
    this.#askedAt.set(id, this.now());
    const call = { params: { geofence_monitor_id: id }, priority: 'background', signal } as const;
    const answer = await this.#one.try(() => client.call(endpoints.getMonitor, call));
    if (answer !== null) await this.#take([answer.data]);
  }

  /** What was read; a record without news costs the store no more than the time of the read. */
  async #take(records: readonly Monitor[]): Promise<void> {
    const { monitors, db } = this.options;
    const read_at = this.now();
    const same: string[] = [];
    const facts: Fact[] = [];
    const ended = await monitors.stored(records.flatMap(({ id }) => (monitors.has(id) ? [] : id)));
    const states = new Map(
      ended.map((row) => [row.id, { row, state: JSON.parse(row.state) as MonitorState }]),
    );
    for (const record of records) {
      const fact = this.#fact(record);
      const known = monitors.peek(record.id) ?? states.get(record.id);
      const nothingNew =
        known !== undefined &&
        (fact.tag === null || known.row.tag !== null) &&
        merge(known.state, fact.state) === known.state;
      if (nothingNew) same.push(record.id);
      else facts.push(fact);
    }
    if (same.length > 0) {
      await recordMonitorReads(db, same, read_at);
      monitors.readAt(same, read_at);
    }
    for (let i = 0; i < facts.length; i += FACTS_AT_ONCE)
      await monitors.take(facts.slice(i, i + FACTS_AT_ONCE));
    for (const { id } of records) {
      const entry = monitors.peek(id);
      if (entry && !isActive(entry)) this.#askedAt.delete(id);
    }
  }

  #fact(record: Monitor): Fact {
    return { id: record.id, tag: tagIn(record.name), state: factOfRecord(record), read_at: this.now() };
  }
}
