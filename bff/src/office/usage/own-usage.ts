/**
 * Counts this server's calls to the service by month and endpoint, and how often responses named a vehicle or driver. The service's own
 * counting rule is undocumented, so the latter is an approximation. Saved periodically.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { Logger } from 'pino';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import { monthOf } from '../../platform/lib/time.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import { addRow, between, readSetting, rowsOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';

const SINCE = 'own_usage_since';
const SAVE_INTERVAL_MS = 15_000;

export interface OwnMonth {
  readonly endpoints: { readonly name: string; readonly calls: number }[];
  readonly entity_calls: { readonly entity_type: string; readonly entity_calls: number }[];
}

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => value !== null && typeof value === 'object';

type Kind = Tables['own_usage']['kind'];
const NONE: ReadonlyMap<string, number> = new Map();

/** Number of distinct entities in a response, by type. */
export function countEntities(body: unknown): ReadonlyMap<string, number> {
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
  /** Unsaved counts by month, kind and name. */
  #unsaved = new Map<string, number>();
  #minute = Number.NaN;
  #monthNow = '';
  readonly #job: IntervalJob;
  #saving: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger, now: () => number = Date.now) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
    const work = () => this.save();
    this.#job = new IntervalJob({ log, task: 'save our own usage', everyMs: SAVE_INTERVAL_MS, work });
  }

  async open(): Promise<void> {
    await addRow(this.#db, 'setting', { key: SINCE, value: String(this.#now()) }, 'ignore');
    this.#job.wake(SAVE_INTERVAL_MS);
  }

  /** Counts a completed request; `data` is undefined when it failed. */
  recordAnswer(endpoint: Endpoint, data: unknown): void {
    const month = this.#month();
    this.#add(month, 'calls', endpoint.name, 1);
    if (data === undefined) return;
    for (const [type, count] of countEntities(data)) this.#add(month, 'entity', type, count);
  }

  /** The current month, cached per minute because every call needs it. */
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
    this.#unsaved.set(key, (this.#unsaved.get(key) ?? 0) + count);
  }

  /** Saves the counts. Never rejects: unsaved counts are retried. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  async #save(): Promise<void> {
    if (this.#unsaved.size === 0) return;
    const counts = this.#unsaved;
    this.#unsaved = new Map();
    try {
      await inTransaction(this.#db, async (trx) => {
        for (const [key, count] of counts) {
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
      for (const [key, count] of counts) this.#unsaved.set(key, (this.#unsaved.get(key) ?? 0) + count);
    }
  }

  /** When counting began, milliseconds since 1970. */
  async since(): Promise<number> {
    return Number((await readSetting(this.#db, SINCE)) ?? this.#now());
  }

  /** By month; months without calls are omitted. */
  async months(from: string, to: string): Promise<ReadonlyMap<string, OwnMonth>> {
    await this.save();
    const rows = await rowsOf(this.#db, 'own_usage', { month: between(from, to) }, ['name']);
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
    await this.save();
  }
}
