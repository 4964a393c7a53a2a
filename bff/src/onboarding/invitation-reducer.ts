/**
 * An invitation's state from a set of facts: answers to its creation, reads, events. A merge: the order in which facts come, how often each
 * comes and where a restart cuts them change nothing.
 *
 * An invitation does not only go forward: refreshing it opens a declined or expired one again. So every fact has its place in
 * time: the start of the validity that it speaks of, which is `expires_at` less `expires_in_hours` by the service's own clock, and is
 * worked out where the service leaves the hours out. The latest validity counts; within one, the status furthest on.
 */
import {
  FLEET_FIELDS,
  INVITATION_HOURS,
  type Invitation,
  resolveAliases,
} from '@waypost/contract/invitations';
import { toIso } from '../lib/time.ts';

/** A value, the start of the validity (ms) and the rank of the status in its record. */
interface Observed {
  readonly v: unknown;
  readonly from: number;
  readonly rank: number;
}

/** `viewed`, or a status, and when (ms). */
export type Step = readonly [what: string, at: number];

export interface InvitationState {
  readonly fields: Readonly<Record<string, Observed>>;
  /** Of events: ascending, each once. */
  readonly steps: readonly Step[];
  /** Starts of validities that were seen (ms), ascending, each once. */
  readonly starts: readonly number[];
}

export const NOTHING: InvitationState = { fields: {}, steps: [], starts: [] };

/** What is kept of a record. Neither id nor link nor tokens; `callback_url` is dealt with by who reads the record. */
const KEPT = [
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
/** A status that nobody knows stands between active and the ends that we know. */
const rankOf = (status: unknown) => (typeof status === 'string' ? (RANKS[status] ?? 1) : -1);

const HOUR_MS = 3600_000;
/** A record without its validity loses against every one that has it. */
const NO_START = -1;

/** A validity is a whole number of hours; the service may have worked out both ends at moments that differ by this. */
const SAME_MOMENT_MS = 5_000;

interface Start {
  /** To compare validities by. */
  readonly from: number;
  /** False: only good enough to compare by; events before it may belong to this validity. */
  readonly known: boolean;
}

function startOf(record: Readonly<Record<string, unknown>>): Start {
  const { expires_at, expires_in_hours, created_at } = record;
  if (typeof expires_at !== 'string') return { from: NO_START, known: false };
  const end = Date.parse(expires_at);
  if (typeof expires_in_hours === 'number') return { from: end - expires_in_hours * HOUR_MS, known: true };
  // Without its length: a whole number of hours since the creation, else a refresh with the length that is usual.
  const created = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  const hours = Math.round((end - created) / HOUR_MS);
  const whole = Math.abs(end - created - hours * HOUR_MS) <= SAME_MOMENT_MS;
  if (whole && hours >= INVITATION_HOURS.min && hours <= INVITATION_HOURS.max)
    return { from: end - hours * HOUR_MS, known: true };
  const usual = end - INVITATION_HOURS.default * HOUR_MS;
  return Number.isNaN(created)
    ? { from: usual, known: false }
    : { from: Math.max(created, usual), known: true };
}

/** The state from one record by itself. `steps`: what an event says beside it. */
export function stateOf(
  given: Readonly<Record<string, unknown>>,
  steps: readonly Step[] = [],
): InvitationState {
  const record = resolveAliases(given);
  const { from, known } = startOf(record);
  const rank = rankOf(record.status);
  const fields: Record<string, Observed> = {};
  for (const field of KEPT) if (record[field] !== undefined) fields[field] = { v: record[field], from, rank };
  return { fields, steps: sortedSteps(steps), starts: known ? [from] : [] };
}

/** Both together. Returns `a` itself when `b` adds nothing. */
export function merge(a: InvitationState, b: InvitationState): InvitationState {
  let fields = a.fields;
  for (const [name, observed] of Object.entries(b.fields)) {
    const there = fields[name];
    if (there === undefined || outweighs(observed, there)) fields = { ...fields, [name]: observed };
  }
  const steps = sortedSteps([...a.steps, ...b.steps]);
  const starts = [...new Set([...a.starts, ...b.starts])].sort((x, y) => x - y);
  const same = fields === a.fields && steps.length === a.steps.length && starts.length === a.starts.length;
  return same ? a : { fields, steps, starts };
}

function outweighs(one: Observed, other: Observed): boolean {
  if (one.from !== other.from) return one.from > other.from;
  if (one.rank !== other.rank) return one.rank > other.rank;
  // Two records of one moment that differ: any rule will do, if it is always the same one.
  return JSON.stringify(one.v) > JSON.stringify(other.v);
}

function sortedSteps(steps: readonly Step[]): Step[] {
  const byText = new Map(steps.map((step) => [`${step[1]} ${step[0]}`, step]));
  return [...byText.values()].sort((x, y) => x[1] - y[1] || (x[0] < y[0] ? -1 : 1));
}

/** True for the start (ms) of the present validity; one that is not known is taken for it. */
export function isSameValidity(start: number | null, starts: InvitationState['starts']): boolean {
  const present = starts.at(-1);
  return start === null || present === undefined || start >= present;
}

/** What the facts come to. Times are ISO 8601. */
interface CurrentState {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly status: string | null;
  /** Start of the present validity. */
  readonly valid_from: string | null;
  readonly viewed_at: string | null;
  readonly accepted_at: string | null;
  readonly declined_at: string | null;
  readonly deleted_at: string | null;
  readonly refreshes: number;
}

export function currentState({ fields: observed, steps, starts }: InvitationState): CurrentState {
  const fields = Object.fromEntries(Object.entries(observed).map(([name, { v }]) => [name, v]));
  const start = starts.at(-1);
  // What happened before the present validity began is over; a record without a validity is not.
  const present = steps.filter(([, at]) => start === undefined || at >= start);
  const first = (what: string) => {
    const step = present.find(([one]) => one === what);
    return step ? toIso(step[1]) : null;
  };
  let status = typeof fields.status === 'string' ? fields.status : null;
  for (const [what] of present) if (rankOf(what) > rankOf(status) && what in RANKS) status = what;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    fields,
    status,
    valid_from: toIso(start),
    viewed_at: first('viewed'),
    accepted_at: status === 'accepted' ? (text(fields.accepted_at) ?? first('accepted')) : null,
    declined_at: status === 'declined' ? (text(fields.declined_at) ?? first('declined')) : null,
    deleted_at: first('deleted'),
    refreshes: Math.max(0, starts.length - 1),
  };
}
