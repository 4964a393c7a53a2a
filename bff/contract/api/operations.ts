/** Resource operations as Waypost knows them, from answers, reads and events. Our own API; no password is in any of it. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { operation, operationLog } from '../operations.ts';
import { PASSWORD_LENGTH, userCreate } from '../users.ts';
import { onboardingSources } from './invitations.ts';

const attempt = z.object(operationLog.shape);
export type OperationAttempt = z.infer<typeof attempt>;

export const boardOperation = z.object({
  ...operation.pick({
    id: true,
    connection_id: true,
    resource: true,
    operation_type: true,
    created_at: true,
    updated_at: true,
    resource_id: true,
    source_id: true,
    status: true,
  }).shape,
  /** As the person gave it, without our own mark (rule 25). */
  partner_ref: z.string().nullable(),
  /** `username`, else e-mail, else name; null when none is known. */
  subject: z.string().nullable(),
  /** From the connection, when it is known. */
  fleet_ref: z.string().nullable(),
  /** As its invitation names the fleet. */
  fleet_name: z.string().nullable(),
  source_name: z.string().nullable(),
  attempts: z.number().int(),
  /** The last attempt, null before the first. */
  last_attempt: attempt.nullable(),
  /** Who asked for it here; null when it was made elsewhere. */
  created_by_name: z.string().nullable(),
  intent_id: uuid.nullable(),
  /** True when its request is kept here (without the password), so that it can be sent again. */
  repeatable: z.boolean(),
  /** The operation that was sent in its place; null when none was. */
  repeated_as: uuid.nullable(),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  version: z.number().int(),
});
export type BoardOperation = z.infer<typeof boardOperation>;

/** Newest first. */
export const operationList = z.object({ items: z.array(boardOperation), sources: onboardingSources });

export const boardOperationDetail = boardOperation.extend({
  /** What was to be written, redacted. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  /** One entry an attempt, oldest first, redacted. */
  logs: z.array(attempt),
  /** The request as it is kept here, without the password, to fill a form with; null when there is none. */
  request: userCreate.omit({ password: true }).nullable(),
});
export type BoardOperationDetail = z.infer<typeof boardOperationDetail>;

/** `POST /api/operations/{id}/repeat`: the same data once more. The password is not kept, so it is asked for again. */
export const operationRepeat = z.strictObject({
  password: z
    .string()
    .min(PASSWORD_LENGTH.min, { error: 'must not be empty' })
    .max(PASSWORD_LENGTH.max, { error: `must be at most ${PASSWORD_LENGTH.max} characters` })
    .optional(),
  is_sync: z.boolean().default(false),
});

/** `event: operations` on the stream, without an id: those that have changed, whole. */
export const operationsEvent = z.object({ items: z.array(boardOperation) });
