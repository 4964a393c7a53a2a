/** The draft of a bulk job: the cells of a file, the meaning of its columns and defaults for all rows. */
import { type BulkKind, USER_MATCH_FIELDS } from '@waypost/contract/api/bulk';
import { BULK_KINDS } from '@waypost/contract/api/url-enums';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import type { HeadLine } from '../../live/HeadLineSelect.tsx';
import type { HandedRows } from '../../live/handed-rows.ts';
import { parseCsvFile, unclosedText } from '../../ui/csv.ts';
import { numberText } from '../../ui/units.ts';
import { fieldLabel, fieldsLine, guessFields } from './fields.ts';

export const PRESETS = ['least', 'full', 'full_write'] as const;
export type Preset = (typeof PRESETS)[number];

const defaults = z
  .object({
    preset: z.enum(PRESETS),
    expires_in_hours: z.string(),
    /** Applies to rows with a regulatory id but no type. */
    fleet_regulatory_id_type: z.string(),
    connection_id: z.string(),
    is_driver: z.boolean(),
    default_time_zone: z.string(),
    is_sync: z.boolean(),
  })
  .readonly();
export type Defaults = z.output<typeof defaults>;

export const DEFAULT_SETTINGS: Defaults = {
  preset: 'least',
  expires_in_hours: '72',
  fleet_regulatory_id_type: 'DOT',
  connection_id: '',
  is_driver: true,
  default_time_zone: '',
  is_sync: false,
};

/** Replaced when a cell changes, so that caches keyed by the row object stay valid. */
const draftRow = z
  .object({
    /** Row number in the file below its head, from 1 and with empty rows; never changes. */
    id: z.number().int(),
    cells: z.array(z.string()).readonly(),
    /** Where it begins in the file, if that is not its number there: cells above it have several lines. */
    line: z.number().int().optional(),
    /** Users only: chosen by a person among the connections of the row's fleet. */
    connection_id: uuid.optional(),
  })
  .readonly();
export type DraftRow = z.output<typeof draftRow>;

const column = z
  .object({ head: z.string(), field: z.string().nullable(), unsure: z.boolean().default(false) })
  .readonly();
export type Column = z.output<typeof column>;

const rowIds = z.array(z.number().int()).readonly();
/** The rows that one job sends. The id makes resending safe. */
const part = z.object({ id: uuid, row_ids: rowIds }).readonly();
export type Part = z.output<typeof part>;

export const bulkDraft = z
  .object({
    kind: z.enum(BULK_KINDS),
    name: z.string().nullable(),
    has_head: z.boolean(),
    /** The lines of the file above its column names, empty ones included: titles. */
    above: z.array(z.array(z.string()).readonly()).readonly().default([]),
    columns: z.array(column).min(1).readonly(),
    rows: z.array(draftRow).min(1).readonly(),
    defaults,
    /** Rows that are sent although their fleet already shares, or their user was requested before, chosen individually. */
    renews_accepted: rowIds.default([]),
    /** Rows that are sent although the same fleet may exist, or a row above has the same user, chosen individually. */
    invites_similar: rowIds.default([]),
    /** Whether passwords were lost in a reload, as they are not stored. */
    secrets_lost: z.boolean(),
    /** Jobs being sent, or sent with an unknown outcome. */
    sending: z.array(part).readonly().nullable(),
    /** Earlier jobs of this file; the remaining rows had problems. */
    left_of: z.array(uuid).readonly(),
  })
  .readonly();
export type BulkDraft = z.output<typeof bulkDraft>;

type ReadFile =
  | { readonly ok: true; readonly draft: BulkDraft }
  | { readonly ok: false; readonly reason: string };

/** A job takes 2,000 rows, so larger files become several jobs. */
const ROWS_MAX = 10_000;

