import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { JOB_ROUTES } from '@waypost/contract/api/job-routes';
import type { JobGroup } from '@waypost/contract/api/jobs';
import { forAdministrators } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { jobKindText } from '../../live/job-kinds.ts';
import { eventText } from '../../live/outgoing-events.ts';
import { AgeAndFullTime, ResourceList } from '../../live/ResourceList.tsx';
import { Button } from '../../ui/buttons.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconAlertTriangleFilled, IconCheck, IconClock, IconRefresh } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fromNowText } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import type { JobsSearch } from './search.ts';

export const JobsView = forAdministrators(Jobs, {
  title: 'Background jobs',
  denied: 'Background jobs are for administrators',
});

const REFRESH_MS = 10_000;
const idOf = ({ group_id }: JobGroup) => group_id;
const jobsText = (count: number) => countText(count, 'job');
const countOf = (groups: readonly JobGroup[], state: JobGroup['state']) =>
  groups.reduce((sum, group) => sum + (group.state === state ? group.count : 0), 0);

function Jobs({ search, onSearch }: ViewProps<JobsSearch>) {
  const read = useRead(JOB_ROUTES.listJobs, queryKeys.jobs(), {
    select: itemsOf,
    background: 'always',
    refetchInterval: REFRESH_MS,
  });
  const { data: groups } = read;
  const { busy, retryGroup } = useRetries();
  const failed = countOf(groups ?? [], 'failed');
  const waiting = countOf(groups ?? [], 'waiting');
  return (
    <ResourceList
      title="Background jobs"
      id="job-list"
      words={['group of jobs', 'groups of jobs']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['group']}
      rows={groups}
      keyOf={idOf}
      read={read}
      columns={COLUMNS}
      actions={
        failed > 0 && (
          <Button icon={IconRefresh} loading={busy !== false} onClick={() => retryGroup(null)}>
            Retry {jobsText(failed)}
          </Button>
        )
      }
      above={
        failed + waiting > 0 && (
          <Box px={16} py={4} className={shared.note}>
            {jobsText(failed)} failed, {numberText(waiting)} {plural(waiting, 'waits', 'wait')}.
          </Box>
        )
      }
      empty={
        <EmptyState icon={IconCheck} title="Nothing waits, nothing failed">
          Emails, webhook deliveries and other work in the background are listed here while they wait, and
          when they have failed for good.
        </EmptyState>
      }
      record={{
        nameOf: ({ kind, count }) => `${jobKindText(kind)}: ${jobsText(count)}`,
        missing: 'Its jobs have finished, or now wait for another reason.',
        body: (group) => <About group={group} />,
      }}
    />
  );
}

/** Retries are for failed jobs, one, those of a group or all, and for a group that waits. */
function useRetries() {
  const client = useQueryClient();
  const { busy, attempt } = useAttempt<string>();
  const store = { onSuccess: (list: object) => client.setQueryData(queryKeys.jobs(), list) };
  const one = useWrite(JOB_ROUTES.retryJob, store);
  const several = useWrite(JOB_ROUTES.retryJobs, store);
  return {
    busy,
    retryOne: (job_id: string) =>
      void attempt(
        'Not retried',
        async () => {
          await one.mutateAsync({ params: { job_id } });
          toast({ title: 'Running again' });
        },
        job_id,
      ),
    /** Null: all. */
    retryGroup: (group_id: string | null) =>
      void attempt('Not retried', async () => {
        const { retried, refused } = await several.mutateAsync({ body: { group_id } });
        toast({
          title: `${jobsText(retried)} ${plural(retried, 'runs', 'run')} again`,
          ...(refused > 0 && {
            text: `${numberText(refused)} can't run again: a newer one does the same, or nothing waits for it any more.`,
          }),
        });
      }),
  };
}

