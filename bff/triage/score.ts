/**
 * Urgency of an exception: severity of its cause times proximity of the next appointment. A late load becomes more severe with its
 * lateness. The rules are data, so that a team can have its own; the factors are returned so that people can see them.
 */
import type { LateLimits } from '@waypost/contract/api/board';
import { DEFAULT_LATE_LIMITS } from '@waypost/contract/api/late-defaults';

/** Rows of the table from state to sentence, worst first. */
export const CAUSES = [
  'disagree',
  'unmatched',
  'truck_lost',
  'vehicle_changed',
  'same_truck',
  'unassigned',
  'none_sent',
  'read_refused',
  'read_forbidden',
  'read_unauthorized',
  'stale_driving',
  'late',
  'read_failed',
  'no_signal',
  'not_shared',
  'running_late',
  'read_not_found',
  'stale',
  'overdue',
  'monitor_waiting',
  'unknown',
  'unknown_assignment',
  'late_known',
  // The causes below require no action now.
  'read_limited',
  'not_read',
  'unassigned_waiting',
  'unconfirmed',
  'may_be_delivered',
  'inferred',
  'fine',
  'delivered',
] as const;
export type Cause = (typeof CAUSES)[number];

export const isCause = (cause: string): cause is Cause => (CAUSES as readonly string[]).includes(cause);

/** Severity in words, worst first. */
export const BANDS = ['critical', 'high', 'watch'] as const;
export type Band = (typeof BANDS)[number];

/** Least severity of each band. */
const BAND_FROM: Readonly<Record<Band, number>> = { critical: 75, high: 60, watch: 0 };

export const bandOf = ({ severity }: Pick<Score, 'severity'>): Band =>
  BANDS.find((band) => severity >= BAND_FROM[band]) ?? 'watch';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Causes whose severity grows with the lateness. */
const GROWS_WITH_LATENESS: ReadonlySet<Cause> = new Set(['late', 'running_late', 'overdue']);
interface Raise {
  readonly within_ms: number;
  readonly band: Band;
}
/**
 * Causes that are at least in this band from so long before the appointment on: while another truck can still be found, and while
 * there is time to call about a truck of which nobody knows where it is.
 */
const NO_TRUCK: Raise = { within_ms: HOUR, band: 'critical' };
const NOT_SEEN: Raise = { within_ms: 8 * HOUR, band: 'high' };
const RAISED: Partial<Readonly<Record<Cause, Raise>>> = {
  unassigned: NO_TRUCK,
  none_sent: NO_TRUCK,
  stale: NOT_SEEN,
  no_signal: NOT_SEEN,
  not_shared: NOT_SEEN,
};

function bandOfLateness(lateness: number, limits: LateLimits): Band {
  const minutes = lateness / MINUTE;
  return minutes >= limits.critical ? 'critical' : minutes >= limits.high ? 'high' : 'watch';
}

/** Orders exceptions: the worst severity band first, then severity times urgency. Larger is worse. */
export const priorityOf = (score: Pick<Score, 'severity' | 'total'>): number =>
  (BANDS.length - BANDS.indexOf(bandOf(score))) * ABOVE_ANY_TOTAL + score.total;
const ABOVE_ANY_TOTAL = 1_000;

/**
 * Worth a place in the short list of what to do next: all that is critical or high, and what is to be watched once its appointment is
 * near. A failed read is retried by itself.
 */
export const isForNow = (cause: Cause, score: Pick<Score, 'severity' | 'total'>): boolean =>
  bandOf(score) !== 'watch' || (cause !== 'read_failed' && score.total >= FOR_NOW);
const FOR_NOW = 45;

export interface UrgencyBand {
  /** The band applies when less than this is left until the appointment, milliseconds; negative after the appointment. */
  readonly below_ms: number;
  readonly factor: number;
}

