/** A password for a person to type once: letters and digits that are not mistaken for each other, in groups. */

/** No 0 O 1 l I. 57 letters: a group of four holds 23 bits. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 4;

/** @param random fills with random bytes; `crypto.getRandomValues` */
export function makePassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => unknown = (bytes) => crypto.getRandomValues(bytes),
): string {
  const letters: string[] = [];
  const bytes = new Uint8Array(64);
  // Bytes beyond the last whole multiple would make the first letters likelier.
  const limit = 256 - (256 % LETTERS.length);
  while (letters.length < GROUPS * GROUP) {
    random(bytes);
    for (const byte of bytes) if (byte < limit) letters.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join('')).join(
    '-',
  );
}
