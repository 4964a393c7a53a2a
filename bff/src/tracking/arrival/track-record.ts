/**
 * Compares confirmed arrivals with what was shown before them: how often the interval held, for a fleet and for all, and what that
 * teaches about the next estimates. All functions are pure; arrival-records.ts reads the stored cases.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { ArrivalRecord, PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { monitorStopOf } from '@waypost/triage/monitored';
import { appointmentsOf } from '@waypost/triage/plan';
import type { Experience } from '@waypost/triage/predict';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import { type ArrivalCaseRow, newestCases } from '../../platform/store/arrival-cases.ts';
import type { Uses } from '../../platform/uses.ts';

const MINUTE = 60_000;
/** An arrival is compared with what was shown so many minutes before it. */
const MINUTES_BEFORE = [15, 30, 60, 120, 240] as const;
/** What was shown at another time counts for the nearest of them, if it is this near, as a ratio. */
const MAX_RATIO = 1.3;
/** Longer before an arrival nothing is compared. */
const MAX_AGE_MS = 6 * 60 * MINUTE;
/** Of what was shown, one is kept in each span of ages; each span is this much longer than the one after it. */
const SPAN_RATIO = 1.15;

/** The last cases that count, and how many, of how many arrivals, must exist before anything is claimed or learned. */
export const COUNTED_CASES = 50;
const [MIN_CASES, MIN_ARRIVALS] = [20, 10];
/** What the interval is meant to hold, and the shares below which it is widened and above which it is narrowed. */
const MEANT_SHARE = 0.8;
const [MIN_SHARE, MAX_SHARE] = [0.75, 0.88];
const [MIN_WIDTH, MAX_WIDTH] = [0.75, 3];
/** An interval is narrowed by what it needs both at less and at more than this before the arrival, from so many cases of each. */
const SHORT_MS = 90 * MINUTE;
const MIN_NARROWING_CASES = 10;
/** Weight of the usual width against that of the arrivals. */
const USUAL_ARRIVALS = 15;
const [MIN_TIME_FACTOR, MAX_TIME_FACTOR] = [0.7, 1.8];
/** Weight of the usual time against that of the cases. */
const USUAL_CASES = 10;

/** An estimate as it was shown; times in milliseconds. */
export interface ShownEstimate {
  readonly stop_sequence: number;
  readonly at: number;
  readonly from: number;
  readonly likely: number;
  readonly to: number;
  /** What was learned by then and is part of the estimate. */
  readonly time_factor: number;
  readonly width_factor: number;
}

/** Adds what is shown now to what was shown before, and drops what is not needed for a comparison. */
export function addShown(
  shown: readonly ShownEstimate[],
  predictions: readonly PredictedArrival[],
  now: number,
): readonly ShownEstimate[] {
  if (predictions.length === 0) return shown;
  const sequences = new Set(predictions.map(({ stop_sequence }) => stop_sequence));
  const kept = predictions.flatMap(({ stop_sequence, from, likely, to, record }) => {
    const latest: ShownEstimate = {
      stop_sequence,
      at: now,
      from: Date.parse(from),
      likely: Date.parse(likely),
      to: Date.parse(to),
      time_factor: record?.time_factor ?? 1,
      width_factor: record?.width_factor ?? 1,
    };
    return thinned(
      shown.filter((one) => one.stop_sequence === stop_sequence),
      latest,
    );
  });
  return [...shown.filter(({ stop_sequence }) => !sequences.has(stop_sequence)), ...kept];
}

/** Oldest first. The oldest of each span is kept, so that it grows older. */
function thinned(before: readonly ShownEstimate[], latest: ShownEstimate): ShownEstimate[] {
  const spans = new Set<number>();
  const kept = before.filter(({ at }) => {
    const age = latest.at - at;
    const span = Math.floor(Math.log(1 + age / (5 * MINUTE)) / Math.log(SPAN_RATIO));
    if (age <= 0 || age > MAX_AGE_MS || spans.has(span)) return false;
    spans.add(span);
    return true;
  });
  return [...kept, latest];
}

/** When a load arrived at a stop, milliseconds: by the service, its monitor, or where its truck stood; null: not known. */
function arrivalAt(item: BoardLoad, stop_sequence: number): number | null {
  const stop = item.stops.find(({ sequence }) => sequence === stop_sequence);
  if (!stop) return null;
  const watched = monitorStopOf(item, stop);
  const inferred = stop === appointmentsOf(item.stops).at(-1) ? item.possible_delivery?.from : null;
  const at = stop.arrived_at ?? (watched ? (watched.arrived_at_start ? null : watched.arrived_at) : inferred);
  return at ? Date.parse(at) : null;
}

/** Cases of arrivals that are known by now, and what was shown about the other stops. */
export function compareWithArrivals(item: BoardLoad, shown: readonly ShownEstimate[]) {
  const arrivals = new Map<number, number>();
  for (const { stop_sequence } of shown) {
    const at = arrivalAt(item, stop_sequence);
    if (at !== null) arrivals.set(stop_sequence, at);
  }
  if (arrivals.size === 0) return { cases: [], shown };
  const cases = [...arrivals].flatMap(([stop_sequence, arrived_at]) =>
    casesOf(
      item,
      shown.filter((one) => one.stop_sequence === stop_sequence),
      arrived_at,
    ),
  );
  return { cases, shown: shown.filter(({ stop_sequence }) => !arrivals.has(stop_sequence)) };
}

