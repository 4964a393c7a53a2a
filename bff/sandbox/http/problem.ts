/** Error answers in the service's shapes. */

import type { ErrorStatus } from '@waypost/contract/endpoint';
import { ERROR_MESSAGES, type ValidationIssue } from '@waypost/contract/errors';

export interface RateLimitDetail {
  readonly retry_after_seconds: number;
  readonly message: string;
}

/** What `detail` may hold, by status: text; 422 the failed fields; 429 the wait; nothing for 500. */
export type ErrorDetail = string | null | readonly ValidationIssue[] | RateLimitDetail;

/** True for the detail of a 422. */
export function isIssues(detail: ErrorDetail): detail is readonly ValidationIssue[] {
  return Array.isArray(detail);
}

/** Thrown by a handler to answer with an error of the service. */
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

/** A 422 about one field that no schema could find wrong. */
export function invalid(path: string, input: string, message: string, error_type = 'custom'): ServiceError {
  return new ServiceError(422, [{ path, input: input.slice(0, MAX_INPUT_CHARACTERS), message, error_type }]);
}

/** An answer of ours that the interface does not allow. A bug of the sandbox: it must crash, not be sent. */
export class ContractBreach extends Error {}

/** Body of an error: 500 has neither code nor detail. */
export function errorBody(status: ErrorStatus, detail: ErrorDetail): object {
  const message = ERROR_MESSAGES[status];
  return status === 500 ? { message } : { code: status, message, detail };
}

/** Detail that every error has to have its shape even when the cause gives none (used for errors caused on purpose). */
export function detailFor(status: ErrorStatus, reason: string, retryAfterSeconds: number): ErrorDetail {
  if (status === 422) return [{ path: '', input: '', message: reason, error_type: 'caused_on_purpose' }];
  if (status === 429) return { retry_after_seconds: retryAfterSeconds, message: reason };
  return status === 500 ? null : reason;
}
