/**
 * Extracts loads from pasted or dropped text: load numbers or ids, one per line or separated by commas, JSON, addresses of this board, or a
 * table with a column that names the load.
 */
import { MAX_WATCHED_LOADS_PER_REQUEST } from '@waypost/contract/api/board';
import { MAX_LOOKUP_TEXT } from '@waypost/contract/api/load-lookup';
import { parseCsvFile } from '../../ui/csv.ts';

export interface PastedLoad {
  /** From 1, as in the text field. */
  readonly line: number;
  readonly text: string;
  readonly raw: string;
  /** Why it cannot be looked up, without a period; null: it can be. */
  readonly fault: string | null;
}

interface PastedTable {
  readonly heads: readonly string[];
  /** Index of the column that names the load; null: unknown. */
  readonly column: number | null;
}

export interface Pasted {
  readonly loads: readonly PastedLoad[];
  readonly duplicates: number;
  readonly table: PastedTable | null;
  /** Number of loads if it exceeds the limit of one request, else null. */
  readonly too_many: number | null;
}

/** Index of the column that a person has chosen for a table with these headers; null: none. */
export type ColumnOf = (heads: readonly string[]) => number | null;

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const BARE = /^[0-9a-f]{32}$/i;
const SEPARATORS = /[,;|"`<>[\]{}\t]+/;
const LOAD_HEADS = [
  /^load[ _-]?id$/,
  /^load[ _-]?(ref|reference|number|num\.?|no\.?|#)$/,
  /^load$/,
  /^(shipment|order|pro|bol)([ _-]?(id|ref|reference|number|num|no\.?|#))?$/,
  /^(reference|ref)([ _-]?(number|no\.?|#))?$/,
] as const;
/** Words around ids in pasted JSON. */
const NAMES = new Set(['load_id', 'load_ids', 'load_ref', 'load_refs', ':']);

export function parsePasted(text: string, columnOf: ColumnOf): Pasted {
  const table = tableOf(text, columnOf);
  const parsed = table ? table.loads : linesOf(text).flatMap((line, at) => loadsOfLine(line, at + 1));
  const loads = new Map<string, PastedLoad>();
  for (const load of parsed) if (!loads.has(load.text)) loads.set(load.text, load);
  return {
    loads: [...loads.values()],
    duplicates: parsed.length - loads.size,
    table: table && { heads: table.heads, column: table.column },
    too_many: loads.size > MAX_WATCHED_LOADS_PER_REQUEST ? loads.size : null,
  };
}

/** Older spreadsheets end lines with a lone carriage return. */
const linesOf = (text: string) => text.split(/\r\n|\r|\n/);
const headKey = (head: string) => head.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
const isLoadHead = (head: string) => LOAD_HEADS.some((form) => form.test(headKey(head)));

/** The column that names the load according to its header; null: none. */
function guessedColumn(heads: readonly string[]): number | null {
  for (const form of LOAD_HEADS) {
    const at = heads.findIndex((head) => form.test(headKey(head)));
    if (at >= 0) return at;
  }
  return null;
}

/** Null: the text is not a table. */
function tableOf(text: string, columnOf: ColumnOf) {
  const { rows, unclosed_quote } = parseCsvFile(text);
  const [head, ...others] = rows;
  if (!head || unclosed_quote !== null) return null;
  const chosen = head.cells.length > 1 ? columnOf(head.cells) : null;
  // A single column with a header is a table too, so that its header is not taken for a load.
  if (chosen === null && !(head.cells.some(isLoadHead) && !head.cells.some((cell) => idOf(cell) !== null)))
    return null;
  const column = chosen ?? guessedColumn(head.cells);
  const loads =
    column === null
      ? []
      : others.flatMap(({ line, cells }) => {
          const raw = (cells[column] ?? '').trim();
          return raw === '' ? [] : [loadOf(raw, line)];
        });
  return { heads: head.cells.map((cell) => cell.trim()), column, loads };
}

function loadsOfLine(content: string, line: number): PastedLoad[] {
  return content.split(SEPARATORS).flatMap((part) => {
    const raw = part.trim();
    if (raw === '' || NAMES.has(raw.toLowerCase())) return [];
    const words = raw.split(/\s+/);
    const ids = words.flatMap((word) => idsIn(word).map((text) => ({ line, text, raw: word, fault: null })));
    if (ids.length === 0) return [loadOf(raw, line)];
    // Numbers may contain spaces; ids do not.
    const rest = words.filter((word) => idsIn(word).length === 0).join(' ');
    return rest === '' ? ids : [...ids, loadOf(rest, line)];
  });
}

function loadOf(raw: string, line: number): PastedLoad {
  const text = plainOf(raw);
  const id = idOf(text);
  if (id !== null) return { line, text: id, raw, fault: null };
  return { line, text, raw, fault: faultOf(text) };
}

/** Strips what spreadsheets and web pages add: `="00123"`, other quotes, the formula escape of our own export, zero-width characters. */
function plainOf(raw: string): string {
  const plain = raw
    .replace(/\p{Cf}/gu, '')
    .replace(/^=?(["'“‘])(.+)["'”’]$/su, '$2')
    .replace(/^'(?=[=+\-@])/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === '' ? raw : plain;
}

const idOf = (text: string): string | null => {
  const ids = idsIn(text.trim());
  return ids.length === 1 ? (ids[0] ?? null) : null;
};

function idsIn(token: string): string[] {
  if (BARE.test(token)) {
    const t = token.toLowerCase();
    return [`${t.slice(0, 8)}-${t.slice(8, 12)}-${t.slice(12, 16)}-${t.slice(16, 20)}-${t.slice(20)}`];
  }
  // An id alone, or an address that contains one; never a longer run of digits that happens to contain the pattern.
  const trimmed = token.replace(/[.:]+$/, '');
  const match = trimmed.match(ID) ?? [];
  const alone = match.length === 1 && match[0]?.length === trimmed.length;
  const address = /[/=?]/.test(trimmed);
  return alone || address ? match.map((id) => id.toLowerCase()) : [];
}

/** Finds texts that were meant to be ids, so that they are not looked up as load numbers. */
function faultOf(text: string): string | null {
  if (/^\d([.,]\d+)?E\+\d{2}$/i.test(text))
    return 'A spreadsheet has shortened this number. Format its column as text, then copy it again';
  if (text.length > MAX_LOOKUP_TEXT) return 'Too long for a load number';
  const digits = text.replaceAll('-', '');
  const like_id = (text.match(/-/g)?.length ?? 0) >= 3 && /^[0-9a-z]{24,40}$/i.test(digits);
  if (!like_id) return null;
  const wrong = digits.match(/[^0-9a-f]/i);
  if (wrong) return `Not a load ID: has “${wrong[0]}”; a load ID has only 0 to 9, a to f and dashes`;
  if (digits.length !== 32) return `Not a load ID: has ${digits.length} of the 32 digits of a load ID`;
  return 'Not a load ID: has the dashes in the wrong places';
}

/** The remaining text when these loads are done: other lines unchanged, and a table's header. */
export function withoutLoads(text: string, done: ReadonlySet<string>, columnOf: ColumnOf): string {
  const { table } = parsePasted(text, columnOf);
  const lines = linesOf(text);
  if (table) return withoutRows(text, lines, done, table.column);
  const left = lines.flatMap((content, at) => {
    const loads = loadsOfLine(content, at + 1);
    const remaining = loads.filter((load) => !done.has(load.text));
    // Keeps an empty last line, where somebody is about to type.
    if (content === '' && at === lines.length - 1) return [content];
    if (remaining.length === 0) return [];
    return remaining.length === loads.length ? [content] : [remaining.map(({ raw }) => raw).join(', ')];
  });
  return left.some((line) => line !== '') ? left.join('\n') : '';
}

function withoutRows(
  text: string,
  lines: readonly string[],
  done: ReadonlySet<string>,
  column: number | null,
): string {
  const { rows } = parseCsvFile(text);
  const remaining = rows.flatMap(({ line, cells }, at) => {
    const raw = (cells[column ?? -1] ?? '').trim();
    if (at > 0 && (raw === '' || done.has(loadOf(raw, line).text))) return [];
    return lines.slice(line - 1, (rows[at + 1]?.line ?? lines.length + 1) - 1);
  });
  const head_lines = (rows[1]?.line ?? lines.length + 1) - (rows[0]?.line ?? 1);
  return remaining.length > head_lines ? remaining.join('\n').trimEnd() : '';
}

export function withLoad(text: string, { line, raw }: PastedLoad, replacement: string): string {
  const lines = linesOf(text);
  const content = lines[line - 1];
  if (content === undefined) return text;
  return lines
    .with(
      line - 1,
      content.replace(raw, () => replacement),
    )
    .join('\n');
}
