/**
 * What became of invitations, by the week or month of the invitation and by who invited. Says no more than is known: an open is known only from an
 * event, no answer is not a refusal, and a renewal forgets what came before it, but for a refusal.
 */
import { invitationStage, isOpen } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { TableCell, TableData } from '../../ui/chart/types.ts';
import { monthTitle, shareText } from '../../ui/chart/words.ts';
import { durationText } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';
import { dayOf, daysBefore, dayText, mondayOf } from '../../ui/zoned.ts';
import { declineReasons } from './query.ts';

export interface Conversion {
  readonly invited: number;
  /** At least: opened since the last renewal, or answered. */
  readonly opened: number;
  readonly accepted: number;
  /** At least once, whatever became of it after a renewal. */
  readonly declined: number;
  /** Ended without an answer. */
  readonly expired: number;
  readonly withdrawn: number;
  /** May still be answered. */
  readonly waiting: number;
  /** With a status that Waypost does not know. */
  readonly other: number;
  /** From the invitation to its acceptance, milliseconds; null: none is known. */
  readonly median_ms: number | null;
}

/** Why the fleet declined, each time that it did: a renewal does not take that back. */
const declinesOf = ({ status, decline_reason, past_declines }: BoardInvitation): (string | null)[] => [
  ...past_declines.map(({ reason }) => reason),
  ...(status === 'declined' ? [decline_reason] : []),
];

const acceptedAfter = ({ created_at, accepted_at }: BoardInvitation): number | null =>
  created_at === null || accepted_at === null ? null : Date.parse(accepted_at) - Date.parse(created_at);

/** Of an even number, the mean of the two in the middle. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function conversionOf(items: readonly BoardInvitation[], now: number): Conversion {
  const stages = items.map((one) => invitationStage(one, now));
  const count = (...wanted: readonly (typeof stages)[number][]) =>
    stages.filter((stage) => wanted.includes(stage)).length;
  return {
    invited: items.length,
    opened: items.filter(
      (one) => one.viewed_at !== null || one.status === 'accepted' || declinesOf(one).length > 0,
    ).length,
    accepted: count('accepted'),
    declined: items.filter((one) => declinesOf(one).length > 0).length,
    expired: count('expired'),
    withdrawn: count('deleted'),
    waiting: stages.filter(isOpen).length,
    other: count('other'),
    median_ms: median(items.flatMap((one) => acceptedAfter(one) ?? [])),
  };
}

interface Cohort {
  readonly key: string;
  readonly title: string;
  readonly items: readonly BoardInvitation[];
}

const NO_TIME = '';

const cohorts = (
  items: readonly BoardInvitation[],
  keyOf: (one: BoardInvitation) => string,
  titleOf: (key: string) => string,
): Cohort[] =>
  [...Map.groupBy(items, keyOf)].map(([key, same]) => ({ key, title: titleOf(key), items: same }));

/** Newest first, with the periods between the first one and the current one that have no invitations; those of unknown time last. */
function periods(
  items: readonly BoardInvitation[],
  keyOf: (at: number) => string,
  titleOf: (key: string) => string,
  previous: (key: string) => string,
  now: number,
): Cohort[] {
  const found = cohorts(
    items,
    ({ created_at }) => (created_at === null ? NO_TIME : keyOf(Date.parse(created_at))),
    (key) => (key === NO_TIME ? 'Not known' : titleOf(key)),
  ).sort((a, b) => (a.key < b.key ? 1 : -1));
  const known = new Map(found.map((one) => [one.key, one]));
  const first = found.findLast(({ key }) => key !== NO_TIME)?.key;
  if (first === undefined) return found;
  const all: Cohort[] = [];
  const newest = [found[0]?.key ?? first, keyOf(now)].sort().at(-1) ?? first;
  for (let key = newest; key >= first; key = previous(key))
    all.push(known.get(key) ?? { key, title: titleOf(key), items: [] });
  return [...all, ...found.filter(({ key }) => key === NO_TIME)];
}

/** By the Monday of the week of the first invitation in the person's zone. */
export const byWeek = (items: readonly BoardInvitation[], zone: string, now: number): Cohort[] =>
  periods(
    items,
    (at) => mondayOf(dayOf(at, zone)),
    dayText,
    (week) => daysBefore(Date.parse(week), 7, 'UTC'),
    now,
  );

