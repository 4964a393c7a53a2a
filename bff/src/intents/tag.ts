/**
 * Tags: what a created thing carries so that it is found again when the answer to its creation was lost (rule 25). A monitor
 * carries it in `name`, a user in `partner_ref`, after what the person wrote there.
 */
import { randomBytes } from 'node:crypto';

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
