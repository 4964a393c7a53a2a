/**
 * The current meaning of an agreement: access starts and ends by its dates while the status stays `active`. Pure; recompute it as time
 * passes.
 */
import { effectiveState } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { capital } from '../../ui/readable-name.ts';
import { fromNowText, personZone } from '../../ui/time.ts';
import { countText, plural } from '../../ui/units.ts';
import { toWall } from '../../ui/zoned.ts';
import { sharesLocation, thingsText } from './words.ts';

export type StateKind =
  | 'active'
  /** Active, access has not started. */
  | 'scheduled'
  /** Active, access has ended. */
  | 'ended'
  /** Active, but access ends before it starts. */
  | 'never'
  | 'paused'
  /** Cancelled, deleted or expired. */
  | 'over'
  /** An unknown status, or none. */
  | 'other';

export type AgreementDates = Pick<BoardAgreement, 'status' | 'effective_date' | 'expiration_date'>;

const OVER: readonly unknown[] = ['cancelled', 'deleted', 'expired'];

export function kindOf(agreement: AgreementDates, now: number): StateKind {
  const { effective_date, expiration_date } = agreement;
  const { state } = effectiveState(agreement, now);
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
  /** The service's own status, unless access has ended or starts later by its dates. */
  readonly word: string;
  readonly means: string;
}

export function stateWords(agreement: AgreementDates, now: number, zone?: string): StateWords {
  const { status, effective_date, expiration_date } = agreement;
  switch (kindOf(agreement, now)) {
    case 'active':
      return {
        word: 'Active',
        means: expiration_date ? `access ends ${dayText(expiration_date, now, zone)}` : 'access has no end',
      };
    case 'scheduled':
      return { word: 'Starts later', means: dayText(effective_date ?? now, now, zone) };
    case 'ended':
      return { word: 'Access ended', means: dayText(expiration_date ?? now, now, zone) };
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

/** "Active, access ends in 2 days"; "Starts tomorrow"; "Access ended 2 days ago". */
export function stateText(agreement: AgreementDates, now: number, zone?: string): string {
  const { word, means } = stateWords(agreement, now, zone);
  const kind = kindOf(agreement, now);
  if (kind === 'scheduled') return `Starts ${means}`;
  return kind === 'ended' ? `${word} ${means}` : `${word}, ${means}`;
}

export const extendable = (kind: StateKind): boolean =>
  kind === 'active' || kind === 'scheduled' || kind === 'ended' || kind === 'never';

/** Nothing is shared now that was: what needs the agreement is no longer seen. */
export const stoppedSharing = (kind: StateKind): boolean =>
  kind === 'ended' || kind === 'over' || kind === 'paused';

/** Access is open, or will be, but without positions: its trucks cannot be tracked. */
export const lacksLocation = (kind: StateKind, scopes: BoardAgreement['scopes']): boolean =>
  (kind === 'active' || kind === 'scheduled') && !sharesLocation(scopes);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * The distance in days: "tomorrow", "2 days ago"; in hours below half a day.
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

type ExpiryInput = Pick<BoardAgreement, 'status' | 'effective_date' | 'expiration_date' | 'dependents'>;

export interface ExpiryRisk {
  /** `ends`: in the future; `ended`: already. */
  readonly kind: 'ends' | 'ended';
  readonly loads: number;
  readonly monitors: number;
}

/** Null when access lasts, nothing is known to need it, or its dates cannot be extended. */
export function expiryRiskOf(one: ExpiryInput, now: number): ExpiryRisk | null {
  const kind = kindOf(one, now);
  const { loads, monitors, loads_at_risk, monitors_at_risk, needed_until } = one.dependents;
  if (!extendable(kind)) return null;
  if (kind === 'active' || kind === 'scheduled')
    return loads_at_risk + monitors_at_risk > 0
      ? { kind: 'ends', loads: loads_at_risk, monitors: monitors_at_risk }
      : null;
  // Dependents that are past their due time no longer count.
  if (loads + monitors === 0 || (needed_until !== null && Date.parse(needed_until) <= now)) return null;
  return { kind: 'ended', loads, monitors };
}

/** "before 3 watched loads deliver and 1 monitor expires", "3 watched loads and 1 monitor still need it". */
export function expiryRiskText({ kind, loads, monitors }: ExpiryRisk): string {
  if (kind === 'ended')
    return `${thingsText(loads, monitors)} still ${plural(loads + monitors, 'needs', 'need')} it`;
  const parts = [
    loads > 0 && `${countText(loads, 'watched load')} ${plural(loads, 'delivers', 'deliver')}`,
    monitors > 0 && `${countText(monitors, 'monitor')} ${plural(monitors, 'expires', 'expire')}`,
  ];
  return `before ${parts.filter((part) => part).join(' and ')}`;
}

/** Proposed end of an extension: a day after the last need; a day from now if that is past or unknown. */
export function extensionOf(one: ExpiryInput, now: number): string {
  const needed = one.dependents.needed_until;
  const last = Math.max(now, needed === null ? 0 : Date.parse(needed));
  return new Date(Math.ceil((last + DAY_MS) / 60_000) * 60_000).toISOString();
}

export const MONTH_DAYS = 30;

/** The end of access after 30 more days; from now if it has ended. */
export const monthLater = (end: string | null, now: number): string =>
  new Date(Math.max(now, end === null ? 0 : Date.parse(end)) + MONTH_DAYS * DAY_MS).toISOString();
