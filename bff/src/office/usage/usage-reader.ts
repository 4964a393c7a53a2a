/**
 * Imports usage rows for all users, by month and several months concurrently. A closed month is read once, some time after its end. If
 * a service does not support the assumed year and month filters, everything is read at once.
 */
import {
  USAGE_CLOSED_AFTER_MS,
  USAGE_OPEN_FRESH_MS,
  type UsageImportRequest,
} from '@waypost/contract/api/usage';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import type { UsageRow } from '@waypost/contract/usage';
import { Problem } from '../../platform/http/problems.ts';
import { forEachConcurrently } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { beginOf, endOf, monthsBetween, toIso } from '../../platform/lib/time.ts';
import { deleteGeneration, type ImportRow } from '../../platform/store/imports.ts';
import { rowOf } from '../../platform/store/query.ts';
import {
  addUsageRows,
  countUsage,
  putUsageMonth,
  type StoredUsageRow,
  type UsageMonthRow,
  usageMonths,
} from '../../platform/store/usage.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { type PageOf, pagesWithRetry, type RetryOptions } from '../../service/upstream/pages.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import { type ImportJob, type ListImports, newGeneration, type Part, partsOf } from '../imports/imports.ts';

interface UsageReaderOptions extends Uses<'db' | 'now'> {
  readonly client: ServiceClient;
  readonly endpoint: ServiceEndpoints['listUsage'];
  readonly imports: ListImports;
  /** Null: the person has signed out. */
  readonly tokenOf: (sub: string) => Promise<TokenSource | null>;
  /** Rows per page; tests use smaller pages. */
  readonly pageSize?: number;
  /** Delay between tries in an outage. */
  readonly pause?: RetryOptions<UsageRow>['pause'];
}

/** Concurrent months; more would only wait for each other at the scheduler. */
const CONCURRENCY = 6;

/** The service returned rows of other months, or rejected the filter. */
class FilterUnsupported extends Error {}

/** False when rows belong to another partner, or none names its partner. */
function areOf(partner_id: string, rows: readonly UsageRow[]): boolean {
  const partners = rows.flatMap((row) => row.partner_id?.toLowerCase() ?? []);
  return (rows.length === 0 || partners.length > 0) && partners.every((one) => one === partner_id);
}

interface ListImport {
  readonly job: ImportJob;
  /** Empty: our own partner. */
  readonly partner_id: string;
  readonly token: TokenSource | undefined;
  readonly stored: ReadonlyMap<string, UsageMonthRow>;
}

export class UsageReader extends ServerPart<UsageReaderOptions> {
  constructor(options: UsageReaderOptions) {
    super(options);
    options.imports.define('usage', (job) => this.#run(job));
  }

  /** True when a month need not be read again yet. */
  isUpToDate(month: UsageMonthRow): boolean {
    if (!month.complete) return false;
    return month.closed === 1 || this.now() - month.read_at < USAGE_OPEN_FRESH_MS;
  }

  /**
   * Starts an import of what is missing, or joins one that covers it. `begun` is false when nothing was missing. `token_of`: whose token
   * it uses; null: ours.
   */
  async read(
    command: UsageImportRequest,
    sub: string,
    token_of: string | null,
  ): Promise<{ row: ImportRow; begun: boolean }> {
    const { imports } = this.options;
    const partner_id = partnerOf(command);
    const { parts } = await this.#plan(command, Number.POSITIVE_INFINITY);
    const missing = parts.filter(({ state }) => state === 'waiting');

    for (const row of await imports.find('usage', partner_id, false)) {
      const existingParts = partsOf(row);
      const covers = (part: Part) =>
        existingParts.some(
          (one) => one.from_datetime <= part.from_datetime && one.to_datetime >= part.to_datetime,
        );
      if (missing.length === 0 || !missing.every(covers)) continue;
      await imports.join(row, sub);
      return { row, begun: false };
    }
    return imports.begin({ kind: 'usage', key: partner_id, query: command, parts, sub, token_of });
  }

  /** The months of a request. With `again`, only what was read since `asked_at` is kept. */
  async #plan(command: UsageImportRequest, asked_at: number) {
    const { from_month, to_month, again } = command;
    const rows = await usageMonths(this.options.db, partnerOf(command), from_month, to_month);
    const stored = new Map(rows.map((row) => [row.month, row]));
    const parts = monthsBetween(from_month, to_month).map((month): Part => {
      const range = { from_datetime: toIso(beginOf(month)), to_datetime: toIso(endOf(month)) };
      // A future month has no counts yet.
      if (beginOf(month) > this.now()) return { ...range, state: 'kept', rows_read: 0, rows_total: 0 };
      const row = stored.get(month);
      if (row && this.isUpToDate(row) && (!again || row.read_at > asked_at))
        return { ...range, state: 'kept', rows_read: row.rows_read, rows_total: row.rows_read };
      return { ...range, state: 'waiting', rows_read: 0, rows_total: null };
    });
    return { stored, parts };
  }

