import type { LookupItem } from '@waypost/contract/api/load-lookup';
import { expect, it } from 'vitest';
import { putRows } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { Board } from '../board/board.ts';
import { departureOf } from '../board/entry.ts';
import { LoadLookup } from './lookup.ts';

describeOnBothDatabases('which loads are meant', (fresh) => {
  /** A lookup over loads with these numbers; those of `archived` are in the archive. */
  const lookupOf = async (
    refs: Readonly<Record<number, string>>,
    archived: readonly number[] = [],
    truck: { readonly vehicle?: number } = {},
  ) => {
    const { db } = await (await fresh()).open();
    const board = await Board.open({ db, placeOf: () => null, log: silentLog, batchMs: 3_600_000 });
    for (const [n, load_ref] of Object.entries(refs)) {
      const answer = { ...tracking({ load: Number(n), ...truck }), load_ref };
      await board.watch([answer.load_id], 'person', 'ann');
      board.recordAnswer(answer.load_id, answer, answer);
    }
    await board.flush();
    const ann = { sub: 'ann', name: 'Ann' };
    for (const n of archived) {
      const item = board.get(id(n))?.item;
      if (item) await board.archive(new Map([[id(n), departureOf(item, ann)]]));
    }
    const lookup = new LoadLookup({ db, board });
    return { db, find: (...texts: string[]) => lookup.find(texts) };
  };
  const shown = (items: readonly LookupItem[]) =>
    items.map(({ outcome, load, candidates }) => [
      outcome,
      load?.load_id ?? candidates.map(({ load_ref }) => load_ref),
    ]);

  it('is found by id: on the board, in the archive, or new', async () => {
    const { find } = await lookupOf({ 1: 'LD-1', 2: 'LD-2' }, [2]);
    expect(shown(await find(id(1), id(2).toUpperCase(), id(3)))).toEqual([
      ['on_board', id(1)],
      ['archived', id(2)],
      ['new', id(3)],
    ]);
  });

  it('is found by number, however it is written', async () => {
    const { find } = await lookupOf({ 1: 'LD-48213', 2: 'PRO-77/12' }, [2]);
    expect(shown(await find('LD-48213', 'ld 48213', 'pro7712', 'LD-4821'))).toEqual([
      ['on_board', id(1)],
      ['on_board', id(1)],
      ['archived', id(2)],
      ['unknown', ['LD-48213']],
    ]);
  });

  it('of two loads with one number finds the one on the board, and asks when both are there', async () => {
    const { find } = await lookupOf({ 1: 'LD-10', 2: 'LD-10', 3: 'LD-20', 4: 'LD-20' }, [2]);
    expect(shown(await find('LD-10', 'LD-20'))).toEqual([
      ['on_board', id(1)],
      ['several', ['LD-20', 'LD-20']],
    ]);
  });

  it('prefers an exact match to a similar number', async () => {
    const { find } = await lookupOf({ 1: 'LD-1-0', 2: 'LD-10' });
    expect(shown(await find('LD-10', 'LD-1-0'))).toEqual([
      ['on_board', id(2)],
      ['on_board', id(1)],
    ]);
  });

  it.each([
    ['a character too few', 'LD-4213'],
    ['a character too many', 'LD-482213'],
    ['another character', 'LD-48214'],
    ['two exchanged', 'LD-42813'],
  ])('says what it looks like with %s', async (_slip, text) => {
    const { find } = await lookupOf({ 1: 'LD-48213', 2: 'LD-99999' });
    expect(shown(await find(text))).toEqual([['unknown', ['LD-48213']]]);
  });

  it('knows loads posted by Waypost that are neither on the board nor in the archive', async () => {
    const { db, find } = await lookupOf({});
    await putRows(
      db,
      'posted_load',
      ['load_id'],
      [
        {
          load_id: id(9),
          load_ref: 'MINE-9',
          vehicle: null,
          stops: null,
          watched: 1,
          version: 1,
          sent_by: 'ann',
          sent_by_name: 'Ann',
          sent_at: 1,
        },
      ],
    );
    expect(shown(await find('MINE-9', 'MINE-8'))).toEqual([
      ['new', id(9)],
      ['unknown', []],
    ]);
  });

  it('lists the loads on the board that the same truck carries at the same time, also for an archived load', async () => {
    const { find } = await lookupOf({ 1: 'LD-1', 2: 'LD-2', 3: 'LD-3' }, [3], { vehicle: 7 });
    const others = async (text: string) =>
      (await find(text)).map(({ load }) => load?.same_truck_loads?.map(({ load_ref }) => load_ref));
    expect(await others('LD-1')).toEqual([['LD-2']]);
    expect(await others('LD-3')).toEqual([['LD-1', 'LD-2']]);
    expect(await others(id(9))).toEqual([undefined]);
  });
});
