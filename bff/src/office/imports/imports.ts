/**
 * Long lists of the service, imported once for all who need them, as jobs: what is read is in the database, so that every server can show
 * it. An import ends when the last person has left.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { ImportPart, ImportState, ListImport } from '@waypost/contract/api/list-import';
import type { Logger } from 'pino';
import { Problem, toProblem } from '../../platform/http/problems.ts';
import type { JobResult, Jobs, RunningJob } from '../../platform/jobs/jobs.ts';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  changeImport,
  deleteGeneration,
  type ImportRow,
  importsOf,
  peopleOf,
} from '../../platform/store/imports.ts';
import { addRow, deleteRow, rowOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import { deleteOrphanedUsage } from '../../platform/store/usage.ts';
import type { Uses } from '../../platform/uses.ts';
import { ServiceError } from '../../service/upstream/errors.ts';

export type Part = { -readonly [K in keyof ImportPart]: ImportPart[K] };

export interface ImportJob {
  /** As it was before this try. */
  readonly row: ImportRow;
  /** Whose token it uses; null: ours. */
  readonly token_of: string | null;
  readonly signal: AbortSignal;
  /** Writes in a transaction, also the progress. Throws when another server has taken over. */
  readonly write: <T>(work?: (trx: Database) => Promise<T>) => Promise<T>;
  parts: Part[];
  message: string | null;
  /** Intermediate result, shown during the import, and final if it never completes. */
  snapshot: (() => unknown) | null;
}

interface ImportCommand extends Pick<ImportRow, 'kind' | 'key'>, Pick<ImportJob, 'token_of'> {
  readonly query: unknown;
  readonly parts: readonly Part[];
  readonly sub: string;
}

interface ImportPayload extends Pick<ImportJob, 'token_of'> {
  readonly import_id: string;
  readonly range: string;
}

interface ListImportsOptions extends Uses<'db' | 'log' | 'now' | 'monotonicNow'> {
  readonly jobs: Pick<Jobs, 'define' | 'add' | 'added' | 'freeKey'>;
}

/** Snapshots are larger than the rest of the progress. */
const SNAPSHOT_INTERVAL_MS = 4_000;
/** Imports of a kind on one server at the same time; they share the quota of the service. */
const CONCURRENCY = 8;
/** Delays after unexpected errors; then the import fails. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000];
/** Without an update for this long, an import of the version before has lost its server. */
const LOST_AFTER_MS = 30_000;
/** Minimum interval between updates of the last use. */
const USE_UPDATE_INTERVAL_MS = 60_000;
const UNEXPECTED = 'Something went wrong on the Waypost server';

/** Random, so that two servers never share one. Exact in a double. */
export const newGeneration = () => randomInt(1, 2 ** 47);

const jobKind = (kind: ImportRow['kind']) => `${kind}_import`;
export const partsOf = (row: ImportRow) => JSON.parse(row.parts) as Part[];
const rangeOf = (row: ImportRow) => {
  const parts = partsOf(row);
  return [parts[0]?.from_datetime, parts.at(-1)?.to_datetime].map((at) => at?.slice(0, 10)).join(' – ');
};
const dedupeOf = (row: ImportRow) => `${row.key} ${rangeOf(row)}`;

const isExplained = (error: unknown) => error instanceof Problem || error instanceof ServiceError;

const partial = (parts: readonly Part[]) =>
  JSON.stringify(
    parts.map((part) =>
      part.state === 'complete' || part.state === 'kept' ? part : { ...part, state: 'partial' },
    ),
  );

export class ListImports extends ServerPart<ListImportsOptions> {
  /** By import: cancels it on this server, and resolves when what it has read is stored. */
  readonly #cancels = new Map<string, () => Promise<void>>();

