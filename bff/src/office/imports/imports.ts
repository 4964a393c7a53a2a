/**
 * Long lists of the service, imported once for all who need them. The state of an import is in the database, so that every server can
 * show it; the server that started it does the import, and stops when the last person has left or another server has declared it dead.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { ImportPart, ImportState, ListImport } from '@waypost/contract/api/list-import';
import type { Logger } from 'pino';
import { Problem, toProblem } from '../../platform/http/problems.ts';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  addImport,
  changeImport,
  deleteGeneration,
  type ImportRow,
  importsOf,
  peopleOf,
} from '../../platform/store/imports.ts';
import { addRow, deleteRow, rowOf } from '../../platform/store/query.ts';
import { deleteOrphanedUsage } from '../../platform/store/usage.ts';
import type { Uses } from '../../platform/uses.ts';

export type Part = { -readonly [K in keyof ImportPart]: ImportPart[K] };

export interface ImportJob {
  readonly import_id: string;
  readonly generation: number;
  readonly signal: AbortSignal;
  parts: Part[];
  message: string | null;
  /** Intermediate result, shown during the import, and final if it never completes. */
  snapshot: (() => unknown) | null;
}

interface ImportCommand {
  readonly kind: 'usage' | 'fuel';
  readonly key: string;
  readonly query: unknown;
  readonly parts: readonly Part[];
  readonly sub: string;
  readonly run: (job: ImportJob) => Promise<unknown>;
}

interface ListImportsOptions extends Uses<'db' | 'log' | 'now'> {
  readonly saveIntervalMs?: number;
}

const SAVE_INTERVAL_MS = 500;
/** Number of saves per snapshot: snapshots are larger, and only needed by other servers. */
const SNAPSHOT_EVERY = 8;
/** Without an update for this long, its server is presumed dead. */
const LOST_AFTER_MS = 30_000;
/** Minimum interval between updates of the last use. */
const USE_UPDATE_INTERVAL_MS = 60_000;

class Cancelled extends Error {}

/** Random, so that two servers never share one. Exact in a double. */
export const newGeneration = () => randomInt(1, 2 ** 47);

export class ListImports {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #saveIntervalMs: number;
  readonly #jobs = new Map<
    string,
    { readonly job: ImportJob; readonly stop: AbortController; end: Promise<void> }
  >();
  #stopped = false;

