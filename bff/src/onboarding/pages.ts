/** Reads a list of the service to its end. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { ServiceClient } from '../service/client.ts';
import type { Priority } from '../service/gate.ts';

/** Section 8 allows 1000: fewer calls. */
const PAGE_SIZE = 1000;
/** A service whose cursors never end is not followed for ever. */
const MOST_PAGES = 50;

export interface ListWish {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly priority: Priority;
  readonly signal?: AbortSignal;
}

/** Every record as it came. Throws ServiceError. */
export async function readAll(
  client: Pick<ServiceClient, 'call'>,
  endpoint: Endpoint,
  { query, priority, signal }: ListWish,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  for (let n = 0; n < MOST_PAGES; n += 1) {
    const { data } = await client.call(endpoint, {
      query: { ...query, size: PAGE_SIZE, cursor },
      priority,
      ...(signal ? { signal } : {}),
    });
    const page = data as unknown as { items: Record<string, unknown>[]; next_page?: string | null };
    items.push(...page.items);
    if (!page.next_page || page.items.length === 0 || page.next_page === cursor) break;
    cursor = page.next_page;
  }
  return items;
}
