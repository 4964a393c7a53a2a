/**
 * Attempts of a write at the provider, planned when the operation is created and revealed over time. A text in any field of the
 * body selects the behavior: `sandbox:flaky` fails twice and then succeeds, `sandbox:rejected` is rejected permanently,
 * `sandbox:unreachable` times out every time.
 */
import { SECOND } from '../world/clock.ts';

export type Behavior = 'works' | 'flaky' | 'rejected' | 'unreachable' | 'duplicate';

/** One planned attempt. */
export interface Attempt {
  readonly id: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
  readonly error_type: string | null;
  readonly error_details: string | null;
  readonly response_status_code: number | null;
  readonly response_headers: Readonly<Record<string, string>> | null;
}

/** Time until the first attempt, and before each retry; ours. */
const FIRST_AFTER = 2 * SECOND;
const RETRY_AFTER = [5 * SECOND, 15 * SECOND, 45 * SECOND] as const;
const FLAKY_ATTEMPTS = 2;

const BEHAVIOR_PATTERN = /^sandbox:(flaky|rejected|unreachable)$/;

/** Behavior selected by the body. */
export function requestedBehavior(body: Readonly<Record<string, unknown>>): Behavior {
  for (const value of Object.values(body)) {
    const found = typeof value === 'string' ? BEHAVIOR_PATTERN.exec(value)?.[1] : undefined;
    if (found) return found as Behavior;
  }
  return 'works';
}

type Result = Omit<Attempt, 'id' | 'at'>;

function answered(
  response_status_code: number,
  error_type: string | null,
  error_details: string | null,
): Result {
  return {
    error_type,
    error_details,
    response_status_code,
    response_headers: { 'content-type': 'application/json', server: 'provider' },
  };
}

const DONE = answered(201, null, null);
const UNAVAILABLE = answered(503, 'provider_unavailable', 'the provider answered 503 Service Unavailable');
const REJECTED = answered(400, 'provider_rejected', 'the provider rejected the record');
const TAKEN = answered(409, 'duplicate', 'the provider already has a user with this username');
const TIMED_OUT: Result = {
  error_type: 'timeout',
  error_details: 'the provider did not respond within 30 s',
  response_status_code: null,
  response_headers: null,
};

function resultOf(behavior: Behavior, number: number): Result {
  switch (behavior) {
    case 'works':
      return DONE;
    case 'flaky':
      return number < FLAKY_ATTEMPTS ? UNAVAILABLE : DONE;
    case 'rejected':
      return REJECTED;
    case 'duplicate':
      return TAKEN;
    case 'unreachable':
      return TIMED_OUT;
  }
}

/** A rejected record is final; an outage is retried. */
const worthRetrying = ({ response_status_code }: Result) =>
  response_status_code === null || response_status_code >= 500;

/** Attempts of an asynchronous operation, until one succeeds, one is rejected or the limit is reached. */
export function planAttempts(behavior: Behavior, created: number, newId: () => string): Attempt[] {
  const attempts: Attempt[] = [];
  let at = created + FIRST_AFTER;
  for (let number = 0; ; number++) {
    const result = resultOf(behavior, number);
    attempts.push({ id: newId(), at, ...result });
    const wait = RETRY_AFTER[number];
    if (wait === undefined || !worthRetrying(result)) return attempts;
    at += wait;
  }
}

/** The only attempt of a synchronous operation, made immediately: the caller handles retries. */
export function singleAttempt(behavior: Behavior, created: number, newId: () => string): Attempt[] {
  return [{ id: newId(), at: created, ...resultOf(behavior, 0) }];
}

export function succeeded({ error_type }: Attempt): boolean {
  return error_type === null;
}
