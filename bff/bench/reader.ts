/**
 * `pnpm bench:reader [loads] [postgres]`: what one reader stands, on SQLite or on a PostgreSQL of its own. Every read brings a new position. First the processor time of each stage of a read
 * in this process, then that of the whole server, with triage, history and one stream, and its memory. Processor time does not depend on
 * what else the machine does. Linux only.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { report } from '../soak/report.ts';
import { COLLECTABLE, cookiesOf, sandboxProcess, serve } from '../soak/serve.ts';
import { StreamReader } from '../soak/stream-reader.ts';
import { startPostgres } from '../src/testing/postgres.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id } from '../src/testing/tracking.ts';
import { measureStages, stageLines } from './stages.ts';

const LOADS = Number(process.argv[2] ?? 50_000);
const METRICS = 'a-token-of-the-benchmark';
const WARM_UP_MS = 30_000;
const MEASURED_MS = 60_000;

const folder = temporaryFolder();
const postgres = process.argv[3] === 'postgres' ? await startPostgres() : null;
const url = postgres ? `${postgres.url}/postgres` : `sqlite:${join(folder.dir, 'served.db')}`;
const stops = ['Amarillo, TX', 'Albuquerque, NM', 'Denver, CO'].map((name, sequence) => ({
  id: id(500 + sequence),
  sequence,
  stop_type: sequence === 0 ? 'origin' : 'destination',
  name,
  estimated_arrival_at: new Date(Date.now() + sequence * 6 * 3_600_000).toISOString(),
  estimated_departure_at: null,
  arrived_at: null,
  departed_at: null,
}));
const upstream = new Worker(new URL('../soak/changing-upstream.ts', import.meta.url), {
  workerData: { stops },
});
const [baseUrl] = (await once(upstream, 'message')) as [string];

const stages = await measureStages(url, baseUrl, LOADS);

const provider = await sandboxProcess({ SANDBOX_LOADS: '1', SANDBOX_TOKEN_RATE_LIMIT: '100000' });
const startedAt = performance.now();
const server = await serve(provider.line, folder.dir, {
  SERVICE_BASE_URL: baseUrl,
  SERVICE_MAX_RPS: '1000',
  METRICS_TOKEN: METRICS,
  DATABASE_URL: url,
  ...COLLECTABLE,
});
const startMs = performance.now() - startedAt;
const [cookie = ''] = await cookiesOf(server.url, 1);
const stream = new StreamReader(server.url, cookie);
await stream.open();
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const metric = async (name: string): Promise<number> => {
  const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS}` } });
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
};
await wait(WARM_UP_MS);
const before = server.processorSeconds();
await wait(MEASURED_MS);
const used = server.processorSeconds() - before;
const reads = await metric('waypost_service_calls_last_minute{kind="background"}');
const memory = server.memory();
const collected = await server.memoryAfterGc();
stream.close();
server.child.kill('SIGTERM');
await server.exit;
provider.child.kill();
await upstream.terminate();
await postgres?.stop();
folder.remove();

const perSecond = (microseconds: number) => Math.round(1_000_000 / microseconds);
const whole = Math.round((used / reads) * 1_000_000);
const MB = 1_000_000;
report(
  `${LOADS} loads on ${postgres ? 'PostgreSQL' : 'SQLite'}, each read brings a new position; microseconds of processor time for a read`,
  [
    ...stageLines(stages, LOADS / 60),
    { what: 'the whole server, all threads', found: whole },
    {
      what: 'reads a second that one core stands',
      found: perSecond(whole),
      expected: { atLeast: LOADS / 60 },
    },
    { what: 'reads in the measured minute', found: reads },
    { what: 'start, ms', found: Math.round(startMs) },
    { what: 'resident memory, MB', found: Math.round(memory / MB) },
    { what: 'heap and external memory after a collection, MB', found: Math.round(collected / MB) },
  ],
);
process.exit(process.exitCode ?? 0);
