/**
 * Reduces facts about an invitation (responses, reads, events) to its state. The merge is commutative, associative and idempotent, so
 * order, repetition and restarts do not matter.
 *
 * Renewing reopens a declined or expired invitation, so every fact belongs to a validity period, identified by its start: `expires_at`
 * minus `expires_in_hours` by the service's clock, or computed where the service omits the hours. The latest period wins; within a
 * period, the most advanced status wins.
 */
import {
  FLEET_FIELDS,
  INVITATION_HOURS,
  type Invitation,
  resolveAliases,
} from '@waypost/contract/invitations';
import { toIso } from '../../platform/lib/time.ts';

/** A value, with the start of the validity period (ms) and the rank of the status in its record. */
interface Observed {
  readonly v: unknown;
  readonly from: number;
  readonly rank: number;
}

/** `viewed` or a status, and when (ms). */
export type Step = readonly [what: string, at: number];

/** When the fleet declined (ms), and why. */
type Decline = readonly [at: number, reason: string | null];

export interface InvitationState {
  readonly fields: Readonly<Record<string, Observed>>;
  /** From events: ascending, without duplicates. */
  readonly steps: readonly Step[];
  /** Known starts of validity periods (ms), ascending, without duplicates. */
  readonly starts: readonly number[];
  /** Ascending, one for each time: a renewal overwrites the fields that say so. Absent in states of earlier versions. */
  readonly declines?: readonly Decline[];
}

export const NOTHING: InvitationState = { fields: {}, steps: [], starts: [], declines: [] };

/** Stored fields of a record. Excludes id, link and tokens; the caller replaces `callback_url`. */
const STORED_FIELDS = [
  'status',
  'created_at',
  'expires_at',
  'expires_in_hours',
  'accepted_at',
  'declined_at',
  'decline_reason',
  'fleet_id',
  'fleet_ref',
  ...FLEET_FIELDS,
  'success_redirect_url',
  'failure_redirect_url',
  'limit_tsps',
  'exclude_tsps',
  'permissions',
  'callback_url',
] as const satisfies readonly (keyof Invitation)[];

const RANKS: Readonly<Record<string, number>> = {
  active: 0,
  expired: 2,
  declined: 3,
  accepted: 4,
  deleted: 5,
};
/** An unknown status ranks between active and the known final ones. */
const rankOf = (status: unknown) => (typeof status === 'string' ? (RANKS[status] ?? 1) : -1);

const HOUR_MS = 3600_000;
/** A record without a validity period loses against every record with one. */
const NO_START = -1;

/** A period is a whole number of hours; tolerance for ends that the service computed at different moments. */
const SAME_MOMENT_MS = 5_000;

interface Start {
  /** For comparing validity periods. */
  readonly from: number;
  /** False: only good enough for comparing; earlier events may belong to this period. */
  readonly known: boolean;
}

function startOf(record: Readonly<Record<string, unknown>>): Start {
  const { expires_at, expires_in_hours, created_at } = record;
  if (typeof expires_at !== 'string') return { from: NO_START, known: false };
  const end = Date.parse(expires_at);
  if (typeof expires_in_hours === 'number') return { from: end - expires_in_hours * HOUR_MS, known: true };
  // Without a duration: a whole number of hours since creation, else a renewal with the default duration.
  const created = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  const hours = Math.round((end - created) / HOUR_MS);
  const isWholeHours = Math.abs(end - created - hours * HOUR_MS) <= SAME_MOMENT_MS;
  if (isWholeHours && hours >= INVITATION_HOURS.min && hours <= INVITATION_HOURS.max)
    return { from: end - hours * HOUR_MS, known: true };
  const usual = end - INVITATION_HOURS.default * HOUR_MS;
  return Number.isNaN(created)
    ? { from: usual, known: false }
    : { from: Math.max(created, usual), known: true };
}

/** State from a single record. `steps`: additional information of an event. */
export function stateOf(
  source: Readonly<Record<string, unknown>>,
  steps: readonly Step[] = [],
): InvitationState {
  const record = resolveAliases(source);
  const { from, known } = startOf(record);
  const rank = rankOf(record.status);
  const fields: Record<string, Observed> = {};
  for (const field of STORED_FIELDS)
    if (record[field] !== undefined) fields[field] = { v: record[field], from, rank };
  return {
    fields,
    steps: sortedSteps(steps),
    starts: known ? [from] : [],
    declines: sortedDeclines(declinesIn(record, steps)),
  };
}

function declinesIn(record: Readonly<Record<string, unknown>>, steps: readonly Step[]): Decline[] {
  const of_steps = steps.flatMap(([what, at]): Decline[] => (what === 'declined' ? [[at, null]] : []));
  const { declined_at, decline_reason } = record;
  const reason = typeof decline_reason === 'string' ? decline_reason : null;
  const at = typeof declined_at === 'string' ? Date.parse(declined_at) : of_steps[0]?.[0];
  return at === undefined ? of_steps : [...of_steps, [at, reason]];
}

