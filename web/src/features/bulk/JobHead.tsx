import { Box, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkJob, BulkJobDetail } from '@waypost/contract/api/bulk';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import { useEffect, useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useLive, useNow } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Button, LinkButton } from '../../ui/buttons.tsx';
import { IconArrowBackUp, IconBan, IconPlayerPause, IconUpload } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { durationText } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import classes from './bulk.module.css';
import { JobState, Progress } from './JobList.tsx';
import { JobMessages } from './JobMessages.tsx';
import { useBulkDrafts } from './use-draft.ts';
import { useJobAction, useJobs } from './use-jobs.ts';
import {
  countOf,
  jobAhead,
  jobName,
  jobWord,
  RERUN_HELP,
  rowsText,
  TITLE,
  tally,
  withdrawnText,
} from './words.ts';

/** A sample of the job's progress. The rate covers only what this page has observed. */
export interface ProgressSample {
  /** Milliseconds. */
  readonly at: number;
  /** Rows whose outcome is known. */
  readonly ended: number;
}

/** Long enough to smooth the rate, short enough to notice a change. */
const WINDOW_MS = 20_000;
const MIN_WINDOW_MS = 1_500;

export function addSample(
  samples: readonly ProgressSample[],
  now: ProgressSample,
): readonly ProgressSample[] {
  const recent = samples.filter(({ at }) => now.at - at <= WINDOW_MS);
  return recent.at(-1)?.ended === now.ended ? recent : [...recent, now];
}

/** Rows per second; null without enough samples. Drops over time when no rows end. */
export function rateOf(samples: readonly ProgressSample[], now: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || now - first.at < MIN_WINDOW_MS || last.ended === first.ended) return null;
  return ((last.ended - first.ended) * 1000) / (Math.max(now - 1_000, last.at) - first.at);
}

/** `4.8 a second`, `12 a minute` */
export function rateText(rate: number): string {
  if (rate >= 1) return `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second`;
  return `${Math.max(1, Math.round(rate * 60))} a minute`;
}

const FAILED_TITLE = {
  pause: "Couldn't pause the job",
  resume: "Couldn't resume the job",
} as const;

