/** The stops of a monitor: dwell time and its cost, lateness, and their circles on the map. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { hasObservedTime, type JourneyStop, journeyOf } from '@waypost/triage/journey';
import { minuteOf, minutesBetween } from '@waypost/triage/minutes';
import type { PassedOrigin } from '@waypost/triage/passed-origin';
import type { MapCircle } from '../map/types.ts';
import { isolated } from '../ui/bidi.ts';
import { distanceText } from '../ui/quantities.ts';
import { dockTime, durationText, fromNowText, minutesText } from '../ui/time.ts';
import { stopName } from './load-words.ts';

// Detention is the cost of a stay beyond the site's free time. Computed with integers only, so that invoices are exact.

export const DETENTION_RULE =
  'Stays count in whole minutes, from the minute of the arrival to that of the departure. Free time starts at the arrival, or at the appointment when the truck is early. Minutes after the free time cost 1/60 of the hourly rate each; the amount is rounded half up to the smallest unit of the currency.';

interface DetentionTerms {
  /** Null: no detention at this stop. */
  readonly free_minutes: number | null;
  /** Decimal text per hour, at most four decimals; null: only the time is computed. */
  readonly detention_rate: string | null;
  /** ISO 4217 */
  readonly detention_currency: string | null;
}

export interface Detention {
  /** Minutes after the free time; 0 within it. */
  readonly minutes: number;
  /** Decimal text with the currency's number of decimals; null without a rate. */
  readonly amount: string | null;
  readonly currency: string | null;
}

const MINUTE = 60_000;
const RATE_DECIMALS = 4;

/** Null when the stop has no detention terms. @param counted_ms since the free time started; negative before */
export function detentionOf(terms: DetentionTerms, counted_ms: number): Detention | null {
  const { free_minutes, detention_rate, detention_currency } = terms;
  if (free_minutes === null) return null;
  const minutes = Math.max(0, Math.floor(counted_ms / MINUTE) - free_minutes);
  const amount =
    detention_rate === null || detention_currency === null
      ? null
      : amountOf(detention_rate, minutes, decimalsOf(detention_currency));
  return { minutes, amount, currency: amount === null ? null : detention_currency };
}

type DetentionStop = StayTimes & DetentionTerms & Pick<JourneyStop, 'planned_arrival_at'>;

/** How long the truck waited for its appointment, milliseconds: free time starts after that. */
const earlyBy = (stop: DetentionStop): number =>
  Math.max(0, -(lateness(stop.planned_arrival_at, knownArrival(stop)) ?? 0));

/**
 * The detention of a stay, so far while the truck is `inside`: the only source of its figures on screen, in print and in files. Null
 * without free time, and where the dwell time is unknown.
 */
export function detentionAt(stop: DetentionStop, inside: boolean, now: number): Detention | null {
  const dwell = dwellOf(stop, inside, now);
  return dwell && detentionOf(stop, dwell.ms - earlyBy(stop));
}

/** The minute in which the free time of a stay ends, milliseconds since 1970; null without free time or known arrival. */
export function freeUntil(stop: DetentionStop): number | null {
  const arrived_at = knownArrival(stop);
  if (stop.free_minutes === null || arrived_at === null) return null;
  return minuteOf(arrived_at) + earlyBy(stop) + stop.free_minutes * MINUTE;
}

/** `38 min over` */
export const overText = ({ minutes }: Pick<Detention, 'minutes'>): string =>
  `${durationText(minutes * MINUTE)} over`;

/** Decimals of a currency's amounts: 2 for USD, 0 for JPY; 2 for unknown codes. */
function decimalsOf(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return Math.min(RATE_DECIMALS, maximumFractionDigits ?? 2);
  } catch {
    return 2;
  }
}

