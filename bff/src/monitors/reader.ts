/**
 * Reads active monitors in the background where the service offers that: often when nothing else tells of them, now and then when events
 * come. Reads go through the gate behind everybody's clicks; those past their end and those long silent go first.
 */
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Monitor } from '@waypost/contract/monitors';
import type { Logger } from 'pino';
import { tagIn } from '../creates/tag.ts';
import { Cursors } from '../readings/pages.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { TokenSource } from '../service/service-token.ts';
import type { Database } from '../store/database.ts';
import { noteReads } from '../store/monitors.ts';
import { isActive } from './entry.ts';
import { factOfRecord } from './fact.ts';
import { join, type MonitorState } from './fold.ts';
import type { Fact } from './keep.ts';
import type { Monitors } from './monitors.ts';
import { Offered, saysNotOffered } from './offered.ts';

export interface ReaderOptions {
  readonly db: Database;
  readonly client: Pick<ServiceClient, 'call' | 'broken'>;
  readonly endpoints: Pick<ServiceEndpoints, 'getMonitor' | 'listMonitors'>;
  readonly monitors: Monitors;
  readonly log: Logger;
  /** True while this server is the one that reads. */
  readonly leads: () => boolean;
  /** True while the service sends us events about monitors. */
  readonly eventsCome: () => boolean;
  /** Between two reads where nothing else tells. */
  readonly intervalMs: number;
  readonly now?: () => number;
}

/** So many times rarer where events tell it all. */
const RARER_WITH_EVENTS = 20;
/** From so many on they are read by the list. */
const LIST_FROM = 4;
const PAGE_SIZE = 1000;
const MOST_PAGES = 50;
/** Facts of one transaction: others write in between. */
const FACTS_AT_ONCE = 200;
/** Monitors that are read one by one in a turn. */
const ONES_IN_A_TURN = 100;
const TURN_MS = 1_000;
const TROUBLE_MS = 5_000;

/** So often in a row, and a list that has worked is not offered any more. */
const LIST_REFUSALS = 3;

export class Reader {
  readonly #options: ReaderOptions;
  readonly #now: () => number;
  readonly offered: Offered;
  /** When each monitor was asked for last, also in vain. */
  readonly #askedAt = new Map<string, number>();
  #listedAt = Number.NEGATIVE_INFINITY;
  /** In a row. */
  #listRefusals = 0;
  #timer: NodeJS.Timeout | null = null;
  #turning: Promise<void> = Promise.resolve();
  #led = false;
  readonly #stop = new AbortController();

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.offered = new Offered(options.db, this.#now);
  }

  async start(): Promise<void> {
    await this.offered.open();
    this.#next(0);
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('stopping'));
    if (this.#timer) clearTimeout(this.#timer);
    await this.#turning;
  }

