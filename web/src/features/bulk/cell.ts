/** The text of a cell as the value that its field takes. */
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { countryCodeOf } from './countries.ts';
import type { CellKind } from './fields.ts';

export type CellValue =
  /** `undefined` is meant: the field is left out whatever the default says. */
  | { readonly value: unknown }
  /** What keeps it from being one, after the name of the field; `raw` is refused by the server too. */
  | { readonly problem: string; readonly raw: unknown };

const YES = ['true', 'yes', 'y', '1', 'x'];
const NO = ['false', 'no', 'n', '0'];

/** Our own export puts a mark before what a spreadsheet would run (ui/csv.ts). */
export function unmarked(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** Blanks and signs without width at either end, as they come along from web pages and other systems. */
const EDGES = /^[\s\p{Cc}\p{Cf}]+|[\s\p{Cc}\p{Cf}]+$/gu;

/** Text as a person reads it: on one line, with nothing unseen around it. */
const readable = (cell: string) =>
  unmarked(cell.replace(EDGES, ''))
    .replace(EDGES, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+|[^\S ]+/gu, ' ')
    .toWellFormed();

/** Null: nothing stands there, so the field is left out or takes its default. */
export function cellValue(kind: CellKind, cell: string): CellValue | null {
  if (kind === 'secret') return cell === '' ? null : { value: cell };
  const text = readable(cell);
  if (text === '') return null;
  switch (kind) {
    case 'text':
      return { value: text };
    case 'code':
      return { value: text.toUpperCase() };
    case 'country': {
      const code = countryCodeOf(text);
      if (code !== null) return { value: code };
      // Three letters that no list knows may still be known to the service.
      if (/^[a-z]{3}$/i.test(text)) return { value: text.toUpperCase() };
      return { problem: `must be a country, by its name or code, not “${text}”`, raw: text };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (YES.includes(word)) return { value: true };
      if (NO.includes(word)) return { value: false };
      return { problem: `must be yes or no, not “${text}”`, raw: text };
    }
    case 'whole':
      return /^-?\d{1,9}$/.test(text)
        ? { value: Number(text) }
        : { problem: `must be a whole number, not “${text}”`, raw: text };
    case 'group':
      return { value: text.toLowerCase() === 'none' ? [] : parts(text) };
    case 'levels':
      return levels(text);
  }
}

const parts = (text: string) => text.split(/[;,|\s]+/).filter((one) => one !== '');

/** `vehicle:read; vehicle_location:read`; a name alone is read. `all` asks for read on everything, as leaving it out does. */
function levels(text: string): CellValue {
  if (/^(all|everything)$/i.test(text)) return { value: undefined };
  const value: Record<string, string> = {};
  for (const part of parts(text.replace(/\s*[:=]\s*/g, ':'))) {
    const [name = '', level = 'read'] = part.split(':');
    if (!(RESOURCE_NAMES as readonly string[]).includes(name))
      return { problem: `has an unknown resource: “${name}”`, raw: text };
    if (level !== 'read' && level !== 'read_write')
      return { problem: `of ${name} must be read or read_write, not “${level}”`, raw: text };
    value[name] = level;
  }
  return { value };
}
