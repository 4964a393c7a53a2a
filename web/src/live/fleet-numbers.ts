/**
 * Numbers of fleets as people write them: those of the Federal Motor Carrier Safety Administration, and phones. Any text can be sent;
 * what looks wrong is said in the same words in the form of one invitation and in a file of many.
 */
import { isPhone, phoneDigits } from '@waypost/contract/api/phone';
import { type RegulatoryId, type RegulatoryType, regulatoryId } from '@waypost/contract/api/regulatory-id';

export const REGULATORY_NAME: Readonly<Record<RegulatoryType, string>> = {
  DOT: 'a USDOT number',
  MC: 'an MC number',
};

/** `1880217` for "DOT# 1880217"; any other text as it is. */
export const withoutPrefix = (text: string): string =>
  /^(?:us[\s.-]*)?dot[\s#:.-]*(\d+)$/i.exec(text)?.[1] ?? text;

/** Numbers this short belong to the first carriers of all; more often, digits are missing. */
export const shortNumber = ({ number }: RegulatoryId): string | null =>
  number.length > 2 ? null : `“${number}” has only ${number.length === 1 ? '1 digit' : '2 digits'}`;

/** `DOT` for "USDOT #", `MC` for "MC no."; any other type in capital letters. */
const typeName = (type: string): string =>
  type
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .replace(/(NUMBER|NO)$/, '')
    .replace(/^USDOT$/, 'DOT');

/** Why a regulatory ID looks wrong for its type; null if it does not, or if the type has no known form. */
export function regulatoryWarning(type: string, text: string): string | null {
  const known = typeName(type);
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

/** Digits of a number with its area code in the USA, Canada and Mexico, with or without a country code. */
const USUAL_DIGITS = { min: 10, max: 13 } as const;

/** Why a phone looks wrong; null if it does not. A number that begins with "+" may have any length that numbers have. */
export function phoneWarning(text: string): string | null {
  const phone = text.trim();
  if (phone === '') return null;
  if (!isPhone(phone)) return `“${phone}” is not a phone number`;
  const digits = phoneDigits(phone);
  if (phone.startsWith('+') || (digits >= USUAL_DIGITS.min && digits <= USUAL_DIGITS.max)) return null;
  return `“${phone}” has ${digits} digits, too ${digits < USUAL_DIGITS.min ? 'few for a number with its area code' : 'many'}`;
}
