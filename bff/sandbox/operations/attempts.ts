/**
 * What happens at the provider when something is written there: the attempts of one operation, planned when it is created and
 * seen as time passes. Deterministic: what is typed decides.
 *
 * A text of the body, in any field: `sandbox:flaky` fails twice and then works, `sandbox:rejected` is refused for good,
 * `sandbox:unreachable` times out each time.
 */
import { SECOND } from '../world/clock.ts';

export type Behaviour = 'works' | 'flaky' | 'rejected' | 'unreachable' | 'duplicate';

/** One attempt, as it will have been. */
export interface Attempt {
  readonly id: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
  readonly error_type: string | null;
  readonly error_details: string | null;
  readonly response_status_code: number | null;
  readonly response_headers: Readonly<Record<string, string>> | null;
}

/** Time from creation to the first attempt, and before each further one; ours. */
const FIRST_AFTER = 2 * SECOND;
const RETRY_AFTER = [5 * SECOND, 15 * SECOND, 45 * SECOND] as const;
const FLAKY_ATTEMPTS = 2;

const TYPED = /^sandbox:(flaky|rejected|unreachable)$/;

/** What a body asks for. */
export function typedBehaviour(body: Readonly<Record<string, unknown>>): Behaviour {
  for (const value of Object.values(body)) {
    const found = typeof value === 'string' ? TYPED.exec(value)?.[1] : undefined;
    if (found) return found as Behaviour;
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
const REFUSED = answered(400, 'provider_rejected', 'the provider rejected the record');
const TAKEN = answered(409, 'duplicate', 'the provider already has a user with this username');
const TIMED_OUT: Result = {
  error_type: 'timeout',
  error_details: 'the provider did not respond within 30 s',
  response_status_code: null,
  response_headers: null,
};

/** Result of the attempt of this number, from 0. */
function resultOf(behaviour: Behaviour, number: number): Result {
  switch (behaviour) {
    case 'works':
      return DONE;
    case 'flaky':
      return number < FLAKY_ATTEMPTS ? UNAVAILABLE : DONE;
    case 'rejected':
      return REFUSED;
    case 'duplicate':
      return TAKEN;
    case 'unreachable':
      return TIMED_OUT;
  }
}

/** A refusal of the record itself is final; an outage is worth another attempt. */
const worthRetrying = ({ response_status_code }: Result) =>
  response_status_code === null || response_status_code >= 500;

/** Attempts of an asynchronous operation: until one works, one is refused or there have been enough. */
export function planAttempts(behaviour: Behaviour, created: number, newId: () => string): Attempt[] {
  const attempts: Attempt[] = [];
  let at = created + FIRST_AFTER;
  for (let number = 0; ; number++) {
    const result = resultOf(behaviour, number);
    attempts.push({ id: newId(), at, ...result });
    const wait = RETRY_AFTER[number];
    if (wait === undefined || !worthRetrying(result)) return attempts;
    at += wait;
  }
}

/** The one attempt of a synchronous operation, made at once: retries are the caller's. */
export function oneAttempt(behaviour: Behaviour, created: number, newId: () => string): Attempt[] {
  return [{ id: newId(), at: created, ...resultOf(behaviour, 0) }];
}

export function worked({ error_type }: Attempt): boolean {
  return error_type === null;
}
