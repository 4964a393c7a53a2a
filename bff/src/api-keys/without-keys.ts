/** API keys are found in texts and taken out of those that are kept, also where percent signs hide them. */
import { API_KEY_PREFIX } from '@waypost/contract/api/api-keys';

const KEY = new RegExp(API_KEY_PREFIX, 'i');
const KEYS = new RegExp(`${API_KEY_PREFIX}[^/?&#\\s]*`, 'gi');
const ESCAPED = /%([2-7][0-9a-f])/gi;
/** Proxies escape what is escaped already, but hardly more often. */
const MOST_TIMES = 3;

/** With the visible characters of ASCII as they are; the others stay escaped, so that a line stays one line. */
function unescaped(text: string): string {
  let plain = text;
  for (let n = 0; n < MOST_TIMES && plain.includes('%'); n += 1)
    plain = plain.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain;
}

export const hasKey = (address: string): boolean => KEY.test(unescaped(address));

/** A text with every API key in it left out. */
export const withoutKeys = (text: string): string =>
  hasKey(text) ? unescaped(text).replace(KEYS, `${API_KEY_PREFIX}[removed]`) : text;
