/**
 * `pnpm soak:refresh`: 100 rounds of 50 calls over two servers on one PostgreSQL, then rounds with a provider that is slow,
 * failing or rejecting. `pnpm soak:refresh 100 sqlite`: the same over one server on SQLite.
 */
import pg from 'pg';
import { startPostgres } from '../src/testing/postgres.ts';
import { onRefresh, startStorm } from './refresh-storm.ts';

import { type Row, report } from './report.ts';

const CALLS = 50;
const ROUNDS = Number(process.argv[2] ?? 100);
const SLOW_ROUNDS = 3;
const postgres = process.argv[3] === 'sqlite' ? null : await startPostgres();
const rows: Row[] = [];

async function database(name: string): Promise<string | undefined> {
  if (postgres === null) return undefined;
  const client = new pg.Client({ connectionString: `${postgres.url}/postgres` });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return `${postgres.url}/${name}`;
}

const storm = await startStorm({ lifetimeSeconds: 2, postgres: await database('storm') });
const startedAt = performance.now();
let good = 0;
let slowest = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  const from = performance.now();
  good += (await storm.round(CALLS))[200] ?? 0;
  slowest = Math.max(slowest, performance.now() - from - 1_050);
}
rows.push(
  {
    what: `refreshes in ${ROUNDS} rounds of ${CALLS} calls`,
    found: storm.proxy.counts.refreshes,
    expected: ROUNDS,
  },
  { what: 'refreshes rejected by the provider', found: storm.proxy.counts.refused, expected: 0 },
  { what: 'calls answered', found: good, expected: ROUNDS * CALLS },
  { what: 'still signed in', found: await storm.signedIn(), expected: true },
  { what: 'slowest round, ms', found: Math.round(slowest) },
  { what: 'all rounds, s', found: Math.round((performance.now() - startedAt) / 1000) },
);
await storm.stop();

const troubled = await startStorm({ lifetimeSeconds: 3600, postgres: await database('troubled') });
troubled.proxy.decide(onRefresh(() => ({ pass: true, afterMs: 8_000 })));
let slowGood = 0;
for (let round = 0; round < SLOW_ROUNDS; round += 1) slowGood += (await troubled.round(CALLS))[200] ?? 0;
rows.push(
  {
    what: `refreshes in ${SLOW_ROUNDS} rounds, answered after 8 s`,
    found: troubled.proxy.counts.refreshes,
    expected: SLOW_ROUNDS,
  },
  { what: 'calls answered', found: slowGood, expected: SLOW_ROUNDS * CALLS },
);
let failures = 1;
troubled.proxy.decide(onRefresh(() => (failures-- > 0 ? { status: 500, body: {} } : { pass: true })));
const once = await troubled.round(CALLS);
const after = await troubled.round(CALLS);
rows.push(
  {
    what: '500 once: calls answered, or rejected with 503',
    found: (once[503] ?? 0) + (once[200] ?? 0),
    expected: CALLS,
  },
  { what: 'calls answered in the next round', found: after[200] ?? 0, expected: CALLS },
  { what: 'still signed in', found: await troubled.signedIn(), expected: true },
);
troubled.proxy.decide(onRefresh(() => ({ status: 400, body: { error: 'invalid_grant' } })));
const dead = await troubled.round(CALLS);
rows.push(
  {
    what: 'invalid_grant: calls answered with 401, session ended',
    found: dead[401] ?? 0,
    expected: CALLS,
  },
  { what: 'still signed in', found: await troubled.signedIn(), expected: false },
);
await troubled.stop();
report(`Refresh storm, ${postgres ? 'two servers on one PostgreSQL' : 'one server on SQLite'}`, rows);
await postgres?.stop();
