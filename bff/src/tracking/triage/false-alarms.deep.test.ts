/** A short version of the week in `bench:alarms`; bench/watched-week.ts defines false and missed alarms. */
import { expect, it } from 'vitest';
import { falseShare, watchWeek } from '../../../bench/watched-week.ts';
import { openDatabase } from '../../platform/store/open-database.ts';

it.each([
  ['with', true],
  ['without', false],
])(
  'misses nothing that is so, and is wrong at most once in twenty, over half a day of forty loads %s a site book',
  async (_with, siteBook) => {
    const { db, close } = await openDatabase('sqlite::memory:');
    const start = Date.parse('2026-11-16T06:00:00Z');
    const week = await watchWeek({ db, seed: 7, loads: 40, days: 0.5, start, siteBook });
    await close();
    expect([...week.missed]).toEqual([]);
    expect(week.watchedFor).toBeGreaterThan(500);
    expect([...week.alarms.values()].reduce((sum, { all }) => sum + all, 0)).toBeGreaterThan(5);
    expect(falseShare(week)).toBeLessThanOrEqual(0.05);
  },
);
