/** Translates all errors to Problems (bff/contract/api/problem.ts). */
import type { ProblemBody, ProblemReason } from '@waypost/contract/api/problem';
import type { ValidationIssue } from '@waypost/contract/errors';
import { redactSecrets } from '@waypost/contract/redact';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { unavailableReason } from '../store/store-errors.ts';
import { pathOnly } from './log.ts';
import type { RecentErrors } from './recent-errors.ts';

export type Detail = ProblemBody['detail'];

const STORE_RETRY_SECONDS = 5;

export class Problem extends Error {
  readonly code: number;
  readonly reason: ProblemReason;
  readonly detail: Detail;
  readonly service_status: number | null;
  readonly headers: Record<string, string>;

  constructor(
    code: number,
    reason: ProblemReason,
    message: string,
    more: {
      detail?: Detail;
      service_status?: number | null;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.reason = reason;
    this.detail = more.detail ?? null;
    this.service_status = more.service_status ?? null;
    this.headers = more.headers ?? {};
  }

  static notFound(message: string, detail: Detail = null): Problem {
    return new Problem(404, 'not_found', message, { detail });
  }

  static conflict(message: string, detail: Detail = null): Problem {
    return new Problem(409, 'conflict', message, { detail });
  }

  /** Somebody else was faster. @param act completes "Ann has just …" */
  static outdated(name: string | null | undefined, act: string): Problem {
    return new Problem(412, 'conflict', `${name ?? 'Someone'} has just ${act}`, {
      detail: 'Review that change, then send yours if it is still needed',
    });
  }

  /** @param seconds until a request may succeed again */
  static tooMany(message: string, seconds: number, advice = 'Wait, then try again'): Problem {
    return new Problem(429, 'too_many_requests', message, {
      detail: { retry_after_seconds: seconds, message: advice },
      headers: { 'Retry-After': String(seconds) },
    });
  }

  static forbidden(message: string, detail: Detail = null): Problem {
    return new Problem(403, 'forbidden', message, { detail });
  }
}

/** An error with a Problem of its own. */
export abstract class ExplainedError extends Error {
  abstract toProblem(): Problem;
}

/** `ended`: why the session has ended, when known. */
export const signedOut = (ended: string | null) =>
  new Problem(401, 'signed_out', ended === null ? 'You are not signed in' : 'Your session has ended', {
    detail: ended ?? 'Sign in and try again',
  });

/** For a record that was found by earlier reads. */
export const alreadyGone = (what: string) =>
  new Problem(
    404,
    'not_found',
    `The tracking service has no such ${what}. It may have been removed already`,
    {
      detail: 'Refresh the list',
      service_status: 404,
    },
  );

/** A response repeats only so much of a request. */
const MAX_ISSUES = 50;
const MAX_ECHOED_CHARS = 200;
const MAX_MESSAGE_CHARS = 500;
const MAX_DETAIL_CHARS = 2_000;

/** A 422 with one issue per failed field, in the service's own format. */
export function invalid(
  where: 'path' | 'query' | 'header' | 'body',
  error: z.ZodError,
  input: unknown,
): Problem {
  const issues = error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: [where, ...issue.path].join('.'),
    input: textOf(at(input, issue.path)),
    message: issue.message,
    error_type: issue.code ?? 'custom',
  }));
  return new Problem(422, 'invalid', 'Some values are not valid', {
    detail: limitedIssues(issues, error.issues.length - issues.length),
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** A stored record after a PATCH, checked as a whole. Throws 422, and 412 when `before` is not what is stored. */
export function withChange<S extends z.ZodType>(
  schema: S,
  stored: Fields,
  { before, ...change }: Fields & { readonly before?: Fields | undefined },
  { by, act }: { readonly by: string; readonly act: string },
): z.output<S> {
  const givenOf = (fields: Fields) => Object.entries(fields).filter(([, value]) => value !== undefined);
  if (givenOf(before ?? {}).some(([name, value]) => value !== stored[name])) throw Problem.outdated(by, act);
  const after = { ...stored, ...Object.fromEntries(givenOf(change)) };
  const parsed = schema.safeParse(after);
  if (!parsed.success) throw invalid('body', parsed.error, after);
  return parsed.data;
}

/** The same for one field, for checks beyond a schema. */
export function invalidField(path: string, input: unknown, message: string): Problem {
  const issue = { path, input: textOf(input), message, error_type: 'custom' };
  return new Problem(422, 'invalid', 'Some values are not valid', { detail: limitedIssues([issue], 0) });
}

/** Issues with texts of limited length, the last one counting those `left_out`. */
function limitedIssues(issues: readonly ValidationIssue[], left_out: number): ValidationIssue[] {
  const shown = issues.map((issue) => ({
    ...issue,
    path: shortened(issue.path, MAX_ECHOED_CHARS),
    input: shortened(issue.input, MAX_ECHOED_CHARS),
    message: shortened(issue.message, MAX_MESSAGE_CHARS),
  }));
  if (left_out === 0) return shown;
  return [...shown, { path: '', input: '', message: `and ${left_out} more`, error_type: 'too_many_issues' }];
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const shortened = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Limits the length, and removes secret inputs: a 422 of the service repeats what was sent, including passwords. */
export function presentableDetail(detail: Detail): Detail {
  if (typeof detail === 'string') return shortened(detail, MAX_DETAIL_CHARS);
  if (!Array.isArray(detail)) return detail;
  const issues = detail.slice(0, MAX_ISSUES).map((issue) => {
    const last = issue.path.split('.').at(-1) ?? '';
    return Object.hasOwn(redactSecrets({ [last]: true }) as object, last) ? issue : { ...issue, input: '' };
  });
  return limitedIssues(issues, detail.length - issues.length);
}

/** Translates errors of Express's body parser, which have a type. */
function fromBodyParserError(error: { type?: unknown; limit?: unknown }): Problem | null {
  switch (error.type) {
    case 'entity.too.large':
      return new Problem(413, 'too_large', `The request is larger than ${String(error.limit)} bytes`);
    case 'entity.parse.failed':
      return new Problem(400, 'invalid', 'The body is not valid JSON', {
        detail: 'Send JSON, for example {"load_id":"…"}',
      });
    case 'encoding.unsupported':
      return new Problem(415, 'unsupported_media_type', 'Compressed request bodies are not accepted', {
        detail: 'Send the body uncompressed, without Content-Encoding',
      });
    case 'charset.unsupported':
      return new Problem(415, 'unsupported_media_type', 'The body must be JSON in UTF-8');
    case 'parameters.too.many':
      return new Problem(413, 'too_large', 'The form has too many fields');
    case 'request.aborted':
    case 'request.size.invalid':
      return new Problem(400, 'invalid', 'The request body was cut off');
    default:
      return null;
  }
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ExplainedError) return error.toProblem();
  const outage = unavailableReason(error);
  if (outage !== null)
    return new Problem(503, 'store_unavailable', "Waypost's database is not available", {
      detail: `${outage}. This may not have been saved: keep the page open and try again in a moment`,
      headers: { 'Retry-After': String(STORE_RETRY_SECONDS) },
      cause: error,
    });
  if (typeof error === 'object' && error !== null) {
    const known = fromBodyParserError(error);
    if (known) return known;
    if (error instanceof URIError) return new Problem(400, 'invalid', "The URL can't be read");
  }
  return new Problem(500, 'internal', 'Something went wrong on the Waypost server', {
    detail: 'Try again. If this continues, give your Waypost administrator the request ID',
    cause: error,
  });
}

/** `request` null: for a part of a request. */
export function problemBody(problem: Problem, request: Request | null): ProblemBody {
  return {
    code: problem.code,
    message: problem.message,
    detail: problem.detail,
    reason: problem.reason,
    service_status: problem.service_status,
    request_id: request && requestIdOf(request),
  };
}

const requestIdOf = (request: Request): string | null => (typeof request.id === 'string' ? request.id : null);

/** The path as `/api/openapi.json` describes it; null before any route was reached. */
function routeOf({ route }: Request): string | null {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path.replace(/:(\w+)/g, '{$1}') : null;
}

export function errorHandler(log: Logger, errors?: RecentErrors): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent) return next(error);
    const problem = toProblem(error);
    if (problem.code >= 500) {
      const request_id = requestIdOf(request);
      log.error({ err: error, request_id }, problem.message);
      const { method } = request;
      errors?.add(
        {
          at: new Date().toISOString(),
          request_id,
          request: `${method} ${pathOnly(request.originalUrl)}`,
          message: problem.message,
        },
        { method, route: routeOf(request), status: problem.code },
      );
    }
    response
      .status(problem.code)
      .set('Cache-Control', 'no-store')
      .set(problem.headers)
      .json(problemBody(problem, request));
  };
}

export const notFound: RequestHandler = (request) => {
  throw Problem.notFound(
    `Nothing found at ${request.method} ${request.path.slice(0, 200)}`,
    `GET /${/^\/machine\//i.test(request.path) ? 'machine' : 'api'}/openapi.json lists every address`,
  );
};
