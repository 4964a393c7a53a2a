/** Publishes the progress of jobs with their changed rows, batching many changes. */
import {
  BULK_ROW_STATES,
  type BulkIssue,
  type BulkJob,
  type BulkRow,
  type BulkRowState,
} from '@waypost/contract/api/bulk';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { BulkJobRow, BulkRowRow } from '../../platform/store/bulk.ts';
import { rowsOf } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ThrottledBroadcaster } from '../../tracking/events/throttled-broadcaster.ts';

interface ProgressOptions extends Uses<'db' | 'log'> {
  readonly broadcaster: ThrottledBroadcaster;
  readonly jobResponse: (job_id: string) => Promise<BulkJob>;
}

const BATCH_DELAY_MS = 100;
const RETRY_MS = 1_000;
/** Rows per event: its key lists them, and notifications to other servers must be short. */
const ROWS_PER_EVENT = 40;

export class Progress extends ServerPart<ProgressOptions> {
  readonly #changed = new Map<string, Map<number, BulkRow>>();
  readonly #worker = new BackgroundWorker(this.options, {
    task: 'publish the progress of bulk jobs',
    retryMs: RETRY_MS,
    run: async () => {
      for (const [job_id, rows] of [...this.#changed]) {
        this.#changed.delete(job_id);
        await this.#publish(job_id, [...rows.values()]);
      }
      return null;
    },
  });

  row(job_id: string, row: BulkRowRow): void {
    this.job(job_id).set(row.n, toBulkRowResponse(row));
  }

  job(job_id: string): Map<number, BulkRow> {
    const rows = this.#changed.get(job_id) ?? new Map<number, BulkRow>();
    this.#changed.set(job_id, rows);
    this.#worker.wake(BATCH_DELAY_MS);
    return rows;
  }

  /** Publishes rows that another server has changed: `job/n,n,n`. */
  async publishRelayed(keys: readonly string[]): Promise<void> {
    const { db, broadcaster, jobResponse } = this.options;
    for (const key of keys) {
      const [job_id = '', numbers = ''] = key.split('/');
      const wanted = numbers === '' ? [] : numbers.split(',').map(Number);
      const rows = (await rowsOf(db, 'bulk_row', { job_id, n: wanted }, ['n'])).map((row) =>
        toBulkRowResponse(row),
      );
      const json = JSON.stringify({ ...(await jobResponse(job_id)), rows });
      broadcaster.publish('bulk', key, json, { relay: false });
    }
  }

  /** Resolves when all changes are published. */
  async flushed(): Promise<void> {
    await this.#worker.run();
    await this.#worker.stop();
  }

  async #publish(job_id: string, rows: readonly BulkRow[]): Promise<void> {
    const { broadcaster, jobResponse } = this.options;
    const job = await jobResponse(job_id);
    for (let first = 0; first === 0 || first < rows.length; first += ROWS_PER_EVENT) {
      const batch = rows.slice(first, first + ROWS_PER_EVENT);
      const key = `${job_id}/${batch.map(({ n }) => n).join(',')}`;
      broadcaster.publish('bulk', key, JSON.stringify({ ...job, rows: batch }));
    }
  }
}

export function toBulkJobResponse(
  row: BulkJobRow,
  counts: ReadonlyMap<string, number>,
  message: string | null,
): BulkJob {
  const { id, name, created_by_name, total, version } = row;
  const all = BULK_ROW_STATES.map((state) => [state, counts.get(state) ?? 0]);
  return {
    id,
    name,
    created_by_name,
    total,
    version,
    kind: row.kind,
    state: row.state,
    is_sync: row.is_sync === 1,
    credentials: 'organization',
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    finished_at: toIso(row.finished_at),
    message: row.state === 'running' || row.undo === 'running' ? message : null,
    counts: Object.fromEntries(all) as Record<BulkRowState, number>,
    held: counts.get('held') ?? 0,
    undo: row.undo,
    undo_counts: {
      waiting: counts.get('undo_waiting') ?? 0,
      done: counts.get('undo_done') ?? 0,
      failed: counts.get('undo_failed') ?? 0,
    },
    undo_by_name: row.undo_by_name,
    undo_at: toIso(row.undo_at),
  };
}

export function toBulkRowResponse(row: BulkRowRow, operation_status: string | null = null): BulkRow {
  const { n, subject, message, effect, service_status, intent_id, invitation_key, operation_id } = row;
  // The intent exists once the row is sent.
  const sent = !['invalid', 'waiting', 'skipped', 'cancelled'].includes(row.state);
  return {
    n,
    row_number: row.row_number ?? n + 1,
    subject,
    message,
    service_status,
    invitation_key,
    operation_id,
    operation_status,
    state: row.state,
    issues: JSON.parse(row.issues) as BulkIssue[],
    effect: row.state === 'done' || row.state === 'skipped' ? (effect as BulkRow['effect']) : null,
    intent_id: sent ? intent_id : null,
    undo: row.undo,
    undo_message: row.undo_message,
  };
}