  /** Reads one now, for a person. Throws ServiceError. */
  async readNow(id: string, token: TokenSource | undefined): Promise<void> {
    const { client, endpoints, monitors } = this.#options;
    const call = { params: { geofence_monitor_id: id }, priority: 'person', token } as const;
    try {
      const { data } = await client.call(endpoints.getMonitor, call);
      await this.offered.note('one', 'yes');
      await monitors.take([this.#fact(data)]);
    } catch (error) {
      if (!(error instanceof ServiceError) || !saysNotOffered(error)) throw error;
      // Where reading works, it is this monitor that is not there; else the assumed address.
      if (error.kind === 'not_found' && this.offered.of('one') === 'yes')
        throw new ServiceError('not_found', 'The service does not know this monitor', {
          status: 404,
          cause: error,
        });
      await this.offered.note('one', 'no');
      throw error;
    }
  }

  /** Everything that is due, once. */
  async turn(): Promise<void> {
    const { leads, client, monitors, intervalMs, eventsCome } = this.#options;
    if (!leads()) {
      this.#led = false;
      return;
    }
    // The board may have been written by another server, which knew less.
    if (!this.#led) monitors.tellBoard();
    this.#led = true;
    if (client.broken) return;
    const pace = eventsCome() ? intervalMs * RARER_WITH_EVENTS : intervalMs;
    const since = this.#now() - this.#listedAt;
    const toList = this.offered.worthAsking('list') && since >= pace;
    const many = this.#due(pace).length >= LIST_FROM && this.offered.of('list') === 'yes';
    if (toList || (many && since >= intervalMs)) await this.#list();
    if (!this.offered.worthAsking('one')) return;
    for (const id of this.#due(pace).slice(0, ONES_IN_A_TURN)) {
      if (this.#stop.signal.aborted || !leads() || !this.offered.worthAsking('one')) return;
      await this.#one(id);
    }
  }

  #next(ms: number): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#turning = this.turn().then(
        () => this.#next(TURN_MS),
        (error: unknown) => {
          if (this.#stop.signal.aborted) return;
          if (!(error instanceof ServiceError))
            this.#options.log.error({ err: error }, 'monitors could not be read');
          this.#next(TROUBLE_MS);
        },
      );
    }, ms);
  }

  /** Active ones whose time has come: past their end first, then those of which nothing was heard for longest. */
  #due(pace: number): string[] {
    const { monitors, intervalMs } = this.#options;
    const now = this.#now();
    const due: { readonly id: string; readonly past: boolean; readonly heard: number }[] = [];
    for (const { row, watching } of monitors.active()) {
      const asked = this.#askedAt.get(row.id) ?? 0;
      const past = watching.until !== null && watching.until < now;
      if (now - Math.max(asked, row.read_at ?? 0) < (past ? intervalMs : pace)) continue;
      due.push({ id: row.id, past, heard: row.last_event_at ?? 0 });
    }
    due.sort((a, b) => Number(b.past) - Number(a.past) || a.heard - b.heard);
    return due.map(({ id }) => id);
  }

  /** All at the service, also those made elsewhere. */
  async #list(): Promise<void> {
    const { client, endpoints, log } = this.#options;
    let cursor: string | undefined;
    const cursors = new Cursors();
    this.#listedAt = this.#now();
    try {
      for (let n = 0; n < MOST_PAGES; n += 1) {
        // Those that have ended are read one by one; where that is not offered they are in the list only.
        const status = this.offered.of('one') === 'no' ? undefined : 'active';
        const query = { status, size: PAGE_SIZE, cursor };
        const { data } = await client.call(endpoints.listMonitors, {
          query,
          priority: 'background',
          signal: this.#stop.signal,
        });
        this.#listRefusals = 0;
        if (n === 0) await this.offered.note('list', 'yes');
        await this.#take(data.items);
        const next = cursors.after(data);
        if (next === null) return;
        cursor = next;
      }
    } catch (error) {
      if (!(error instanceof ServiceError) || !saysNotOffered(error)) throw error;
      // A list that has worked has a fault, unless it keeps saying so.
      this.#listRefusals += 1;
      if (this.offered.of('list') === 'yes' && this.#listRefusals < LIST_REFUSALS) return;
      await this.offered.note('list', 'no');
      log.info({ status: error.status }, 'the service offers no list of monitors');
    }
  }

  async #one(id: string): Promise<void> {
    const { client, endpoints, log } = this.#options;
    this.#askedAt.set(id, this.#now());
    try {
      const { data } = await client.call(endpoints.getMonitor, {
        params: { geofence_monitor_id: id },
        priority: 'background',
        signal: this.#stop.signal,
      });
      await this.offered.note('one', 'yes');
      await this.#take([data]);
    } catch (error) {
      if (!(error instanceof ServiceError) || !saysNotOffered(error)) throw error;
      // Where reading works, 404 is about this monitor alone. Else a list of all does, for some hours.
      if (error.kind === 'not_found' && this.offered.of('one') === 'yes') return;
      await this.offered.note('one', 'no');
      log.info({ status: error.status }, 'the service offers no reading of monitors');
    }
  }

  /** What was read; what tells nothing new costs the store no more than the time of the read. */
  async #take(records: readonly Monitor[]): Promise<void> {
    const { monitors, db } = this.#options;
    const read_at = this.#now();
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
        join(known.state, fact.state) === known.state;
      if (nothingNew) same.push(record.id);
      else facts.push(fact);
    }
    if (same.length > 0) {
      await noteReads(db, same, read_at);
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
    return { id: record.id, tag: tagIn(record.name), state: factOfRecord(record), read_at: this.#now() };
  }
}
