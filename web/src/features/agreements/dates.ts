/** A draft of changed dates: the request (omitted dates stay, only the end may be null), validation, and the effect. Pure. */
import {
  type AgreementUpdate,
  LOAD_RESOURCES,
  MONITOR_RESOURCES,
  sharedUntil,
  shares,
} from '@waypost/contract/agreements';
import type { AgreementChange, BoardAgreement } from '@waypost/contract/api/agreements';
import { z } from 'zod';
import { shortDateTime, zoneName } from '../../ui/time.ts';
import { toWall } from '../../ui/zoned.ts';
import { kindOf } from './state.ts';

/** ISO 8601; null: the field is empty. */
export const datesDraft = z.object({
  effective_date: z.string().nullable(),
  expiration_date: z.string().nullable(),
  no_end: z.boolean(),
});
export type DatesDraft = z.infer<typeof datesDraft>;
export type DateField = 'effective_date' | 'expiration_date';

export function draftOf({ effective_date, expiration_date }: Pick<BoardAgreement, DateField>): DatesDraft {
  return {
    effective_date: effective_date ?? null,
    expiration_date: expiration_date ?? null,
    no_end: expiration_date === null || expiration_date === undefined,
  };
}

/** Fields have no seconds, so dates within the same minute are equal. */
const sameMinute = (a: string | null, b: string | null) =>
  a === b || (a !== null && b !== null && toWall(a, 'UTC') === toWall(b, 'UTC'));

/** The dates that differ from the agreement; empty without a difference. */
export function changeOf(draft: DatesDraft, agreement: Pick<BoardAgreement, DateField>): AgreementUpdate {
  const now = draftOf(agreement);
  const change: AgreementUpdate = {};
  if (draft.effective_date !== null && !sameMinute(draft.effective_date, now.effective_date))
    change.effective_date = draft.effective_date;
  if (draft.no_end) {
    if (!now.no_end) change.expiration_date = null;
  } else if (draft.expiration_date !== null && !sameMinute(draft.expiration_date, now.expiration_date))
    change.expiration_date = draft.expiration_date;
  return change;
}

/** The reverse of a change; null when there was no start date, which cannot be removed. */
export function undoOf(
  change: AgreementUpdate,
  before: Pick<BoardAgreement, DateField>,
): AgreementUpdate | null {
  const undo: AgreementUpdate = {};
  if (change.expiration_date !== undefined) undo.expiration_date = before.expiration_date ?? null;
  if (change.effective_date === undefined) return undo;
  return before.effective_date ? { ...undo, effective_date: before.effective_date } : null;
}

/** With the dates it replaces: a colleague's change since is not written over. */
export const withBefore = (
  change: AgreementUpdate,
  stored: Pick<BoardAgreement, DateField>,
): AgreementChange => ({
  ...change,
  before: Object.fromEntries(
    (Object.keys(change) as DateField[]).map((name) => [name, stored[name] ?? null]),
  ),
});

export type DateErrors = Partial<Record<DateField, string>>;

export function errorsOf(draft: DatesDraft, agreement: Pick<BoardAgreement, DateField>): DateErrors {
  const errors: DateErrors = {};
  if (draft.effective_date === null && agreement.effective_date)
    errors.effective_date = 'Access needs a start date. Choose one or discard the change';
  if (!draft.no_end && draft.expiration_date === null) errors.expiration_date = 'Choose a date or “No end”';
  const begins = draft.effective_date ?? agreement.effective_date;
  if (!draft.no_end && draft.expiration_date !== null && begins)
    if (Date.parse(draft.expiration_date) <= Date.parse(begins))
      errors.expiration_date = 'Access must end after it starts';
  return errors;
}

/** `Nov 24, 09:00 CST`, `today, 09:00 CST`: short enough for a button. */
function planText(at: string, now: number, zone: string): string {
  const text = shortDateTime(at, now, zone);
  return `${/[A-Z][a-z]/.test(text) ? text : `today, ${text}`} ${zoneName(at, zone)}`;
}

const on = (text: string) => (text.startsWith('today') ? text : `on ${text}`);

export function submitText(
  change: AgreementUpdate,
  agreement: Pick<BoardAgreement, 'status' | DateField>,
  now: number,
  zone: string,
): string {
  const { effective_date, expiration_date } = change;
  if (effective_date !== undefined && expiration_date !== undefined) return 'Change access dates';
  if (effective_date !== undefined) return `Start access ${on(planText(effective_date, now, zone))}`;
  if (expiration_date === undefined) return 'Change access';
  if (expiration_date === null) return 'Remove end date';
  const before = agreement.expiration_date;
  const to = planText(expiration_date, now, zone);
  if (before && Date.parse(expiration_date) > Date.parse(before)) return `Extend access to ${to}`;
  return kindOf(agreement, now) === 'active' && Date.parse(expiration_date) <= now
    ? 'End access now'
    : `End access ${on(to)}`;
}

interface Dependent {
  readonly name: string;
  readonly needed_from: string | null;
  readonly needed_until: string | null;
  readonly ends_before: boolean;
  readonly resources: readonly string[];
}

export interface Effect {
  /** At risk now, but not after the change. */
  readonly covered: readonly Dependent[];
  /** At risk after the change. */
  readonly uncovered: readonly Dependent[];
  /** Data is shared now, but not after the change. */
  readonly stops: boolean;
  /** Data is not shared now, but after the change. */
  readonly begins: boolean;
}

/** @param others the fleet's other agreements, which may keep the access */
export function effectOf(
  agreement: BoardAgreement,
  others: readonly BoardAgreement[],
  change: AgreementUpdate,
  now: number,
): Effect {
  const after = { ...agreement, ...change };
  const over = kindOf(agreement, now) === 'ended';
  const { load_list, monitor_list } = agreement.dependents;
  const all: Dependent[] = [
    ...load_list.map(({ load_ref, load_id, ...rest }) => ({
      name: load_ref ?? load_id.slice(0, 8),
      resources: LOAD_RESOURCES,
      ...rest,
    })),
    ...monitor_list.map(({ name, id, ...rest }) => ({
      name: name ?? id.slice(0, 8),
      resources: MONITOR_RESOURCES,
      ...rest,
    })),
  ].filter(({ needed_until }) => needed_until === null || Date.parse(needed_until) > now);
  const losesAccess = ({ needed_from, needed_until, resources }: Dependent) => {
    const from = Math.max(now, needed_from === null ? now : Date.parse(needed_from));
    const until = needed_until === null ? now + 1 : Date.parse(needed_until);
    return resources.some(
      (resource) =>
        shares(agreement, resource) && sharedUntil([after, ...others], resource, from, now) < until,
    );
  };
  const shared = (one: BoardAgreement) => kindOf(one, now) === 'active';
  const [was, will] = [shared(agreement), shared(after)];
  return {
    covered: all.filter((one) => (one.ends_before || over) && !losesAccess(one)),
    uncovered: all.filter(losesAccess),
    stops: was && !will && !others.some(shared),
    begins: !was && will,
  };
}
