/**
 * Errors of our own API: the same shape as the service's errors (`code`, `message`, `detail`), so that the browser handles only
 * one, plus information for people.
 */
import { z } from 'zod';
import { validationIssue } from '../errors.ts';

/** Machine-readable reason. More may be added. */
export const PROBLEM_REASONS = [
  'signed_out', // no session, or it has ended
  'forbidden', // signed in, but the role does not allow it
  'api_key_refused', // missing or invalid API key
  'forgery', // anti-forgery header or origin check failed
  'not_found',
  'method_not_allowed',
  'invalid', // body, query or path failed validation; detail lists the fields
  'too_large',
  'unsupported_media_type',
  'too_many_requests', // our own limit
  'conflict',
  'too_old', // what was asked for is no longer known
  'service_error', // the telematics service answered with an error; service_status says which
  'service_paused', // the telematics service rate limited us (429)
  'service_unreachable', // no answer, or too late
  'service_unauthorized', // our own credentials or the person's token are refused
  'service_unexpected', // a response that we cannot parse
  'assumption_failed', // the service does not know a name that assumptions.ts chose
  'starting', // the server has just started and is not ready yet
  'store_unavailable', // our own database does not respond or accepts no changes
  'internal',
] as const;
export type ProblemReason = (typeof PROBLEM_REASONS)[number];

export const problem = z.looseObject({
  code: z.number().int(),
  /** One sentence for people: what happened. */
  message: z.string(),
  /** 422: the failed fields. 429: how long to wait. Otherwise what to do, or null. */
  detail: z.union([
    z.string(),
    z.array(validationIssue),
    z.looseObject({ retry_after_seconds: z.number(), message: z.string() }),
    z.null(),
  ]),
  reason: z.string(),
  /** HTTP status of the service's response, if the service caused the error. */
  service_status: z.number().int().nullish(),
  /** For support requests; the server log contains the same id. */
  request_id: z.string().nullish(),
});
export type ProblemBody = z.infer<typeof problem>;