export interface ScoreRules {
  /** 0 to 100. Causes below `attention` require no action. */
  readonly severity: Readonly<Record<Cause, number>>;
  readonly attention: number;
  /** Farthest first. */
  readonly urgency: readonly UrgencyBand[];
  /** Urgency factor when no appointment is known. */
  readonly without_appointment: number;
}

export const DEFAULT_RULES: ScoreRules = {
  severity: {
    disagree: 90,
    unmatched: 85,
    truck_lost: 82,
    vehicle_changed: 80,
    same_truck: 75,
    unassigned: 70,
    none_sent: 70,
    read_refused: 70,
    read_forbidden: 70,
    read_unauthorized: 70,
    stale_driving: 65,
    late: 60,
    read_failed: 55,
    no_signal: 55,
    not_shared: 50,
    running_late: 50,
    read_not_found: 45,
    stale: 45,
    overdue: 40,
    monitor_waiting: 35,
    unknown: 30,
    unknown_assignment: 25,
    late_known: 20,
    read_limited: 5,
    not_read: 4,
    unassigned_waiting: 3,
    unconfirmed: 2,
    may_be_delivered: 2,
    inferred: 1,
    fine: 0,
    delivered: 0,
  },
  attention: 10,
  urgency: [
    { below_ms: Number.POSITIVE_INFINITY, factor: 0.5 },
    { below_ms: 24 * HOUR, factor: 0.7 },
    { below_ms: 12 * HOUR, factor: 0.85 },
    { below_ms: 6 * HOUR, factor: 1 },
    { below_ms: 2 * HOUR, factor: 1.3 },
    { below_ms: 0, factor: 1.6 },
    { below_ms: -2 * HOUR, factor: 1.8 },
  ],
  without_appointment: 1,
};

const NOT_LATE = { lateness: null, limits: DEFAULT_LATE_LIMITS } as const;

export interface Score {
  /** severity × urgency, rounded. */
  readonly total: number;
  readonly severity: number;
  readonly urgency: number;
  /** The appointment that determines the urgency, milliseconds since 1970; null when unknown or irrelevant. */
  readonly appointment_at: number | null;
  /** When time alone changes the score, milliseconds since 1970; infinity when it does not. */
  readonly valid_until: number;
}

/**
 * @param appointment_at the next appointment at risk, milliseconds since 1970; null when unknown
 * @param now the server's clock, milliseconds since 1970
 * @param late how late the load is, milliseconds, null when not known to be late; and from when that counts
 */
export function scoreOf(
  cause: Cause,
  appointment_at: number | null,
  now: number,
  rules: ScoreRules = DEFAULT_RULES,
  late: { readonly lateness: number | null; readonly limits: LateLimits } = NOT_LATE,
): Score {
  const { lateness, limits } = late;
  const raise = RAISED[cause];
  const raised_at = raise && appointment_at !== null ? appointment_at - raise.within_ms : null;
  const grown =
    lateness !== null && GROWS_WITH_LATENESS.has(cause) ? bandOfLateness(lateness, limits) : 'watch';
  const band = raise && raised_at !== null && now > raised_at ? raise.band : grown;
  const severity = Math.max(rules.severity[cause], BAND_FROM[band]);
  const never = Number.POSITIVE_INFINITY;
  if (severity < rules.attention)
    return { total: severity, severity, urgency: 1, appointment_at: null, valid_until: never };
  if (appointment_at === null) {
    const urgency = rules.without_appointment;
    return { total: Math.round(severity * urgency), severity, urgency, appointment_at, valid_until: never };
  }
  const left = appointment_at - now;
  const at = rules.urgency.findLastIndex(({ below_ms }) => left < below_ms);
  const urgency = rules.urgency[at]?.factor ?? rules.without_appointment;
  const next = rules.urgency[at + 1];
  // One millisecond after the edge, which still belongs to what was before it.
  const valid_until = Math.min(
    next ? appointment_at - next.below_ms + 1 : never,
    raised_at !== null && now <= raised_at ? raised_at + 1 : never,
  );
  return { total: Math.round(severity * urgency), severity, urgency, appointment_at, valid_until };
}
