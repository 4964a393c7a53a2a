/** Publishes how a job comes on: the job with the rows that have changed, many changes as one. */

import type { BulkJob, BulkRow } from '@waypost/contract/api/bulk';
import type { Uses } from '../dependencies.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { BulkRowRow } from '../store/bulk.ts';
import { rowsOf } from '../store/query.ts';
import { toBulkRowResponse } from './serialize.ts';

export interface ProgressOptions extends Uses<'db' | 'log' | 'broadcaster'> {
  readonly jobResponse: (job_id: string) => Promise<BulkJob>;
}

const GATHER_MS = 100;
const RETRY_MS = 1_000;
/** In one item of the stream: its key names them all, and a notification to the other servers is short. */
const ROWS_AT_ONCE = 40;

export class Progress {
  readonly #options: ProgressOptions;
  /** Jobs that have changed, with the rows that have. */
  readonly #changed = new Map<string, Map<number, BulkRow>>();
  readonly #worker: BackgroundWorker;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#worker = new BackgroundWorker({
      log: options.log,
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
  }

  /** A row has changed: it is published with its job. */
  row(job_id: string, row: BulkRowRow): void {
    this.job(job_id).set(row.n, toBulkRowResponse(row));
  }

  job(job_id: string): Map<number, BulkRow> {
    const rows = this.#changed.get(job_id) ?? new Map<number, BulkRow>();
    this.#changed.set(job_id, rows);
    this.#worker.wake(GATHER_MS);
    return rows;
  }

  /** Another server sends, and has published which rows of which job have changed: `job/n,n,n`. */
  async publishRelayed(keys: readonly string[]): Promise<void> {
    const { db, broadcaster, jobResponse } = this.#options;
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

  /** Ends when what has changed is published. */
  async settled(): Promise<void> {
    await this.#worker.run();
    await this.#worker.stop();
  }

  async #publish(job_id: string, rows: readonly BulkRow[]): Promise<void> {
    const { broadcaster, jobResponse } = this.#options;
    const job = await jobResponse(job_id);
    for (let first = 0; first === 0 || first < rows.length; first += ROWS_AT_ONCE) {
      const some = rows.slice(first, first + ROWS_AT_ONCE);
      const key = `${job_id}/${some.map(({ n }) => n).join(',')}`;
      broadcaster.publish('bulk', key, JSON.stringify({ ...job, rows: some }));
    }
  }
}