/** By the month of the first invitation in the person's zone. */
export const byMonth = (items: readonly BoardInvitation[], zone: string, now: number): Cohort[] =>
  periods(
    items,
    (at) => dayOf(at, zone).slice(0, 7),
    monthTitle,
    (month) => daysBefore(Date.parse(month), 1, 'UTC').slice(0, 7),
    now,
  );

/** By who created or last renewed it from here, most invitations first. */
export const byPerson = (items: readonly BoardInvitation[]): Cohort[] =>
  cohorts(
    items,
    ({ created_by_name }) => created_by_name ?? '',
    (name) => name || 'Not from Waypost',
  ).sort((a, b) => b.items.length - a.items.length);

const HOUR_MS = 3_600_000;
const rounded = (value: number | null) => value && Math.round(value * 1_000) / 1_000;

/** Share of the invitations that were not withdrawn; null when there are none. */
const rateOf = ({ invited, accepted, withdrawn }: Conversion): number | null =>
  invited === withdrawn ? null : accepted / (invited - withdrawn);

/** `40%`; `at least 40%` while some may still accept, `0% so far`; a dash for no invitations. */
function rateText(row: Conversion): string {
  const { waiting, other } = row;
  const rate = rateOf(row);
  if (rate === null) return '–';
  const share = shareText(rate);
  if (waiting + other === 0) return share;
  return rate === 0 ? `${share} so far` : `at least ${share}`;
}

/** @param period one of the groups, in the singular and the plural; null: they are no periods */
export function conversionTable(
  head: string,
  groups: readonly Cohort[],
  now: number,
  period: readonly [string, string] | null = null,
): TableData {
  const rows = groups.map(({ key, title, items }) => ({ key, title, ...conversionOf(items, now) }));
  const marked = rows.some(({ waiting, other }) => waiting + other > 0);
  const has_other = rows.some(({ other }) => other > 0);
  const count = (value: number): TableCell => ({ text: numberText(value), raw: value });
  return {
    columns: [
      { key: 'head', label: head },
      { key: 'invited', label: 'Invited', numeric: true },
      { key: 'opened', label: 'Opened, at least', numeric: true },
      { key: 'accepted', label: 'Accepted', numeric: true },
      { key: 'rate', label: 'Share accepted', numeric: true },
      { key: 'median', label: 'Median until accepted', numeric: true, unit: 'hours' },
      { key: 'declined', label: 'Declined', numeric: true },
      { key: 'expired', label: 'Expired, no answer', numeric: true },
      { key: 'withdrawn', label: 'Withdrawn', numeric: true },
      { key: 'waiting', label: 'No answer yet', numeric: true },
      ...(has_other ? [{ key: 'other', label: 'Other status', numeric: true }] : []),
      ...(marked ? [{ key: 'note', label: 'Note' }] : []),
    ],
    ...(period && { folded: (count) => `${countText(count, ...period)} without invitations` }),
    rows: rows.map((row) => ({
      key: row.key,
      empty: row.invited === 0,
      cells: [
        { text: row.title, raw: row.key === '' ? row.title : row.key },
        count(row.invited),
        count(row.opened),
        count(row.accepted),
        { text: rateText(row), raw: rounded(rateOf(row)) },
        row.median_ms === null
          ? { text: '–', raw: null }
          : { text: durationText(row.median_ms), raw: rounded(row.median_ms / HOUR_MS) },
        count(row.declined),
        count(row.expired),
        count(row.withdrawn),
        count(row.waiting),
        ...(has_other ? [count(row.other)] : []),
        ...(marked ? [{ text: noteText(row) }] : []),
      ],
    })),
  };
}

function noteText({ waiting, other }: Conversion): string {
  const parts = [
    waiting > 0 && `Too recent: ${numberText(waiting)} may still answer`,
    other > 0 && `${countText(other, 'status', 'statuses')} not known`,
  ];
  return parts.filter((part) => part).join('; ');
}

export function reasonsTable(items: readonly BoardInvitation[]): TableData {
  return {
    columns: [
      { key: 'reason', label: 'Reason' },
      { key: 'count', label: 'Invitations', numeric: true },
    ],
    rows: declineReasons(items.flatMap(declinesOf)).map(({ reason, count }) => ({
      key: reason ?? '',
      cells: [
        { text: reason ?? 'No reason given', raw: reason },
        { text: numberText(count), raw: count },
      ],
    })),
  };
}
