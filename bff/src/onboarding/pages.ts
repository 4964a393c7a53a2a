/** A list of the service from its beginning to its end. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { UnreadItem } from '@waypost/contract/unread';
import { Cursors, type PageOf } from '../readings/pages.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Priority } from '../service/gate.ts';

/** The most that the service gives in a page: fewer calls. */
const PAGE_SIZE = 1000;
/** A service whose cursors never end is not followed for ever. */
const MOST_PAGES = 500;

export interface ListWish {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly priority: Priority;
  readonly signal?: AbortSignal;
}

/** All records of a list. */
export interface WholeList {
  readonly items: Record<string, unknown>[];
  /** Of records that could not be read, or not whole. */
  readonly unread: UnreadItem[];
}

/** Throws ServiceError, also when the list does not come to an end: a part would pass for the whole. */
export async function readAll(
  client: Pick<ServiceClient, 'call'>,
  endpoint: Endpoint,
  { query, priority, signal }: ListWish,
): Promise<WholeList> {
  const list: WholeList = { items: [], unread: [] };
  const cursors = new Cursors();
  let cursor: string | undefined;
  for (let n = 0; n < MOST_PAGES; n += 1) {
    const { data, unread } = await client.call(endpoint, {
      query: { ...query, size: PAGE_SIZE, cursor },
      priority,
      ...(signal ? { signal } : {}),
    });
    const page = data as unknown as PageOf<Record<string, unknown>>;
    list.items.push(...page.items);
    list.unread.push(...unread);
    const next = cursors.after({ ...page, unread });
    if (next === null) return list;
    cursor = next;
  }
  throw new ServiceError('unexpected_answer', 'The pages of the service do not come to an end');
}
