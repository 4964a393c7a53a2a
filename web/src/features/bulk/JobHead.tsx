/** How far a job is, how fast it goes, what holds it up, and what may be done about it. */
import { Box, Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.css';
import { Link } from '@tanstack/react-router';
import type { BulkJob, BulkJobDetail, BulkRow } from '@waypost/contract/api/bulk';
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
import { LinkButton } from '../../ui/buttons.tsx';
import { IconArrowBackUp, IconBan, IconPlayerPause, IconUpload } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { durationText } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './bulk.module.css';
import { JobState, Progress } from './JobList.tsx';
import { JobMessages } from './JobMessages.tsx';
import { useJobs, useTurn } from './use-jobs.ts';
import { AGAIN, amount, countOf, jobName, rowsText, TITLE, tally } from './words.ts';

/** How fast a job goes, from what was seen of it: what it did before the page was open says nothing about now. */
export interface Seen {
  /** Milliseconds. */
  readonly at: number;
  /** Rows whose end is known. */
  readonly ended: number;
}

/** Long enough to even out, short enough to notice a change. */
const WINDOW_MS = 20_000;
const LEAST_MS = 1_500;

export function noteSeen(seen: readonly Seen[], now: Seen): readonly Seen[] {
  const recent = seen.filter(({ at }) => now.at - at <= WINDOW_MS);
  return recent.at(-1)?.ended === now.ended ? recent : [...recent, now];
}

/** Rows a second; null: not seen long enough. A job that stands loses its pace with time. */
export function paceOf(seen: readonly Seen[], now: number): number | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || now - first.at < LEAST_MS || last.ended === first.ended) return null;
  return ((last.ended - first.ended) * 1000) / (Math.max(now - 1_000, last.at) - first.at);
}

/** `4.8 a second`, `12 a minute` */
export function paceText(pace: number): string {
  if (pace >= 1) return `${pace < 10 ? pace.toFixed(1) : Math.round(pace)} a second`;
  return `${Math.max(1, Math.round(pace * 60))} a minute`;
}

const DID_NOT = {
  pause: "Couldn't pause the job",
  resume: "Couldn't resume the job",
} as const;

