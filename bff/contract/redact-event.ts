/** Secrets out of a delivered event, so that it can be shown. */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { eventFamily } from './events.ts';
import { INVITATION_SECRETS } from './invitations.ts';
import type { Operation } from './operations.ts';
import { redactOperation, redactSecrets } from './redact.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Any JSON value without what opens something: keys that look like a secret, the id, link and tokens of an invitation, the password in
 * an operation's payload and where its logs repeat it. Pure.
 */
export function redactEvent(event: unknown, a: Assumptions = ASSUMPTIONS): unknown {
  const links = new Set<string>([...INVITATION_SECRETS, a.fields.magic_link, 'invitation_id']);
  const withoutLinks = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutLinks);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !links.has(key));
    // Logs are searched for what the payload beside them hides, so an operation is taken as a whole first.
    const record = redactLogs(Object.fromEntries(kept), a);
    return Object.fromEntries(Object.entries(record).map(([key, inner]) => [key, withoutLinks(inner)]));
  };
  const { payload } = redactOperation(
    { payload: { event: withoutLinks(withoutInvitationIds(event, a)) } },
    a,
  );
  // An unknown record may hold a token under any name.
  return redactSecrets(payload?.event ?? null);
}

/** An invitation's id may be all that its read needs. */
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
