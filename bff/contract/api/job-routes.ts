import { z } from 'zod';
import { uuid } from '../common.ts';
import { jobList, jobsRetried, jobsRetry } from './jobs.ts';
import { route } from './route.ts';

export const JOB_ROUTES = {
  listJobs: route('GET /api/jobs', {
    summary:
      'List jobs that failed for good or wait, by kind and reason, with their counts and the first of each',
    right: 'administer',
    responses: { 200: jobList },
  }),
  retryJob: route('POST /api/jobs/{job_id}/retry', {
    summary: 'Run a failed job again. 409 when a newer job does the same',
    right: 'administer',
    params: z.strictObject({ job_id: uuid }),
    responses: { 200: jobList },
  }),
  retryJobs: route('POST /api/jobs/retry', {
    summary: 'Run failed jobs again, those of a group or all, or try those of a group that waits now',
    right: 'administer',
    body: jobsRetry,
    responses: { 200: jobsRetried },
  }),
} as const;
