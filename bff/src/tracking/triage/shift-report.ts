/** Counts of exceptions in a period: opened, closed, ended, and the time to first action, by cause and by person. */
import {
  type FirstAction,
  SHIFT_REPORT_MAX_MS,
  type ShiftCounts,
  type ShiftReport,
  type ShiftReportQuery,
} from '@waypost/contract/api/shift-report';
import type { TriageEventKind } from '@waypost/contract/api/triage';
import { invalidField } from '../../platform/http/problems.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  actsByPerson,
  endedByCause,
  firstActions,
  openedByCause,
  type Period,
  watchedSince,
} from '../../platform/store/exceptions.ts';

/** Throws Problem when the period is empty or too long. */
export function periodOf({ since, until }: ShiftReportQuery): Period {
  const period = { since: Date.parse(since), until: Date.parse(until) };
  const length = period.until - period.since;
  if (length <= 0) throw invalidField('query.until', until, 'must be after since');
  if (length > SHIFT_REPORT_MAX_MS)
    throw invalidField('query.since', since, 'must be at most 7 days before until');
  return period;
}

const PERSON_COUNTS = {
  assign: 'assigned',
  note: 'noted',
  call: 'called',
  snooze: 'snoozed',
  close: 'closed',
} as const satisfies Partial<Record<TriageEventKind, string>>;
const isCounted = (kind: TriageEventKind): kind is keyof typeof PERSON_COUNTS => kind in PERSON_COUNTS;

export async function shiftReport(db: Database, period: Period): Promise<ShiftReport> {
  const [watched_since, opened, ended, acts, first] = await Promise.all([
    watchedSince(db),
    openedByCause(db, period),
    endedByCause(db, period),
    actsByPerson(db, period),
    firstActions(db, period),
  ]);
  const causes = new Map<string, Omit<ShiftCounts, 'first_action'>>();
  const add = (cause: string, more: Partial<Omit<ShiftCounts, 'first_action'>>) => {
    const before = causes.get(cause) ?? { opened: 0, closed: 0, ended: 0, untouched: 0 };
    causes.set(cause, {
      opened: before.opened + (more.opened ?? 0),
      closed: before.closed + (more.closed ?? 0),
      ended: before.ended + (more.ended ?? 0),
      untouched: before.untouched + (more.untouched ?? 0),
    });
  };
  for (const { cause, ...counts } of opened) add(cause, counts);
  for (const { cause, ...counts } of ended) add(cause, counts);
  for (const { cause } of first) add(cause, {});
  const people = new Map<string, Omit<ShiftReport['by_person'][number], 'first_action'>>();
  for (const { sub, name, kind, cause, exceptions } of acts) {
    if (kind === 'close' && cause !== null) add(cause, { closed: exceptions });
    if (sub === null || !isCounted(kind)) continue;
    const counts = PERSON_COUNTS[kind];
    const nothing = { sub, name: name ?? '', assigned: 0, noted: 0, called: 0, snoozed: 0, closed: 0 };
    const before = people.get(sub) ?? nothing;
    people.set(sub, { ...before, [counts]: before[counts] + exceptions });
  }
  const by_cause = [...causes].map(([cause, counts]) => ({
    cause,
    ...counts,
    first_action: firstActionOf(first.filter((one) => one.cause === cause)),
  }));
  const sum = (key: 'opened' | 'closed' | 'ended' | 'untouched') =>
    by_cause.reduce((total, counts) => total + counts[key], 0);
  return {
    since: toIso(period.since),
    until: toIso(period.until),
    watched_since: toIso(watched_since),
    total: {
      opened: sum('opened'),
      closed: sum('closed'),
      ended: sum('ended'),
      untouched: sum('untouched'),
      first_action: firstActionOf(first),
    },
    by_cause: by_cause.sort((a, b) => b.opened - a.opened || a.cause.localeCompare(b.cause)),
    by_person: [...people.values()]
      .map((person) => ({
        ...person,
        first_action: firstActionOf(first.filter(({ sub }) => sub === person.sub)),
      }))
      .sort((a, b) => a.name.localeCompare(b.name) || a.sub.localeCompare(b.sub)),
  };
}

function firstActionOf(actions: readonly { readonly after_ms: number }[]): FirstAction {
  const after = actions.map(({ after_ms }) => after_ms).sort((a, b) => a - b);
  const middle = after[Math.ceil(after.length / 2) - 1];
  return { count: after.length, median_s: middle === undefined ? null : Math.round(middle / 1000) };
}
