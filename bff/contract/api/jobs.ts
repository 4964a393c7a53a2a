/** Jobs: work in the background that survives a restart, such as an email. Finished jobs are not listed. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

export const job = z.object({
  job_id: uuid,
  /** What it is about, such as the recipient of an email; null when that is not known. */
  subject: z.string().nullable(),
  tries: z.number().int(),
  max_tries: z.number().int(),
  created_at: dateTime,
  /** Also when another job of the same receiver has to wait first; null when it failed. */
  next_try_at: dateTime.nullable(),
  failed_at: dateTime.nullable(),
});

/** The jobs of a kind that wait, or that failed, for the same reason. */
export const jobGroup = z.object({
  group_id: z.string(),
  kind: z.string(),
  /** `failed`: given up; somebody can retry them. */
  state: z.enum(['waiting', 'failed']),
  /** Why the last try failed, or what holds them up; null when nothing has failed. */
  problem: z.string().nullable(),
  count: z.number().int(),
  oldest_at: dateTime,
  /** Of the first. */
  next_try_at: dateTime.nullable(),
  /** Of the last. */
  failed_at: dateTime.nullable(),
  /** The first of them. */
  items: z.array(job),
});
export type JobGroup = z.output<typeof jobGroup>;

/** Failed jobs first. The counts are those of the system status. */
export const jobList = z.object({ items: z.array(jobGroup) });

/** `group_id`: of failed or of waiting jobs; null for every failed job. */
export const jobsRetry = z.strictObject({ group_id: z.string().max(100).nullable() });
/** `refused`: a newer job does the same, or its subject no longer waits for it. */
export const jobsRetried = jobList.extend({ retried: z.number().int(), refused: z.number().int() });
