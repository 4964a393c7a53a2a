/**
 * `pnpm soak:kill [kills] [seed] [postgres]`, must show 5: the server is killed 200 times at random moments while deliveries arrive
 * and people create things; see kill-run.ts.
 */
import { killRun } from './kill-run.ts';
import { report } from './report.ts';

const [kills = '200', seed = '1', store = 'sqlite'] = process.argv.slice(2);
// Only when it is wanted: the package takes the end of the process into its own hands.
const postgres =
  store === 'postgres' ? await (await import('../src/testing/postgres.ts')).startPostgres() : null;
const began = Date.now();
try {
  const result = await killRun({
    kills: Number(kills),
    seed: Number(seed),
    ...(postgres ? { databaseUrl: `${postgres.url}/postgres` } : {}),
    log: (text) => process.stderr.write(`${text}\n`),
  });
  report(`${kills} SIGKILLs on ${store}, seed ${seed}, ${Math.round((Date.now() - began) / 1000)} s`, [
    { what: 'starts that came up', found: result.starts },
    { what: 'starts that ended by themselves', found: result.start_failures.length, wanted: 0 },
    { what: 'slowest start, ms', found: result.slowest_start_ms, wanted: { below: 15_000 } },
    { what: 'deliveries sent', found: result.deliveries_sent },
    { what: 'acknowledged', found: result.acknowledged, wanted: { atLeast: Number(kills) } },
    { what: 'acknowledged and lost', found: result.acknowledged_lost, wanted: 0 },
    { what: 'duplicates, marked', found: result.duplicates_marked },
    { what: 'duplicates, not marked', found: result.duplicates_unmarked, wanted: 0 },
    { what: 'deliveries not handled in the end', found: result.deliveries_left, wanted: 0 },
    { what: 'answers that would lose an event', found: result.strange_answers, wanted: 0 },
    { what: 'wishes to create', found: result.wishes, wanted: { atLeast: Number(kills) } },
    { what: 'created at the service', found: result.created },
    { what: 'created twice', found: result.created_twice.length, wanted: 0 },
    { what: 'said to be done, but missing', found: result.done_but_missing.length, wanted: 0 },
    { what: 'said to have failed, but there', found: result.failed_but_there.length, wanted: 0 },
    { what: 'cut off by a kill and settled later', found: result.cut_off_and_settled },
    { what: 'shown as unknown in the end', found: result.still_unknown },
    { what: 'of these at the service', found: result.unknown_but_there.length, wanted: 0 },
    { what: 'still being sent in the end', found: result.still_sending, wanted: 0 },
  ]);
  for (const failure of result.start_failures) process.stderr.write(`${failure}\n`);
} finally {
  await postgres?.stop();
}
// At once: a kill may have left connections that end only by themselves.
process.exit(process.exitCode ?? 0);
