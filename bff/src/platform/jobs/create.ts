import { createHash } from 'node:crypto';
import { JOB_ROUTES } from '@waypost/contract/api/job-routes';
import type { JobGroup } from '@waypost/contract/api/jobs';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Person } from '../lib/person.ts';
import { toIso } from '../lib/time.ts';
import { type JobGroupRow, jobGroups, jobsOfGroup, releaseClaims } from '../store/jobs.ts';
import { Jobs, type JobsOptions } from './jobs.ts';

interface JobsCapability extends Capability {
  readonly jobs: Jobs;
}

/** Jobs listed of each group, and of all. */
const MAX_OF_GROUP = 100;
const MAX_LISTED = 1000;
/** A single request retries at most this many of each group; the rest stays failed and is counted. */
const MAX_RETRIED = 2000;

export async function createJobs(options: JobsOptions): Promise<JobsCapability> {
  // Now and not at the start, when other servers may have started too.
  if (options.bus.isFirst) await releaseClaims(options.db);
  const jobs = new Jobs(options);
  const { list, retry } = jobRoutes(jobs, options);
  return {
    jobs,
    routes: (router) =>
      mountRoutes(router, JOB_ROUTES, {
        listJobs: list,
        retryJob: async ({ params, session }) => {
          await jobs.retry(params.job_id, session);
          return list();
        },
        retryJobs: ({ body, session }) => retry(body.group_id, session),
      }),
    start: () => jobs.start(),
    stop: () => jobs.stop(),
  };
}

/** @returns the list of jobs, and the retry of a group, also of one that waits, or (null) of all failed ones */
export function jobRoutes(jobs: Jobs, { db, now = Date.now }: Pick<JobsOptions, 'db' | 'now'>) {
  const list = async () => ({ items: await listGroups(jobs, db, now()) });
  const retry = async (group_id: string | null, by: Person) => {
    const counts = { retried: 0, refused: 0 };
    for (const group of await jobGroups(db, now())) {
      if (group_id === null ? group.state !== 'failed' : group_id !== idOf(group)) continue;
      const ids = (await jobsOfGroup(db, now(), group, MAX_RETRIED)).map(({ id }) => id);
      if (group.state === 'waiting') {
        await jobs.tryNow(group, ids, by);
        counts.retried += ids.length;
        continue;
      }
      const { retried, refused } = await jobs.retryAll(ids, by);
      counts.retried += retried;
      counts.refused += refused;
    }
    return { ...counts, ...(await list()) };
  };
  return { list, retry };
}

/** The same for the same jobs, so that a link to it stays valid. */
const idOf = ({ kind, state, why }: JobGroupRow) =>
  createHash('sha256')
    .update(JSON.stringify([kind, state, why]))
    .digest('base64url')
    .slice(0, 16);

async function listGroups(jobs: Jobs, db: JobsOptions['db'], now: number): Promise<JobGroup[]> {
  const groups: JobGroup[] = [];
  let left = MAX_LISTED;
  for (const group of await jobGroups(db, now)) {
    const rows = left > 0 ? await jobsOfGroup(db, now, group, Math.min(left, MAX_OF_GROUP)) : [];
    left -= rows.length;
    const { kind, state, why: problem, count, oldest_at, due_at, dead_at } = group;
    const subjects = await jobs.subjects(kind, rows);
    groups.push({
      group_id: idOf(group),
      kind,
      state,
      problem,
      count,
      oldest_at: toIso(oldest_at),
      next_try_at: state === 'waiting' ? toIso(due_at) : null,
      failed_at: toIso(dead_at),
      items: rows.map(({ id, tries, max_tries, ...row }, at) => ({
        job_id: id,
        subject: subjects[at] ?? null,
        tries,
        max_tries,
        created_at: toIso(row.created_at),
        next_try_at: state === 'waiting' ? toIso(row.due_at) : null,
        failed_at: toIso(row.dead_at),
      })),
    });
  }
  return groups;
}
