/** Confirmation texts that people type before something is deleted permanently. */

/** Longer names cannot be typed reliably. */
const MAX_TYPED_LENGTH = 60;
/** Words separated by single spaces, which a single-line field preserves. */
const ONE_LINE = /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u;

/**
 * The name if it can be typed; null when it is too long or contains characters that a keyboard or single-line field cannot enter.
 */
export function typeable(name: string | null | undefined): string | null {
  return name && name.length <= MAX_TYPED_LENGTH && ONE_LINE.test(name) ? name : null;
}
