/** Resource operations as Waypost knows them from responses, reads and events. Our own API; never contains a password. */
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
  /** As entered, without the mark that we append (rule 25). */
  partner_ref: z.string().nullable(),
  /** `username`, otherwise email, otherwise name; null when none is known. */
  subject: z.string().nullable(),
  user_email: z.string().nullable(),
  /** From the connection, when known. */
  fleet_ref: z.string().nullable(),
  /** From the fleet's invitation. */
  fleet_name: z.string().nullable(),
  source_name: z.string().nullable(),
  attempts: z.number().int(),
  last_attempt: attempt.nullable(),
  /** Null when created elsewhere. */
  created_by_name: z.string().nullable(),
  intent_id: uuid.nullable(),
  /** The request is stored here, without the password, so it can be sent again. */
  repeatable: z.boolean(),
  /** The operation sent in its place; null when none was. */
  repeated_as: uuid.nullable(),
  last_event_at: dateTime.nullable(),
  last_read_at: dateTime.nullable(),
  version: z.number().int(),
});
export type BoardOperation = z.infer<typeof boardOperation>;

/** Newest first. */
export const operationList = z.object({ items: z.array(boardOperation), sources: onboardingSources });

export const boardOperationDetail = boardOperation.extend({
  /** Attributes to write, redacted. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  /** One entry per attempt, oldest first, redacted. */
  logs: z.array(attempt),
  /** The stored request without the password, to prefill a form; null when there is none. */
  request: userCreate.omit({ password: true }).nullable(),
});
export type BoardOperationDetail = z.infer<typeof boardOperationDetail>;

/** Sends the same data again. Passwords are not stored, so the request carries it again. */
export const operationRepeat = z.strictObject({
  password: z
    .string()
    .min(PASSWORD_LENGTH.min, { error: 'must not be empty' })
    .max(PASSWORD_LENGTH.max, { error: `must be at most ${PASSWORD_LENGTH.max} characters` })
    .optional(),
  is_sync: z.boolean().default(false),
});

/** `event: operations` on the stream, without an id: complete changed operations. */
export const operationsEvent = z.object({ items: z.array(boardOperation) });