/** @param head_line number of the line with the column names; 0: there are none; null: found by its words */
export function readFile(
  kind: BulkKind,
  text: string,
  name: string | null,
  defaults: Defaults,
  head_line: number | null = null,
): ReadFile {
  const { rows: read, unclosed_quote } = parseCsvFile(text);
  const lines = read.map(({ cells }) => cells);
  const head_at =
    head_line === null ? fieldsLine(kind, lines) : read.findIndex(({ number }) => number === head_line);
  const count = read.length - head_at - 1;
  if (unclosed_quote !== null) return { ok: false, reason: unclosedText(unclosed_quote) };
  if (read.length === 0) return { ok: false, reason: 'The file is empty' };
  if (count === 0) return { ok: false, reason: 'There are column names but no rows' };
  if (count > ROWS_MAX) {
    const [is, most] = [numberText(count), numberText(ROWS_MAX)];
    return { ok: false, reason: `It has ${is} rows; the limit is ${most}. Split it` };
  }
  const width = Math.max(...lines.map((cells) => cells.length));
  // A single unnamed column is most likely a list of references.
  const only = kind === 'invitation' ? 'fleet_ref' : 'username';
  const columns = Array.from({ length: width }, () => ({
    head: '',
    field: width === 1 ? only : null,
    unsure: false,
  }));
  const draft: BulkDraft = {
    kind,
    name,
    has_head: false,
    above: [],
    columns,
    rows: read.map(({ line, number, cells }) => ({
      id: number,
      cells: columns.map((_, at) => cells[at] ?? ''),
      ...(line === number ? {} : { line }),
    })),
    defaults,
    renews_accepted: [],
    invites_similar: [],
    secrets_lost: false,
    sending: null,
    left_of: [],
  };
  return { ok: true, draft: setHeadLine(draft, read[head_at]?.number ?? 0) };
}

/** Rows of another page as a draft. */
export function readHanded({ kind, name, csv, connection_ids }: HandedRows): BulkDraft | null {
  // What a row does not say is not added to it.
  const read = readFile(kind, csv, name, { ...DEFAULT_SETTINGS, is_driver: false }, 1);
  if (!read.ok) return null;
  return chooseConnections(
    read.draft,
    new Map(read.draft.rows.map(({ id }, at) => [id, connection_ids[at]])),
  );
}

/** Number of the line with the column names; 0: there are none. */
export const headLineOf = ({ has_head, above }: BulkDraft): number => (has_head ? above.length + 1 : 0);

