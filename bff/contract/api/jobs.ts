/** Jobs: work in the background that survives a restart, such as an email. Finished jobs are not listed. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

export const job = z.object({
  job_id: uuid,
  kind: z.string(),
  /** `failed`: given up; somebody can retry it. */
  state: z.enum(['waiting', 'failed']),
  tries: z.number().int(),
  max_tries: z.number().int(),
  created_at: dateTime,
  next_try_at: dateTime.nullable(),
  failed_at: dateTime.nullable(),
  /** Why the last try failed; null when none has. */
  problem: z.string().nullable(),
});

export type Job = z.output<typeof job>;

/** Failed jobs first, then waiting ones; at most 500. */
export const jobList = z.object({ items: z.array(job) });