export function JobHead({ job, offline }: { readonly job: BulkJobDetail; readonly offline: boolean }) {
  const action = useJobAction(job.id);
  const ahead = jobAhead(job, useJobs().data?.items ?? []);
  const [cancelling, setCancelling] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const { sent, to_send, waiting, done, problem, held } = tally(job);
  const created = job.rows.filter(({ state, effect }) => state === 'done' && effect === 'create').length;
  const unsent = job.counts.invalid - held + job.counts.skipped;
  const not_sent = [
    held > 0 && `${rowsText(held)} held`,
    unsent > 0 && `${rowsText(unsent)} not sent`,
  ].filter((part) => part !== false);
  const open = job.state === 'running' || job.state === 'paused';
  const run = (what: keyof typeof FAILED_TITLE) =>
    action.mutate(what, { onError: (error) => showProblem(FAILED_TITLE[what], asProblem(error)) });
  return (
    <div className={classes.head}>
      {offline && open && (
        <Banner tone="wait" title="The Waypost server is not responding.">
          The job resumes automatically when it is back. Nothing is sent twice.
        </Banner>
      )}
      <Group gap="4px 16px">
        <JobState state={jobWord(job, ahead)} />
        <Box component="strong" fz="lg">
          {outcomeText(job, to_send)}
        </Box>
        <Box component="span" flex="1 1 120px" miw={0} c="dimmed" aria-live="off">
          {job.state === 'running' && <Rate key={job.id} sent={sent} waiting={waiting} />}
          {job.finished_at !== null && (
            <>
              {job.state === 'done' ? 'Completed' : 'Cancelled'} <Age at={job.finished_at} ago />
            </>
          )}
        </Box>
        <span className={shared.line}>
          {job.state === 'running' && (
            <Button icon={IconPlayerPause} loading={action.isPending} onClick={() => run('pause')}>
              Pause
            </Button>
          )}
          {job.state === 'paused' && (
            <Button
              variant="filled"
              icon={IconUpload}
              loading={action.isPending}
              onClick={() => run('resume')}
            >
              Resume
            </Button>
          )}
          {!open && job.kind === 'invitation' && job.undo === null && created > 0 && (
            <Button icon={IconArrowBackUp} onClick={() => setUndoing(true)}>
              Withdraw invitations…
            </Button>
          )}
          {open && (
            <Button icon={IconBan} onClick={() => setCancelling(true)}>
              Cancel job
            </Button>
          )}
        </span>
      </Group>
      <Progress job={job} />
      {job.message !== null && (
        <Banner tone="wait" title="Waiting.">
          {job.message}
        </Banner>
      )}
      {ahead && (
        <Banner tone="wait" title={`Waiting for ${isolated(jobName(ahead))} to finish.`}>
          {job.undo === 'running'
            ? 'Its invitations are withdrawn after that.'
            : 'Jobs run one after another. Pause that one to send this one now.'}{' '}
          <Link to="/bulk/$job_id" params={{ job_id: ahead.id }}>
            Open that job
          </Link>
        </Banner>
      )}
      {!open && job.undo === null && job.kind === 'invitation' && job.counts.done > 0 && (
        <JobMessages job={job} />
      )}
      {job.undo !== null && !ahead && <UndoState job={job} />}
      <p className={shared.note}>
        {isolated(job.created_by_name)} started this <Age at={job.created_at} ago />.
        {job.credentials === 'organization' &&
          " Sent with your organization's credentials, not with a person's own sign-in."}
        {not_sent.length > 0 && ` ${not_sent.join(', ')}; see the reason in the list.`}
        {problem > 0 && ` ${rowsText(problem)} failed at the tracking service.`}
        {job.state === 'running' && ' You can close this page. The job keeps running.'}
        {job.state === 'paused' && ' Nothing is sent until someone resumes it.'}
      </p>
      <RowsLeft job={job} />
      <details>
        <summary className={shared.small}>Can I run it again?</summary>
        <Box component="p" fz="xs" lh="xs" maw="90ch" my={4}>
          {RERUN_HELP[job.kind]}
        </Box>
        {!open && (
          <LinkButton to="/bulk/new" search={{ kind: job.kind }} size="compact-xs">
            {TITLE[job.kind]}
          </LinkButton>
        )}
      </details>
      {undoing && (
        <UndoDialog job={job} onUndo={() => action.mutateAsync('undo')} onClose={() => setUndoing(false)} />
      )}
      {cancelling && open && (
        <ConfirmDialog
          title="Cancel this job?"
          action="Cancel job"
          keep="Keep job"
          failure_title="Not cancelled"
          act={async () => {
            await action.mutateAsync('cancel');
          }}
          onClose={() => setCancelling(false)}
        >
          <p>
            {countOf(job.kind, waiting)} {plural(waiting, 'has', 'have')} not been created and will not be.{' '}
            {done > 0 && `Rows already done are kept: ${countOf(job.kind, done)}. `}A cancelled job can't be
            resumed; a paused one can.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Counts only what has happened: a created invitation has not been sent to anyone. */
function outcomeText(job: BulkJobDetail, to_send: number): string {
  const all = countOf(job.kind, to_send);
  const { sent, done } = tally(job);
  if (job.kind === 'user') {
    const created = job.rows.filter(({ operation_status }) => operation_status === 'success').length;
    return `${numberText(sent)} of ${all} sent, ${numberText(created)} created`;
  }
  const renewed = job.rows.filter(({ state, effect }) => state === 'done' && effect === 'refresh').length;
  // Until the first row is done, it is not known whether it renews or creates.
  if (done === 0) return `0 of ${all} done`;
  if (renewed === 0 || renewed === done)
    return `${numberText(done)} of ${all} ${renewed === 0 ? 'created' : 'renewed'}`;
  return `${numberText(done - renewed)} created, ${numberText(renewed)} renewed of ${all}`;
}

/** Rows of the file that were not sent wait in the form, in the browser that sent it. */
function RowsLeft({ job }: { readonly job: BulkJobDetail }) {
  const draft = useBulkDrafts().read(job.kind);
  if (!draft?.left_of.includes(job.id)) return null;
  const left = draft.rows.length;
  return (
    <Banner
      tone="act"
      title={`${rowsText(left)} of this file ${plural(left, 'is', 'are')} not sent yet.`}
      action={
        <LinkButton to="/bulk/new" search={{ kind: job.kind }}>
          Fix {rowsText(left)}
        </LinkButton>
      }
    >
      {plural(left, 'It waits', 'They wait')} in the form on this computer, with what is to be decided or
      corrected.
    </Banner>
  );
}

function UndoState({ job }: { readonly job: BulkJobDetail }) {
  const failed = job.undo_counts?.failed ?? 0;
  const by = job.undo_by_name === null ? '' : ` by ${isolated(job.undo_by_name)}`;
  const stay = failed === 0 ? '' : ` ${rowsText(failed)} could not be withdrawn; see the reason in the list.`;
  return (
    <Banner tone="wait" title={job.undo === 'running' ? 'Withdrawing its invitations.' : `Withdrawn${by}.`}>
      {withdrawnText(job)}.{stay}
    </Banner>
  );
}

function Rate({ sent, waiting }: { readonly sent: number; readonly waiting: number }) {
  const { clock } = useLive();
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { at: clock.now(), ended: sent })), [clock, sent]);
  const text = useNow((now) => {
    const rate = rateOf(samples, now);
    if (rate === null) return '';
    const left = waiting === 0 ? '' : `, about ${durationText((waiting / rate) * 1000)} left`;
    return `${rateText(rate)}${left}`;
  });
  return text;
}

interface UndoDialogProps {
  readonly job: BulkJob;
  readonly onUndo: () => Promise<unknown>;
  readonly onClose: () => void;
}

const countLine = (count: number, one: string, many: string) =>
  count === 0 ? [] : [countText(count, one, many)];

function UndoDialog({ job, onUndo, onClose }: UndoDialogProps) {
  const query = useRead(BULK_ROUTES.previewBulkUndo, queryKeys.bulkUndo(job.id), {
    params: { job_id: job.id },
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = query;
  const broken_links = data && [
    ...countLine(data.shared, 'of their links was shared', 'of their links were shared'),
    ...countLine(data.viewed, 'was opened by its fleet', 'were opened by their fleets'),
  ];
  const kept_lines = data && [
    ...countLine(
      data.accepted,
      'stays: the fleet has accepted. End its agreement instead.',
      'stay: the fleets have accepted. End their agreements instead.',
    ),
    ...countLine(
      data.renewed,
      "stays renewed: its earlier details can't be restored.",
      "stay renewed: their earlier details can't be restored.",
    ),
    ...countLine(data.gone, 'no longer exists.', 'no longer exist.'),
  ];
  return (
    <ConfirmDialog
      title="Withdraw this job's invitations?"
      confirm="withdraw"
      action={data ? `Withdraw ${countOf('invitation', data.withdrawn)}` : 'Withdraw'}
      keep="Keep invitations"
      failure_title="Not withdrawn"
      act={async () => {
        await onUndo();
        toast({ title: 'Withdrawing invitations', text: 'It continues if you leave the page.' });
      }}
      onClose={onClose}
    >
      <QueryState query={query} label="Counting" small />
      {data && (
        <>
          <p>
            {countOf('invitation', data.withdrawn)} will be withdrawn.
            {broken_links &&
              broken_links.length > 0 &&
              ` ${broken_links.join(', ')}: those links will stop working.`}{' '}
            This can't be undone.
          </p>
          {kept_lines && kept_lines.length > 0 && (
            <ul>
              {kept_lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
