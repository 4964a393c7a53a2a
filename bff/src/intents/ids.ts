/**
 * Our own names for things whose id at the service is a secret: made of it by a hash, so that every server and every delivery comes to
 * the same one without looking anything up, and nobody comes back from it (an id holds 122 random bits).
 */
import { createHash, randomBytes } from 'node:crypto';

function uuidOf(kind: string, id: string): string {
  const hex = createHash('sha256').update(`${kind}/${id.toLowerCase()}`).digest('hex');
  // Version 8 of RFC 9562: made by a rule of one's own.
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
/** The intent of a row of a job: the same after every restart. */
export const rowIntentId = (job_id: string, n: number) => uuidOf('bulk', `${job_id}/${n}`);
/** The email of an invitation that goes out with its job: the same for whoever asks for it, until one that failed is asked for again. */
export const emailIdOfJob = (
  job_id: string,
  invitation_key: string,
  valid_from: string | null,
  before: string | null,
) => uuidOf('email', `${job_id}/${invitation_key}/${valid_from}/${before}`);

// Tags: what a created thing carries so that it is found again when the answer to its creation was lost (rule 25). A monitor
// carries it in `name`, a user in `partner_ref`, after what the person wrote there.

/** No letters that are mistaken for digits: people read names aloud. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const TAG = /\[(wp-[0-9a-hjkmnp-tv-z]{12})\]$/;

/** 60 bits. */
export function newTag(): string {
  return `wp-${Array.from(randomBytes(12), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

/**
 * The person's text with the tag behind it, at most `max` UTF-16 units. A text that is too long to leave room ends in an
 * ellipsis at the service; we keep it whole.
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
