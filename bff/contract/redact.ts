/**
 * Secrets out of resource operations. A user-create operation may echo its `payload` with the password,
 * and what the provider answered is kept in the logs.
 */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import type { Operation, OperationLog } from './operations.ts';

/** Keys that look like a secret, whatever the provider calls them: `password`, `apiKey`, `access_token`, `pin`. */
const SECRET_KEY =
  /passw|passphrase|passcode|pwd|secret|token|credential|bearer|jwt|magic[-_]?link|(api|private|access|client|session|signing|encryption)[-_]?key|authori[sz]ation|cookie|(^|[-_])(pin|otp)($|[-_])/i;
/** The same words at the end of one in camel case: `driverPin`. */
const SECRET_ENDING = /[a-z](Pin|PIN|Otp|OTP)$/;
/** Texts that open something under whatever key: a bearer token, a JSON Web Token. */
const SECRET_TEXT = /^\s*bearer\s+\S|^\s*eyJ[\w-]+\.[\w-]+\./i;

const looksSecret = (key: string) => SECRET_KEY.test(key) || SECRET_ENDING.test(key);

/** Shortest secret that is searched for in free text; a shorter one would black out half of every sentence. */
const SHORTEST_IN_TEXT = 4;

/** Levels of objects and lists that are shown. */
const DEEPEST = 32;
const TOO_DEEP = '[nested too deep]';

/** Takes the place of a secret in a text. */
export const REDACTED = '[redacted]';

/**
 * Any JSON value without what looks like a secret: at any depth keys that look like one or are in `also` are removed, and texts that
 * are tokens are replaced. What is nested deeper than anybody reads is cut off, since writing it as text could fail. Pure.
 */
export function redactSecrets(value: unknown, also: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return SECRET_TEXT.test(value) ? REDACTED : value;
  if (value === null || typeof value !== 'object') return value;
  if (depth === DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((inner) => redactSecrets(inner, also, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !looksSecret(key) && !also.includes(key))
      .map(([key, inner]) => [key, redactSecrets(inner, also, depth + 1)]),
  );
}

/**
 * The operation without secrets: from `payload` and from the logs' `response_headers` every key that looks like one
 * is removed, at any depth; the values so removed are blacked out where a log's `error_details` repeats them.
 * `a` has the name of the password on the wire. Pure: the operation given is not changed.
 */
export function redactOperation<T extends Partial<Operation>>(operation: T, a: Assumptions = ASSUMPTIONS): T {
  const secrets = new Set<string>();
  const isSecret = (key: string) => key === a.user_attributes.password || looksSecret(key);

  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    const kept: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value)) {
      if (isSecret(key)) collectTexts(inner, secrets);
      else kept.push([key, clean(inner)]);
    }
    return Object.fromEntries(kept);
  };
  const cleanLog = (log: OperationLog): OperationLog => ({
    ...log,
    ...(log.response_headers
      ? { response_headers: clean(log.response_headers) as Record<string, unknown> }
      : {}),
    ...(log.error_details ? { error_details: blackedOut(log.error_details, secrets) } : {}),
  });

  return {
    ...operation,
    // The payload first: the logs are searched for what was found in it.
    ...(operation.payload ? { payload: clean(operation.payload) } : {}),
    ...(operation.logs ? { logs: operation.logs.map(cleanLog) } : {}),
  };
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) collectTexts(inner, into);
}

function blackedOut(text: string, secrets: ReadonlySet<string>): string {
  let out = text;
  for (const secret of secrets) if (secret.length >= SHORTEST_IN_TEXT) out = out.replaceAll(secret, REDACTED);
  return out;
}
