/** Replaces the client with a service of one paged list, whose rows are set by the test. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { parseResponse } from '@waypost/contract/unread';
import type { z } from 'zod';
import type { Call, ServiceClient } from '../service/upstream/client.ts';
import { ServiceError } from '../service/upstream/errors.ts';

type Query = Readonly<Record<string, unknown>>;

export class ListingService<T> {
  readonly queries: Query[] = [];
  rows: readonly T[];
  /** Whether a query matches a row. */
  readonly #matches: (row: T, query: Query) => boolean;
  /** Called before each response: may wait, or throw an error of the service. */
  before: (query: Query) => Promise<void> | void = () => undefined;
  /** Whether pages contain the total. */
  total: 'included' | 'omitted' = 'included';

  constructor(rows: readonly T[], matches: (row: T, query: Query) => boolean) {
    this.rows = rows;
    this.#matches = matches;
  }

  get client(): ServiceClient {
    const call = async (endpoint: Endpoint, { query = {}, signal }: Call) => {
      signal?.throwIfAborted();
      this.queries.push(query);
      await this.before(query);
      signal?.throwIfAborted();
      const all = this.rows.filter((row) => this.#matches(row, query));
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
