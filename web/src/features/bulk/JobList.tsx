/** Jobs there are, newest first, with how far each is; and what was begun and not sent yet. */

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkJob } from '@waypost/contract/api/bulk';
import { BULK_KINDS } from '@waypost/contract/api/words';
import { type ReactNode, useMemo } from 'react';
import { useDisabledReason, useSession } from '../../api/context.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { useLive, useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconLock, IconUpload } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { agoText, personZone, zoneName } from '../../ui/time.ts';
import { tally } from './counts.ts';
import classes from './JobList.module.css';
import { JobState, Progress } from './JobState.tsx';
import { BulkDrafts } from './stored.ts';
import { useJobs } from './use-jobs.ts';
import { amount, countOf, jobName, rowsText } from './words.ts';

export interface JobListProps {
  readonly frame: (parts: { actions: ReactNode; children: ReactNode }) => ReactNode;
}

export function JobList({ frame }: JobListProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  if (disabledReason === null) return <Jobs frame={frame} />;
  return frame({ actions: null, children: <Denied disabledReason={disabledReason} /> });
}

export function Denied({ disabledReason }: { readonly disabledReason: string }) {
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.5} />}
      title="Bulk jobs are for onboarding staff"
      role="status"
    >
      <p>{disabledReason}</p>
    </EmptyState>
  );
}

const BEGIN = (
  <>
    <LinkButton to="/bulk/new" search={{ kind: 'user' }}>
      Create users from CSV
    </LinkButton>
    <LinkButton
      to="/bulk/new"
      search={{ kind: 'invitation' }}
      variant="filled"
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      Invite from CSV
    </LinkButton>
  </>
);

function Jobs({ frame }: JobListProps) {
  const query = useJobs();
  const { data, dataUpdatedAt } = query;
  const content = () => {
    if (!data) return <QueryState query={query} label="Loading jobs" />;
    if (data.items.length === 0)
      return (
        <EmptyState icon={<IconUpload size={32} stroke={1.5} />} title="No bulk jobs yet" action={BEGIN}>
          <p>Invite hundreds of fleets, or create hundreds of users, from one CSV file.</p>
          <p>Every row is checked before anything is sent. Outcomes show here.</p>
        </EmptyState>
      );
    return (
      <ul className={shared.list}>
        {data.items.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    );
  };
  return frame({
    actions: BEGIN,
    children: (
      <div className={shared.fillFrame}>
        <Drafts />
        {data && <QueryState query={query} label="Loading jobs" />}
        <div className={classes.scroller}>{content()}</div>
        {data && data.items.length > 0 && (
          <Foot count={data.items.length} read_at={dataUpdatedAt} onRead={() => void query.refetch()} />
        )}
      </div>
    ),
  });
}

function JobRow({ job }: { readonly job: BulkJob }) {
  const { to_send, done, problem, left_out } = tally(job);
  const parts = [
    `${amount(done)} of ${amount(to_send)} done`,
    problem > 0 ? `${rowsText(problem)} with a problem` : '',
    left_out > 0 ? `${amount(left_out)} skipped` : '',
  ];
  return (
    <li className={classes.job}>
      <Link to="/bulk/$job_id" params={{ job_id: job.id }} className={classes.link}>
        <span className={classes.name}>{jobName(job)}</span>
        <span className={classes.state}>
          <JobState state={job.state} />
        </span>
        <span className={classes.second}>
          {countOf(job.kind, job.total)} · {isolated(job.created_by_name)}
        </span>
        <Age at={job.created_at} ago className={classes.when} />
        <span className={classes.progress}>
          <Progress job={job} />
        </span>
        <span className={classes.counts}>{parts.filter(Boolean).join(', ')}</span>
        {job.message !== null && <span className={classes.message}>{job.message}</span>}
      </Link>
    </li>
  );
}

/** Files that were read and not sent. */
function Drafts() {
  const state = useSession();
  const { clock } = useLive();
  const person = state.phase === 'in' || state.phase === 'ended' ? state.session.user.sub : '';
  const drafts = useMemo(() => {
    const drafts = new BulkDrafts(person, clock.now);
    return BULK_KINDS.flatMap((kind) => drafts.read(kind) ?? []);
  }, [person, clock]);
  return drafts.map(({ value: draft, saved_at }) => (
    <div key={draft.kind} className={classes.draft}>
      <span>
        <strong>
          {draft.left_of.length > 0
            ? `${rowsText(draft.rows.length)} left to fix`
            : `${countOf(draft.kind, draft.rows.length)} not sent yet`}
        </strong>
        {draft.name && `, ${draft.name}`}, saved on this computer{' '}
        <Age at={new Date(saved_at).toISOString()} ago />
      </span>
      <LinkButton to="/bulk/new" search={{ kind: draft.kind }}>
        Continue
      </LinkButton>
    </div>
  ));
}

interface FootProps {
  readonly count: number;
  readonly read_at: number;
  readonly onRead: () => void;
}

function Foot({ count, read_at, onRead }: FootProps) {
  const zone = useNow((now) => zoneName(now));
  const read = useNow((now) => agoText(new Date(Math.min(read_at, now)).toISOString(), now));
  return (
    <div className={classes.foot}>
      <span>{count === 1 ? '1 job' : `${amount(count)} jobs`}</span>
      <span title={personZone()}>
        Updated {read} · Times {zone}
      </span>
      <Button size="compact-xs" onClick={onRead}>
        Refresh
      </Button>
    </div>
  );
}
