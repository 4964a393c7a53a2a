/** A person's name in one cell, split into first and last name. */
import { nameAndEmail } from './cells.ts';

export interface WholeName {
  readonly first_name: string;
  readonly last_name: string;
  /** Beside the name in the same cell; null: none. */
  readonly user_email: string | null;
  /** Neither a comma nor two plain words: somebody should look at it. */
  readonly unsure: boolean;
}

const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i;
/** Words with which a last name begins. */
const PARTICLES = [
  ...['al', 'bin', 'da', 'de', 'del', 'della', 'den', 'der', 'di', 'dos', 'du', 'la', 'las', 'le', 'los'],
  ...['san', 'st', 'ter', 'van', 'von'],
];
const isParticle = (word: string) => PARTICLES.includes(word.toLowerCase().replace(/\.$/, ''));

/** "Moss, Rita", "Rita Moss", "Juan de la Cruz", "Rita Moss, Jr.", "Rita Moss <rita@x.com>"; null when there are no two names. */
export function splitWholeName(text: string): WholeName | null {
  const { name, email: user_email } = nameAndEmail(text);
  const parts = name.split(',').map((part) => part.trim());
  const suffixes = parts.slice(1).filter((part) => SUFFIX.test(part));
  const [before = '', after, ...others] = parts.filter((part) => part !== '' && !SUFFIX.test(part));
  if (others.length > 0) return null;
  const withSuffix = (last: string) => [last, ...suffixes].join(' ');
  if (after !== undefined)
    return { first_name: after, last_name: withSuffix(before), user_email, unsure: false };
  const words = before.split(/\s+/);
  const end = words.findLastIndex((word) => !SUFFIX.test(word));
  if (end < 1) return null;
  const particle = words.findIndex((word, at) => at > 0 && at < end && isParticle(word));
  const start = particle < 0 ? end : particle;
  return {
    first_name: words.slice(0, start).join(' '),
    last_name: withSuffix(words.slice(start).join(' ')),
    user_email,
    unsure: words.length > 2 || suffixes.length > 0,
  };
}

/** How a name was split: the same words for all plain names, so that a file says them once. */
export function splitWarning(text: string, { first_name, last_name, user_email, unsure }: WholeName): string {
  const email = user_email === null ? '' : `, email ${user_email}`;
  if (unsure || text.includes('@'))
    return `“${text}” is split: first name ${first_name}, last name ${last_name}${email}`;
  return text.includes(',')
    ? 'is split at the comma: last name before it, first name after it'
    : 'is split at the space: first name, then last name';
}
