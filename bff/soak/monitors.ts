/**
 * `pnpm soak:monitors [monitors] [kills] [seed] [postgres]`: ten events per monitor (10,000 in total), delivered shuffled and up
 * to three times each while the server is killed 20 times; see monitor-run.ts.
 */
import { monitorRun } from './monitor-run.ts';
import { report } from './report.ts';

const [monitors = '1000', kills = '20', seed = '1', store = 'sqlite'] = process.argv.slice(2);
// Imported only when needed, because the package installs process exit handlers.
const postgres =
  store === 'postgres' ? await (await import('../src/testing/postgres.ts')).startPostgres() : null;
const startedAt = Date.now();
try {
  const result = await monitorRun({
    monitors: Number(monitors),
    kills: Number(kills),
    seed: Number(seed),
    ...(postgres ? { databaseUrl: `${postgres.url}/postgres` } : {}),
    log: (text) => process.stderr.write(`${text}\n`),
  });
  report(`${monitors} monitors on ${store}, seed ${seed}, ${Math.round((Date.now() - startedAt) / 1000)} s`, [
    { what: 'events', found: result.events },
    { what: 'deliveries, shuffled', found: result.deliveries },
    { what: 'attempts interrupted or refused, and repeated', found: result.repeated },
    { what: 'SIGKILLs', found: kills },
    { what: 'failed starts', found: result.start_failures.length, expected: 0 },
    { what: 'duplicates, marked', found: result.duplicates_marked },
    { what: 'sending, s', found: Math.round(result.sending_ms / 100) / 10 },
    { what: 'processing the rest, s', found: Math.round(result.handling_ms / 100) / 10 },
    { what: 'deliveries not processed', found: result.left, expected: 0 },
    {
      what: 'monitors different from ordered processing',
      found: result.different_from_ordered.length,
      expected: 0,
    },
    { what: 'monitors reported wrongly', found: result.untrue.length, expected: 0 },
  ]);
  for (const failure of result.start_failures) process.stderr.write(`${failure}\n`);
} finally {
  await postgres?.stop();
}
// Explicit, because that package's handlers would exit with 0.
process.exit(process.exitCode ?? 0);
