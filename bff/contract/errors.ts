/** Error bodies of the service. */
import { z } from 'zod';

/** Message that belongs to each status. */
export const ERROR_MESSAGES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Invalid Request Body',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
} as const;

/** One failed field of a 422. All strings. */
export const validationIssue = z.object({
  path: z.string(),
  input: z.string(),
  message: z.string(),
  error_type: z.string(),
});
export type ValidationIssue = z.infer<typeof validationIssue>;

export const validationDetail = z.array(validationIssue).nullable();
export const rateLimitDetail = z
  .looseObject({ retry_after_seconds: z.number().int().min(0), message: z.string() })
  .nullable();

const status = <const C extends number, const M extends string>(code: C, message: M, detail: z.ZodType) =>
  z.looseObject({ code: z.literal(code), message: z.literal(message), detail });

const text = z.string().nullable();

/** Exact body of each status; 500 has neither code nor detail. */
export const errorBodies = {
  400: status(400, ERROR_MESSAGES[400], text),
  401: status(401, ERROR_MESSAGES[401], text),
  403: status(403, ERROR_MESSAGES[403], text),
  404: status(404, ERROR_MESSAGES[404], text),
  405: status(405, ERROR_MESSAGES[405], text),
  409: status(409, ERROR_MESSAGES[409], text),
  422: status(422, ERROR_MESSAGES[422], validationDetail),
  429: status(429, ERROR_MESSAGES[429], rateLimitDetail),
  500: z.strictObject({ message: z.literal(ERROR_MESSAGES[500]) }),
  501: status(501, ERROR_MESSAGES[501], text),
} as const;

/** Text as it came; anything else as JSON, and a list of names as a dotted path. */
const anyText = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.join('.');
    return value === undefined || value === null ? '' : JSON.stringify(value);
  });
const anyIssue = z.object({ path: anyText, input: anyText, message: anyText, error_type: anyText });

/** Any error body, read leniently: what cannot be understood is null, never an exception. */
export const anyErrorBody = z.looseObject({
  code: z.number().int().nullish().catch(null),
  message: z.string().nullish().catch(null),
  detail: z
    .union([
      z.string(),
      z.array(anyIssue),
      z.object({ retry_after_seconds: z.number(), message: z.string().optional() }),
      z.null(),
    ])
    .nullish()
    .catch(null),
});
export type AnyErrorBody = z.infer<typeof anyErrorBody>;
