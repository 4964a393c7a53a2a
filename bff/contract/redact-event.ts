/** Removes secrets from a delivered event so that it can be shown. */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { eventFamily } from './events.ts';
import { INVITATION_SECRETS } from './invitations.ts';
import type { Operation } from './operations.ts';
import { redactOperation, redactSecrets } from './redact.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Removes keys that look secret; ids, links and tokens of invitations; and the password in an operation's payload, also where its
 * logs repeat it. Pure.
 */
export function redactEvent(event: unknown, a: Assumptions = ASSUMPTIONS): unknown {
  const secretKeys = new Set<string>([...INVITATION_SECRETS, a.fields.magic_link, 'invitation_id']);
  const removeSecretKeys = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(removeSecretKeys);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !secretKeys.has(key));
    // Logs must be redacted together with their payload, so redact a whole operation before its parts.
    const record = redactLogs(Object.fromEntries(kept), a);
    return Object.fromEntries(Object.entries(record).map(([key, inner]) => [key, removeSecretKeys(inner)]));
  };
  const { payload } = redactOperation(
    { payload: { event: removeSecretKeys(withoutInvitationIds(event, a)) } },
    a,
  );
  // An unknown record may hold a token under any name.
  return redactSecrets(payload?.event ?? null);
}

/** An invitation's id may be enough to read the invitation, so it is removed as well. */
function withoutInvitationIds(event: unknown, a: Assumptions): unknown {
  const names = a.webhooks.envelope;
  if (
    !isObject(event) ||
    typeof event[names.event_name] !== 'string' ||
    eventFamily(String(event[names.event_name]), a) !== 'invitation'
  )
    return event;
  const withoutId = (record: unknown) => {
    if (!isObject(record)) return record;
    const { id: _, ...rest } = record;
    return rest;
  };
  const data = event[names.data];
  return { ...event, [names.data]: Array.isArray(data) ? data.map(withoutId) : withoutId(data) };
}

function redactLogs(record: Record<string, unknown>, a: Assumptions): Record<string, unknown> {
  if (!isObject(record.payload) || !Array.isArray(record.logs) || !record.logs.every(isObject)) return record;
  return redactOperation(record as Partial<Operation>, a);
}
