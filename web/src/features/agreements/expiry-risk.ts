/**
 * Agreements whose access does not last as long as it is needed: it ends before watched loads deliver or monitors expire, or is over while
 * they are still watched. Pure.
 */
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { countText, thingsText } from './names.ts';
import { extendable, kindOf } from './state.ts';

export const DAY_MS = 86_400_000;

type Needed = Pick<BoardAgreement, 'status' | 'effective_date' | 'expiration_date' | 'dependents'>;

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
    ...(loads > 0 ? [`${countText(loads, 'watched load')} ${loads === 1 ? 'delivers' : 'deliver'}`] : []),
    ...(monitors > 0 ? [`${countText(monitors, 'monitor')} ${monitors === 1 ? 'expires' : 'expire'}`] : []),
  ];
  return `before ${parts.join(' and ')}`;
}

/** Where Extend begins: a day after it is needed last; a day from now when that is past or not known. */
export function extensionOf(one: Needed, now: number): string {
  const needed = one.dependents.needed_until;
  const last = Math.max(now, needed === null ? 0 : Date.parse(needed));
  return new Date(Math.ceil((last + DAY_MS) / 60_000) * 60_000).toISOString();
}
