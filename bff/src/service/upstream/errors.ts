/** Failures of calls to the service as one class, so that no other code inspects statuses. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { type AnyErrorBody, anyErrorBody } from '@waypost/contract/errors';
import { invertAliases } from '@waypost/contract/field-aliases';
import { type Detail, ExplainedError, Problem, presentableDetail } from '../../platform/http/problems.ts';
import { monotonicNow } from '../../platform/lib/clocks.ts';

export type ServiceErrorKind =
  | 'refused' // 400, 405, 409, 422: understood and rejected
  | 'unauthorized' // 401, even with a new token
  | 'forbidden'
  | 'not_found'
  | 'rate_limited' // 429, or our own pause after one
  | 'not_implemented' // 501
  | 'service_error' // 5xx
  | 'timeout'
  | 'unreachable'
  | 'unexpected_answer';

interface ServiceErrorDetails {
  readonly status?: number;
  readonly body?: AnyErrorBody | null;
  readonly retryAt?: number;
  readonly outage?: boolean;
  readonly atTokenEndpoint?: boolean;
  readonly assumption?: string | null;
  readonly gone?: boolean;
  readonly cause?: unknown;
}

export class ServiceError extends ExplainedError {
  readonly kind: ServiceErrorKind;
  /** Null without a response. */
  readonly status: number | null;
  readonly body: AnyErrorBody | null;
  /** For rate_limited, and every failure of the token endpoint: when to retry, by the monotonic clock (lib/clocks.ts). */
  readonly retryAt: number | null;
  /** So many consecutive unexpected responses that the service itself is in trouble, e.g. behind a maintenance page. */
  readonly outage: boolean;
  /** No token was available, so the service was not called: this affects every call, not only this one. */
  readonly atTokenEndpoint: boolean;
  /** Path in the assumptions of an endpoint or name that the service does not know; null: none is to blame. */
  readonly assumption: string | null;
  /** True when the record certainly does not exist: its endpoint has succeeded before. */
  readonly gone: boolean;

  constructor(kind: ServiceErrorKind, message: string, more: ServiceErrorDetails = {}) {
    super(message, { cause: more.cause });
    this.name = 'ServiceError';
    this.kind = kind;
    this.status = more.status ?? null;
    this.body = more.body ?? null;
    this.retryAt = more.retryAt ?? null;
    this.outage = more.outage ?? false;
    this.atTokenEndpoint = more.atTokenEndpoint ?? false;
    this.assumption = more.assumption ?? null;
    this.gone = more.gone ?? false;
  }

  /** Rule 20: never 401 for a person with a valid session. */
  toProblem(): Problem {
    const { kind, message, status } = this;
    const more = { service_status: status, cause: this };
    const detail = presentableDetail((this.body?.detail ?? null) as Detail);
    if (kind === 'rate_limited') {
      const seconds =
        this.retryAt === null ? 5 : Math.max(1, Math.ceil((this.retryAt - monotonicNow()) / 1000));
      return new Problem(429, 'service_paused', message, {
        ...more,
        detail: {
          retry_after_seconds: seconds,
          message: 'The whole team shares one rate limit. Requests resume automatically after this time',
        },
        headers: { 'Retry-After': String(seconds) },
      });
    }
    if (kind === 'refused') return new Problem(status ?? 422, 'service_error', message, { ...more, detail });
    if (kind === 'not_found' || kind === 'not_implemented')
      return this.assumption === null
        ? new Problem(404, 'not_found', message, { ...more, detail })
        : new Problem(502, 'assumption_failed', message, { ...more, detail });
    const [code, reason, advice] = PROBLEMS[kind];
    return new Problem(code, reason, message, {
      ...more,
      detail: kind === 'forbidden' ? (detail ?? advice) : advice,
    });
  }
}

/** Code, reason and advice for people. */
const PROBLEMS = {
  forbidden: [403, 'service_error', 'Ask your Waypost administrator, or the fleet that shares its data'],
  unauthorized: [
    502,
    'service_unauthorized',
    'Your own sign-in is fine. Tell your Waypost administrator to check the connection to the tracking service',
  ],
  unexpected_answer: [502, 'service_unexpected', null],
  service_error: [502, 'service_error', 'Try again in a moment'],
  timeout: [504, 'service_unreachable', 'Try again in a moment'],
  unreachable: [503, 'service_unreachable', 'Updates resume automatically'],
} as const;

/** Whether the failure indicates that the service itself is in trouble. 429 and 401 do not (rule 22). */
export function isOutage(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.outage ||
      error.kind === 'service_error' ||
      error.kind === 'timeout' ||
      error.kind === 'unreachable')
  );
}

/** Parses an error body; the paths of a 422 use our field names even where the operator has renamed them. */
export function errorBodyOf(text: string, endpoint?: Endpoint): AnyErrorBody {
  try {
    const body = anyErrorBody.parse(JSON.parse(text));
    if (!endpoint?.bodyNames || !Array.isArray(body.detail)) return body;
    const ourNames = invertAliases(endpoint.bodyNames);
    const renamed = (path: string) =>
      path
        .split('.')
        .map((part) => (Object.hasOwn(ourNames, part) ? ourNames[part] : part))
        .join('.');
    return { ...body, detail: body.detail.map((issue) => ({ ...issue, path: renamed(issue.path) })) };
  } catch {
    return {};
  }
}

export function kindOfStatus(status: number): ServiceErrorKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status === 501) return 'not_implemented';
  if (status >= 500) return 'service_error';
  if (status >= 400) return 'refused';
  return 'unexpected_answer';
}
