/**
 * Numbers of fleets as people write them: those of the Federal Motor Carrier Safety Administration, and phones. Any text can be sent;
 * what looks wrong is said in the same words in the form of one invitation and in a file of many.
 */
export type RegulatoryType = 'DOT' | 'MC';

const PREFIX: Readonly<Record<RegulatoryType, RegExp>> = {
  DOT: /^(us[\s.-]*)?dot[\s#:.-]*(no[\s.:]*|number[\s:]*)?/i,
  MC: /^(mc|ff|mx)[\s#:.-]*(no[\s.:]*|number[\s:]*)?/i,
};

export const REGULATORY_NAME: Readonly<Record<RegulatoryType, string>> = {
  DOT: 'a USDOT number',
  MC: 'an MC number',
};

/** `1234567` for "USDOT 1,234,567" and for "0001234567"; null for what is no such number. */
function regulatoryNumber(type: RegulatoryType, text: string): string | null {
  const digits = text
    .replace(PREFIX[type], '')
    .replace(/\.0+$/, '')
    .replace(/[\s,#]/g, '')
    .replace(/^0+/, '');
  return /^\d{1,8}$/.test(digits) ? digits : null;
}

interface RegulatoryId {
  readonly type: RegulatoryType;
  readonly number: string;
}

/** A number with its type: "MC-456" is an MC number wherever it is written, and a number without a prefix is of `type`. */
export function regulatoryId(type: RegulatoryType, text: string): RegulatoryId | null {
  const parts = text.split(/[/;|&]/).map((part) => part.trim());
  const usdot = parts.length > 1 && parts.find((part) => PREFIX.DOT.test(part));
  if (usdot) return regulatoryId('DOT', usdot);
  const prefixed = (['DOT', 'MC'] as const).find((one) => PREFIX[one].test(text)) ?? type;
  const number = regulatoryNumber(prefixed, text);
  return number === null ? null : { type: prefixed, number };
}

/** Numbers this short belong to the first carriers of all; more often, digits are missing. */
export const shortNumber = ({ number }: RegulatoryId): string | null =>
  number.length > 2 ? null : `“${number}” has only ${number.length === 1 ? '1 digit' : '2 digits'}`;

/** Why a regulatory ID looks wrong for its type; null if it does not, or if the type has no known form. */
export function regulatoryWarning(type: string, text: string): string | null {
  const known = type.trim().toUpperCase();
  if (text.trim() === '' || (known !== 'DOT' && known !== 'MC')) return null;
  const found = regulatoryId(known, text.trim());
  if (found === null) return `“${text.trim()}” does not look like ${REGULATORY_NAME[known]}`;
  if (found.type !== known) return `“${text.trim()}” looks like ${REGULATORY_NAME[found.type]}`;
  return shortNumber(found);
}

const SPREADSHEET_ERROR = /^#(n\/a|ref!|value!|div\/0!|name\?|null!|num!|spill!|calc!)$/i;

/** Why a text came from a broken formula; null if it did not. */
export const spreadsheetWarning = (text: string): string | null =>
  SPREADSHEET_ERROR.test(text.trim()) ? `“${text.trim()}” is an error of the spreadsheet` : null;

const EXTENSION = /\s*(x|ext\.?|extension|#)\s*\d{1,6}$/i;
/** Digits of a number with its area code in the USA, Canada and Mexico, with or without a country code. */
const USUAL_DIGITS = { min: 10, max: 13 } as const;

/** Seven to fifteen digits with the usual signs, and an extension. */
export function isPhone(text: string): boolean {
  const main = text.replace(EXTENSION, '');
  const digits = digitsOf(main);
  return /^\+?[\d\s().\-/]+$/.test(main) && digits >= 7 && digits <= 15;
}

const digitsOf = (text: string) => text.replace(EXTENSION, '').replace(/\D/g, '').length;

/** Why a phone looks wrong; null if it does not. A number that begins with "+" may have any length that numbers have. */
export function phoneWarning(text: string): string | null {
  const phone = text.trim();
  if (phone === '') return null;
  if (!isPhone(phone)) return `“${phone}” is not a phone number`;
  const digits = digitsOf(phone);
  if (phone.startsWith('+') || (digits >= USUAL_DIGITS.min && digits <= USUAL_DIGITS.max)) return null;
  return `“${phone}” has ${digits} digits, too ${digits < USUAL_DIGITS.min ? 'few for a number with its area code' : 'many'}`;
}
