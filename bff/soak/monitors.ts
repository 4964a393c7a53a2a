/**
 * `pnpm soak:monitors [monitors] [kills] [seed] [postgres]`: ten events of each monitor (10,000 in all) delivered shuffled, each up to three
 * times, with the server killed 20 times meanwhile; see monitor-run.ts.
 */
import { monitorRun } from './monitor-run.ts';
import { report } from './report.ts';

const [monitors = '1000', kills = '20', seed = '1', store = 'sqlite'] = process.argv.slice(2);
// Only when it is wanted: the package takes the end of the process into its own hands.
const postgres =
  store === 'postgres' ? await (await import('../src/testing/postgres.ts')).startPostgres() : null;
const began = Date.now();
try {
  const result = await monitorRun({
    monitors: Number(monitors),
    kills: Number(kills),
    seed: Number(seed),
    ...(postgres ? { databaseUrl: `${postgres.url}/postgres` } : {}),
    log: (text) => process.stderr.write(`${text}\n`),
  });
  report(`${monitors} monitors on ${store}, seed ${seed}, ${Math.round((Date.now() - began) / 1000)} s`, [
    { what: 'events', found: result.events },
    { what: 'deliveries, shuffled', found: result.deliveries },
    { what: 'tries cut off or refused, and made again', found: result.repeated },
    { what: 'SIGKILLs', found: kills },
    { what: 'starts that ended by themselves', found: result.start_failures.length, wanted: 0 },
    { what: 'duplicates, marked', found: result.duplicates_marked },
    { what: 'sending, s', found: Math.round(result.sending_ms / 100) / 10 },
    { what: 'handling what was left, s', found: Math.round(result.handling_ms / 100) / 10 },
    { what: 'deliveries not handled in the end', found: result.left, wanted: 0 },
    {
      what: 'monitors unlike those of the same events in order',
      found: result.unlike_in_order.length,
      wanted: 0,
    },
    { what: 'monitors reported wrongly', found: result.untrue.length, wanted: 0 },
  ]);
  for (const failure of result.start_failures) process.stderr.write(`${failure}\n`);
} finally {
  await postgres?.stop();
}
// Said aloud, since that package would end with 0 whatever was found.
process.exit(process.exitCode ?? 0);
