/** Error responses in the service's shapes. */

import type { ErrorStatus } from '@waypost/contract/endpoint';
import { ERROR_MESSAGES, type ValidationIssue } from '@waypost/contract/errors';

export interface RateLimitDetail {
  readonly retry_after_seconds: number;
  readonly message: string;
}

/** `detail` by status: text; 422: the failed fields; 429: the wait; nothing for 500. */
export type ErrorDetail = string | null | readonly ValidationIssue[] | RateLimitDetail;

export function isIssues(detail: ErrorDetail): detail is readonly ValidationIssue[] {
  return Array.isArray(detail);
}

/** Thrown by a handler to answer with an error. */
export class ServiceError extends Error {
  readonly status: ErrorStatus;
  readonly detail: ErrorDetail;

  constructor(status: ErrorStatus, detail: ErrorDetail = null) {
    super(`${status} ${ERROR_MESSAGES[status]}`);
    this.status = status;
    this.detail = detail;
  }
}

const MAX_INPUT_CHARACTERS = 200;

/** A 422 about one field that the schema accepted. */
export function invalid(path: string, input: string, message: string, error_type = 'custom'): ServiceError {
  return new ServiceError(422, [{ path, input: input.slice(0, MAX_INPUT_CHARACTERS), message, error_type }]);
}

/** Our own response violates the contract. A bug of the sandbox: it must crash rather than send it. */
export class ContractBreach extends Error {}

/** 500 has neither code nor detail. */
export function errorBody(status: ErrorStatus, detail: ErrorDetail): object {
  const message = ERROR_MESSAGES[status];
  return status === 500 ? { message } : { code: status, message, detail };
}

/** Detail of a simulated error, in the shape that its status requires. */
export function detailFor(status: ErrorStatus, reason: string, retryAfterSeconds: number): ErrorDetail {
  if (status === 422) return [{ path: '', input: '', message: reason, error_type: 'caused_on_purpose' }];
  if (status === 429) return { retry_after_seconds: retryAfterSeconds, message: reason };
  return status === 500 ? null : reason;
}
