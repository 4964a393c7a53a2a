import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { listIdentity, listingOf, openCursor, type Page, pageOf } from './pagination.ts';
import { ServiceError } from './problem.ts';

interface Row {
  readonly id: string;
  readonly rank: number | null;
}
const row = (n: number): Row => ({
  id: `id-${String(n).padStart(4, '0')}`,
  rank: n % 7 === 0 ? null : n % 5,
});
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i));
const read = (
  all: readonly Row[],
  cursor?: string | null,
  size = 10,
  order: 'asc' | 'desc' = 'asc',
): Page<Row> =>
  pageOf(
    'rows',
    { cursor: cursor ?? undefined, size },
    listingOf(all, ({ rank, id }) => [rank, id], [order, 'asc']),
  );
const ids = (page: Page<Row>) => page.items.map(({ id }) => id);

/** Every page from the first one on, by next_page. */
function walk(all: readonly Row[], size: number, order: 'asc' | 'desc' = 'asc'): Page<Row>[] {
  const pages = [read(all, undefined, size, order)];
  for (let next = pages[0]?.next_page; next; next = pages.at(-1)?.next_page)
    pages.push(read(all, next, size, order));
  return pages;
}

describe('walking through a list', () => {
  it.each(['asc', 'desc'] as const)('returns every record once, forward and backward, %s', (order) => {
    const all = rows(95);
    const pages = walk(all, 10, order);
    expect(pages).toHaveLength(10);
    const seen = pages.flatMap(ids);
    expect(new Set(seen).size).toBe(95);
    const back: string[] = [];
    for (let page = pages.at(-1); page; ) {
      back.unshift(...ids(page));
      page = page.previous_page ? read(all, page.previous_page, 10, order) : undefined;
    }
    expect(back).toEqual(seen);
  });

  it('places missing values before null in ascending and after null in descending order', () => {
    expect(walk(rows(30), 30)[0]?.items.at(-1)?.rank).toBeNull();
    expect(walk(rows(30), 30, 'desc')[0]?.items[0]?.rank).toBeNull();
  });

  it('has no previous page at the start and no next page at the end', () => {
    const pages = walk(rows(25), 10);
    expect(pages.map(({ previous_page, next_page }) => [previous_page !== null, next_page !== null])).toEqual(
      [
        [false, true],
        [true, true],
        [true, false],
      ],
    );
  });

  it('has the total on every page', () => {
    expect(walk(rows(25), 10).map(({ total }) => total)).toEqual([25, 25, 25]);
  });
});

describe('current page', () => {
  it('can be read again from its first and from its last item', () => {
    const all = rows(40);
    const second = read(all, read(all).next_page);
    expect(ids(read(all, second.current_page))).toEqual(ids(second));
    expect(ids(read(all, second.current_page_backwards))).toEqual(ids(second));
  });

  it('of an empty list can be read again once there are records', () => {
    const empty = read([]);
    expect(empty.items).toEqual([]);
    expect([empty.next_page, empty.previous_page]).toEqual([null, null]);
    expect(read(rows(3), empty.current_page).items).toHaveLength(3);
  });
});

describe('while records are added and removed', () => {
  it('returns each record that exists throughout exactly once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(300), { maxLength: 60 }),
        fc.uniqueArray(fc.nat(300), { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (before, after, size) => {
          const [early, late] = [before.map(row), after.map(row)];
          const stays = early.filter(({ id }) => late.some((other) => other.id === id)).map(({ id }) => id);
          const first = read(early, undefined, size);
          const seen = ids(first);
          for (let next = first.next_page; next; ) {
            const page: Page<Row> = read(late, next, size);
            seen.push(...ids(page));
            next = page.next_page;
          }
          expect(new Set(seen).size).toBe(seen.length);
          // Records present at both times are returned, unless the early list ended with the first page.
          if (first.next_page) expect(stays.filter((id) => !seen.includes(id))).toEqual([]);
        },
      ),
    );
  });
});

describe('cursor', () => {
  const rejected = (text: string, list: string) => {
    try {
      openCursor(text, list);
    } catch (error) {
      return error as ServiceError;
    }
    return null;
  };
  const list = listIdentity('rows', { size: 10 });
  const cursor = read(rows(30)).next_page ?? '';

  it('is valid for its own list with any page size', () => {
    expect(openCursor(cursor, listIdentity('rows', { size: 500, cursor }))).toMatchObject({ side: 'after' });
  });
  it.each([
    ['of another list', cursor, listIdentity('others', {})],
    ['of other filters', cursor, listIdentity('rows', { fleet_ref: 'F' })],
    ['cut short', cursor.slice(0, -1), list],
    ['changed', `x${cursor.slice(1)}`, list],
    ['made up', 'nonsense', list],
    ['padded', `${cursor}=`, list],
  ])('%s is a 422 that names it', (_, text, identity) => {
    const error = rejected(text, identity);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error?.status).toBe(422);
    expect(error?.detail).toMatchObject([{ path: 'cursor', input: text, error_type: 'invalid_cursor' }]);
  });
});
