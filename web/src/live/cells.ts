/** Texts of a file's cells, read alike in files of invitations, users and contacts: what can be used of them, and what is said of the rest. */
import { requestEmail } from '@waypost/contract/common';
import { withoutFormulaGuard } from '@waypost/contract/csv';
import { isPhone, phoneWarning, spreadsheetWarning } from './fleet-numbers.ts';

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