/** @param away the server does not answer at the moment */
export function JobHead({ job, away }: { readonly job: BulkJobDetail; readonly away: boolean }) {
  const turn = useTurn(job.id);
  const [cancelling, setCancelling] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const { sent, to_send, waiting, done, problem } = tally(job);
  const created = job.rows.filter(({ state, effect }) => state === 'done' && effect === 'create').length;
  const { invalid, skipped } = job.counts;
  const unsent = job.kind === 'invitation' ? invalid + skipped : invalid;
  const open = job.state === 'running' || job.state === 'paused';
  const ask = (what: keyof typeof DID_NOT) =>
    turn.mutate(what, { onError: (error) => showProblem(DID_NOT[what], asProblem(error)) });
  return (
    <div className={classes.head}>
      {away && open && (
        <Banner tone="wait" title="The Waypost server is not responding.">
          The job resumes automatically when it is back. Nothing is sent twice.
        </Banner>
      )}
      <Group gap="4px 16px">
        <JobState state={job.state} />
        <Box component="strong" fz="lg">
          {outcomeText(job, to_send)}
        </Box>
        <Box component="span" flex="1 1 120px" miw={0} c="dimmed" aria-live="off">
          {job.state === 'running' && <Pace key={job.id} sent={sent} waiting={waiting} />}
          {job.finished_at !== null && (
            <>
              {job.state === 'done' ? 'Completed' : 'Cancelled'} <Age at={job.finished_at} ago />
            </>
          )}
        </Box>
        <span className={shared.line}>
          {job.state === 'running' && (
            <Button
              leftSection={<IconPlayerPause size={16} aria-hidden />}
              loading={turn.isPending}
              onClick={() => ask('pause')}
            >
              Pause
            </Button>
          )}
          {job.state === 'paused' && (
            <Button
              variant="filled"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={turn.isPending}
              onClick={() => ask('resume')}
            >
              Resume
            </Button>
          )}
          {!open && job.kind === 'invitation' && job.undo === null && created > 0 && (
            <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => setUndoing(true)}>
              Withdraw invitations…
            </Button>
          )}
          {open && (
            <Button leftSection={<IconBan size={16} aria-hidden />} onClick={() => setCancelling(true)}>
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
      {job.state === 'running' && job.message === null && sent === 0 && waiting > 0 && <ItsTurn job={job} />}
      {!open && job.undo === null && job.kind === 'invitation' && job.counts.done > 0 && (
        <JobMessages job={job} />
      )}
      {job.undo !== null && <UndoState job={job} />}
      <p className={shared.note}>
        {isolated(job.created_by_name)} started this <Age at={job.created_at} ago />.
        {job.credentials === 'organization' &&
          " Sent with your organization's credentials, not with a person's own sign-in."}
        {unsent > 0 && ` ${rowsText(unsent)} not sent; see the reason in the list.`}
        {skipped > 0 && job.kind !== 'invitation' && ` ${rowsText(skipped)} already existed.`}
        {problem > 0 && ` ${rowsText(problem)} failed at the tracking service.`}
        {job.state === 'running' && ' You can close this page. The job keeps running.'}
        {job.state === 'paused' && ' Nothing is sent until someone resumes it.'}
      </p>
      <details>
        <summary className={shared.small}>Can I run it again?</summary>
        <Box component="p" fz="xs" lh="xs" maw="90ch" my={4}>
          {AGAIN[job.kind]}
        </Box>
        {!open && (
          <LinkButton to="/bulk/new" search={{ kind: job.kind }} size="compact-xs">
            {TITLE[job.kind]}
          </LinkButton>
        )}
      </details>
      {undoing && (
        <UndoDialog job={job} onUndo={() => turn.mutateAsync('undo')} onClose={() => setUndoing(false)} />
      )}
      {cancelling && (
        <ConfirmDialog
          title="Cancel this job?"
          action="Cancel job"
          keep="Keep job"
          failure_title="Not cancelled"
          act={async () => {
            await turn.mutateAsync('cancel');
          }}
          onClose={() => setCancelling(false)}
        >
          <p>
            {countOf(job.kind, waiting)} {waiting === 1 ? 'has' : 'have'} not been created and will not be.{' '}
            {done > 0 && `Rows already done are kept: ${countOf(job.kind, done)}. `}A cancelled job can't be
            resumed; a paused one can.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** What has come of it, and no more than that: a created invitation has not been sent to anybody. */
function outcomeText(job: BulkJobDetail, to_send: number): string {
  const all = countOf(job.kind, to_send);
  const { sent, done } = tally(job);
  if (job.kind === 'user') return `${amount(sent)} of ${all} sent`;
  const renewed = job.rows.filter(({ state, effect }) => state === 'done' && effect === 'refresh').length;
  if (renewed === 0) return `${amount(done)} of ${all} created`;
  return `${amount(done - renewed)} created, ${amount(renewed)} renewed of ${all}`;
}

function UndoState({ job }: { readonly job: BulkJobDetail }) {
  const count = (undo: BulkRow['undo']) => job.rows.filter((row) => row.undo === undo).length;
  const [waiting, done, failed] = [count('waiting'), count('done'), count('failed')];
  const by = job.undo_by_name === null ? '' : ` by ${isolated(job.undo_by_name)}`;
  const stay = failed === 0 ? '' : ` ${rowsText(failed)} could not be withdrawn; see the reason in the list.`;
  return (
    <Banner tone="wait" title={job.undo === 'running' ? 'Withdrawing its invitations.' : `Withdrawn${by}.`}>
      {amount(done)} of {countOf('invitation', waiting + done + failed)} withdrawn.{stay}
    </Banner>
  );
}

/** Jobs are sent one after the other, in the order in which they were begun. */
function ItsTurn({ job }: { readonly job: BulkJob }) {
  const { data } = useJobs();
  const before = data?.items.findLast(
    ({ id, state, created_at, message }) =>
      id !== job.id && state === 'running' && message === null && created_at < job.created_at,
  );
  if (!before) return null;
  return (
    <Banner tone="wait" title="Waiting for another job.">
      <Link to="/bulk/$job_id" params={{ job_id: before.id }}>
        {jobName(before)}
      </Link>{' '}
      goes first. Pause it to send this one now.
    </Banner>
  );
}

/** Rate and time left, of what this page has seen. */
function Pace({ sent, waiting }: { readonly sent: number; readonly waiting: number }) {
  const { clock } = useLive();
  const [seen, setSeen] = useState<readonly Seen[]>([]);
  useEffect(() => setSeen((before) => noteSeen(before, { at: clock.now(), ended: sent })), [clock, sent]);
  const text = useNow((now) => {
    const pace = paceOf(seen, now);
    if (pace === null) return '';
    const left = waiting === 0 ? '' : `, about ${durationText((waiting / pace) * 1000)} left`;
    return `${paceText(pace)}${left}`;
  });
  return text;
}

interface UndoDialogProps {
  readonly job: BulkJob;
  /** Rejects with a Problem. */
  readonly onUndo: () => Promise<unknown>;
  readonly onClose: () => void;
}

const have = (count: number, one: string, many: string) =>
  count === 0 ? null : `${amount(count)} ${count === 1 ? one : many}`;

/** Takes back what a job created, after saying what that withdraws and what stays. */
function UndoDialog({ job, onUndo, onClose }: UndoDialogProps) {
  const query = useRead(BULK_ROUTES.previewBulkUndo, queryKeys.bulkUndo(job.id), {
    params: { job_id: job.id },
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = query;
  const dead =
    data &&
    [
      have(data.shared, 'of their links was shared', 'of their links were shared'),
      have(data.viewed, 'was opened by its fleet', 'were opened by their fleets'),
    ].filter((part) => part !== null);
  const stays =
    data &&
    [
      have(
        data.accepted,
        'stays: the fleet has accepted. End its agreement instead.',
        'stay: the fleets have accepted. End their agreements instead.',
      ),
      have(
        data.renewed,
        "stays renewed: its earlier details can't be restored.",
        "stay renewed: their earlier details can't be restored.",
      ),
      have(data.gone, 'no longer exists.', 'no longer exist.'),
    ].filter((part) => part !== null);
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
            {dead && dead.length > 0 && ` ${dead.join(', ')}: those links will stop working.`} This can't be
            undone.
          </p>
          {stays && stays.length > 0 && (
            <ul>
              {stays.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
