import { expect, it } from 'vitest';
import { archivedLoadOf } from '../../testing/aged-rows.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import {
  addArchivedLoads,
  archivedLoadPages,
  archivedWithItems,
  listArchivedLoads,
  type NewArchivedLoad,
  purgeArchivedLoads,
  removeFromArchive,
} from './archived-loads.ts';
import type { Database } from './database.ts';

const IRONWOOD = { fleet_id: id(9), fleet_ref: 'CARRIER-1000', fleet_name: 'Ironwood Transport' };

const LOADS: readonly NewArchivedLoad[] = [
  archivedLoadOf(
    {
      n: 1,
      load_id: id(1),
      load_ref: 'LD-48213',
      origin: 'Dallas, TX',
      destination: 'Tölzer Straße 4, Denver, CO',
      ...IRONWOOD,
    },
    { references: ['4KD 8812'], numbers: ['1FUJGLDR5CSBM1234'], item: '{"whole":true}' },
  ),
  archivedLoadOf({
    n: 2,
    load_id: id(2),
    load_ref: 'LD-48999',
    reason: 'overdue',
    destination: 'Denver, CO',
  }),
  archivedLoadOf({
    n: 3,
    load_id: id(3),
    load_ref: '50% off_x',
    reason: 'overdue',
    vehicle_name: 'Unit 1187',
    ...IRONWOOD,
  }),
];

async function found(db: Database, filter: Partial<Parameters<typeof listArchivedLoads>[1]>) {
  const rows = await listArchivedLoads(db, { limit: 10, ...filter });
  return rows.map(({ n }) => Number(n));
}

const words = async (db: Database) =>
  Number((await db.selectFrom('archived_load_word').select(db.fn.countAll().as('n')).executeTakeFirst())?.n);

describeOnBothDatabases('the archive', (fresh) => {
  async function filled() {
    const { db } = await (await fresh()).open();
    await addArchivedLoads(db, LOADS);
    return db;
  }

  it('finds a load by the beginning of any word (reference, stop, plate, unit, fleet) and numbers also by their end', async () => {
    const db = await filled();
    const by = (q: string) => found(db, { q });
    expect(await by('LD-48')).toEqual([2, 1]);
    expect(await by('ld48213')).toEqual([1]);
    expect(await by('8213')).toEqual([1]);
    expect(await by('1234')).toEqual([1]);
    expect(await by('4kd8812')).toEqual([]);
    expect(await by('4KD 8812')).toEqual([1]);
    expect(await by('tolzer')).toEqual([1]);
    expect(await by('denver')).toEqual([2, 1]);
    expect(await by('ironwood DENVER')).toEqual([1]);
    expect(await by('CARRIER-1000')).toEqual([3, 1]);
    expect(await by('unit 1187')).toEqual([3]);
    expect(await by('enver')).toEqual([]);
    expect(await by(id(2))).toEqual([2]);
  });

  it('treats no character of the search text as a pattern', async () => {
    const db = await filled();
    expect(await found(db, { q: '50%' })).toEqual([3]);
    expect(await found(db, { q: '%' })).toEqual([3, 2, 1]);
    expect(await found(db, { q: 'L_' })).toEqual([2, 1]);
    expect(await found(db, { q: "'; DROP TABLE archived_load" })).toEqual([]);
    expect(await found(db, {})).toEqual([3, 2, 1]);
  });

  it('filters by reason, fleet and time together with words, and continues after the last row', async () => {
    const db = await filled();
    expect(await found(db, { reason: 'overdue' })).toEqual([3, 2]);
    expect(await found(db, { fleet_id: id(9), q: 'ld' })).toEqual([1]);
    expect(await found(db, { since: 2, until: 3 })).toEqual([2]);
    expect(await found(db, { limit: 1, after: 3 })).toEqual([2]);
    expect(await found(db, { q: 'denver', after: 2 })).toEqual([1]);
    const pages: number[][] = [];
    for await (const rows of archivedLoadPages(db, {}, 2)) pages.push(rows.map(({ n }) => Number(n)));
    expect(pages).toEqual([[3, 2], [1]]);
  });

  it('finds words that very many loads have, even combined with a rare one', async () => {
    const db = await filled();
    const many = Array.from({ length: 6_000 }, (_, n) =>
      archivedLoadOf({
        n: n + 10,
        load_id: id(n + 10),
        load_ref: `LD-${n}`,
        destination: n === 7 ? 'Reno' : 'Boise',
      }),
    );
    await addArchivedLoads(db, many);
    expect(await found(db, { q: 'ld', limit: 3 })).toEqual([6_009, 6_008, 6_007]);
    expect(await found(db, { q: 'ld boise', limit: 2 })).toEqual([6_009, 6_008]);
    expect(await found(db, { q: 'ld reno' })).toEqual([17]);
    expect(await found(db, { q: 'boise', since: 10, until: 12 })).toEqual([11, 10]);
    expect(await found(db, { q: 'ld b', limit: 2, after: 100 })).toEqual([99, 98]);
  });

  it('stores a load once and deletes all of it when it returns to the board or is too old', async () => {
    const db = await filled();
    expect((await archivedWithItems(db, [id(1)]))[0]?.item).toBe('{"whole":true}');
    await addArchivedLoads(db, [archivedLoadOf({ n: 7, load_id: id(1), load_ref: 'LD-48213' })]);
    expect(await found(db, { q: 'ld48213' })).toEqual([7]);
    expect(await found(db, { q: 'ironwood' })).toEqual([3]);
    await removeFromArchive(db, [id(1), id(2), id(77)]);
    expect(await found(db, {})).toEqual([3]);
    await purgeArchivedLoads(db, 4);
    expect(await found(db, {})).toEqual([]);
    expect(await words(db)).toBe(0);
    expect(await db.selectFrom('archived_load_item').selectAll().execute()).toEqual([]);
  });
});
