/**
 * Long lists of the service that are imported once for everybody who wants them. The state of an import is in the store, so that any server
 * shows it; the one that began it reads, and stops when the last person has left it or when another server has taken it for lost.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { ImportPart, ImportState, ListImport } from '@waypost/contract/api/list-import';
import type { Logger } from 'pino';
import { FUEL_KEPT_MS } from '../fuel/fuel-report.ts';
import { Problem, toProblem } from '../http/problems.ts';
import { IntervalJob } from '../lib/background-worker.ts';
import { toIso } from '../lib/time.ts';
import type { Database } from '../store/database.ts';
import {
  addImport,
  changeImport,
  deleteGeneration,
  type ImportRow,
  importsOf,
  peopleOf,
} from '../store/imports.ts';
import { addRow, deleteRow, rowOf } from '../store/query.ts';
import { deleteOrphanedUsage } from '../store/usage.ts';
import type { Capability, Uses } from '../wiring.ts';

export type Part = { -readonly [K in keyof ImportPart]: ImportPart[K] };

/** What the one who reads works with. */
export interface ImportJob {
  readonly import_id: string;
  readonly generation: number;
  readonly signal: AbortSignal;
  /** To be changed as it goes on. */
  parts: Part[];
  message: string | null;
  /** What is worked out so far, for whoever looks before it is complete; and what stays when it never is. */
  snapshot: (() => unknown) | null;
}

interface ImportCommand {
  readonly kind: 'usage' | 'fuel';
  /** The same key, the same list. */
  readonly key: string;
  readonly query: unknown;
  readonly parts: readonly Part[];
  readonly sub: string;
  /** Reads; gives back what is kept as its result. */
  readonly run: (job: ImportJob) => Promise<unknown>;
}

interface ListImportsOptions extends Uses<'db' | 'log' | 'now'> {
  readonly noteEveryMs?: number;
}

const NOTE_EVERY_MS = 500;
/** Notes; a snapshot is longer, and only other servers need it. */
const SNAPSHOT_EVERY = 8;
/** Without a word for so long, and its server is gone. */
const LOST_AFTER_MS = 30_000;
/** Somebody asked for it: noted this often at most. */
const USED_EVERY_MS = 60_000;

class Cancelled extends Error {}

/** Generations are drawn, so that two servers never share one. Whole numbers that a double holds. */
export const newGeneration = () => randomInt(1, 2 ** 47);

export class ListImports {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #noteEveryMs: number;
  readonly #jobs = new Map<
    string,
    { readonly job: ImportJob; readonly stop: AbortController; end: Promise<void> }
  >();
  #stopped = false;

  constructor({ db, log, now = Date.now, noteEveryMs = NOTE_EVERY_MS }: ListImportsOptions) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
    this.#noteEveryMs = noteEveryMs;
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
    let noted = 0;
    const notes = setInterval(() => {
      noted += 1;
      this.#note(job, stop, noted % SNAPSHOT_EVERY === 0).catch((error) =>
        this.#log.warn({ err: error }, 'could not save an import'),
      );
    }, this.#noteEveryMs);
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
      clearInterval(notes);
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