const declinesOf = ({ fields, steps, declines }: InvitationState): readonly Decline[] =>
  declines ?? declinesIn(Object.fromEntries(Object.entries(fields).map(([name, { v }]) => [name, v])), steps);

/** Merges two states. Returns `a` itself when `b` adds nothing. */
export function merge(a: InvitationState, b: InvitationState): InvitationState {
  let fields = a.fields;
  for (const [name, observed] of Object.entries(b.fields)) {
    const existing = fields[name];
    if (existing === undefined || supersedes(observed, existing)) fields = { ...fields, [name]: observed };
  }
  const steps = sortedSteps([...a.steps, ...b.steps]);
  const starts = [...new Set([...a.starts, ...b.starts])].sort((x, y) => x - y);
  const declines = sortedDeclines([...declinesOf(a), ...declinesOf(b)]);
  const same =
    fields === a.fields &&
    steps.length === a.steps.length &&
    starts.length === a.starts.length &&
    JSON.stringify(declines) === JSON.stringify(sortedDeclines(declinesOf(a)));
  return same ? a : { fields, steps, starts, declines };
}

function supersedes(one: Observed, other: Observed): boolean {
  if (one.from !== other.from) return one.from > other.from;
  if (one.rank !== other.rank) return one.rank > other.rank;
  // Two different records of the same moment: any consistent order will do.
  return JSON.stringify(one.v) > JSON.stringify(other.v);
}

function sortedSteps(steps: readonly Step[]): Step[] {
  const byText = new Map(steps.map((step) => [`${step[1]} ${step[0]}`, step]));
  return [...byText.values()].sort((x, y) => x[1] - y[1] || (x[0] < y[0] ? -1 : 1));
}

function sortedDeclines(declines: readonly Decline[]): Decline[] {
  const by_time = new Map<number, string | null>();
  for (const [at, reason] of declines) {
    const before = by_time.get(at) ?? null;
    by_time.set(at, before === null || (reason !== null && reason > before) ? reason : before);
  }
  return [...by_time].sort(([x], [y]) => x - y);
}

/** Of each validity period in which the fleet declined the first time and reason, with whether it is the current one. */
export function declinesByPeriod(state: InvitationState) {
  const { starts } = state;
  const found = new Map<number, { readonly at: number; readonly reason: string | null }>();
  for (const [at, reason] of sortedDeclines(declinesOf(state))) {
    const period = starts.findLast((start) => start <= at) ?? NO_START;
    const before = found.get(period);
    found.set(period, before ? { at: before.at, reason: before.reason ?? reason } : { at, reason });
  }
  const present = starts.at(-1);
  return [...found].map(([period, one]) => ({
    ...one,
    is_past: present !== undefined && period !== present,
  }));
}

/** Whether `start` (ms) belongs to the current validity period; unknown counts as current. */
export function isSameValidity(start: number | null, starts: InvitationState['starts']): boolean {
  const present = starts.at(-1);
  return start === null || present === undefined || start >= present;
}

/** The reduced state. Times are ISO 8601. */
interface CurrentState {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: string | null;
  /** Start of the current validity period. */
  readonly valid_from: string | null;
  readonly viewed_at: string | null;
  readonly accepted_at: string | null;
  readonly declined_at: string | null;
  /** Before the current validity period. */
  readonly past_declines: { at: string; reason: string | null }[];
  readonly deleted_at: string | null;
  readonly refreshes: number;
}

export function currentState(state: InvitationState): CurrentState {
  const { fields: observed, steps, starts } = state;
  const fields = Object.fromEntries(Object.entries(observed).map(([name, { v }]) => [name, v]));
  const start = starts.at(-1);
  // Ignore steps before the current period; without a known period all count.
  const present = steps.filter(([, at]) => start === undefined || at >= start);
  const first = (what: string) => {
    const step = present.find(([one]) => one === what);
    return step ? toIso(step[1]) : null;
  };
  let status = typeof fields.status === 'string' ? fields.status : null;
  for (const [what] of present) if (rankOf(what) > rankOf(status) && what in RANKS) status = what;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const declined_at = status === 'declined' ? (text(fields.declined_at) ?? first('declined')) : null;
  return {
    fields,
    status,
    valid_from: toIso(start),
    viewed_at: first('viewed'),
    accepted_at: status === 'accepted' ? (text(fields.accepted_at) ?? first('accepted')) : null,
    declined_at,
    past_declines: declinesByPeriod(state).flatMap(({ at, reason, is_past }) =>
      is_past && at !== Date.parse(declined_at ?? '') ? [{ at: toIso(at), reason }] : [],
    ),
    deleted_at: first('deleted'),
    refreshes: Math.max(0, starts.length - 1),
  };
}
