/**
 * Public keys for resources whose service id is secret: a hash of the id, so that every server derives the same key without a lookup,
 * and the id (122 random bits) cannot be recovered.
 */
import { createHash, randomBytes } from 'node:crypto';

/** Ids are the same in small and capital letters. */
const uuidOf = (kind: string, id: string) => hashedUuid(kind, id.toLowerCase());

function hashedUuid(kind: string, text: string): string {
  const hex = createHash('sha256').update(`${kind}/${text}`).digest('hex');
  // Version 8 of RFC 9562: custom.
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(18, 20),
    hex.slice(20, 32),
  ].join('-');
}

export const invitationKey = (id: string) => uuidOf('invitation', id);
export const tmsInvitationKey = (id: string) => uuidOf('tms-invitation', id);
/** Intent id of a bulk row, the same after every restart. */
export const rowIntentId = (job_id: string, n: number) => uuidOf('bulk', `${job_id}/${n}`);
/** Intent id of a machine's own idempotency key. */
export const keyIntentId = (sub: string, key: string) => hashedUuid('idempotency-key', `${sub}/${key}`);
/** Email id for an invitation of a bulk job: the same for concurrent requests, until a failed email is requested again. */
export const emailIdOfJob = (
  job_id: string,
  invitation_key: string,
  valid_from: string | null,
  before: string | null,
) => uuidOf('email', `${job_id}/${invitation_key}/${valid_from}/${before}`);
/** Id of an event for receivers: the same whenever its source is seen, also after it was purged here. */
export const outgoingEventId = (source: string) => uuidOf('outgoing-event', source);

// Tags identify a created resource after its response was lost (rule 25). They are appended to a monitor's `name` or a user's
// `partner_ref`.

/** Without letters that resemble digits, because people read names aloud. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const TAG = /\[(wp-[0-9a-hjkmnp-tv-z]{12})\]$/;

/** 60 bits. */
export function newTag(): string {
  return `wp-${Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

/**
 * The person's text followed by the tag, at most `max` UTF-16 units. A longer text is shortened with an ellipsis at the service;
 * Waypost stores the complete one.
 */
export function tagged(text: string | undefined, tag: string, max: number): string {
  const mark = `[${tag}]`;
  const own = text?.trim() ?? '';
  if (own === '') return mark;
  const room = max - mark.length - 1;
  if (own.length <= room) return `${own} ${mark}`;
  return `${own.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, '')}… ${mark}`;
}

export function tagIn(text: string | null | undefined): string | null {
  return TAG.exec(text ?? '')?.[1] ?? null;
}