/** The lines of the file that are not empty, as rows whose id is their number. */
function linesOf(draft: BulkDraft): readonly DraftRow[] {
  const head_line = headLineOf(draft);
  const top = draft.has_head ? [...draft.above, draft.columns.map(({ head }) => head)] : [];
  return [
    ...top.map((cells, at) => ({ id: at + 1, cells })),
    ...draft.rows.map((row) => ({ ...row, id: row.id + head_line })),
  ].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** The lines that may have the column names: below each is a row. */
export const headLinesOf = (draft: BulkDraft): readonly HeadLine[] =>
  linesOf(draft)
    .slice(0, -1)
    .map(({ id, cells }) => ({ line: id, cells }));

/** Row ids follow the lines of the file. @param line whose cells are the column names; 0: all lines are rows */
export function setHeadLine(draft: BulkDraft, line: number): BulkDraft {
  if (line === headLineOf(draft)) return draft;
  const lines = linesOf(draft);
  const head = lines.find(({ id }) => id === line);
  const rows = lines.filter(({ id }) => id > line).map((row) => ({ ...row, id: row.id - line }));
  const guessed = guessFields(
    draft.kind,
    head?.cells ?? [],
    rows.map(({ cells }) => cells),
  );
  const has_password = guessed.some(({ field }) => field === 'password');
  return {
    ...draft,
    has_head: line > 0,
    above: Array.from(
      { length: Math.max(0, line - 1) },
      (_, at) => lines.find(({ id }) => id === at + 1)?.cells ?? [],
    ),
    columns: draft.columns.map(({ field }, at) => {
      if (!head) return { head: '', field, unsure: false };
      const guess = guessed[at] ?? { field: null, unsure: false };
      // Below a wrong line passwords stay secret.
      const is_password = field === 'password' && guess.field === null && !has_password;
      return { head: (head.cells[at] ?? '').trim(), ...guess, ...(is_password ? { field } : {}) };
    }),
    rows,
    renews_accepted: [],
    invites_similar: [],
  };
}

/** Where the columns are that nobody has confirmed; nothing is sent before. */
export const unsureColumns = ({ columns }: BulkDraft): readonly number[] =>
  columns.flatMap(({ unsure }, at) => (unsure ? [at] : []));

export const columnName = ({ head }: Pick<Column, 'head'>, at: number) =>
  head === '' ? `Column ${at + 1}` : head;

export function setField(draft: BulkDraft, at: number, field: string | null): BulkDraft {
  const columns = draft.columns.map((column, index) => {
    if (index === at) return { ...column, field, unsure: false };
    return field !== null && column.field === field ? { ...column, field: null, unsure: false } : column;
  });
  return { ...draft, columns };
}

export function addColumn(draft: BulkDraft, field: string): BulkDraft {
  return {
    ...draft,
    columns: [
      ...draft.columns.map((column) =>
        column.field === field ? { ...column, field: null, unsure: false } : column,
      ),
      { head: fieldLabel(field), field, unsure: false },
    ],
    rows: draft.rows.map((row) => ({ ...row, cells: [...row.cells, ''] })),
  };
}

export function setCell(draft: BulkDraft, id: number, at: number, text: string): BulkDraft {
  // Another fleet has other connections, and another provider means another one.
  const field = draft.columns[at]?.field ?? '';
  const drops_choice = ['connection_id', 'fleet_reference', 'provider'].includes(field);
  // Another user is another decision.
  const drops_anyway = drops_choice || (USER_MATCH_FIELDS as readonly string[]).includes(field);
  return {
    ...(drops_anyway
      ? setAnyway(setAnyway(draft, 'renews_accepted', id, false), 'invites_similar', id, false)
      : draft),
    rows: draft.rows.map((row) => {
      if (row.id !== id) return row;
      const cells = row.cells.with(at, text);
      const { connection_id: _, ...others } = row;
      return { ...(drops_choice ? others : row), cells };
    }),
  };
}

/** @param choices the connection of each row, by row id; undefined: none */
export function chooseConnections(
  draft: BulkDraft,
  choices: ReadonlyMap<number, string | undefined>,
): BulkDraft {
  const rows = draft.rows.map((row) =>
    choices.has(row.id) ? { ...row, connection_id: choices.get(row.id) } : row,
  );
  // Another connection is another decision.
  const renews_accepted = draft.renews_accepted.filter((id) => !choices.has(id));
  return { ...draft, rows, renews_accepted };
}

/** Chooses whether a row is sent although its fleet already shares or its user was requested, or although it may exist under another reference. */
export function setAnyway(
  draft: BulkDraft,
  list: 'renews_accepted' | 'invites_similar',
  id: number,
  anyway: boolean,
): BulkDraft {
  const others = draft[list].filter((other) => other !== id);
  return { ...draft, [list]: anyway ? [...others, id] : others };
}

export function removeRow(draft: BulkDraft, id: number): BulkDraft {
  return { ...draft, rows: draft.rows.filter((row) => row.id !== id) };
}

export function insertRow(draft: BulkDraft, row: DraftRow): BulkDraft {
  if (draft.rows.some(({ id }) => id === row.id)) return draft;
  return { ...draft, rows: [...draft.rows, row].toSorted((a, b) => a.id - b.id) };
}

/** Fills in passwords from the same file and keeps all edits. Null when it is another file. */
export function restorePasswords(draft: BulkDraft, text: string): BulkDraft | null {
  const at = draft.columns.findIndex(({ field }) => field === 'password');
  const read = readFile(draft.kind, text, draft.name, draft.defaults, headLineOf(draft));
  if (!read.ok || at < 0) return null;
  const from = read.draft.columns.findIndex(({ head }, index) =>
    draft.columns[at]?.head === '' ? index === at : head === draft.columns[at]?.head,
  );
  const byId = new Map(read.draft.rows.map((row) => [row.id, row]));
  if (from < 0 || !draft.rows.every(({ id }) => byId.has(id))) return null;
  const rows = draft.rows.map((row) =>
    row.cells[at] ? row : { ...row, cells: row.cells.with(at, byId.get(row.id)?.cells[from] ?? '') },
  );
  return { ...draft, rows, secrets_lost: false };
}
