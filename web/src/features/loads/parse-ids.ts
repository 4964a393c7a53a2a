/** Load ids out of whatever was pasted: a column of a sheet, a list with commas, JSON, addresses of this board. */
import { MAX_WATCH_AT_ONCE } from '@waypost/contract/api/board';

export interface BadLine {
  /** From 1, as in the text field. */
  readonly line: number;
  readonly text: string;
  /** Why it is no load_id, for the person who pasted it. */
  readonly reason: string;
}

export interface ParsedIds {
  /** Each once, in the order of the text. */
  readonly load_ids: readonly string[];
  readonly duplicates: number;
  readonly bad: readonly BadLine[];
  /** More than one request may add; null when not. */
  readonly too_many: number | null;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const BARE = /^[0-9a-f]{32}$/i;
const SEPARATORS = /[\s,;|"'`<>()[\]{}]+/;
/** Words around ids in pasted JSON or with a column's head: no ids, and nothing to complain about. */
const HEADS = new Set(['load_id', 'load_id:', 'load_ids', 'load_ids:', ':']);

export function parseIds(text: string): ParsedIds {
  const load_ids = new Set<string>();
  const bad: BadLine[] = [];
  let found = 0;
  text.split('\n').forEach((content, index) => {
    for (const token of tokensOf(content)) {
      const ids = idsIn(token);
      if (ids.length === 0) bad.push({ line: index + 1, text: token, reason: whyNot(token) });
      found += ids.length;
      for (const id of ids) load_ids.add(id);
    }
  });
  return {
    load_ids: [...load_ids],
    duplicates: found - load_ids.size,
    bad,
    too_many: load_ids.size > MAX_WATCH_AT_ONCE ? load_ids.size : null,
  };
}

const tokensOf = (line: string): readonly string[] =>
  line.split(SEPARATORS).filter((token) => token !== '' && !HEADS.has(token.toLowerCase()));

function idsIn(token: string): string[] {
  if (BARE.test(token)) {
    const t = token.toLowerCase();
    return [`${t.slice(0, 8)}-${t.slice(8, 12)}-${t.slice(12, 16)}-${t.slice(16, 20)}-${t.slice(20)}`];
  }
  // An id alone, or an address that holds one; never a longer run of digits that happens to hold an id's form.
  const whole = token.replace(/[.:]+$/, '');
  const match = whole.match(ID) ?? [];
  const alone = match.length === 1 && match[0]?.length === whole.length;
  const address = /[/=?]/.test(whole);
  return alone || address ? match.map((id) => id.toLowerCase()) : [];
}

function whyNot(token: string): string {
  const digits = token.replaceAll('-', '');
  const wrong = digits.match(/[^0-9a-f]/i);
  if (/^[a-z]{1,5}-?\d+$/i.test(token))
    return 'looks like a load_ref; the service is asked by load_id, such as 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
  if (wrong) return `holds “${wrong[0]}”; a load_id has only 0 to 9, a to f and dashes`;
  if (digits.length !== 32) return `has ${digits.length} of 32 digits`;
  return 'has its dashes in the wrong places';
}

/** What stays in the field after these ids were added: what is no id, and what was typed meanwhile, in its lines. */
export function withoutIds(text: string, added: ReadonlySet<string>): string {
  const lines = text.split('\n');
  const left = lines.flatMap((content, index) => {
    const tokens = tokensOf(content);
    const kept = tokens.filter((token) => {
      const ids = idsIn(token);
      return ids.length === 0 || ids.some((id) => !added.has(id));
    });
    // The line in which somebody is about to type.
    if (content === '' && index === lines.length - 1) return [content];
    if (kept.length === 0) return [];
    return kept.length === tokens.length ? [content] : [kept.join(' ')];
  });
  return left.some((line) => line !== '') ? left.join('\n') : '';
}
