import { JOB_ROUTES } from '@waypost/contract/api/job-routes';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import { toIso } from '../lib/time.ts';
import type { Database } from '../store/database.ts';
import { releaseClaims } from '../store/jobs.ts';
import { above, rowsOf } from '../store/query.ts';
import { Jobs, type JobsOptions } from './jobs.ts';

interface JobsCapability extends Capability {
  readonly jobs: Jobs;
}

const MAX_LISTED = 500;

export async function createJobs(options: JobsOptions): Promise<JobsCapability> {
  // Now and not at the start, when other servers may have started too.
  if (options.bus.isFirst) await releaseClaims(options.db);
  const jobs = new Jobs(options);
  return {
    jobs,
    routes: (router) =>
      mountRoutes(router, JOB_ROUTES, {
        listJobs: () => listJobs(options.db),
        retryJob: async ({ params, session }) => {
          await jobs.retry(params.job_id, session);
          return listJobs(options.db);
        },
      }),
    start: () => jobs.start(),
    stop: () => jobs.stop(),
  };
}

async function listJobs(db: Database) {
  const failed = await rowsOf(db, 'job', { dead_at: above(0) }, ['-dead_at'], MAX_LISTED);
  const waiting = await rowsOf(db, 'job', { dead_at: null }, ['run_at'], MAX_LISTED - failed.length);
  const items = [...failed, ...waiting].map(({ id, kind, tries, max_tries, problem, ...row }) => ({
    job_id: id,
    kind,
    state: row.dead_at === null ? ('waiting' as const) : ('failed' as const),
    tries,
    max_tries,
    created_at: toIso(row.created_at),
    next_try_at: row.dead_at === null ? toIso(row.run_at) : null,
    failed_at: toIso(row.dead_at),
    problem,
  }));
  return { items };
}
