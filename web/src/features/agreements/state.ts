/**
 * What an agreement means now, from its status and its dates: access begins and ends by the dates while the status stays `active`.
 * Pure; worked out anew as time passes, never taken from an old answer.
 */
import { effectiveState } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { fromNowText, personZone } from '../../ui/time.ts';
import { countText } from '../../ui/units.ts';
import { toWall } from '../../ui/zoned.ts';
import { thingsText } from './words.ts';

export type StateKind =
  | 'active'
  /** Active, access has not begun. */
  | 'scheduled'
  /** Active, access is over. */
  | 'ended'
  /** Active, with dates of which no instant is shared. */
  | 'never'
  | 'paused'
  /** Cancelled, deleted or expired. */
  | 'over'
  /** A status that nobody knows, or none. */
  | 'other';

export type Dated = Pick<BoardAgreement, 'status' | 'effective_date' | 'expiration_date'>;

const OVER: readonly unknown[] = ['cancelled', 'deleted', 'expired'];

export function kindOf(given: Dated, now: number): StateKind {
  const { effective_date, expiration_date } = given;
  const { state } = effectiveState(given, now);
  if (state === 'active') return 'active';
  if (state === 'scheduled' || state === 'ended') {
    const never =
      effective_date && expiration_date && Date.parse(expiration_date) <= Date.parse(effective_date);
    return never ? 'never' : state === 'ended' ? 'ended' : 'scheduled';
  }
  if (state === 'paused') return 'paused';
  return OVER.includes(state) ? 'over' : 'other';
}

interface StateWords {
  /** The service's own status. */
  readonly word: string;
  /** What it means by now: "access ended 2 days ago". */
  readonly means: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function stateWords(given: Dated, now: number, zone?: string): StateWords {
  const { status, effective_date, expiration_date } = given;
  switch (kindOf(given, now)) {
    case 'active':
      return {
        word: 'Active',
        means: expiration_date ? `access ends ${dayText(expiration_date, now, zone)}` : 'access has no end',
      };
    case 'scheduled':
      return { word: 'Active', means: `access starts ${dayText(effective_date ?? now, now, zone)}` };
    case 'ended':
      return { word: 'Active', means: `access ended ${dayText(expiration_date ?? now, now, zone)}` };
    case 'never':
      return { word: 'Active', means: 'access ends before it starts' };
    case 'paused':
      return { word: 'Paused', means: 'nothing is shared for now' };
    case 'over':
      return { word: capital(String(status)), means: 'nothing is shared now' };
    case 'other':
      return status === null || status === undefined
        ? { word: 'Unknown', means: 'no status' }
        : { word: `“${status}”`, means: 'unknown status' };
  }
}

/** One sentence: "Active, access ended 2 days ago". */
export function stateText(given: Dated, now: number, zone?: string): string {
  const { word, means } = stateWords(given, now, zone);
  return `${word}, ${means}`;
}

/** Agreements whose dates still decide: what is over, paused or unknown is not extended. */
const extendable = (kind: StateKind): boolean =>
  kind === 'active' || kind === 'scheduled' || kind === 'ended' || kind === 'never';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * How far away a day is, as people say it: "tomorrow", "2 days ago"; closer than half a day in hours.
 * @param at ISO 8601 or milliseconds
 */
export function dayText(at: string | number, now: number, zone = personZone()): string {
  const time = typeof at === 'number' ? at : Date.parse(at);
  const dayOf = (instant: number) => Date.parse(toWall(instant, zone).slice(0, 10)) / DAY_MS;
  if (Math.abs(time - now) < MINUTE_MS) return 'just now';
  const days = dayOf(time) - dayOf(now);
  if (days === 0 || Math.abs(time - now) < 12 * HOUR_MS) return fromNowText(time, now);
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

type Needed = Pick<BoardAgreement, 'status' | 'effective_date' | 'expiration_date' | 'dependents'>;

/** Access that does not last as long as it is needed: until watched loads deliver and monitors expire. */
export interface ExpiryRisk {
  /** `ends`: still to come; `ended`: it is so already. */
  readonly kind: 'ends' | 'ended';
  readonly loads: number;
  readonly monitors: number;
}

/** Null: it lasts, or nothing is known to need it, or no date can help it. */
export function expiryRiskOf(one: Needed, now: number): ExpiryRisk | null {
  const kind = kindOf(one, now);
  const { loads, monitors, loads_at_risk, monitors_at_risk, needed_until } = one.dependents;
  if (!extendable(kind)) return null;
  if (kind === 'active' || kind === 'scheduled')
    return loads_at_risk + monitors_at_risk > 0
      ? { kind: 'ends', loads: loads_at_risk, monitors: monitors_at_risk }
      : null;
  // What had to be there by now needs it no more.
  if (loads + monitors === 0 || (needed_until !== null && Date.parse(needed_until) <= now)) return null;
  return { kind: 'ended', loads, monitors };
}

/** "before 3 watched loads deliver and 1 monitor expires", "3 watched loads and 1 monitor still need it". */
export function expiryRiskText({ kind, loads, monitors }: ExpiryRisk): string {
  if (kind === 'ended')
    return `${thingsText(loads, monitors)} still ${loads + monitors === 1 ? 'needs' : 'need'} it`;
  const parts = [
    loads > 0 && `${countText(loads, 'watched load')} ${loads === 1 ? 'delivers' : 'deliver'}`,
    monitors > 0 && `${countText(monitors, 'monitor')} ${monitors === 1 ? 'expires' : 'expire'}`,
  ];
  return `before ${parts.filter((part) => part).join(' and ')}`;
}

/** Where Extend begins: a day after it is needed last; a day from now when that is past or not known. */
export function extensionOf(one: Needed, now: number): string {
  const needed = one.dependents.needed_until;
  const last = Math.max(now, needed === null ? 0 : Date.parse(needed));
  return new Date(Math.ceil((last + DAY_MS) / 60_000) * 60_000).toISOString();
}