  constructor({ db, log, now = Date.now, saveIntervalMs = SAVE_INTERVAL_MS }: ListImportsOptions) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
    this.#saveIntervalMs = saveIntervalMs;
  }

  async begin(command: ImportCommand): Promise<ImportRow> {
    if (this.#stopped) throw new Problem(503, 'internal', 'The server is stopping');
    const now = this.#now();
    const row: ImportRow = {
      id: randomUUID(),
      kind: command.kind,
      key: command.key,
      generation: newGeneration(),
      state: 'reading',
      wish: JSON.stringify(command.query),
      parts: JSON.stringify(command.parts),
      message: null,
      result: null,
      started_at: now,
      updated_at: now,
      ended_at: null,
      used_at: now,
    };
    await addImport(this.#db, row, command.sub);
    const stop = new AbortController();
    const job: ImportJob = {
      import_id: row.id,
      generation: row.generation,
      signal: stop.signal,
      parts: command.parts.map((part) => ({ ...part })),
      message: null,
      snapshot: null,
    };
    const running = { job, stop, end: Promise.resolve() };
    this.#jobs.set(row.id, running);
    running.end = this.#run(job, command.run, stop).finally(() => this.#jobs.delete(row.id));
    return row;
  }

  async #run(job: ImportJob, run: ImportCommand['run'], stop: AbortController): Promise<void> {
    let saves = 0;
    const timer = setInterval(() => {
      saves += 1;
      this.#save(job, stop, saves % SNAPSHOT_EVERY === 0).catch((error) =>
        this.#log.warn({ err: error }, 'could not save an import'),
      );
    }, this.#saveIntervalMs);
    let state: ImportState = 'complete';
    let result: unknown = null;
    try {
      result = await run(job);
      job.message = null;
    } catch (error) {
      const cancelled = stop.signal.aborted && stop.signal.reason instanceof Cancelled;
      state = cancelled ? 'cancelled' : 'failed';
      job.message = stop.signal.aborted ? messageOf(stop.signal.reason) : toProblem(error).message;
      if (!stop.signal.aborted) this.#log.warn({ err: error, import_id: job.import_id }, 'an import failed');
      result = job.snapshot?.() ?? null;
      for (const part of job.parts)
        if (part.state !== 'complete' && part.state !== 'kept') part.state = 'partial';
    } finally {
      clearInterval(timer);
    }
    const now = this.#now();
    await changeImport(this.#db, job.import_id, {
      state,
      parts: JSON.stringify(job.parts),
      message: state === 'cancelled' ? null : job.message,
      result: result === null || result === undefined ? null : JSON.stringify(result),
      updated_at: now,
      ended_at: now,
    }).catch((error) => this.#log.error({ err: error }, 'could not save the end of an import'));
  }

  async #save(job: ImportJob, stop: AbortController, withSnapshot: boolean): Promise<void> {
    const snapshot = withSnapshot && job.snapshot ? { result: JSON.stringify(job.snapshot()) } : {};
    const isOwner = await changeImport(
      this.#db,
      job.import_id,
      { parts: JSON.stringify(job.parts), message: job.message, updated_at: this.#now(), ...snapshot },
      'reading',
    );
    if (!isOwner)
      stop.abort(new Error('Another Waypost server ended this import because it seemed to be stuck'));
    else if ((await peopleOf(this.#db, job.import_id)) === 0) stop.abort(new Cancelled('Cancelled'));
  }

  /** Returns an import of this kind. Throws a 404 for any other. */
  async row(kind: ImportRow['kind'], id: string): Promise<ImportRow> {
    const row = await rowOf(this.#db, 'list_import', { id });
    if (!row || row.kind !== kind)
      throw Problem.notFound(
        'This import has expired',
        'Imports that nobody opens expire. Refresh to start again',
      );
    const now = this.#now();
    if (now - row.used_at > USE_UPDATE_INTERVAL_MS) await changeImport(this.#db, id, { used_at: now });
    return this.#failIfLost(row);
  }

  /** Latest first; running ones, and complete ones if `complete`. */
  async find(kind: ImportRow['kind'], key: string, complete: boolean): Promise<ImportRow[]> {
    const rows = await importsOf(this.#db, kind, key, complete ? ['reading', 'complete'] : ['reading']);
    const checked = await Promise.all(rows.map((row) => this.#failIfLost(row)));
    return checked.filter(({ state }) => state !== 'failed');
  }

  async join(row: ImportRow, sub: string): Promise<void> {
    await addRow(this.#db, 'import_person', { import_id: row.id, sub }, 'ignore');
  }

  /** Removes a person; the import ends with the last one. */
  async leave(row: ImportRow, sub: string): Promise<void> {
    await deleteRow(this.#db, 'import_person', { import_id: row.id, sub });
    if ((await peopleOf(this.#db, row.id)) > 0) return;
    const running = this.#jobs.get(row.id);
    running?.stop.abort(new Cancelled('Cancelled'));
    await running?.end;
  }

  async toResponse(row: ImportRow): Promise<ListImport> {
    const job = this.#jobs.get(row.id)?.job;
    const live = job !== undefined && row.state === 'reading' ? job : null;
    const parts = this.parts(row);
    const totals = parts.map(({ rows_total }) => rows_total);
    return {
      import_id: row.id,
      state: row.state,
      rows_read: parts.reduce((sum, { rows_read }) => sum + rows_read, 0),
      rows_total: totals.some((total) => total === null)
        ? null
        : totals.reduce<number>((sum, total) => sum + (total ?? 0), 0),
      parts,
      started_at: toIso(row.started_at),
      ended_at: toIso(row.ended_at),
      message: live ? live.message : row.message,
      people: await peopleOf(this.#db, row.id),
    };
  }

  parts(row: ImportRow): ImportPart[] {
    const live = row.state === 'reading' ? this.#jobs.get(row.id)?.job.parts : undefined;
    return live ?? (JSON.parse(row.parts) as ImportPart[]);
  }

  /** The result, or the intermediate one; null without any. */
  result(row: ImportRow): unknown {
    const live = row.state === 'reading' ? this.#jobs.get(row.id)?.job.snapshot?.() : undefined;
    return live ?? (row.result === null ? null : (JSON.parse(row.result) as unknown));
  }

  /** Resolves when the import ends; immediately if another server runs it. */
  async ended(id: string): Promise<void> {
    await this.#jobs.get(id)?.end;
  }

  async forget(id: string): Promise<void> {
    await deleteRow(this.#db, 'list_import', { id });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { stop } of this.#jobs.values())
      stop.abort(new Error('The Waypost server stopped. Refresh to start again'));
    await Promise.all([...this.#jobs.values()].map(({ end }) => end));
  }

  /** Marks an import of a dead server as failed. */
  async #failIfLost(row: ImportRow): Promise<ImportRow> {
    const now = this.#now();
    if (row.state !== 'reading' || this.#jobs.has(row.id) || now - row.updated_at < LOST_AFTER_MS) return row;
    const parts = (JSON.parse(row.parts) as ImportPart[]).map((part) =>
      part.state === 'complete' || part.state === 'kept' ? part : { ...part, state: 'partial' as const },
    );
    const lost = {
      state: 'failed' as const,
      parts: JSON.stringify(parts),
      message: 'The Waypost server stopped. Refresh to start again',
      ended_at: now,
    };
    await changeImport(this.#db, row.id, lost, 'reading');
    return { ...row, ...lost };
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const ENDED = ['complete', 'cancelled', 'failed'] as const;
/** Maximum stored fuel imports; the most recently used ones are kept. */
const MAX_FUEL_IMPORTS = 8;
/** Usage rows belong to their month; the import only records the progress. */
const USAGE_TTL_MS = 24 * 3600_000;

interface PurgeImportsOptions {
  readonly now: number;
  /** How long fuel is kept after its last use, milliseconds. */
  readonly fuelTtlMs: number;
}

export async function purgeImports(db: Database, { now, fuelTtlMs }: PurgeImportsOptions): Promise<void> {
  const fuel = await importsOf(db, 'fuel', null, ENDED);
  const byUse = fuel.toSorted((a, b) => b.used_at - a.used_at);
  for (const [i, row] of byUse.entries())
    if (i >= MAX_FUEL_IMPORTS || now - row.used_at > fuelTtlMs) await deleteFuelImport(db, row);
  for (const row of await importsOf(db, 'usage', null, ENDED))
    if (now - row.used_at > USAGE_TTL_MS) await deleteRow(db, 'list_import', { id: row.id });
  // During an import there are rows that no month references yet.
  const running = await importsOf(db, 'usage', null, ['reading']);
  if (running.every((row) => now - row.updated_at > LOST_AFTER_MS)) await deleteOrphanedUsage(db);
}

/** Deletes the import last, so that a purge interrupted by a server stop is resumed. */
async function deleteFuelImport(db: Database, row: ImportRow): Promise<void> {
  for (const table of ['fuel_finding', 'fuel_vehicle', 'fuel_row'] as const)
    await deleteGeneration(db, table, row.generation);
  await deleteRow(db, 'list_import', { id: row.id });
}

// Imports for reports, purged when unused.
const PURGE_INTERVAL_MS = 5 * 60_000;

export function createImports(db: Database, log: Logger): Capability & { readonly imports: ListImports } {
  const imports = new ListImports({ db, log });
  const purge = new IntervalJob({
    log,
    task: 'purge old imports',
    everyMs: PURGE_INTERVAL_MS,
    work: () => purgeImports(db, { now: Date.now(), fuelTtlMs: FUEL_TTL_MS }),
  });
  return {
    imports,
    start: () => purge.wake(PURGE_INTERVAL_MS),
    stop: async () => {
      await Promise.all([imports.stop(), purge.stop()]);
    },
  };
}

/** Imports are deleted this long after their last use. */
export const FUEL_TTL_MS = 30 * 60_000;
