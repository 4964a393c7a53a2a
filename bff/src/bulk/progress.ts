/** Tells streams how a job comes on: the job with the rows that have changed, many changes as one. */
import type { BulkJob, BulkRow } from '@waypost/contract/api/bulk';
import type { Logger } from 'pino';
import type { Announcer } from '../onboarding/announcer.ts';
import { type BulkRowRow, bulkRowsAt } from '../store/bulk.ts';
import type { Database } from '../store/database.ts';
import { toldRow } from './told.ts';

export interface ProgressOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly announcer: Announcer;
  readonly told: (job_id: string) => Promise<BulkJob>;
}

const GATHER_MS = 100;
/** In one item of the stream: its key names them all, and a word to the other servers is short. */
const ROWS_AT_ONCE = 40;

export class Progress {
  readonly #options: ProgressOptions;
  /** Rows that browsers have not been told of yet, by job. */
  readonly #untold = new Map<string, Map<number, BulkRow>>();
  readonly #telling = new Map<string, Promise<void>>();

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** A row has changed: it is told with its job. */
  row(job_id: string, row: BulkRowRow): void {
    const rows = this.#untold.get(job_id) ?? new Map<number, BulkRow>();
    this.#untold.set(job_id, rows);
    rows.set(row.n, toldRow(row));
    this.job(job_id);
  }

  job(job_id: string): void {
    const { log } = this.#options;
    if (this.#telling.has(job_id)) return;
    const telling = new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      .then(() => this.#tell(job_id))
      .catch((error) => log.warn({ err: error, job_id }, 'the progress of a job could not be told'));
    this.#telling.set(job_id, telling);
  }

  /** Another server sends, and has said which rows of which job have changed: `job/n,n,n`. */
  async heardElsewhere(keys: readonly string[]): Promise<void> {
    const { db, announcer, told } = this.#options;
    for (const key of keys) {
      const [job_id = '', numbers = ''] = key.split('/');
      const wanted = numbers === '' ? [] : numbers.split(',').map(Number);
      const rows = (await bulkRowsAt(db, job_id, wanted)).map((row) => toldRow(row));
      announcer.heardItem('bulk', key, JSON.stringify({ ...(await told(job_id)), rows }));
    }
  }

  /** Ends when what is being told is told. */
  async settled(): Promise<void> {
    await Promise.all(this.#telling.values());
  }

  async #tell(job_id: string): Promise<void> {
    const { announcer, told } = this.#options;
    this.#telling.delete(job_id);
    const rows = [...(this.#untold.get(job_id)?.values() ?? [])];
    this.#untold.delete(job_id);
    const job = await told(job_id);
    for (let first = 0; first === 0 || first < rows.length; first += ROWS_AT_ONCE) {
      const some = rows.slice(first, first + ROWS_AT_ONCE);
      const key = `${job_id}/${some.map(({ n }) => n).join(',')}`;
      announcer.item('bulk', key, JSON.stringify({ ...job, rows: some }));
    }
  }
}
