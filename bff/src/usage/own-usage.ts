/**
 * What this server asks of the service, counted by month: calls by endpoint, and how often answers named a vehicle or a driver. The service's own
 * rule for counting is not shown, so the second is as near as can be known. Noted in the store now and then.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { Logger } from 'pino';
import { IntervalJob } from '../lib/background-worker.ts';
import { monthOf } from '../lib/time.ts';
import type { Database, Tables } from '../store/database.ts';
import { readSetting } from '../store/query.ts';

const SINCE = 'own_usage_since';
const NOTE_EVERY_MS = 15_000;

export interface OwnMonth {
  readonly endpoints: { readonly name: string; readonly calls: number }[];
  readonly entity_calls: { readonly entity_type: string; readonly entity_calls: number }[];
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => value !== null && typeof value === 'object';

type Kind = Tables['own_usage']['kind'];
const NONE: ReadonlyMap<string, number> = new Map();

/** Entities that an answer names, each once: how many by type. */
export function entitiesNamed(body: unknown): ReadonlyMap<string, number> {
  if (!isRow(body)) return NONE;
  const rows = Array.isArray(body.items) ? (body.items as unknown[]) : [body];
  const seen = { vehicle: new Set<string>(), driver: new Set<string>() };
  for (const row of rows) {
    if (!isRow(row)) continue;
    if (typeof row.vehicle_id === 'string') seen.vehicle.add(row.vehicle_id);
    if (typeof row.driver_id === 'string') seen.driver.add(row.driver_id);
    const assigned = isRow(row.vehicle_assignment) ? row.vehicle_assignment.vehicle : null;
    if (isRow(assigned) && typeof assigned.id === 'string') seen.vehicle.add(assigned.id);
  }
  const counts = Object.entries(seen).map(([type, ids]) => [type, ids.size] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

export class OwnUsage {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;
  /** Not noted yet, by month, kind and name. */
  #waiting = new Map<string, number>();
  #minute = Number.NaN;
  #monthNow = '';
  readonly #job: IntervalJob;
  #noting: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger, now: () => number = Date.now) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
    const work = () => this.note();
    this.#job = new IntervalJob({ log, task: 'save our own usage', everyMs: NOTE_EVERY_MS, work });
  }

  async open(): Promise<void> {
    await this.#db
      .insertInto('setting')
      .values({ key: SINCE, value: String(this.#now()) })
      .onConflict((c) => c.doNothing())
      .execute();
    this.#job.wake(NOTE_EVERY_MS);
  }

  /** One request that was answered; `data` is undefined when it was refused. */
  answered(endpoint: Endpoint, data: unknown): void {
    const month = this.#month();
    this.#add(month, 'calls', endpoint.name, 1);
    if (data === undefined) return;
    for (const [type, count] of entitiesNamed(data)) this.#add(month, 'entity', type, count);
  }

  /** The month of now. Months begin with a minute, so it is worked out once in each: every call comes by here. */
  #month(): string {
    const minute = Math.floor(this.#now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#monthNow = monthOf(minute * 60_000);
    }
    return this.#monthNow;
  }

  #add(month: string, kind: Kind, name: string, count: number): void {
    const key = `${month} ${kind} ${name}`;
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + count);
  }

  /** Adds what was counted to the store. Never rejects: what could not be noted waits. */
  note(): Promise<void> {
    this.#noting = this.#noting.then(() => this.#note());
    return this.#noting;
  }

  async #note(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const counted = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#db.transaction().execute(async (trx) => {
        for (const [key, count] of counted) {
          const [month = '', kind = 'calls', name = ''] = key.split(' ') as [string?, Kind?, string?];
          await trx
            .insertInto('own_usage')
            .values({ month, kind, name, count })
            .onConflict((c) =>
              c
                .columns(['month', 'kind', 'name'])
                .doUpdateSet((eb) => ({ count: eb('own_usage.count', '+', count) })),
            )
            .execute();
        }
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not save our own usage; it is kept in memory');
      for (const [key, count] of counted) this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + count);
    }
  }

  /** When counting began, milliseconds since 1970. */
  async since(): Promise<number> {
    return Number((await readSetting(this.#db, SINCE)) ?? this.#now());
  }

  /** By month; months without a call are not there. */
  async months(from: string, to: string): Promise<ReadonlyMap<string, OwnMonth>> {
    await this.note();
    const rows = await this.#db
      .selectFrom('own_usage')
      .selectAll()
      .where('month', '>=', from)
      .where('month', '<=', to)
      .orderBy('name')
      .execute();
    const months = new Map<string, OwnMonth>();
    for (const { month, kind, name, count } of rows) {
      const own = months.get(month) ?? { endpoints: [], entity_calls: [] };
      months.set(month, own);
      if (kind === 'calls') own.endpoints.push({ name, calls: count });
      else own.entity_calls.push({ entity_type: name, entity_calls: count });
    }
    return months;
  }

  async close(): Promise<void> {
    await this.#job.stop();
    await this.note();
  }
}