function casesOf(
  { load_id, fleet }: BoardLoad,
  shown: readonly ShownEstimate[],
  arrived_at: number,
): ArrivalCaseRow[] {
  return MINUTES_BEFORE.flatMap((minutes_before) => {
    const offBy = ({ at }: ShownEstimate) =>
      at < arrived_at
        ? Math.abs(Math.log((arrived_at - at) / (minutes_before * MINUTE)))
        : Number.POSITIVE_INFINITY;
    const nearest = shown.toSorted((a, b) => offBy(a) - offBy(b))[0];
    if (!nearest || offBy(nearest) > Math.log(MAX_RATIO)) return [];
    const { stop_sequence, at, from, likely, to, time_factor, width_factor } = nearest;
    // Times are shown in minutes.
    const hit = from - MINUTE / 2 <= arrived_at && arrived_at <= to + MINUTE / 2 ? 1 : 0;
    const fleet_id = fleet?.fleet_id ?? null;
    const shown_interval = { shown_at: at, shown_from: from, shown_likely: likely, shown_to: to };
    return [
      {
        load_id,
        stop_sequence,
        minutes_before,
        fleet_id,
        ...shown_interval,
        time_factor,
        width_factor,
        arrived_at,
        hit,
      },
    ];
  });
}

type Case = Omit<ArrivalCaseRow, 'fleet_id' | 'minutes_before'>;
export type LearnedOf = ArrivalRecord & Experience;

/** What the newest cases teach; nothing while there are too few. */
export function learn(cases: readonly Case[], of: ArrivalRecord['of']): LearnedOf {
  const arrivals = new Set(cases.map(({ load_id, stop_sequence }) => `${load_id} ${stop_sequence}`)).size;
  const counts = { of, arrivals, cases: cases.length };
  if (cases.length < MIN_CASES || arrivals < MIN_ARRIVALS)
    return { ...counts, hits: null, time_factor: 1, width_factor: 1 };
  const hits = cases.filter(({ hit }) => hit === 1).length;
  const slower = cases.map(
    ({ shown_at, shown_likely, arrived_at, time_factor }) =>
      Math.log(Math.max(MINUTE, arrived_at - shown_at) / Math.max(MINUTE, shown_likely - shown_at)) +
      Math.log(time_factor),
  );
  const weight = cases.length / (cases.length + USUAL_CASES);
  const time_factor = Math.min(MAX_TIME_FACTOR, Math.max(MIN_TIME_FACTOR, Math.exp(median(slower) * weight)));
  return {
    ...counts,
    hits,
    time_factor: round(time_factor),
    width_factor: round(widthFactor(cases, counts.arrivals)),
  };
}

/** What was widened or narrowed before is counted as if it had not been. */
function widthFactor(cases: readonly Case[], arrivals: number): number {
  const share = cases.filter(({ hit }) => hit === 1).length / cases.length;
  const isUsual = cases.every(({ width_factor }) => width_factor === 1);
  if (isUsual && share >= MIN_SHARE && share <= MAX_SHARE) return 1;
  const needed = widthNeeded(cases);
  if (needed >= 1) return Math.min(MAX_WIDTH, needed);
  const [short, long] = [true, false].map((isShort) =>
    cases.filter(({ shown_at, arrived_at }) => arrived_at - shown_at < SHORT_MS === isShort),
  ) as [Case[], Case[]];
  if (Math.min(short.length, long.length) < MIN_NARROWING_CASES) return 1;
  const most = Math.min(1, Math.max(widthNeeded(short), widthNeeded(long)));
  return Math.max(MIN_WIDTH, most ** (arrivals / (arrivals + USUAL_ARRIVALS)));
}

/** How many times wider than usual the interval had to be to hold what it is meant to. */
function widthNeeded(cases: readonly Case[]): number {
  const needed = cases.map(({ shown_from, shown_likely, shown_to, width_factor, arrived_at }) => {
    const side = arrived_at < shown_likely ? shown_likely - shown_from : shown_to - shown_likely;
    return (Math.abs(arrived_at - shown_likely) / Math.max(MINUTE, side)) * width_factor;
  });
  return needed.sort((a, b) => a - b)[Math.ceil(MEANT_SHARE * needed.length) - 1] ?? 1;
}

const round = (value: number) => Math.round(value * 100) / 100;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** For new cases of other servers. */
const REFRESH_MS = 5 * 60_000;
/** Fleets without a case among these learn from all. */
const MAX_CASES = 5_000;

export class ArrivalRecords extends IntervalJob {
  #ofFleet: ReadonlyMap<string | null, LearnedOf> = new Map();
  #ofAll: LearnedOf = learn([], 'all');
  readonly #options: Uses<'db' | 'log'>;

  constructor(options: Uses<'db' | 'log'>) {
    super({
      log: options.log,
      task: 'read how often arrivals were predicted',
      everyMs: REFRESH_MS,
      work: () => this.refresh(),
    });
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const rows = await newestCases(this.#options.db, MAX_CASES);
    this.#ofAll = learn(rows.slice(0, COUNTED_CASES), 'all');
    const byFleet = Map.groupBy(rows, ({ fleet_id }) => fleet_id);
    this.#ofFleet = new Map(
      [...byFleet].map(([fleet_id, own]) => [fleet_id, learn(own.slice(0, COUNTED_CASES), 'fleet')]),
    );
  }

  /** Of the load's fleet if that has enough cases, otherwise of all. */
  readonly of = ({ fleet }: Pick<BoardLoad, 'fleet'>): LearnedOf => {
    const own = fleet ? this.#ofFleet.get(fleet.fleet_id) : undefined;
    return own && own.hits !== null ? own : this.#ofAll;
  };
}