  async #run(job: ImportJob): Promise<null> {
    const command = JSON.parse(job.row.wish) as UsageImportRequest;
    const { stored, parts } = await this.#plan(command, job.row.started_at);
    const token = await this.#token(job);
    const listImport: ListImport = { job, partner_id: job.row.key, token, stored };
    job.parts = parts;
    const waiting = parts.filter(({ state }) => state === 'waiting');
    try {
      // Latest month first: people look at it first.
      await forEachConcurrently(waiting.toReversed(), CONCURRENCY, job.signal, (part, signal) =>
        this.#readPart(listImport, part, part.from_datetime.slice(0, 7), signal),
      );
    } catch (error) {
      if (!(error instanceof FilterUnsupported)) throw error;
      const [first, last] = [parts[0], parts.at(-1)] as [Part, Part];
      const part: Part = { ...first, to_datetime: last.to_datetime, rows_read: 0, rows_total: null };
      job.parts = [part];
      await this.#readPart(listImport, part, null, job.signal);
    }
    return null;
  }

  async #token({ row, token_of }: ImportJob): Promise<TokenSource | undefined> {
    if (row.key === '' || token_of === null) return undefined;
    const token = await this.options.tokenOf(token_of);
    if (!token)
      throw Problem.conflict('The person who started this import has signed out', 'Refresh to start again');
    return token;
  }

  /** `month` null: reads without filters, because a service that does not support them returns all months in one list. */
  async #readPart(
    listImport: ListImport,
    part: Part,
    month: string | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { db } = this.options;
    const generation = newGeneration();
    const read_at = this.now();
    const last = new Date(Date.parse(part.to_datetime) - 1).toISOString();
    const months = new Set(monthsBetween(part.from_datetime.slice(0, 7), last.slice(0, 7)));
    const filter = month === null ? {} : { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) };
    let complete: 0 | 1 = 0;
    let unread = NOTHING_UNREAD;
    part.state = 'reading';
    try {
      for await (const page of this.#pages(listImport, filter, signal)) {
        const rows = page.items.map((row) => storedRow(row, generation, month));
        if (month !== null && rows.some((row) => row.month !== month))
          throw new FilterUnsupported('received rows for other months');
        for (const row of rows) if (row.month !== '') months.add(row.month);
        unread = addUnread(unread, page.unread ?? []);
        part.rows_read += rows.length;
        part.rows_total = page.total ?? null;
        await listImport.job.write((trx) => addUsageRows(trx, rows));
      }
      complete = 1;
    } finally {
      const rows_total = complete || month === null ? null : part.rows_total;
      let rows = 0;
      // Keep complete data; otherwise partial data is better than none, and is marked as partial.
      for (const one of months)
        if (complete || (part.rows_read > 0 && !listImport.stored.get(one)?.complete))
          rows += await this.#put(listImport, one, { generation, read_at, complete, rows_total, unread });
      if (complete) Object.assign(part, { state: 'complete', rows_read: rows, rows_total: rows });
      if (!(await rowOf(db, 'usage_month', { generation })))
        await deleteGeneration(db, 'usage_row', generation);
    }
  }

  #pages(
    { job, partner_id, token }: ListImport,
    filter: { readonly year?: number; readonly month?: number },
    signal: AbortSignal,
  ): AsyncGenerator<PageOf<UsageRow>> {
    const { client, endpoint, pageSize = 1000, pause } = this.options;
    const filtered = filter.year !== undefined;
    return pagesWithRetry({
      signal,
      pause,
      onWait: (message) => {
        job.message = message;
        return job.write();
      },
      call: async (cursor) => {
        try {
          const { data, unread } = await client.call(endpoint, {
            query: { ...filter, partner_id: partner_id || undefined, cursor, size: pageSize },
            priority: 'bulk',
            token,
            signal,
          });
          // Services that ignore the partner filter return our own rows.
          if (partner_id !== '' && !areOf(partner_id, data.items))
            throw new Problem(
              403,
              'service_error',
              'The tracking service does not show you the usage of other partners',
              {
                detail: 'Only administrators of the tracking service can see other partners',
              },
            );
          return { ...data, unread };
        } catch (error) {
          const refused = error instanceof ServiceError && error.kind === 'refused' && error.status !== 409;
          if (refused && filtered && cursor === undefined) throw new FilterUnsupported(error.message);
          throw error;
        }
      },
    });
  }

  /** Makes these rows current for their month. Returns their number. */
  async #put(
    { job, partner_id }: ListImport,
    month: string,
    {
      unread,
      ...read
    }: {
      generation: number;
      read_at: number;
      complete: 0 | 1;
      rows_total: number | null;
      unread: UnreadRows;
    },
  ): Promise<number> {
    const { db } = this.options;
    const { items, rows } = await countUsage(db, read.generation, month);
    const isComplete = unread.items.length === 0;
    const before = await job.write((trx) =>
      putUsageMonth(trx, {
        partner_id,
        month,
        ...read,
        // Unread rows keep the month open, because the service may fix them.
        closed: isComplete && read.complete && read.read_at >= endOf(month) + USAGE_CLOSED_AFTER_MS ? 1 : 0,
        rows_read: rows,
        summary: JSON.stringify(items),
        unread: isComplete ? null : JSON.stringify(unread),
      }),
    );
    if (before !== null && !(await rowOf(db, 'usage_month', { generation: before })))
      await deleteGeneration(db, 'usage_row', before);
    return rows;
  }
}

const partnerOf = ({ partner_id }: UsageImportRequest) => partner_id?.toLowerCase() ?? '';

const ms = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text));

/**
 * Converts a usage row for storage; missing counts become zero. `month`: the requested month, for a row without one; null: such a row
 * has no month.
 */
export function storedRow(row: UsageRow, generation: number, month: string | null): StoredUsageRow {
  return {
    generation,
    id: row.id,
    month: row.usage_month?.slice(0, 7) ?? month ?? '',
    partner_id: row.partner_id ?? null,
    entity_type: row.entity_type ?? null,
    entity_id: row.entity_id ?? null,
    rest_api_count: row.rest_api_count ?? 0,
    webhook_count: row.webhook_count ?? 0,
    is_active: row.is_active == null ? null : Number(row.is_active),
    first_call_at: ms(row.first_call_in_month),
    latest_call_at: ms(row.latest_call_in_month),
    created_at: ms(row.created_at),
    updated_at: ms(row.updated_at),
  };
}
