import { z } from 'zod';
import { uuid } from '../common.ts';
import { jobList } from './jobs.ts';
import { route } from './route.ts';

export const JOB_ROUTES = {
  listJobs: route('GET /api/jobs', {
    summary: 'List jobs that failed for good or wait, at most 500',
    right: 'administer',
    responses: { 200: jobList },
  }),
  retryJob: route('POST /api/jobs/{job_id}/retry', {
    summary: 'Run a failed job again. 409 when a newer job does the same',
    right: 'administer',
    params: z.strictObject({ job_id: uuid }),
    responses: { 200: jobList },
  }),
} as const;
