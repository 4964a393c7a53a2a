/** Error bodies of the service. */
import { z } from 'zod';

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

const errorBody = <const C extends number, const M extends string>(code: C, message: M, detail: z.ZodType) =>
  z.looseObject({ code: z.literal(code), message: z.literal(message), detail });

const text = z.string().nullable();

/** Exact body for each status; 500 has neither code nor detail. */
export const errorBodies = {
  400: errorBody(400, ERROR_MESSAGES[400], text),
  401: errorBody(401, ERROR_MESSAGES[401], text),
  403: errorBody(403, ERROR_MESSAGES[403], text),
  404: errorBody(404, ERROR_MESSAGES[404], text),
  405: errorBody(405, ERROR_MESSAGES[405], text),
  409: errorBody(409, ERROR_MESSAGES[409], text),
  422: errorBody(422, ERROR_MESSAGES[422], validationDetail),
  429: errorBody(429, ERROR_MESSAGES[429], rateLimitDetail),
  500: z.strictObject({ message: z.literal(ERROR_MESSAGES[500]) }),
  501: errorBody(501, ERROR_MESSAGES[501], text),
} as const;

/** Keeps text, joins an array into a dotted path, and writes anything else as JSON. */
const anyText = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.join('.');
    return value === undefined || value === null ? '' : JSON.stringify(value);
  });
const anyIssue = z.object({ path: anyText, input: anyText, message: anyText, error_type: anyText });

/** Parses any error body leniently: unreadable parts become null. */
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