function About({ group }: { readonly group: JobGroup }) {
  const { busy, retryOne, retryGroup } = useRetries();
  const { state, problem, count, oldest_at, failed_at, items } = group;
  const failed = state === 'failed';
  return (
    <>
      <Section title="Status" aside={<State group={group} />}>
        <Facts>
          <Fact name={failed ? 'Problem' : 'Waits because'}>{problem}</Fact>
          <Fact name="Last failure">{failed_at && <AgeAndFullTime at={failed_at} />}</Fact>
          <Fact name="Oldest created">
            <AgeAndFullTime at={oldest_at} />
          </Fact>
        </Facts>
        <Button icon={IconRefresh} loading={busy === true} onClick={() => retryGroup(group.group_id)}>
          {failed ? 'Retry' : 'Try'} {count === 1 ? 'job' : `these ${jobsText(count)}`}
          {!failed && ' now'}
        </Button>
      </Section>
      <Section
        title={count === items.length ? jobsText(count) : `First ${items.length} of ${jobsText(count)}`}
      >
        <DataTable
          heads={failed ? ['Subject', 'Tries', 'Again'] : ['Subject', 'Tries', 'Next try']}
          rows={items.map(wordedJob).map(({ job_id, subject, tries, max_tries, next_try_at }) => ({
            key: job_id,
            cells: [
              <span key="subject" className={shared.anywhere}>
                {subject ?? 'Not known'}
              </span>,
              `${tries} of ${max_tries}`,
              failed ? (
                <Button
                  key="again"
                  size="compact-xs"
                  aria-label={`Retry ${subject ?? 'job'}`}
                  loading={busy === job_id}
                  onClick={() => retryOne(job_id)}
                >
                  Retry
                </Button>
              ) : (
                <NextTry key="next" at={next_try_at} />
              ),
            ],
          }))}
        />
      </Section>
    </>
  );
}

/** @param lead before the time */
const NextTry = ({ at, lead = '' }: { readonly at: string | null; readonly lead?: string }) =>
  useNow((now) => (at === null || Date.parse(at) <= now ? 'Due now' : lead + fromNowText(at, now)));

function State({ group: { state, next_try_at } }: { readonly group: JobGroup }) {
  return state === 'failed' ? (
    <Status icon={IconAlertTriangleFilled} tone="strong">
      Failed
    </Status>
  ) : (
    <Status icon={IconClock} tone="quiet">
      <NextTry at={next_try_at} lead="Next try " />
    </Status>
  );
}

/** `Estimate moved of LD-1 to tms.example.com`: an outgoing event in words. */
const subjectText = (subject: string | null): string | null =>
  subject?.replace(/^[a-z]+\.[a-z]+(?= )/, eventText) ?? null;
const wordedJob = (job: JobGroup['items'][number]) => ({ ...job, subject: subjectText(job.subject) });

/** The subject of a single job identifies its row. */
const subjectOf = ({ count, items }: JobGroup) =>
  count === 1 ? subjectText(items[0]?.subject ?? null) : null;
const detailOf = (group: JobGroup) => [subjectOf(group), group.problem].filter(Boolean).join(': ');

const COLUMNS: readonly Column<JobGroup>[] = [
  {
    id: 'kind',
    header: 'Job',
    width: '2fr',
    card: 'title',
    cell: (group) => (
      <>
        <Primary title={jobKindText(group.kind)}>{jobKindText(group.kind)}</Primary>
        {detailOf(group) !== '' && <Secondary title={detailOf(group)}>{detailOf(group)}</Secondary>}
      </>
    ),
  },
  { id: 'state', header: 'Status', width: '1fr', card: 'side', cell: (group) => <State group={group} /> },
  {
    id: 'count',
    header: 'Jobs',
    width: 88,
    numeric: true,
    card: 'labeled',
    cell: ({ count }) => numberText(count),
  },
  {
    id: 'oldest',
    header: 'Oldest',
    width: 128,
    card: 'labeled',
    cell: ({ oldest_at }) => <Age at={oldest_at} ago />,
  },
];
