/**
 * Many invitations or users at once, as a job that survives restarts. Our own API. Rows are numbered from 0 in request order (`n`); people
 * see the number that a row has in its file.
 * Each row is an intent of its own (rule 25), so nothing is created twice even if the server restarts in between.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { MATCH_FIELDS } from './fleet-matching.ts';
import { INTENT_STATES } from './intents.ts';
import { INVITATION_STAGES, REFRESH_EFFECTS } from './invitation-stage.ts';
import { invitationChange } from './invitations.ts';
import { BULK_KINDS } from './url-enums.ts';

export type BulkKind = (typeof BULK_KINDS)[number];
export const BULK_ROWS_MAX = 2000;
/** Bytes of the request body. */
export const BULK_BODY_MAX = 4 * 1024 * 1024;

/** Rows are bodies of `POST /api/invitations` or `POST /api/users`, each validated by the same schema. */
const rows = z
  .array(z.unknown())
  .min(1)
  .max(BULK_ROWS_MAX, { error: `must be at most ${BULK_ROWS_MAX} rows` });

/** A field that failed validation. `path` is '' for the row as a whole. */
export const bulkIssue = z.object({ path: z.string(), message: z.string() });
export type BulkIssue = z.infer<typeof bulkIssue>;
const shownIssue = z.strictObject({ path: z.string().max(100), message: z.string().max(300) });
const issuesOfRows = z
  .array(z.strictObject({ n: z.number().int().min(0), issues: z.array(shownIssue).min(1).max(20) }))
  .max(BULK_ROWS_MAX)
  .default([]);

/** `refuse_all`: if any row has a problem, nothing is sent (422 with all problems). `send_others`: such rows are left out. */
export const bulkWrite = z.strictObject({
  /** Client-generated job id: sending it again returns the same job. Omitted: a new job. */
  id: uuid.optional(),
  kind: z.enum(BULK_KINDS),
  /** File name, shown to people. */
  name: z.string().trim().max(200).nullable().default(null),
  on_problem: z.enum(['send_others', 'refuse_all']).default('send_others'),
  /** Users only: write at the provider immediately. */
  is_sync: z.boolean().default(false),
  /** Numbers of rows to send although their fleet already shares, or their user was requested before; other such rows are skipped. */
  renews_accepted: z.array(z.number().int().min(0)).max(BULK_ROWS_MAX).default([]),
  /** Rows that the page holds back, with what it said about them: they are not sent, and the job says the same. */
  issues: issuesOfRows,
  /** What the page said about rows that are sent, such as values that it left out: the job says the same. */
  warnings: issuesOfRows,
  /** The number of each row in its file, which may have empty lines and lines above its rows. Omitted: from 1. */
  row_numbers: z.array(z.number().int().min(1).max(1_000_000)).max(BULK_ROWS_MAX).optional(),
  rows,
});
export const bulkCheckWrite = bulkWrite.pick({ kind: true, rows: true });

/** An existing invitation with the row's reference, or a fleet that shares under it. */
export const bulkExisting = z.object({
  /** Null when the fleet is known only from its agreement. */
  invitation_key: uuid.nullable(),
  fleet_name: z.string().nullable(),
  stage: z.enum(INVITATION_STAGES).nullable(),
  /** The fleet has accepted or shares: the row is skipped unless chosen in `renews_accepted`. */
  accepted: z.boolean(),
  /** Watched loads known to belong to the fleet. */
  loads: z.number().int(),
  /** Changes that sending the row would make, by field. */
  changes: z.array(invitationChange.extend({ effect: z.enum(REFRESH_EFFECTS) })),
});
export type BulkExisting = z.infer<typeof bulkExisting>;

/** A different reference that may be the same fleet. */
export const bulkSimilar = z.object({
  by: z.array(z.enum(MATCH_FIELDS)).min(1),
  fleet_ref: z.string().nullable(),
  fleet_name: z.string().nullable(),
  invitation_key: uuid.nullable(),
  stage: z.enum(INVITATION_STAGES).nullable(),
});
export type BulkSimilar = z.infer<typeof bulkSimilar>;

export const USER_MATCH_FIELDS = ['username', 'user_email', 'partner_ref'] as const;

/** A user that was requested before at the row's connection, and has not failed. */
export const bulkKnownUser = z.object({
  /** What is the same. */
  by: z.array(z.enum(USER_MATCH_FIELDS)).min(1),
  subject: z.string().nullable(),
  /** `requested`: not answered yet; `waiting`: in a job, not sent yet. */
  state: z.enum(['created', 'requested', 'waiting']),
  at: dateTime,
  operation_id: uuid.nullable(),
  /** Null when requested elsewhere. */
  by_name: z.string().nullable(),
  job: z.object({ id: uuid, name: z.string().nullable(), row_number: z.number().int() }).nullable(),
});
export type BulkKnownUser = z.infer<typeof bulkKnownUser>;

