/** Texts of a file's cells, read alike in files of invitations, users and contacts: what can be used of them, and what is said of the rest. */
import { isPhone } from '@waypost/contract/api/phone';
import { withoutFormulaGuard } from '@waypost/contract/csv';
import { requestEmail } from '@waypost/contract/email-address';
import { personZone } from '../ui/time.ts';
import { dayOf, dayText, parseDay } from '../ui/zoned.ts';
import { phoneWarning, spreadsheetWarning } from './fleet-numbers.ts';

/** `warning`: used, although it looks wrong or is only a part. `unusable`: why it is left out. Both follow the field's name. */
export type CellText =
  | { readonly value: string; readonly warning: string | null }
  | { readonly unusable: string };

/** Spaces and zero-width characters at either end, as copied from web pages. */
const EDGES = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

/** One line without invisible characters at its ends. */
export const readable = (cell: string) =>
  withoutFormulaGuard(cell.replace(EDGES, ''))
    .replace(EDGES, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+|[^\S ]+/gu, ' ')
    .toWellFormed();

/** A long number that a spreadsheet shortened: its digits are lost. */
const ROUNDED = /^\d([.,]\d+)?e\+\d+$/i;

/** Why a spreadsheet has lost what the cell said; null if it has not. */
export const lostText = (text: string): string | null =>
  spreadsheetWarning(text) ?? (ROUNDED.test(text) ? `“${text}” was rounded by the spreadsheet` : null);

const BETWEEN_PHONES = /\s*(?:[;|,/]|\bor\b)\s*/i;

/** Of several numbers the first. */
export function phoneOf(text: string): CellText {
  const [first, ...others] = isPhone(text) ? [text] : text.split(BETWEEN_PHONES).filter(isPhone);
  if (first === undefined) return { unusable: `“${text}” is not a phone number` };
  const is_alone = others.length === 0 && first === text;
  return { value: first, warning: is_alone ? phoneWarning(first) : `of “${text}” only ${first} is used` };
}

/** Texts in which an address can be: what an address does not contain is between them. */
const ADDRESS = /[^\s<>()[\];,/|"“”]+@[^\s<>()[\];,/|"“”]+/g;
/** Also what was meant to be one. */
const LIKE_ADDRESS = /[^\s<>()[\];,/|"“”]*@[^\s<>()[\];,/|"“”]*/g;

/** "Smith, Joe (joe@x.com)", "Joe Smith - joe@x.com": the name beside an address, and the address, if it is one. */
export function nameAndEmail(text: string): { readonly name: string; readonly email: string | null } {
  if (!text.includes('@')) return { name: text, email: null };
  const found = emailOf(text);
  const name = text.replace(LIKE_ADDRESS, ' ').replace(/[<>()[\]"“”|]/g, ' ');
  return {
    name: name.replace(/^[\s,;:/–—-]+|[\s,;:/–—-]+$/g, '').replace(/\s+/g, ' '),
    email: 'value' in found ? found.value : null,
  };
}

/** As mail programs write an address with its owner's name. */
const NAMED_ADDRESS = /^[^<>@]*<[^<>@]+@[^<>@]+>$/;

/** The address in `Ops <ops@mesa.example>`; of several the first. */
export function emailOf(text: string): CellText {
  if (requestEmail.safeParse(text).success) return { value: text, warning: null };
  const found = (text.match(ADDRESS) ?? [])
    .map((one) => one.replace(/^mailto:/i, ''))
    .filter((one) => requestEmail.safeParse(one).success);
  const [first] = found;
  if (first === undefined) return { unusable: `“${text}” is not an email address` };
  return { value: first, warning: NAMED_ADDRESS.test(text) ? null : `of “${text}” only ${first} is used` };
}

const DAY_MS = 86_400_000;

/** `2029-03-01`, for a day with its year: month first, by the month's name, or the number by which a spreadsheet counts it. Null: none. */
export function calendarDay(text: string): string | null {
  if (/^[2-9]\d{4}$/.test(text))
    return new Date(Date.UTC(1899, 11, 30) + Number(text) * DAY_MS).toISOString().slice(0, 10);
  const day = text
    .replace(/ \d{1,2}:.*$/, '')
    .replace(/^(\d{1,2})-(\d{1,2})-(\d{2,4})$/, '$1/$2/$3')
    .replace(
      /^(\d{1,2})-([a-z]+)-(\d{2}|\d{4})$/i,
      (_, date, month, year) => `${month} ${date} ${year.padStart(4, '20')}`,
    );
  return /\d{4}|^\d+\/\d+\/\d+$/.test(day) ? parseDay(day, '2000-01-01') : null;
}

/** Why a text is no day, for one that calendarDay does not read. */
export const dayProblem = (text: string): string =>
  /^\d{4}-\d{1,2}-\d{1,2}$/.test(text) || calendarDay(text.replace(/(?<!\d)(29|30|31)(?!\d)/, '28')) !== null
    ? 'is not a date: there is no such day'
    : 'is not a date with its year';

/** @param day as calendarDay gives it; @param now Unix milliseconds */
export const expiredWarning = (day: unknown, now: number): string | null =>
  typeof day === 'string' && day < dayOf(now, personZone()) ? `is in the past: ${dayText(day)}` : null;

/** US zones as people call them: "Central", "US/Central", "Central Time (US & Canada)", "CST", "CT". */
const ZONES: readonly (readonly [RegExp, string])[] = [
  [/^(us.)?(e[sd]?t|eastern\b.*)$/i, 'America/New_York'],
  [/^(us.)?(c[sd]?t|central\b.*)$/i, 'America/Chicago'],
  [/^(us.)?(m[sd]?t|mountain\b.*)$/i, 'America/Denver'],
  [/^(us.)?arizona( time)?$/i, 'America/Phoenix'],
  [/^(us.)?(p[sd]?t|pacific( .*)?)$/i, 'America/Los_Angeles'],
  [/^(us.)?(ak[sd]?t|alaskan?\b.*)$/i, 'America/Anchorage'],
  [/^(us.)?(hst|hawaii(an)?\b.*)$/i, 'Pacific/Honolulu'],
];

/** The IANA name of a zone, if people call it otherwise; else the text. */
export const ianaZone = (text: string): string => ZONES.find(([name]) => name.test(text))?.[1] ?? text;

/** What a spreadsheet writes below its rows. */
export const FOOTER =
  /^((grand |sub-?)?totals?\b( (carriers|fleets|contacts|vendors|records|rows)(?=[\s:]+\d))?[\s:]*([\d,.]+|of\b.*)?|(generated|printed|exported|created) (by|on|at)\b.*|page \d+( (of|\/) ?\d+)?|end of (list|report|file)\b.*)$/i;
