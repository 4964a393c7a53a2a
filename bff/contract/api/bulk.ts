/**
 * Many invitations or users at once, as a job that survives restarts. Our own API. Rows are numbered from 0 in the order in which they
 * were sent. Each row is an intent of its own (rule 25), so nothing is created twice however often the server ends on the way.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { INTENT_STATES } from './intents.ts';
import { INVITATION_STAGES, REFRESH_EFFECTS } from './invitation-stage.ts';
import { invitationChange } from './invitations.ts';
import { LIKENESSES } from './likeness.ts';
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
  /** Numbers of rows that are sent though their fleet shares already; the others of such fleets are left alone. Invitations only. */
  renews_accepted: z.array(z.number().int().min(0)).max(BULK_ROWS_MAX).default([]),
  rows,
});
export const bulkCheckWrite = bulkWrite.pick({ kind: true, rows: true });

/** One field of a row that cannot be used. `path` is '' for the row as a whole. */
export const bulkIssue = z.object({ path: z.string(), message: z.string() });
export type BulkIssue = z.infer<typeof bulkIssue>;

/** An invitation of the row's reference, or a fleet that shares under it. */
export const bulkExisting = z.object({
  /** Null: the fleet is known by its agreement only. */
  invitation_key: uuid.nullable(),
  fleet_name: z.string().nullable(),
  stage: z.enum(INVITATION_STAGES).nullable(),
  /** The fleet has accepted, or shares: the row is left alone unless it is chosen. */
  accepted: z.boolean(),
  /** Watched loads of the fleet, as far as it is known which are its. */
  loads: z.number().int(),
  /** What sending the row would change, field by field. */
  changes: z.array(invitationChange.extend({ effect: z.enum(REFRESH_EFFECTS) })),
});
export type BulkExisting = z.infer<typeof bulkExisting>;

/** Another reference that may be the same fleet. */
export const bulkSimilar = z.object({
  by: z.enum(LIKENESSES),
  fleet_ref: z.string().nullable(),
  fleet_name: z.string().nullable(),
  invitation_key: uuid.nullable(),
  stage: z.enum(INVITATION_STAGES).nullable(),
});
export type BulkSimilar = z.infer<typeof bulkSimilar>;

/**
 * What sending a row would do: `create`; `refresh` an invitation that is there; `skip` a user that was created from here already, or a
 * fleet that shares; null for a row that cannot be sent.
 */
export const BULK_EFFECTS = ['create', 'refresh', 'skip'] as const;
export const bulkCheckedRow = z.object({
  n: z.number().int(),
  subject: z.string().nullable(),
  issues: z.array(bulkIssue),
  will: z.enum(BULK_EFFECTS).nullable(),
  /** What is there already; null: nothing, or not asked for since the row cannot be sent. */
  existing: bulkExisting.nullable(),
  similar: z.array(bulkSimilar),
});
export const bulkCheck = z.object({
  rows: z.array(bulkCheckedRow),
  /** Why the fleets that share could not be read, one sentence; their data is then older, or missing. */
  fleets_problem: z.string().nullable(),
});
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

export const BULK_UNDO_ROW_STATES = ['waiting', 'done', 'failed'] as const;

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
  /** What became of withdrawing what it created; null: not asked for. */
  undo: z.enum(BULK_UNDO_ROW_STATES).nullable(),
  undo_message: z.string().nullable(),
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
  counts: z.record(z.enum(BULK_ROW_STATES), z.number().int()),
  /** Whether what it created is being withdrawn, or was; null: nobody has asked for that. */
  undo: z.enum(['running', 'done']).nullable(),
  undo_by_name: z.string().nullable(),
  undo_at: dateTime.nullable(),
  version: z.number().int(),
});
export type BulkJob = z.infer<typeof bulkJob>;

/** Newest first. */
export const bulkJobList = z.object({ items: z.array(bulkJob) });
export const bulkJobDetail = bulkJob.extend({ rows: z.array(bulkRow) });
export type BulkJobDetail = z.infer<typeof bulkJobDetail>;

/** What withdrawing everything that a job created would do, in rows. */
export const bulkUndoPreview = z.object({
  /** Invitations that would be withdrawn; of these, those whose link was shared or opened and works no more then. */
  withdrawn: z.number().int(),
  shared: z.number().int(),
  viewed: z.number().int(),
  /** What stays: the fleet has accepted; it was there before and was renewed; it is gone or forgotten already. */
  accepted: z.number().int(),
  renewed: z.number().int(),
  gone: z.number().int(),
});
export type BulkUndoPreview = z.infer<typeof bulkUndoPreview>;

/** `event: bulk` on the stream, without an id: jobs that have changed, each with the rows that have. */
export const bulkEvent = z.object({ items: z.array(bulkJob.extend({ rows: z.array(bulkRow) })) });
