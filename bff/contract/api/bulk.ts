/**
 * Many invitations or users at once, as a job that survives restarts. Our own API. Rows are numbered from 0 in the order in which they
 * were sent. Each row is an intent of its own (rule 25), so nothing is created twice however often the server ends on the way.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { INTENT_STATES } from './intents.ts';
import { BULK_KINDS } from './words.ts';

export type BulkKind = (typeof BULK_KINDS)[number];
export const BULK_ROWS_MAX = 2000;
/** Bytes of the request body. */
export const BULK_BODY_MAX = 4 * 1024 * 1024;

/** Rows as the bodies of `POST /api/invitations` and `POST /api/users`; each is judged by the same schema. */
const rows = z
  .array(z.unknown())
  .min(1)
  .max(BULK_ROWS_MAX, { error: `must be at most ${BULK_ROWS_MAX} rows` });

/** `refuse_all`: one row with a problem, and nothing is sent (422 that names each). `send_others`: they are left out. */
export const bulkWrite = z.strictObject({
  /** The client's own name for this job: the same one sent again is the same job. Left out, it is a new one. */
  id: uuid.optional(),
  kind: z.enum(BULK_KINDS),
  /** For people: the name of the file. */
  name: z.string().trim().max(200).nullable().default(null),
  on_problem: z.enum(['send_others', 'refuse_all']).default('send_others'),
  /** Users only: written at the provider at once. */
  is_sync: z.boolean().default(false),
  rows,
});
export type BulkWrite = z.infer<typeof bulkWrite>;
export const bulkCheckWrite = bulkWrite.pick({ kind: true, rows: true });

/** One field of a row that cannot be used. `path` is '' for the row as a whole. */
export const bulkIssue = z.object({ path: z.string(), message: z.string() });
export type BulkIssue = z.infer<typeof bulkIssue>;

/**
 * What sending a row would do: `create`; `refresh` an invitation that is there; `skip` a user that was created from here already;
 * null for a row that cannot be sent.
 */
export const BULK_EFFECTS = ['create', 'refresh', 'skip'] as const;
export const bulkCheckedRow = z.object({
  n: z.number().int(),
  subject: z.string().nullable(),
  issues: z.array(bulkIssue),
  will: z.enum(BULK_EFFECTS).nullable(),
  /** The invitation that would be refreshed. */
  invitation_key: uuid.nullable(),
});
export const bulkCheck = z.object({ rows: z.array(bulkCheckedRow) });
export type BulkCheck = z.infer<typeof bulkCheck>;

/** `invalid` rows are never sent; `skipped`: it was there already; `cancelled`: the job ended before its turn. */
export const BULK_ROW_STATES = [
  'invalid',
  'waiting',
  ...INTENT_STATES, // sending, done, failed, unknown
  'skipped',
  'cancelled',
] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

export const bulkRow = z.object({
  n: z.number().int(),
  state: z.enum(BULK_ROW_STATES),
  /** `fleet_ref` or `username`, else the e-mail; null when it has none. */
  subject: z.string().nullable(),
  issues: z.array(bulkIssue),
  /** What became of it, one sentence; null while all is well. */
  message: z.string().nullable(),
  /** Of a row that is done. */
  effect: z.enum(BULK_EFFECTS).nullable(),
  service_status: z.number().int().nullable(),
  intent_id: uuid.nullable(),
  invitation_key: uuid.nullable(),
  operation_id: uuid.nullable(),
  /** Of a user: what the operation has come to by now; `event: operations` announces its changes. */
  operation_status: z.string().nullable(),
});
export type BulkRow = z.infer<typeof bulkRow>;

export const BULK_STATES = ['running', 'paused', 'cancelled', 'done'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const bulkJob = z.object({
  id: uuid,
  kind: z.enum(BULK_KINDS),
  name: z.string().nullable(),
  state: z.enum(BULK_STATES),
  is_sync: z.boolean(),
  created_by_name: z.string(),
  /** Whose are used at the service: it continues when the person who began it has signed out. */
  credentials: z.literal('organization'),
  created_at: dateTime,
  updated_at: dateTime,
  finished_at: dateTime.nullable(),
  /** Why nothing moves at the moment though it is running, one sentence; null when it moves. */
  message: z.string().nullable(),
  total: z.number().int(),
  /** Rows in each state. */
  counts: z.record(z.enum(BULK_ROW_STATES), z.number().int()),
  version: z.number().int(),
});
export type BulkJob = z.infer<typeof bulkJob>;

/** Newest first. */
export const bulkJobList = z.object({ items: z.array(bulkJob) });
export const bulkJobDetail = bulkJob.extend({ rows: z.array(bulkRow) });
export type BulkJobDetail = z.infer<typeof bulkJobDetail>;

/** `event: bulk` on the stream, without an id: jobs that have changed, each with the rows that have. */
export const bulkEvent = z.object({ items: z.array(bulkJob.extend({ rows: z.array(bulkRow) })) });