/** Null for a rate that is not a decimal number with at most four decimals. */
function amountOf(rate: string, minutes: number, decimals: number): string | null {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(rate);
  if (!match) return null;
  const scaled = BigInt(`${match[1]}${(match[2] ?? '').padEnd(RATE_DECIMALS, '0')}`) * BigInt(minutes);
  const unit = 60n * 10n ** BigInt(RATE_DECIMALS - decimals);
  const digits = ((scaled * 2n + unit) / (2n * unit)).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `USD 62.50` */
export function moneyText({ amount, currency }: Pick<Detention, 'amount' | 'currency'>): string | null {
  return amount === null || currency === null ? null : `${currency} ${amount}`;
}

interface StayTimes {
  readonly arrived_at: string | null;
  readonly departed_at: string | null;
  /** True when the truck was already there when tracking started, so that its arrival is unknown. */
  readonly arrived_at_start: boolean;
  /** City whose center the stop's circle is; missing for the circle of a dock. */
  readonly city_center?: string | null | undefined;
  /** No stop: the circle around the truck where tracking began. */
  readonly around_truck?: true | undefined;
  /** IANA */
  readonly time_zone?: string | null | undefined;
}

export interface Dwell {
  readonly ms: number;
  /** Still inside: `ms` is growing. */
  readonly running: boolean;
}

export const AT_START = 'at origin when tracking started';

/** Why the times in this circle prove nothing; null for the circle of a dock. */
export function noEvidence({
  city_center,
  around_truck,
}: Pick<StayTimes, 'city_center' | 'around_truck'>): string | null {
  if (around_truck) return 'not evidence: where tracking began, not a stop';
  return city_center ? 'not evidence: city center, not the dock' : null;
}

/** Null when the arrival is unknown, as at the origin when tracking started, or in a circle that is no dock. */
export function knownArrival(stop: StayTimes): string | null {
  return stop.arrived_at_start || noEvidence(stop) ? null : stop.arrived_at;
}

/** Null when the departure is unknown, as in a circle that is no dock. */
export function knownDeparture(stop: StayTimes): string | null {
  return noEvidence(stop) ? null : stop.departed_at;
}

/**
 * Null without a known arrival, without a departure unless the truck is `inside`, and when the departure precedes the arrival.
 */
export function dwellOf(stop: StayTimes, inside: boolean, now: number): Dwell | null {
  const { departed_at } = stop;
  const arrived_at = knownArrival(stop);
  if (arrived_at === null || (departed_at === null && !inside)) return null;
  // The service's clock may be slightly ahead of ours.
  if (departed_at === null) return { ms: Math.max(0, minutesBetween(arrived_at, now)), running: true };
  const ms = minutesBetween(arrived_at, departed_at);
  return Date.parse(departed_at) < Date.parse(arrived_at) ? null : { ms, running: false };
}

/** Milliseconds after the plan, negative before it; null when either time is unknown. */
export function lateness(planned: string | null, actual: string | null): number | null {
  return planned === null || actual === null ? null : minutesBetween(planned, actual);
}

/** `12 min late`, `1 h 5 min early`, `on time` in the planned minute. @param ms whole minutes, from `lateness` */
export function latenessText(ms: number): string {
  if (ms === 0) return 'on time';
  return `${durationText(Math.abs(ms))} ${ms > 0 ? 'late' : 'early'}`;
}

/** `Inside for 25 min`, later `Stayed 1 h 28 min`; null when the dwell time is unknown. */
export function stayText(stop: StayTimes, inside: boolean, now: number): string | null {
  const unproven = noEvidence(stop);
  if (unproven) return unproven;
  if (stop.arrived_at_start) return `Duration unknown: ${AT_START}`;
  const dwell = dwellOf(stop, inside, now);
  return dwell && `${dwell.running ? 'Inside for' : 'Stayed'} ${minutesText(dwell.ms)}`;
}

/** `free until 15:30 (in 20 min)`, `28 min over 60 min free time: USD 35.00`; null without free time. */
export function stayCost(stop: DetentionStop, inside: boolean, now: number): string | null {
  const detention = detentionAt(stop, inside, now);
  const free = freeUntil(stop);
  if (detention === null || free === null) return null;
  if (detention.minutes === 0 && stop.departed_at !== null)
    return `within ${stop.free_minutes} min free time`;
  if (detention.minutes === 0) {
    const minute = minuteOf(now);
    const left = free > minute ? ` (${fromNowText(free, minute)})` : '';
    return `free until ${dockTime(free, now, stop.time_zone)}${left}`;
  }
  const money = moneyText(detention);
  return `${overText(detention)} ${stop.free_minutes} min free time${earlyBy(stop) > 0 ? ' from the appt' : ''}${money ? `: ${money}` : ''}`;
}

export const circleId = (sequence: number): string => `stop-${sequence}`;

export function sequenceOf(circle_id: string | null): number | null {
  const match = /^stop-(\d+)$/.exec(circle_id ?? '');
  return match ? Number(match[1]) : null;
}

export function circlesOf(monitor: BoardMonitor): MapCircle[] {
  const { kind, stop: current_stop } = journeyOf(monitor);
  return monitor.stops.flatMap((stop, index) => {
    const { latitude, longitude, radius_meters, sequence } = stop;
    if (latitude === null || longitude === null || radius_meters === null) return [];
    const current = kind === 'at_stop' && stop === current_stop;
    return {
      id: circleId(sequence),
      label: stopName(stop, monitor.stops),
      number: String(index + 1),
      latitude,
      longitude,
      radius_meters,
      state: current
        ? ('current' as const)
        : hasObservedTime(stop)
          ? ('done' as const)
          : ('planned' as const),
      editable: false,
    };
  });
}

/** `Waits for the truck at Amarillo DC 4, but it is already 390 mi away, and the planned departure has passed` */
export function passedOriginText(
  { stops }: { readonly stops: readonly JourneyStop[] },
  passed: PassedOrigin,
): string {
  const [origin] = stops;
  const at = passed.at_stop === null ? undefined : stops[passed.at_stop];
  const where = at
    ? `at ${isolated(stopName(at, stops))}`
    : `${distanceText(passed.meters_away)} away, and the planned departure has passed`;
  return `Waits for the truck at ${origin ? isolated(stopName(origin, stops)) : 'its origin'}, but it is already ${where}`;
}
