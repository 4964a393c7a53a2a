/** Processor time of each stage of a read that brings a new position, from the call to the service to the publication of its commit. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { type LoadTracking, loadTracking } from '@waypost/contract/loads';
import { openDatabase } from '../src/platform/store/open-database.ts';
import { ServiceClient } from '../src/service/upstream/client.ts';
import { Http } from '../src/service/upstream/http.ts';
import { RequestScheduler } from '../src/service/upstream/request-scheduler.ts';
import { id, silentLog } from '../src/testing/tracking.ts';
import { createArrivals } from '../src/tracking/arrival/arrivals.ts';
import { createStopPlaces } from '../src/tracking/arrival/stop-places.ts';
import { Board } from '../src/tracking/board/board.ts';
import { cityIndex } from '../src/tracking/geocoding/city-index.ts';

const READS = 4_000;
const PARALLEL = 8;
const BATCH = 200;

export interface Stages {
  /** Microseconds for a read, as the others. */
  readonly call: number;
  readonly parse: number;
  readonly rules: number;
  readonly commit: number;
  /** Of `BATCH` loads, one after another, by the clock. */
  readonly commits_a_second: number;
}

/** Microseconds of this thread's processor time for each of `READS`. */
async function measured(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / READS;
}

/** In this process. The database, at `url`, then has so many loads. `base_url`: of the service (soak/changing-upstream.ts). */
export async function measureStages(url: string, base_url: string, loads: number): Promise<Stages> {
  const { db, close } = await openDatabase(url);
  const cities = cityIndex();
  const placeOf = createStopPlaces({ findCity: cities.find.bind(cities), siteNamed: () => null });
  const board = await Board.open({
    db,
    log: silentLog,
    placeOf: cities.nearest.bind(cities),
    arrivalsOf: createArrivals({ placeOf }),
    batchMs: 3_600_000,
  });
  const ids = Array.from({ length: loads }, (_, n) => id(n + 1));
  for (let from = 0; from < loads; from += 1_000)
    await board.watch(ids.slice(from, from + 1_000), 'person', null);

  const scheduler = new RequestScheduler({ maxRps: 1_000_000 });
  const http = new Http();
  const client = new ServiceClient({
    baseUrl: new URL(base_url),
    http,
    scheduler,
    token: { get: async () => 't', reject: () => undefined },
    assumptions: ASSUMPTIONS,
  });
  const endpoint = serviceEndpoints(ASSUMPTIONS).getLoadTracking;
  const answers: { readonly data: LoadTracking; readonly raw: unknown }[] = [];
  const read = async (n: number): Promise<void> => {
    const params = { load_id: ids[n % loads] as string };
    answers.push(await client.call(endpoint, { params, priority: 'background' }));
  };
  const call = await measured(async () => {
    for (let n = 0; n < READS; n += PARALLEL)
      await Promise.all(Array.from({ length: PARALLEL }, (_, k) => read(n + k)));
  });
  const parse = await measured(() => answers.forEach(({ raw }) => void loadTracking.parse(raw)));
  let [rules, commit, commit_ms] = [0, 0, 0];
  for (let from = 0; from < READS; from += BATCH) {
    const batch = answers.slice(from, from + BATCH);
    rules += await measured(() => {
      for (const { data, raw } of batch) board.recordAnswer(data.load_id, data, raw);
    });
    const commit_from = performance.now();
    commit += await measured(() => board.flush());
    commit_ms += performance.now() - commit_from;
  }
  await board.close();
  scheduler.close();
  await http.close();
  await close();
  return { call, parse, rules, commit, commits_a_second: (READS / BATCH / commit_ms) * 1_000 };
}

/** @param needed commits a second that the loads need */
export const stageLines = ({ call, parse, rules, commit, commits_a_second }: Stages, needed = 0) => [
  { what: 'call and parse, μs', found: Math.round(call) },
  { what: 'of which parse, μs', found: Math.round(parse) },
  { what: 'rules and prediction, μs', found: Math.round(rules) },
  { what: `commit and publish, ${BATCH} loads at once, μs`, found: Math.round(commit) },
  {
    what: 'such commits a second, one after another, by the clock',
    found: Math.round(commits_a_second),
    ...(needed > 0 && { expected: { atLeast: needed / BATCH } }),
  },
];
