/** What happened to exceptions in a shift: opened, closed and how soon somebody acted, by cause and by person. Can be copied and printed. */
import { Button, NativeSelect } from '@mantine/core';
import {
  type FirstAction,
  SHIFT_REPORT_MAX_MS,
  type ShiftCounts,
  type ShiftReport,
} from '@waypost/contract/api/shift-report';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { use, useState } from 'react';
import { QueryState } from '../../../api/QueryState.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { useLive } from '../../../live/context.ts';
import { DateTimeField } from '../../../live/DateTimeField.tsx';
import { PrintArea } from '../../../live/PrintArea.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../../ui/buttons.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageFrameContext, type ViewProps } from '../../../ui/page-frame.tsx';
import { Fact, Facts, Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { durationText, personZone, zoneName } from '../../../ui/time.ts';
import { numberText } from '../../../ui/units.ts';
import { fromWall, minuteText, toWall } from '../../../ui/zoned.ts';
import { causeText } from '../cause-words.ts';
import { copyOrShow } from '../run-actions.ts';
import classes from './HandoverView.module.css';
import { SHIFT_HOURS, type ShiftSearch } from './shift-search.ts';

const medianText = ({ median_s }: FirstAction): string =>
  median_s === null ? 'None' : durationText(median_s * 1000);

/** `Nov 22, 2026, 14:00 CST to Nov 22, 2026, 22:00 CST` */
function periodText({ since, until }: Pick<ShiftReport, 'since' | 'until'>): string {
  const zone = personZone();
  return `${minuteText(since, zone)} to ${minuteText(until, zone)}`;
}

/** What the report cannot know; null: all of the period was watched. */
function watchedText({ since, watched_since }: ShiftReport): string | null {
  if (watched_since === null) return 'No load has been watched yet, so nothing is known of this period.';
  if (Date.parse(watched_since) <= Date.parse(since)) return null;
  return `Waypost has watched loads since ${minuteText(watched_since, personZone())}. Nothing is known of the time before.`;
}

function totalsOf({ opened, closed, ended, untouched, first_action }: ShiftCounts) {
  return [
    ['Opened', numberText(opened)],
    ['Closed by people', numberText(closed)],
    ['Resolved on their own', numberText(ended)],
    ['Open and untouched', numberText(untouched)],
    ['First actions', numberText(first_action.count)],
    ['Median time to first action', medianText(first_action)],
  ] as const;
}

function causeLine({ cause, opened, closed, ended, first_action }: ShiftReport['by_cause'][number]): string {
  const counts = `${numberText(opened)} opened, ${numberText(closed)} closed, ${numberText(ended)} ended`;
  const first = first_action.count === 0 ? '' : `, first action after ${medianText(first_action)} (median)`;
  return `  ${causeText(cause)}: ${counts}${first}`;
}

function personLine(person: ShiftReport['by_person'][number]): string {
  const { name, assigned, noted, called, snoozed, closed, first_action } = person;
  const actions = [
    `${numberText(assigned)} assigned`,
    `${numberText(noted)} with a note`,
    `${numberText(called)} called about`,
    `${numberText(snoozed)} snoozed`,
    `${numberText(closed)} closed`,
  ].join(', ');
  const first =
    first_action.count === 0
      ? ''
      : `, first to act on ${numberText(first_action.count)} after ${medianText(first_action)} (median)`;
  return `  ${name}: ${actions}${first}`;
}

function shiftReportText(report: ShiftReport): string {
  const { by_cause, by_person, total } = report;
  return [
    [`Shift report, ${periodText(report)}`, watchedText(report) ?? []].flat().join('\n'),
    totalsOf(total)
      .map(([what, count]) => `${what}: ${count}`)
      .join('\n'),
    ...(by_cause.length > 0 ? [['By cause', ...by_cause.map(causeLine)].join('\n')] : []),
    ...(by_person.length > 0 ? [['By person', ...by_person.map(personLine)].join('\n')] : []),
  ].join('\n\n');
}

const HOUR = 3600_000;
const CHOSEN = 'chosen';
const hoursText = (hours: number) => (hours === 168 ? 'Last 7 days' : `Last ${hours} hours`);

/** Why a period cannot be reported; null: it can. @param since, until milliseconds since 1970 */
function periodProblem(since: number, until: number): string | null {
  if (until <= since) return 'The end must be after the start';
  return until - since > SHIFT_REPORT_MAX_MS ? 'Choose at most 7 days' : null;
}

export function ShiftReportView({ search, onSearch }: ViewProps<ShiftSearch>) {
  const Frame = use(PageFrameContext);
  const { clock } = useLive();
  const [now, setNow] = useState(() => clock.now());
  const chosen = search.since !== undefined && search.until !== undefined;
  const until = search.until && chosen ? Date.parse(search.until) : now;
  const since = search.since && chosen ? Date.parse(search.since) : until - (search.hours ?? 8) * HOUR;
  const period_problem = periodProblem(since, until);
  const period = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  const report_query = useRead(TRIAGE_ROUTES.shiftReport, queryKeys.shiftReport(since, until), {
    query: period,
    enabled: period_problem === null,
  });
  const report = (period_problem === null && !report_query.error && report_query.data) || null;
  const onPeriod = (to: string) => {
    const latest = clock.now();
    setNow(latest);
    if (to !== CHOSEN) {
      const hours = SHIFT_HOURS.find((each) => String(each) === to);
      onSearch({ hours, since: undefined, until: undefined });
    } else onSearch({ hours: undefined, ...period });
  };
  return (
    <Frame title="Shift report" fit="scroll" actions={<Actions report={report} />}>
      <div className={classes.view}>
        <div className={shared.wrapped} style={{ alignItems: 'flex-end', gap: 12, padding: '12px 16px' }}>
          <NativeSelect
            label="Period"
            value={chosen ? CHOSEN : String(search.hours ?? 8)}
            onChange={({ currentTarget }) => onPeriod(currentTarget.value)}
            data={[
              ...SHIFT_HOURS.map((hours) => ({ value: String(hours), label: hoursText(hours) })),
              { value: CHOSEN, label: 'Choose start and end' },
            ]}
          />
          {chosen ? (
            <>
              <TimeField label="Start" at={since} onAt={(at) => onSearch({ since: at }, true)} />
              <TimeField label="End" at={until} onAt={(at) => onSearch({ until: at }, true)} />
            </>
          ) : (
            <Button size="sm" onClick={() => setNow(clock.now())}>
              Update
            </Button>
          )}
        </div>
        {period_problem !== null && (
          <p className={shared.strong} style={{ padding: '0 16px 12px' }} role="alert">
            {period_problem}
          </p>
        )}
        {period_problem === null && <QueryState query={report_query} label="Loading the shift report" />}
        {report && (
          <PrintArea title="Shift report">
            <Report report={report} />
          </PrintArea>
        )}
      </div>
    </Frame>
  );
}

interface TimeFieldProps {
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly onAt: (at: string) => void;
}

function TimeField({ label, at, onAt }: TimeFieldProps) {
  const zone = personZone();
  /** Typed text that is not a valid time yet. */
  const [invalid_text, setInvalidText] = useState<string | null>(null);
  return (
    <DateTimeField
      label={`${label}, ${zoneName(at)}`}
      value={invalid_text ?? toWall(at, zone)}
      onChange={(text) => {
        const read = fromWall(text, zone);
        setInvalidText(read ? null : text);
        if (read) onAt(read.at);
      }}
    />
  );
}

function Actions({ report }: { readonly report: ShiftReport | null }) {
  const disabledReason = report === null ? 'No report to show yet' : null;
  const copy = () =>
    report && void copyOrShow(shiftReportText(report), 'Shift report copied', 'The shift report');
  return (
    <>
      <LinkButton to="/handover">Handover</LinkButton>
      <GuardedButton disabledReason={disabledReason} onClick={copy}>
        Copy as text
      </GuardedButton>
      <GuardedButton disabledReason={disabledReason} onClick={() => window.print()}>
        Print
      </GuardedButton>
    </>
  );
}

const ACTIONS = ['First actions', 'Median time to first action'];
const CAUSE_HEADS = ['Opened', 'Closed by people', 'Resolved on their own', ...ACTIONS];
const PERSON_HEADS = ['Assigned', 'With a note', 'Called about', 'Snoozed', 'Closed', ...ACTIONS];

function Report({ report }: { readonly report: ShiftReport }) {
  const { total, by_cause, by_person } = report;
  const watched = watchedText(report);
  return (
    <>
      <Section title={periodText(report)} level={2}>
        {watched !== null && <p className={shared.plain}>{watched}</p>}
        <Facts wide>
          {totalsOf(total).map(([what, count]) => (
            <Fact key={what} name={what}>
              {count}
            </Fact>
          ))}
        </Facts>
      </Section>
      <Section title="By cause" level={2}>
        {by_cause.length === 0 ? (
          <EmptyState title="No exceptions in this period">Nothing opened, closed or ended.</EmptyState>
        ) : (
          <DataTable
            region="By cause, table"
            heads={['Cause', ...CAUSE_HEADS]}
            numeric="rest"
            rows={by_cause.map(({ cause, opened, closed, ended, first_action }) => ({
              key: cause,
              cells: [
                causeText(cause),
                ...[opened, closed, ended, first_action.count].map(numberText),
                medianText(first_action),
              ],
            }))}
          />
        )}
      </Section>
      <Section title="By person" level={2}>
        {by_person.length === 0 ? (
          <EmptyState title="No one acted in this period">
            Loads taken, noted, called about, snoozed and closed on the board count here.
          </EmptyState>
        ) : (
          <DataTable
            region="By person, table"
            heads={['Person', ...PERSON_HEADS]}
            numeric="rest"
            rows={by_person.map(({ sub, name, assigned, noted, called, snoozed, closed, first_action }) => ({
              key: sub,
              cells: [
                isolated(name),
                ...[assigned, noted, called, snoozed, closed, first_action.count].map(numberText),
                medianText(first_action),
              ],
            }))}
          />
        )}
      </Section>
    </>
  );
}
