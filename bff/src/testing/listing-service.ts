/** A service that has one list, pages and all, in place of the client: its rows are what a test says. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { parseResponse } from '@waypost/contract/unread';
import type { z } from 'zod';
import type { Call, ServiceClient } from '../upstream/client.ts';
import { ServiceError } from '../upstream/errors.ts';

type Query = Readonly<Record<string, unknown>>;

export class ListingService<T> {
  /** Queries that came, in order. */
  readonly queries: Query[] = [];
  rows: readonly T[];
  /** Which of them a query asks for. */
  readonly #wanted: (row: T, query: Query) => boolean;
  /** Called before each answer: may wait, or throw what the service says. */
  before: (query: Query) => Promise<void> | void = () => undefined;
  /** Whether a page has it. */
  total: 'included' | 'omitted' = 'included';

  constructor(rows: readonly T[], wanted: (row: T, query: Query) => boolean) {
    this.rows = rows;
    this.#wanted = wanted;
  }

  get client(): ServiceClient {
    const call = async (endpoint: Endpoint, { query = {}, signal }: Call) => {
      signal?.throwIfAborted();
      this.queries.push(query);
      await this.before(query);
      signal?.throwIfAborted();
      const all = this.rows.filter((row) => this.#wanted(row, query));
      const first = Number(query.cursor ?? 0);
      const size = Number(query.size ?? 300);
      const answer = {
        items: all.slice(first, first + size),
        ...(this.total === 'included' ? { total: all.length } : {}),
        next_page: first + size < all.length ? String(first + size) : null,
      };
      const read = parseResponse(endpoint.response as z.ZodType, answer, endpoint);
      if (!read.success) throw new ServiceError('unexpected_answer', read.fields.join(', '), { status: 200 });
      return { status: 200, headers: {}, raw: null, data: read.data, unread: read.unread };
    };
    return { call } as unknown as ServiceClient;
  }
}

export const refused = (status = 422) =>
  new ServiceError('refused', 'The service refused the request', { status });
export const outage = () =>
  new ServiceError('service_error', 'The service reports an error', { status: 500 });
