/** What happened to exceptions in a shift: opened, closed, how soon somebody acted, by cause and by person; as text and on paper. */
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SHIFT_REPORT_MAX_MS, type ShiftReport } from '@waypost/contract/api/shift-report';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { use, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive } from '../../../live/context.ts';
import { DateTimeField } from '../../../live/DateTimeField.tsx';
import type { ViewProps } from '../../../pages/PageFrame.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../../ui/buttons.tsx';
import { EmptyState, ListSkeleton } from '../../../ui/EmptyState.tsx';
import { copyText } from '../../../ui/MonoId.tsx';
import { PageFrameContext, PrintArea } from '../../../ui/page-frame.tsx';
import { Fact, Facts, Section } from '../../../ui/Section.tsx';
import { personZone, zoneName } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import { causeText } from '../cause-words.ts';
import classes from './HandoverView.module.css';
import { SHIFT_HOURS, type ShiftSearch } from './shift-search.ts';
import { countText, medianText, periodText, shiftReportText, totalsOf } from './shift-text.ts';

const HOUR = 3600_000;
const CHOSEN = 'chosen';
const hoursText = (hours: number) => (hours === 168 ? 'Last 7 days' : `Last ${hours} hours`);

/** Why nothing can be reported of a period; null: it can. @param since, until milliseconds since 1970 */
function wrongPeriod(since: number, until: number): string | null {
  if (until <= since) return 'The end must be after the start';
  return until - since > SHIFT_REPORT_MAX_MS ? 'Choose at most 7 days' : null;
}

export function ShiftReportView({ search, onSearch }: ViewProps<ShiftSearch>) {
  const Frame = use(PageFrameContext);
  const { http } = useApi();
  const { clock } = useLive();
  const [now, setNow] = useState(() => clock.now());
  const chosen = search.since !== undefined && search.until !== undefined;
  const until = search.until && chosen ? Date.parse(search.until) : now;
  const since = search.since && chosen ? Date.parse(search.since) : until - (search.hours ?? 8) * HOUR;
  const wrong = wrongPeriod(since, until);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: queryKeys.shiftReport(since, until),
    queryFn: ({ signal }) =>
      http.call(TRIAGE_ROUTES.shiftReport, {
        query: { since: new Date(since).toISOString(), until: new Date(until).toISOString() },
        signal,
      }),
    enabled: wrong === null,
    placeholderData: keepPreviousData,
  });
  const report = wrong === null && !error && !isPlaceholderData ? (data ?? null) : null;
  const onPeriod = (to: string) => {
    const latest = clock.now();
    setNow(latest);
    if (to !== CHOSEN) {
      const hours = SHIFT_HOURS.find((each) => String(each) === to);
      onSearch({ hours, since: undefined, until: undefined });
    } else
      onSearch({
        hours: undefined,
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
      });
  };
  return (
    <Frame title="Shift report" fit="scroll" actions={<Actions report={report} />}>
      <div className={classes.shiftReportViewView}>
        <div className={classes.period}>
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
            <Button onClick={() => setNow(clock.now())}>Update</Button>
          )}
        </div>
        {wrong !== null && (
          <p className={classes.wrong} role="alert">
            {wrong}
          </p>
        )}
        {wrong === null && error && (
          <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
        )}
        {wrong === null && !error && !report && <ListSkeleton label="Loading the shift report" />}
        {report && (
          <PrintArea>
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
  /** What is typed and is no time yet. */
  const [unread, setUnread] = useState<string | null>(null);
  return (
    <DateTimeField
      label={`${label}, ${zoneName(at)}`}
      value={unread ?? toWall(at, zone)}
      onChange={(text) => {
        const read = fromWall(text, zone);
        setUnread(read ? null : text);
        if (read) onAt(read.at);
      }}
    />
  );
}

function Actions({ report }: { readonly report: ShiftReport | null }) {
  const disabledReason = report === null ? 'No report to show yet' : null;
  const copy = async () => {
    if (report === null) return;
    const text = shiftReportText(report);
    const done = await copyText(text);
    toast(
      done
        ? { title: 'Shift report copied' }
        : { title: 'Your browser blocked copying. The shift report:', text },
    );
  };
  return (
    <>
      <LinkButton to="/handover">Handover</LinkButton>
      <GuardedButton disabledReason={disabledReason} onClick={() => void copy()}>
        Copy as text
      </GuardedButton>
      <GuardedButton disabledReason={disabledReason} onClick={() => window.print()}>
        Print
      </GuardedButton>
    </>
  );
}

const CAUSE_HEADS = [
  'Opened',
  'Closed by people',
  'Resolved on their own',
  'First actions',
  'Median to first action',
];
const PERSON_HEADS = [
  'Assigned',
  'With a note',
  'Snoozed',
  'Closed',
  'First actions',
  'Median to first action',
];

function Report({ report }: { readonly report: ShiftReport }) {
  const { total, by_cause, by_person } = report;
  return (
    <>
      <Section title={periodText(report)} level={2}>
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
          <Table
            first="Cause"
            heads={CAUSE_HEADS}
            rows={by_cause.map(({ cause, opened, closed, ended, first_action }) => ({
              key: cause,
              name: causeText(cause),
              cells: [
                countText(opened),
                countText(closed),
                countText(ended),
                countText(first_action.count),
                medianText(first_action),
              ],
            }))}
          />
        )}
      </Section>
      <Section title="By person" level={2}>
        {by_person.length === 0 ? (
          <EmptyState title="No one acted in this period">
            Loads taken, noted, snoozed and closed on the board count here.
          </EmptyState>
        ) : (
          <Table
            first="Person"
            heads={PERSON_HEADS}
            rows={by_person.map(({ sub, name, assigned, noted, snoozed, closed, first_action }) => ({
              key: sub,
              name: isolated(name),
              cells: [
                ...[assigned, noted, snoozed, closed, first_action.count].map(countText),
                medianText(first_action),
              ],
            }))}
          />
        )}
      </Section>
    </>
  );
}

interface TableProps {
  readonly first: string;
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly cells: readonly string[];
  }[];
}

function Table({ first, heads, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled by keys
    <section className={classes.scroll} tabIndex={0} aria-label={`By ${first.toLowerCase()}, table`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