/** The path of the only issue of a row that is held until a person decides. */
export const HELD = 'held';

/**
 * Effect of sending a row: `create`; `refresh` an existing invitation; `skip` a user requested before or a fleet that already
 * shares; null for an invalid row.
 */
export const BULK_EFFECTS = ['create', 'refresh', 'skip'] as const;
export const bulkCheckedRow = z.object({
  n: z.number().int(),
  subject: z.string().nullable(),
  issues: z.array(bulkIssue),
  will: z.enum(BULK_EFFECTS).nullable(),
  /** Null when nothing exists, and for invalid rows, which are not looked up. */
  existing: bulkExisting.nullable(),
  similar: z.array(bulkSimilar),
  /** Also of an invalid row; absent from a server of an earlier version. */
  known_user: bulkKnownUser.nullable().optional(),
});
export const bulkCheck = z.object({
  rows: z.array(bulkCheckedRow),
  /** Why the current fleets could not be read, as one sentence; their data is then older or missing. */
  fleets_problem: z.string().nullable(),
});
export type BulkCheck = z.infer<typeof bulkCheck>;

/** `invalid`: never sent, because of a problem or because it is held; `skipped`: existed already; `cancelled`: the job ended before the row's turn. */
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
  /** The number of the row in its file; absent from a server of an earlier version. */
  row_number: z.number().int().optional(),
  state: z.enum(BULK_ROW_STATES),
  /** `fleet_ref` or `username`, otherwise the email or the fleet's name; null when it has none. */
  subject: z.string().nullable(),
  /** Why it is not sent; or what was left out of a row that is. */
  issues: z.array(bulkIssue),
  /** Outcome as one sentence; null when there is no problem. */
  message: z.string().nullable(),
  /** Set when the row is done. */
  effect: z.enum(BULK_EFFECTS).nullable(),
  service_status: z.number().int().nullable(),
  intent_id: uuid.nullable(),
  invitation_key: uuid.nullable(),
  operation_id: uuid.nullable(),
  /** For users: the operation's current status; `event: operations` announces changes. */
  operation_status: z.string().nullable(),
  /** Outcome of withdrawing what the row created; null when not requested. */
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
  /** Credentials used at the service: the job continues after its creator signs out. */
  credentials: z.literal('organization'),
  created_at: dateTime,
  updated_at: dateTime,
  finished_at: dateTime.nullable(),
  /** Why a running job makes no progress, as one sentence; null while it does. */
  message: z.string().nullable(),
  total: z.number().int(),
  counts: z.record(z.enum(BULK_ROW_STATES), z.number().int()),
  /** How many of the invalid rows are held. */
  held: z.number().int().default(0),
  /** Withdrawal of what the job created; null when not requested. */
  undo: z.enum(['running', 'done']).nullable(),
  /** Rows to be withdrawn, by outcome; absent from a server of an earlier version. */
  undo_counts: z.record(z.enum(BULK_UNDO_ROW_STATES), z.number().int()).optional(),
  undo_by_name: z.string().nullable(),
  undo_at: dateTime.nullable(),
  version: z.number().int(),
});
export type BulkJob = z.infer<typeof bulkJob>;

/** Newest first. */
export const bulkJobList = z.object({ items: z.array(bulkJob) });
export const bulkJobDetail = bulkJob.extend({ rows: z.array(bulkRow) });
export type BulkJobDetail = z.infer<typeof bulkJobDetail>;

/** Effect of withdrawing everything that a job created, as row counts. */
export const bulkUndoPreview = z.object({
  /** Invitations to be withdrawn; of these, how many have a shared or viewed link that would stop working. */
  withdrawn: z.number().int(),
  shared: z.number().int(),
  viewed: z.number().int(),
  /** What cannot be withdrawn: accepted by the fleet; existed before and was renewed; already gone. */
  accepted: z.number().int(),
  renewed: z.number().int(),
  gone: z.number().int(),
});
export type BulkUndoPreview = z.infer<typeof bulkUndoPreview>;

/** `event: bulk` on the stream, without an id: changed jobs, each with only its changed rows. */
export const bulkEvent = z.object({ items: z.array(bulkJob.extend({ rows: z.array(bulkRow) })) });