  /** `run` may be called again for an import; it returns the result. */
  define(kind: ImportRow['kind'], run: (job: ImportJob) => Promise<unknown>): void {
    this.options.jobs.define<ImportPayload>({
      kind: jobKind(kind),
      concurrency: CONCURRENCY,
      maxTries: RETRY_AFTER_MS.length + 1,
      retryAfterMs: (tries) => RETRY_AFTER_MS[tries - 1] ?? 0,
      // One of a list runs at a time: the next one keeps what it has read.
      order: 'passing',
      run: (job) => this.#run(run, job),
      subjects: async (payloads) => payloads.map(({ range }) => range),
      onFailure: async (trx, { import_id }, { isDead }) => {
        const row = await rowOf(trx, 'list_import', { id: import_id });
        if (!row) return;
        const change = isDead
          ? {
              state: 'failed' as const,
              message: UNEXPECTED,
              parts: partial(partsOf(row)),
              ended_at: this.now(),
            }
          : { message: `${UNEXPECTED}. Loading resumes automatically` };
        await changeImport(trx, import_id, change, 'reading');
        return undefined;
      },
      onRetry: async (trx, { import_id }) => {
        const again = { state: 'reading', message: null, ended_at: null } as const;
        if (!(await changeImport(trx, import_id, again, 'failed')))
          throw Problem.conflict('This import has expired', 'Open the page that needs it');
        return undefined;
      },
      takeOver: async (trx, now) => {
        for (const row of await importsOf(trx, kind, null, ['reading'])) {
          const person = await rowOf(trx, 'import_person', { import_id: row.id });
          if (person && now - row.updated_at > LOST_AFTER_MS) await this.#addJob(trx, row, person.sub);
        }
      },
    });
  }

