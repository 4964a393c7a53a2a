/**
 * Removes secrets from resource operations. A user-create operation may echo the password in its `payload`, and its logs hold the
 * provider's responses.
 */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import type { Operation, OperationLog } from './operations.ts';

/** Keys that look secret under any provider's naming: `password`, `apiKey`, `access_token`, `pin`. */
const SECRET_KEY =
  /passw|passphrase|passcode|pwd|secret|token|credential|bearer|jwt|magic[-_]?link|(api|private|access|client|session|signing|encryption)[-_]?key|authori[sz]ation|cookie|(^|[-_])(pin|otp)($|[-_])/i;
/** Camel-case endings: `driverPin`. */
const SECRET_KEY_SUFFIX = /[a-z](Pin|PIN|Otp|OTP)$/;
/** Texts that are secret under any key: bearer tokens and JSON Web Tokens. */
const SECRET_TEXT = /^\s*bearer\s+\S|^\s*eyJ[\w-]+\.[\w-]+\./i;

const looksSecret = (key: string) => SECRET_KEY.test(key) || SECRET_KEY_SUFFIX.test(key);

/** Minimum length of a secret replaced in free text; shorter ones would match ordinary words. */
const MIN_LENGTH_IN_TEXT = 4;

/** Maximum nesting that is kept. */
const MAX_DEPTH = 32;
const TOO_DEEP = '[nested too deep]';

export const REDACTED = '[redacted]';

/**
 * Redacts any JSON value: removes keys that look secret or are in `also`, replaces tokens in text, and cuts off nesting beyond
 * `MAX_DEPTH`, which could make serialization fail. Pure.
 */
export function redactSecrets(value: unknown, also: readonly string[] = [], depth = 0): unknown {
  if (typeof value === 'string') return SECRET_TEXT.test(value) ? REDACTED : value;
  if (value === null || typeof value !== 'object') return value;
  if (depth === MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((inner) => redactSecrets(inner, also, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !looksSecret(key) && !also.includes(key))
      .map(([key, inner]) => [key, redactSecrets(inner, also, depth + 1)]),
  );
}

/**
 * Removes keys that look secret from `payload` and from the logs' `response_headers`, at any depth, and replaces the removed
 * values where a log's `error_details` repeats them. `a` provides the password's wire name. Pure.
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
    ...(log.error_details ? { error_details: redactText(log.error_details, secrets) } : {}),
  });

  return {
    ...operation,
    // Clean the payload first, because the logs are searched for the secrets found in it.
    ...(operation.payload ? { payload: clean(operation.payload) } : {}),
    ...(operation.logs ? { logs: operation.logs.map(cleanLog) } : {}),
  };
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (value !== null && typeof value === 'object')
    for (const inner of Object.values(value)) collectTexts(inner, into);
}

function redactText(text: string, secrets: ReadonlySet<string>): string {
  let out = text;
  for (const secret of secrets)
    if (secret.length >= MIN_LENGTH_IN_TEXT) out = out.replaceAll(secret, REDACTED);
  return out;
}
