/**
 * Errors of our own API: the shape of the service's own errors (`code`, `message`, `detail`), so that the browser
 * knows one vocabulary, with what a person needs beside it.
 */
import { z } from 'zod';
import { validationIssue } from '../errors.ts';

/** Why, for code to switch on. Open: more may come. */
export const PROBLEM_REASONS = [
  'signed_out', // no session, or it has ended
  'forbidden', // signed in, but the role does not allow it
  'api_key_refused', // a machine sent no key, or one that opens nothing
  'forgery', // anti-forgery header or origin check failed
  'not_found',
  'method_not_allowed',
  'invalid', // body, query or path failed validation; detail lists the fields
  'too_large',
  'unsupported_media_type',
  'too_many_requests', // our own limit
  'conflict',
  'service_error', // the telematics service answered with an error; service_status says which
  'service_paused', // the telematics service asked all of us to wait (429)
  'service_unreachable', // no answer, or too late
  'service_unauthorized', // our own credentials or the person's token are refused
  'service_unexpected', // an answer that we do not understand
  'assumption_failed', // the service does not know a name that assumptions.ts chose
  'internal',
] as const;
export type ProblemReason = (typeof PROBLEM_REASONS)[number];

export const problem = z.looseObject({
  code: z.number().int(),
  /** One sentence for a person: what happened. */
  message: z.string(),
  /** 422: the failed fields. 429: how long to wait. Otherwise what to do, or null. */
  detail: z.union([
    z.string(),
    z.array(validationIssue),
    z.looseObject({ retry_after_seconds: z.number(), message: z.string() }),
    z.null(),
  ]),
  reason: z.string(),
  /** Status that the service answered, when it was the service. */
  service_status: z.number().int().nullish(),
  /** To quote when asking for help; the same id is in the server's log. */
  request_id: z.string().nullish(),
});
export type ProblemBody = z.infer<typeof problem>;