  async #note(job: ImportJob, stop: AbortController, withSnapshot: boolean): Promise<void> {
    const snapshot = withSnapshot && job.snapshot ? { result: JSON.stringify(job.snapshot()) } : {};
    const mine = await changeImport(
      this.#db,
      job.import_id,
      { parts: JSON.stringify(job.parts), message: job.message, updated_at: this.#now(), ...snapshot },
      'reading',
    );
    if (!mine)
      stop.abort(new Error('Another Waypost server ended this import because it seemed to be stuck'));
    else if ((await peopleOf(this.#db, job.import_id)) === 0) stop.abort(new Cancelled('Cancelled'));
  }

  /** One of this kind. Throws a 404 for any other. */
  async row(kind: ImportRow['kind'], id: string): Promise<ImportRow> {
    const row = await rowOf(this.#db, 'list_import', { id });
    if (!row || row.kind !== kind)
      throw Problem.notFound(
        'This import has expired',
        'Imports that nobody opens expire. Refresh to start again',
      );
    const now = this.#now();
    if (now - row.used_at > USED_EVERY_MS) await changeImport(this.#db, id, { used_at: now });
    return this.#alive(row);
  }

  /** Latest first; only those that are being read, or are there whole when `complete` is asked for. */
  async find(kind: ImportRow['kind'], key: string, complete: boolean): Promise<ImportRow[]> {
    const rows = await importsOf(this.#db, kind, key, complete ? ['reading', 'complete'] : ['reading']);
    const alive = await Promise.all(rows.map((row) => this.#alive(row)));
    return alive.filter(({ state }) => state !== 'failed');
  }

  async join(row: ImportRow, sub: string): Promise<void> {
    await addRow(this.#db, 'import_person', { import_id: row.id, sub }, 'ignore');
  }

  /** The person lets go; with the last one it ends. */
  async leave(row: ImportRow, sub: string): Promise<void> {
    await deleteRow(this.#db, 'import_person', { import_id: row.id, sub });
    if ((await peopleOf(this.#db, row.id)) > 0) return;
    const running = this.#jobs.get(row.id);
    running?.stop.abort(new Cancelled('Cancelled'));
    await running?.end;
  }

  /** In the form of our API. */
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

  /** What was worked out from its rows, as far as it is; null while there is nothing. */
  result(row: ImportRow): unknown {
    const live = row.state === 'reading' ? this.#jobs.get(row.id)?.job.snapshot?.() : undefined;
    return live ?? (row.result === null ? null : (JSON.parse(row.result) as unknown));
  }

  /** Ends when it ends; at once for one that this server does not read. */
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

  /** An import that nobody reads any more has failed. */
  async #alive(row: ImportRow): Promise<ImportRow> {
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
/** However much is asked for: so many are kept, those that were asked for last. */
const MOST_FUEL = 8;
/** Rows of usage stay with their month: the import itself is only how it went. */
const USAGE_KEPT_MS = 24 * 3600_000;

interface PurgeImportsOptions {
  readonly now: number;
  /** Milliseconds that fuel is kept after it was last asked for. */
  readonly fuelKeptMs: number;
}

/** ListImports that nobody has asked for in a while are forgotten, with their rows. */
export async function purgeImports(db: Database, { now, fuelKeptMs }: PurgeImportsOptions): Promise<void> {
  const fuel = await importsOf(db, 'fuel', null, ENDED);
  const byUse = fuel.toSorted((a, b) => b.used_at - a.used_at);
  for (const [i, row] of byUse.entries())
    if (i >= MOST_FUEL || now - row.used_at > fuelKeptMs) await forgetFuel(db, row);
  for (const row of await importsOf(db, 'usage', null, ENDED))
    if (now - row.used_at > USAGE_KEPT_MS) await deleteRow(db, 'list_import', { id: row.id });
  // While anybody reads, rows that belong to no month yet are about to.
  const running = await importsOf(db, 'usage', null, ['reading']);
  if (running.every((row) => now - row.updated_at > LOST_AFTER_MS)) await deleteOrphanedUsage(db);
}

/** The import last: what is left over when the server stops on the way is found again. */
async function forgetFuel(db: Database, row: ImportRow): Promise<void> {
  for (const table of ['fuel_finding', 'fuel_vehicle', 'fuel_row'] as const)
    await deleteGeneration(db, table, row.generation);
  await deleteRow(db, 'list_import', { id: row.id });
}

// Long lists of the service that are imported for reports, and purged when nobody has asked for them in a while.
const PURGE_EVERY_MS = 5 * 60_000;

export function createImports(db: Database, log: Logger): Capability & { readonly imports: ListImports } {
  const imports = new ListImports({ db, log });
  const purge = new IntervalJob({
    log,
    task: 'purge old imports',
    everyMs: PURGE_EVERY_MS,
    work: () => purgeImports(db, { now: Date.now(), fuelKeptMs: FUEL_KEPT_MS }),
  });
  return {
    imports,
    start: () => purge.wake(PURGE_EVERY_MS),
    stop: async () => {
      await Promise.all([imports.stop(), purge.stop()]);
    },
  };
}
