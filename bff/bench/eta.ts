/**
 * `pnpm bench:eta [seed]`: accuracy of predicted arrivals. On recorded trips, if they are there, by group and minutes left: median
 * error, coverage, width and Winkler score in minutes, beside two baselines with the spread that they turn out to have in that row.
 * Over simulated weeks, which show that rests are foreseen: the median error as a share of the time left, compared with 50 mph and
 * the last speed, and how often the arrival fell within the interval. Exits with 1 when a goal is missed.
 */
import { type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { Network } from '@waypost/geo/network';
import { type RoadDistance, RoadDistanceFinder } from '@waypost/geo/road-distance';
import { Freight } from '@waypost/sandbox/world/freight';
import { Itinerary } from '@waypost/sandbox/world/itinerary';
import { pingsBetween, SimulatedPings } from '@waypost/sandbox/world/pings';
import { hash, keyOf, Random } from '@waypost/sandbox/world/random';
import { advanceDuty, type Duty, startOfDuty, type TimedPosition } from '@waypost/triage/duty';
import { type Experience, NO_EXPERIENCE, predictArrival } from '@waypost/triage/predict';
import { type Row, report } from '../soak/report.ts';
import { learn } from '../src/tracking/arrival/track-record.ts';
import { MINUTES_LEFT, type RecordedCase, recordedCases } from './recorded-trips.ts';

const HOUR = 3_600_000;
const BRACKETS = [1, 3, 6, 12] as const;
const TRUCKS = 500;
const LEARNED_FROM = 100;
/** The product learns from what was said up to so long before an arrival. */
const MAX_LEARNED_MINUTES = 240;
const WEEKS = 2;
const HISTORY_MS = 40 * HOUR;
const RHYTHMS_MS = [30_000, 60_000, 120_000, 180_000, 300_000];
const [seed = 7] = process.argv.slice(2).map(Number);

interface Trial {
  readonly learned: Parameters<typeof learn>[0][number];
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
  truck: number,
): Trial | null {
  const duty = dutyOf(positions);
  const way = { ...route, uncertainty_meters: 0 };
  const estimate = duty && predictArrival(duty, way, now, experience);
  if (!duty || !estimate) return null;
  const left = arrived - now;
  const miles = route.meters / METERS_PER_MILE;
  const error = (at: number) => Math.abs(Math.max(now, at) - arrived) / left;
  const within = estimate.from <= arrived && arrived <= estimate.to;
  const speed = duty.last_mph === null || duty.last_mph < 5 ? 50 : duty.last_mph;
  return {
    left,
    learned: {
      load_id: String(truck),
      stop_sequence: arrived,
      shown_at: now,
      shown_from: estimate.from,
      shown_likely: estimate.likely,
      shown_to: estimate.to,
      ...experience,
      arrived_at: arrived,
      hit: within ? 1 : 0,
    },
    error: error(estimate.likely),
    within,
    constant: error(duty.position.at + (miles / 50) * HOUR),
    last: error(duty.position.at + (miles / speed) * HOUR),
  };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const trials = new Map<number, Trial[]>(BRACKETS.map((hours) => [hours, []]));
/** What the first trucks' arrivals teach about the others; as in the product, not from what rests decide. */
const learned: Trial['learned'][] = [];
let experience: Experience = NO_EXPERIENCE;
for (let truck = 0; truck < TRUCKS; truck++) {
  if (truck === LEARNED_FROM) experience = learn(learned, 'all');
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
      const trial =
        last && evaluate(positions, distances.between(last, goal), now, destination.arrived, truck);
      if (!trial) continue;
      if (truck >= LEARNED_FROM) trials.get(hours)?.push(trial);
      else if (hours * 60 <= MAX_LEARNED_MINUTES) learned.push(trial.learned);
    }
  }
}

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
}
report(
  `predicted arrivals of ${TRUCKS - LEARNED_FROM} trucks over ${WEEKS} simulated weeks, times ${experience.time_factor} and widths ${experience.width_factor} of the usual learned from ${LEARNED_FROM} others, seed ${seed}`,
  rows,
);

