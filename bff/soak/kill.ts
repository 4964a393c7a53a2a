/**
 * `pnpm soak:kill [kills] [seed] [postgres]`, required measurement 5: kills the server 200 times at random moments while it
 * receives deliveries and people create records; see kill-run.ts.
 */
import { killRun } from './kill-run.ts';
import { report } from './report.ts';

const [kills = '200', seed = '1', store = 'sqlite'] = process.argv.slice(2);
// Imported only when needed, because the package installs process exit handlers.
const postgres =
  store === 'postgres' ? await (await import('../src/testing/postgres.ts')).startPostgres() : null;
const startedAt = Date.now();
try {
  const result = await killRun({
    kills: Number(kills),
    seed: Number(seed),
    ...(postgres ? { databaseUrl: `${postgres.url}/postgres` } : {}),
    log: (text) => process.stderr.write(`${text}\n`),
  });
  report(`${kills} SIGKILLs on ${store}, seed ${seed}, ${Math.round((Date.now() - startedAt) / 1000)} s`, [
    { what: 'successful starts', found: result.starts },
    { what: 'failed starts', found: result.start_failures.length, expected: 0 },
    { what: 'slowest start, ms', found: result.slowest_start_ms, expected: { below: 15_000 } },
    { what: 'deliveries sent', found: result.deliveries_sent },
    { what: 'acknowledged', found: result.acknowledged, expected: { atLeast: Number(kills) } },
    { what: 'acknowledged and lost', found: result.acknowledged_lost, expected: 0 },
    { what: 'duplicates, marked', found: result.duplicates_marked },
    { what: 'duplicates, not marked', found: result.duplicates_unmarked, expected: 0 },
    { what: 'deliveries not processed', found: result.deliveries_left, expected: 0 },
    { what: 'responses that would lose an event', found: result.unexpected_answers, expected: 0 },
    { what: 'create requests', found: result.requests, expected: { atLeast: Number(kills) } },
    { what: 'created at the service', found: result.created },
    { what: 'created twice', found: result.created_twice.length, expected: 0 },
    { what: 'reported done, but missing', found: result.done_but_missing.length, expected: 0 },
    { what: 'reported failed, but present', found: result.failed_but_there.length, expected: 0 },
    { what: 'interrupted by a kill and resolved later', found: result.cut_off_and_settled },
    { what: 'still unknown', found: result.still_unknown },
    { what: 'of these, present at the service', found: result.unknown_but_there.length, expected: 0 },
    { what: 'still sending', found: result.still_sending, expected: 0 },
  ]);
  for (const failure of result.start_failures) process.stderr.write(`${failure}\n`);
} finally {
  await postgres?.stop();
}
// Exit now: a kill may have left connections that close only after a timeout.
process.exit(process.exitCode ?? 0);
