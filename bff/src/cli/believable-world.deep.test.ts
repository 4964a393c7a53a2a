/** A day of the demonstration's world, judged by the product's own rules. */
import type { TrackingHealth } from '@waypost/contract/loads';
import { World } from '@waypost/sandbox/world/world';
import { factsOf } from '@waypost/triage/facts';
import { CAUSES, type Cause, DEFAULT_RULES } from '@waypost/triage/score';
import { expect, it } from 'vitest';
import { openDatabase } from '../platform/store/open-database.ts';
import { kindOfStatus } from '../service/upstream/errors.ts';
import { silentLog } from '../testing/tracking.ts';
import { createArrivals } from '../tracking/arrival/arrivals.ts';
import { createStopPlaces } from '../tracking/arrival/stop-places.ts';
import { Board } from '../tracking/board/board.ts';
import { cityIndex } from '../tracking/geocoding/city-index.ts';

const [MINUTE, HOUR] = [60_000, 3600_000];
const LOOK_EVERY = 15 * MINUTE;
const MONDAY = Date.UTC(2026, 10, 23);
/**
 * `late` and `monitor_waiting` need a monitor, `late_known` a call: demonstration.deep.test.ts. A 401 concerns the whole service, never
 * one load.
 */
const ELSEWHERE: readonly Cause[] = ['late', 'monitor_waiting', 'late_known', 'read_unauthorized'];

async function watchDay(start: number, hours: number) {
  const { db, close } = await openDatabase('sqlite::memory:');
  let time = start;
  const now = () => time;
  const world = new World({
    seed: 1,
    kind: 'believable',
    loads: 500,
    speed: 1,
    clock: { now },
    newId: () => '',
  });
  const cities = cityIndex();
  const placeOf = createStopPlaces({ findCity: cities.find.bind(cities), siteNamed: () => null });
  const arrivalsOf = createArrivals({ placeOf, now });
  const board = await Board.open({ db, log: silentLog, now, placeOf: () => null, arrivalsOf, batchMs: HOUR });
  const ids = world.loads.all.map(({ load_id }) => load_id);
  await board.watch(ids, 'person', null);
  const causes = new Set<Cause>();
  const healths = new Set<TrackingHealth | null>();
  const shares: number[] = [];
  for (; time <= start + hours * HOUR; time += LOOK_EVERY) {
    world.catchUp();
    for (const load of world.loads.all) {
      if (load.refused) {
        board.recordFailure(load.load_id, kindOfStatus(load.refused), load.refused, '');
        continue;
      }
      const answer = world.tracking(load.load_id);
      if (answer) board.recordAnswer(load.load_id, answer, null);
    }
    if (time === start) {
      // As people do in the demonstration.
      const unassigned = ids.filter((id) => board.get(id)?.item.tracking_health === 'unassigned');
      for (const [i, id] of unassigned.slice(0, 6).entries())
        board.recordIdentifiers(id, i % 2 === 0, 'Dana');
    }
    await board.flush();
    const facts = ids.flatMap((id) => {
      const item = board.get(id)?.item;
      if (item) healths.add(item.tracking_health);
      return item ? factsOf(item, { now: time, outage: false }) : [];
    });
    for (const { cause } of facts) causes.add(cause);
    shares.push(facts.filter(({ attention }) => attention).length / ids.length);
  }
  await board.close();
  await close();
  return { shares, causes, healths };
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;

it('has 6 to 14 % of its loads in need of attention at any time, and every health and cause', async () => {
  const causes = new Set<Cause>();
  const healths = new Set<TrackingHealth | null>();
  for (const [hour, hours] of [
    [14, 24],
    [2, 2],
    [8, 2],
    [20, 2],
  ] as const) {
    const day = await watchDay(MONDAY + hour * HOUR, hours);
    process.stdout.write(
      `begun at ${hour}:00 UTC, ${hours} h: ${percent(Math.min(...day.shares))} to ${percent(Math.max(...day.shares))}, ${percent(day.shares[0] ?? 0)} at first\n`,
    );
    expect(Math.min(...day.shares)).toBeGreaterThan(0.06);
    expect(Math.max(...day.shares)).toBeLessThan(0.14);
    expect(day.shares[0]).toBeGreaterThan(0.08);
    expect(day.shares[0]).toBeLessThan(0.12);
    for (const cause of day.causes) causes.add(cause);
    for (const health of day.healths) healths.add(health);
  }
  const needAttention = CAUSES.filter((cause) => DEFAULT_RULES.severity[cause] >= DEFAULT_RULES.attention);
  expect(needAttention.filter((cause) => !causes.has(cause) && !ELSEWHERE.includes(cause))).toEqual([]);
  for (const health of ['live', 'stale', 'no_signal', 'not_shared', 'unassigned', 'unknown'])
    expect(healths).toContain(health);
}, 120_000);
