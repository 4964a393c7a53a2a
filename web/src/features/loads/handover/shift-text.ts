/** A shift report as text, for a message or a log. */
import type { FirstAction, ShiftCounts, ShiftReport } from '@waypost/contract/api/shift-report';
import { durationText, personZone } from '../../../ui/time.ts';
import { personLocale } from '../../../ui/units.ts';
import { minuteText } from '../../../ui/zoned.ts';
import { causeText } from '../cause-words.ts';

export const countText = (count: number): string => count.toLocaleString(personLocale());

/** `4 min`; of one action its own time. */
export const medianText = ({ median_s }: FirstAction): string =>
  median_s === null ? 'None' : durationText(median_s * 1000);

/** `Nov 22, 2026, 14:00 CST to Nov 22, 2026, 22:00 CST` */
export function periodText({ since, until }: Pick<ShiftReport, 'since' | 'until'>): string {
  const zone = personZone();
  return `${minuteText(since, zone)} to ${minuteText(until, zone)}`;
}

/** What the totals of a report are called, in their order. */
export function totalsOf({ opened, closed, ended, untouched, first_action }: ShiftCounts) {
  return [
    ['Opened', countText(opened)],
    ['Closed by people', countText(closed)],
    ['Resolved on their own', countText(ended)],
    ['Open and untouched', countText(untouched)],
    ['First actions', countText(first_action.count)],
    ['Median time to first action', medianText(first_action)],
  ] as const;
}

function causeLine({ cause, opened, closed, ended, first_action }: ShiftReport['by_cause'][number]): string {
  const counts = `${countText(opened)} opened, ${countText(closed)} closed, ${countText(ended)} ended`;
  const first = first_action.count === 0 ? '' : `, first action after ${medianText(first_action)} (median)`;
  return `  ${causeText(cause)}: ${counts}${first}`;
}

function personLine(person: ShiftReport['by_person'][number]): string {
  const { name, assigned, noted, snoozed, closed, first_action } = person;
  const acts = [
    `${countText(assigned)} assigned`,
    `${countText(noted)} with a note`,
    `${countText(snoozed)} snoozed`,
    `${countText(closed)} closed`,
  ].join(', ');
  const first =
    first_action.count === 0
      ? ''
      : `, first to act on ${countText(first_action.count)} after ${medianText(first_action)} (median)`;
  return `  ${name}: ${acts}${first}`;
}

export function shiftReportText(report: ShiftReport): string {
  const { by_cause, by_person, total } = report;
  return [
    `Shift report, ${periodText(report)}`,
    totalsOf(total)
      .map(([what, count]) => `${what}: ${count}`)
      .join('\n'),
    ...(by_cause.length > 0 ? [['By cause', ...by_cause.map(causeLine)].join('\n')] : []),
    ...(by_person.length > 0 ? [['By person', ...by_person.map(personLine)].join('\n')] : []),
  ].join('\n\n');
}
