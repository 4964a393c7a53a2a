/** The envelope of every list, and its cursors. */
import assert from 'node:assert/strict';
import { type Case, topic } from '../case.ts';
import type { Name } from '../client.ts';
import { type Context, type Row, required } from '../context.ts';
import { DAY, iso } from './journey.ts';

const { reads } = topic('paging');

const LISTS = {
  listFuelTransactions: 'fuel transactions',
  listUsage: 'usage rows',
  listAgreements: 'share agreements (assumed)',
  listInvitations: 'fleet invitations (assumed)',
  listConnections: 'connections (assumed)',
  listVehicleLocations: 'vehicle locations (assumed)',
} as const satisfies Partial<Record<Name, string>>;
type List = keyof typeof LISTS;
const CURSORS = ['current_page', 'current_page_backwards', 'previous_page', 'next_page'] as const;
/** Lists that may have no total, by the assumptions. */
const WITHOUT_TOTAL: readonly List[] = ['listVehicleLocations'];

interface Page extends Row {
  readonly items: readonly { readonly id: string }[];
  readonly total?: number | null;
  readonly current_page: string | null;
  readonly current_page_backwards: string | null;
  readonly previous_page: string | null;
  readonly next_page: string | null;
}

/** A fixed time window, so that new rows do not shift the pages; only lists of events over time accept one. */
const filters = (context: Context, name: List): Promise<Row> =>
  context.cached(`filters of ${name}`, async () => {
    if (name !== 'listFuelTransactions' && name !== 'listVehicleLocations') return {};
    const now = await context.now();
    const length = name === 'listFuelTransactions' ? 10 * DAY : DAY / 24;
    return { from_datetime: iso(now - length), to_datetime: iso(now) };
  });
async function page(context: Context, name: List, query: Row): Promise<Page> {
  const all = { ...(await filters(context, name)), ...query };
  return (await context.client.call(name, { query: all })) as unknown as Page;
}
const cursorOf = (given: Page, name: (typeof CURSORS)[number]) => required(name, given[name]);
const ids = ({ items }: Page) => items.map(({ id }) => id);

/** Two consecutive pages of two records; a Skip if the list is too short. */
async function firstTwoPages(context: Context, name: List) {
  const first = await page(context, name, { size: 2 });
  const second = await page(context, name, { size: 2, cursor: cursorOf(first, 'next_page') });
  return { first, second };
}

export const paginationCases: readonly Case[] = (Object.keys(LISTS) as List[]).flatMap((name) => {
  const what = LISTS[name];
  const row = (id: string, statement: string, run: (context: Context) => Promise<void>) =>
    reads(`${name}: ${id}`, `${statement}: ${what}`, run);
  return [
    row('items', 'items: array, a page of records', async (context) => {
      const { items } = await page(context, name, { size: 2 });
      assert.ok(Array.isArray(items) && items.length <= 2);
    }),
    ...(WITHOUT_TOTAL.includes(name)
      ? []
      : [
          row('total', 'total: integer, >= 0, the same on each page', async (context) => {
            const { first, second } = await firstTwoPages(context, name);
            assert.ok(Number.isInteger(first.total) && Number(first.total) >= 3);
            assert.equal(second.total, first.total);
          }),
        ]),
    ...CURSORS.map((field) =>
      row(`${field} as a field`, `${field}: a string or null`, async (context) => {
        const { first, second } = await firstTwoPages(context, name);
        for (const given of [first, second])
          assert.ok(given[field] === null || typeof given[field] === 'string', String(given[field]));
      }),
    ),
    row('no previous page', 'previous_page is null or missing on the first page', async (context) => {
      assert.equal((await page(context, name, { size: 2 })).previous_page ?? null, null);
    }),
    row(
      'next_page',
      'next_page: cursor for the next page: it begins after the last record',
      async (context) => {
        const { first, second } = await firstTwoPages(context, name);
        const both = await page(context, name, { size: 4 });
        assert.deepEqual([...ids(first), ...ids(second)], ids(both).slice(0, 4));
      },
    ),
    row('previous_page', 'previous_page: cursor for the previous page', async (context) => {
      const { first, second } = await firstTwoPages(context, name);
      const back = await page(context, name, { size: 2, cursor: cursorOf(second, 'previous_page') });
      assert.deepEqual(ids(back), ids(first));
    }),
    row('current_page', 'current_page: cursor to refetch the current page', async (context) => {
      const { second } = await firstTwoPages(context, name);
      const again = await page(context, name, { size: 2, cursor: cursorOf(second, 'current_page') });
      assert.deepEqual(ids(again), ids(second));
    }),
    row(
      'current_page_backwards',
      'current_page_backwards: cursor to refetch the current page from its last item',
      async (context) => {
        const { second } = await firstTwoPages(context, name);
        const query = { size: 2, cursor: cursorOf(second, 'current_page_backwards') };
        assert.deepEqual(ids(await page(context, name, query)), ids(second));
      },
    ),
    row('every record once', 'Following next_page meets every record once', async (context) => {
      const { total } = await page(context, name, { size: 1 });
      const size = Math.max(3, Math.ceil(Number(total ?? 200) / 5));
      const seen: string[] = [];
      let last = await page(context, name, { size });
      for (let turns = 0; turns < 12; turns++) {
        seen.push(...ids(last));
        if (!last.next_page) break;
        last = await page(context, name, { size, cursor: last.next_page });
      }
      assert.equal(new Set(seen).size, seen.length);
      if (typeof total === 'number' && size <= 1000 && !last.next_page) assert.equal(seen.length, total);
    }),
    row('a bad cursor', 'A cursor is opaque: an invented one is a 422', async (context) => {
      await context.client.expectInvalid(name, { query: { cursor: 'nonsense' } }, 'cursor');
    }),
  ];
});