const quantile = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low + (high - low) * (at - Math.floor(at));
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Score of intervals that are meant to hold four of five: their width, and ten times what they miss. */
const winkler = (left: number, intervals: readonly (readonly [from: number, to: number])[]) =>
  mean(intervals.map(([from, to]) => to - from + 10 * (Math.max(0, from - left) + Math.max(0, left - to))));

/** Cases of a row from which on its coverage is a goal. */
const MIN_CASES = 30;
/** Fewer are not shown. */
const MIN_SHOWN = 4;
const WIDTHS = [24, 5, 5, 8, 9, 8, 9, 18, 18] as const;
const line = (...cells: readonly (string | number)[]) =>
  process.stdout.write(
    `  ${cells.map((cell, at) => (at ? String(cell).padStart(WIDTHS[at] ?? 0) : String(cell).padEnd(WIDTHS[0]))).join('')}\n`,
  );

/** Prints one row, and returns the goals that it misses. */
function recordedRow(group: string, left: number, cases: readonly RecordedCase[], isGoal: boolean): string[] {
  const errorOf = (key: 'likely' | 'constant' | 'pace') =>
    median(cases.map((one) => Math.abs(one[key] - left)));
  const coverage = cases.filter(({ from, to }) => from <= left && left <= to).length / cases.length;
  const baseline = (key: 'constant' | 'pace') => {
    const ratios = cases.map((one) => left / one[key]);
    const [low, high] = [quantile(ratios, 0.1), quantile(ratios, 0.9)];
    return winkler(
      left,
      cases.map((one) => [one[key] * low, one[key] * high]),
    );
  };
  const score = winkler(
    left,
    cases.map(({ from, to }) => [from, to]),
  );
  const [constant, pace] = [baseline('constant'), baseline('pace')];
  line(
    group,
    left,
    cases.length,
    errorOf('likely').toFixed(1),
    `${percent(coverage).toFixed(0)} %`,
    median(cases.map(({ from, to }) => to - from)).toFixed(0),
    score.toFixed(0),
    `${errorOf('constant').toFixed(1)} / ${constant.toFixed(0)}`,
    `${errorOf('pace').toFixed(1)} / ${pace.toFixed(0)}`,
  );
  if (!isGoal) return [];
  const misses: string[] = [];
  const isAll = group === 'all';
  if (cases.length >= MIN_CASES && (coverage < 0.75 || coverage > 0.85))
    misses.push('coverage of 75 to 85 %');
  if (isAll && errorOf('likely') > 0.9 * Math.min(errorOf('constant'), errorOf('pace')))
    misses.push('median error of at most 0.9 times the better baseline');
  if (isAll && score > Math.min(constant, pace)) misses.push('a Winkler score better than both baselines');
  return misses.map((miss) => `${group}, ${left} minutes left: ${miss}`);
}

function reportRecorded(title: string, cases: readonly RecordedCase[], isGoal: boolean): string[] {
  process.stdout.write(`\n${title}\n`);
  line('group', 'left', 'n', 'error', 'covered', 'width', 'Winkler', '80 km/h', 'pace of the hour');
  const groups = [...new Set(cases.map(({ group }) => group)), 'all'];
  return groups.flatMap((group) =>
    MINUTES_LEFT.flatMap((left) => {
      const row = cases.filter(
        (one) => one.minutes_left === left && (group === 'all' || one.group === group),
      );
      return row.length < MIN_SHOWN ? [] : recordedRow(group, left, row, isGoal);
    }),
  );
}

const recorded = recordedCases();
if (!recorded) process.stdout.write('\nNo recorded trips: ../shared/tracks is not there.\n');
else {
  const missed = reportRecorded('recorded trips, minutes', recorded, true);
  reportRecorded(
    'of them those of vehicles and days held out of the first fit',
    recorded.filter(({ held_out }) => held_out),
    false,
  );
  process.stdout.write(`\nGoals missed: ${missed.length === 0 ? 'none' : `\n  ${missed.join('\n  ')}`}\n`);
  if (missed.length > 0) process.exitCode = 1;
}
