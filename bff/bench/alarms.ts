/**
 * `pnpm bench:alarms [seed] [loads] [days]`: false and missed exceptions over a simulated week, with and without a site book;
 * defined in watched-week.ts. Exits with 1 when more than 1 in 20 is false or any is missed.
 */
import { type Row, report } from '../soak/report.ts';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { falseShare, watchWeek } from './watched-week.ts';

const [seed = 7, loads = 200, days = 7] = process.argv.slice(2).map(Number);
for (const siteBook of [true, false]) {
  const { db, close } = await openDatabase('sqlite::memory:');
  const start = Date.parse('2026-11-16T06:00:00Z');
  const week = await watchWeek({ db, seed, loads, days, start, siteBook });
  await close();
  const { alarms, missed, watchedFor, brief } = week;
  const rows: Row[] = [...alarms]
    .sort(([, a], [, b]) => b.all - a.all)
    .map(([cause, { all, wrong }]) => ({ what: `${cause}: false of ${all}`, found: wrong }));
  rows.push({ what: 'gone by the next look', found: brief });
  rows.push({ what: 'false, %', found: Number((falseShare(week) * 100).toFixed(1)), expected: { below: 5 } });
  for (const [what, count] of missed) rows.push({ what: `missed: ${what}`, found: count });
  const allMissed = [...missed.values()].reduce((total, count) => total + count, 0);
  rows.push({ what: `missed, of ${watchedFor} looks at what is so`, found: allMissed, expected: 0 });
  const book = siteBook ? 'with' : 'without';
  report(`alarms of ${loads} loads over ${days} simulated days, ${book} a site book, seed ${seed}`, rows);
}