  #addJob(trx: Database, row: ImportRow, token_of: string | null): Promise<boolean> {
    const payload: ImportPayload = { import_id: row.id, token_of, range: rangeOf(row) };
    const keys = { dedupe: dedupeOf(row), order: { key: row.key, position: row.started_at } };
    return this.options.jobs.add(trx, jobKind(row.kind), payload, keys);
  }

  /** Begins an import, or joins that of another request for the same; `begun` is false then, and when nothing was missing. */
  async begin(command: ImportCommand): Promise<{ row: ImportRow; begun: boolean }> {
    const { db, jobs } = this.options;
    const now = this.now();
    const begun = command.parts.some(({ state }) => state !== 'kept');
    const row: ImportRow = {
      id: randomUUID(),
      kind: command.kind,
      key: command.key,
      generation: newGeneration(),
      state: begun ? 'reading' : 'complete',
      wish: JSON.stringify(command.query),
      parts: JSON.stringify(command.parts),
      message: null,
      result: null,
      started_at: now,
      updated_at: now,
      ended_at: begun ? null : now,
      used_at: now,
    };
    const isNew = await inTransaction(db, async (trx) => {
      if (begun && !(await this.#addJob(trx, row, command.token_of))) return false;
      await addRow(trx, 'list_import', row);
      return addRow(trx, 'import_person', { import_id: row.id, sub: command.sub });
    });
    if (begun) jobs.added();
    if (isNew) return { row, begun };
    const running = await this.find(row.kind, row.key, false);
    const same = running.find((one) => dedupeOf(one) === dedupeOf(row));
    if (!same) throw Problem.conflict('The same import has just ended', 'Try again');
    await this.join(same, command.sub);
    return { row: same, begun: false };
  }

  async #run(
    run: (job: ImportJob) => Promise<unknown>,
    { payload, signal, write }: RunningJob<ImportPayload>,
  ): Promise<JobResult> {
    const { db, log } = this.options;
    const row = await rowOf(db, 'list_import', { id: payload.import_id });
    if (row?.state !== 'reading') return {};
    const stop = new AbortController();
    const stopped = Promise.withResolvers<void>();
    this.#cancels.set(row.id, () => {
      stop.abort(new Error('Cancelled'));
      return stopped.promise;
    });
    const result = () => (job.snapshot ? { result: JSON.stringify(job.snapshot()) } : {});
    let snapshotAt = this.monotonicNow();
    const writeProgress = async <T>(work?: (trx: Database) => Promise<T>) => {
      const isSnapshotDue = this.monotonicNow() - snapshotAt >= SNAPSHOT_INTERVAL_MS;
      if (isSnapshotDue) snapshotAt = this.monotonicNow();
      const progress = { parts: JSON.stringify(job.parts), message: job.message, updated_at: this.now() };
      const change = isSnapshotDue ? { ...progress, ...result() } : progress;
      let written: T | undefined;
      await write(async (trx) => {
        written = await work?.(trx);
        if (!(await changeImport(trx, row.id, change, 'reading'))) stop.abort(new Error('Cancelled'));
        return undefined;
      });
      return written as T;
    };
    let lastWrite: Promise<unknown> = Promise.resolve();
    const job: ImportJob = {
      row,
      token_of: payload.token_of,
      signal: AbortSignal.any([signal, stop.signal]),
      // One at a time: the database serves in turn, and people's requests would wait for all that its windows have to write.
      write: <T>(work?: (trx: Database) => Promise<T>) => {
        const written = lastWrite.then(() => writeProgress(work));
        lastWrite = written.catch(() => undefined);
        return written;
      },
      parts: partsOf(row),
      message: null,
      snapshot: null,
    };
    const end = (state: ImportState, message: string | null, last: { result?: string }): JobResult => ({
      write: async (trx) => {
        const now = this.now();
        const ended = { state, message, parts: partial(job.parts), updated_at: now, ended_at: now, ...last };
        await changeImport(trx, row.id, ended, stop.signal.aborted ? 'cancelled' : 'reading');
        return undefined;
      },
    });
    try {
      const complete = await run(job);
      return end('complete', null, { result: JSON.stringify(complete) });
    } catch (error) {
      if (stop.signal.aborted) return end('cancelled', null, result());
      if (!isExplained(error) || signal.aborted) throw error;
      log.warn({ err: error, import_id: row.id }, 'an import failed');
      return end('failed', toProblem(error).message, result());
    } finally {
      this.#cancels.delete(row.id);
      stopped.resolve();
    }
  }

  /** Returns an import of this kind. Throws a 404 for any other. */
  async row(kind: ImportRow['kind'], id: string): Promise<ImportRow> {
    const { db } = this.options;
    const row = await rowOf(db, 'list_import', { id });
    if (!row || row.kind !== kind)
      throw Problem.notFound(
        'This import has expired',
        'Imports that nobody opens expire. Refresh to start again',
      );
    const now = this.now();
    if (now - row.used_at > USE_UPDATE_INTERVAL_MS) await changeImport(db, id, { used_at: now });
    return row;
  }

  /** Latest first; running ones, and complete ones if `complete`. */
  find(kind: ImportRow['kind'], key: string, complete: boolean): Promise<ImportRow[]> {
    return importsOf(this.options.db, kind, key, complete ? ['reading', 'complete'] : ['reading']);
  }

  async join(row: ImportRow, sub: string): Promise<void> {
    await addRow(this.options.db, 'import_person', { import_id: row.id, sub }, 'ignore');
  }

  /** Removes a person; the import is cancelled with the last one. Its server stores what it has read. */
  async leave(row: ImportRow, sub: string): Promise<void> {
    const now = this.now();
    const cancelled = {
      state: 'cancelled',
      message: null,
      parts: partial(partsOf(row)),
      ended_at: now,
    } as const;
    const isCancelled = await inTransaction(this.options.db, async (trx) => {
      await deleteRow(trx, 'import_person', { import_id: row.id, sub });
      if ((await peopleOf(trx, row.id)) > 0) return false;
      if (!(await changeImport(trx, row.id, cancelled, 'reading'))) return false;
      await this.options.jobs.freeKey(trx, jobKind(row.kind), dedupeOf(row));
      return true;
    });
    // Another server notices at its next write.
    if (isCancelled) await this.#cancels.get(row.id)?.();
  }

  async toResponse(row: ImportRow): Promise<ListImport> {
    const parts = partsOf(row);
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
      message: row.message,
      people: await peopleOf(this.options.db, row.id),
    };
  }
}

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
    if (i >= MAX_FUEL_IMPORTS || now - row.used_at > fuelTtlMs) {
      // The import last, so that a purge interrupted by a server stop is resumed.
      await deleteFuel(db, row.generation);
      await deleteRow(db, 'list_import', { id: row.id });
    }
  for (const row of await importsOf(db, 'usage', null, ENDED))
    if (now - row.used_at > USAGE_TTL_MS) await deleteRow(db, 'list_import', { id: row.id });
  // During an import there are rows that no month references yet.
  if ((await importsOf(db, 'usage', null, ['reading'])).length === 0) await deleteOrphanedUsage(db);
}

export async function deleteFuel(db: Database, generation: number): Promise<void> {
  for (const table of ['fuel_finding', 'fuel_vehicle', 'fuel_row'] as const)
    await deleteGeneration(db, table, generation);
}

// Imports for reports, purged when unused.
const PURGE_INTERVAL_MS = 5 * 60_000;

export function createImports(
  db: Database,
  log: Logger,
  jobs: Jobs,
): Capability & { readonly imports: ListImports } {
  const purge = new IntervalJob({
    log,
    task: 'purge old imports',
    everyMs: PURGE_INTERVAL_MS,
    work: () => purgeImports(db, { now: Date.now(), fuelTtlMs: FUEL_TTL_MS }),
  });
  return {
    imports: new ListImports({ db, log, jobs }),
    start: () => purge.wake(PURGE_INTERVAL_MS),
    stop: () => purge.stop(),
  };
}

/** Imports are deleted this long after their last use. */
export const FUEL_TTL_MS = 30 * 60_000;
