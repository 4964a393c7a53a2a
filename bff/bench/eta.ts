/**
 * `pnpm bench:eta [seed] [track.gpx ...]`: accuracy of predicted arrivals over simulated weeks and recorded tracks, compared with
 * two baselines: 50 mph and the last speed. By hours before arrival: the median error as a share of the remaining time, and how
 * often the arrival fell within the interval. Exits with 1 when a goal is missed.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { Network } from '@waypost/geo/network';
import { type RoadDistance, RoadDistanceFinder } from '@waypost/geo/road-distance';
import { Freight } from '@waypost/sandbox/world/freight';
import { parseGpx } from '@waypost/sandbox/world/gpx';
import { Itinerary } from '@waypost/sandbox/world/itinerary';
import { pingsBetween, SimulatedPings } from '@waypost/sandbox/world/pings';
import { hash, keyOf, Random } from '@waypost/sandbox/world/random';
import { type Row, report } from '../soak/report.ts';
import { advanceDuty, type Duty, startOfDuty, type TimedPosition } from '../src/tracking/arrival/duty.ts';
import { predictArrival } from '../src/tracking/arrival/predict.ts';

const HOUR = 3_600_000;
const BRACKETS = [1, 3, 6, 12] as const;
const TRUCKS = 500;
const WEEKS = 2;
const HISTORY_MS = 40 * HOUR;
const RHYTHMS_MS = [30_000, 60_000, 120_000, 180_000, 300_000];
const [seedText = '7', ...tracks] = process.argv.slice(2);
const seed = Number(seedText);

interface Trial {
  readonly left: number;
  readonly error: number;
  readonly within: boolean;
  readonly constant: number;
  readonly last: number;
}

const network = new Network();
const distances = new RoadDistanceFinder(network);
const freight = new Freight(seed, 700, network);

function dutyOf(positions: readonly TimedPosition[]): Duty | null {
  const [first, ...rest] = positions;
  return first ? rest.reduce(advanceDuty, startOfDuty(first)) : null;
}

function evaluate(
  positions: readonly TimedPosition[],
  route: RoadDistance,
  now: number,
  arrived: number,
): Trial | null {
  const duty = dutyOf(positions);
  const estimate = duty && predictArrival(duty, { ...route, uncertainty_meters: 0 }, now);
  if (!duty || !estimate) return null;
  const left = arrived - now;
  const miles = route.meters / METERS_PER_MILE;
  const error = (at: number) => Math.abs(Math.max(now, at) - arrived) / left;
  const speed = duty.last_mph === null || duty.last_mph < 5 ? 50 : duty.last_mph;
  return {
    left,
    error: error(estimate.likely),
    within: estimate.from <= arrived && arrived <= estimate.to,
    constant: error(duty.position.at + (miles / 50) * HOUR),
    last: error(duty.position.at + (miles / speed) * HOUR),
  };
}

const trials = new Map<number, Trial[]>(BRACKETS.map((hours) => [hours, []]));
for (let truck = 0; truck < TRUCKS; truck++) {
  const key = hash(seed, keyOf('bench'), truck);
  const random = new Random(key);
  const itinerary = new Itinerary(freight, key, random.between(58, 65.5), 'upcoming', () => undefined);
  const rhythm = RHYTHMS_MS[truck % RHYTHMS_MS.length] as number;
  const pings = new SimulatedPings({ key, rhythm, fix: 'gps' }, (tau) => itinerary.at(tau));
  for (let index = 1; ; index++) {
    const { destination, origin, intermediate } = itinerary.trip(index);
    if (destination.arrived > WEEKS * 7 * 24 * HOUR) break;
    const startedAt = Math.max(origin.departed, intermediate?.departed ?? 0);
    const goal: LatLon = destination.site;
    for (const hours of BRACKETS) {
      const now = destination.arrived - hours * HOUR;
      if (now < startedAt + 0.25 * HOUR) continue;
      const positions = pingsBetween(pings, Math.max(0, now - HISTORY_MS), now);
      const last = positions.at(-1);
      const trial = last && evaluate(positions, distances.between(last, goal), now, destination.arrived);
      if (trial) trials.get(hours)?.push(trial);
    }
  }
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const percent = (share: number) => Number((share * 100).toFixed(1));
const rows: Row[] = [];
for (const [hours, all] of trials) {
  const own = percent(median(all.map(({ error }) => error)));
  const baselines = [median(all.map(({ constant }) => constant)), median(all.map(({ last }) => last))].map(
    percent,
  );
  const within = percent(all.filter((trial) => trial.within).length / all.length);
  const bracket = `${hours} h out`;
  rows.push({ what: `${bracket}: predictions`, found: all.length, expected: { atLeast: 50 } });
  rows.push({ what: `${bracket}: median error, % of the time left`, found: own, expected: { below: 12 } });
  rows.push({
    what: `${bracket}: the same at 50 mph`,
    found: baselines[0] as number,
    expected: { atLeast: own },
  });
  rows.push({
    what: `${bracket}: the same at the last speed`,
    found: baselines[1] as number,
    expected: { atLeast: own },
  });
  rows.push({ what: `${bracket}: within the interval, %`, found: within, expected: { atLeast: 75 } });
  rows.push({
    what: `${bracket}: outside the interval, %`,
    found: percent(1 - within / 100),
    expected: { atLeast: 12 },
  });
}
report(`predicted arrivals of ${TRUCKS} trucks over ${WEEKS} simulated weeks, seed ${seed}`, rows);

const ratios: number[] = [];
for (const from of network.nodes)
  for (const to of network.nodes) {
    const straight = distanceMeters(from, to) / METERS_PER_MILE;
    if (
      to.index > from.index &&
      straight > 150 &&
      straight < 1_000 &&
      (from.index * 31 + to.index) % 97 === 0
    )
      ratios.push(
        (network.shortestPathsFrom(from.index).meters[to.index] as number) / METERS_PER_MILE / straight,
      );
  }
process.stdout.write(`road over great circle, median: ${median(ratios).toFixed(3)}\n`);

for (const file of tracks) {
  const { points } = parseGpx(basename(file), readFileSync(file, 'utf8'));
  const positions = points.map(({ offset, ...place }) => ({ ...place, at: offset }));
  const end = (positions.at(-1) as TimedPosition).at;
  for (const minutes of [3, 10, 30, 60]) {
    const all: Trial[] = [];
    for (const goal of positions) {
      const now = goal.at - minutes * 60_000;
      const known = positions.filter(({ at }) => at <= now);
      const last = known.at(-1);
      const trial = last && evaluate(known, distances.between(last, goal), now, goal.at);
      if (trial) all.push(trial);
    }
    if (all.length === 0) continue;
    const [own, constant, last] = (['error', 'constant', 'last'] as const).map((key) =>
      percent(median(all.map((trial) => trial[key]))),
    );
    const within = percent(all.filter((trial) => trial.within).length / all.length);
    process.stdout.write(
      `${basename(file)} (${Math.round(end / 60_000)} min), ${minutes} min out: median error ${own} %, at 50 mph ${constant} %, at the last speed ${last} %, within ${within} %\n`,
    );
  }
}
