/** A file on its way to become a job: its cells, what each column means, what holds for all rows. Nothing is sent from here. */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { BULK_KINDS } from '@waypost/contract/api/url-enums';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { parseCsvFile } from '../../ui/csv.ts';
import { personLocale } from '../../ui/units.ts';
import { guessFields } from './fields.ts';

/** Permissions asked for where a row says nothing of its own. */
export const PRESETS = ['least', 'full', 'full_write'] as const;
export type Preset = (typeof PRESETS)[number];

const defaults = z
  .object({
    preset: z.enum(PRESETS),
    /** As typed. */
    expires_in_hours: z.string(),
    /** Of rows that have a regulatory id and no type. */
    fleet_regulatory_id_type: z.string(),
    connection_id: z.string(),
    is_driver: z.boolean(),
    default_time_zone: z.string(),
    is_sync: z.boolean(),
  })
  .readonly();
export type Defaults = z.output<typeof defaults>;

export const USUAL: Defaults = {
  preset: 'least',
  expires_in_hours: '72',
  fleet_regulatory_id_type: 'DOT',
  connection_id: '',
  is_driver: true,
  default_time_zone: '',
  is_sync: false,
};

/** Replaced whole when a cell changes, so that what was worked out of a row holds as long as it is the same. */
const draftRow = z
  .object({
    /** Number in the file, from 1; stays with the row. */
    id: z.number().int(),
    cells: z.array(z.string()).readonly(),
  })
  .readonly();
export type DraftRow = z.output<typeof draftRow>;

const column = z.object({ head: z.string(), field: z.string().nullable() }).readonly();
export type Column = z.output<typeof column>;

const rowIds = z.array(z.number().int()).readonly();
/** A part of the rows as one job, under the id that makes sending twice safe. */
const part = z.object({ id: uuid, row_ids: rowIds }).readonly();
export type Part = z.output<typeof part>;

/** As it is kept on this computer. */
export const bulkDraft = z
  .object({
    kind: z.enum(BULK_KINDS),
    /** Of the file; null when it was pasted. */
    name: z.string().nullable(),
    has_head: z.boolean(),
    columns: z.array(column).min(1).readonly(),
    rows: z.array(draftRow).min(1).readonly(),
    defaults,
    /** Numbers of rows that are sent though their fleet shares already: chosen one by one. */
    renews_accepted: rowIds.default([]),
    /** Passwords stood in it and were not kept over a reload. */
    secrets_lost: z.boolean(),
    /** Being sent, or nobody knows whether it was. */
    sending: z.array(part).readonly().nullable(),
    /** Rows that could not be sent with these jobs, kept to be fixed. */
    left_of: z.array(uuid).readonly(),
  })
  .readonly();
export type BulkDraft = z.output<typeof bulkDraft>;

export type ReadFile =
  | { readonly ok: true; readonly draft: BulkDraft }
  | { readonly ok: false; readonly reason: string };

/** One job takes 2,000 rows; what is more becomes several. */
export const ROWS_MAX = 10_000;

/** @param has_head null: found out, by whether the first line names any field */
export function readFile(
  kind: BulkKind,
  text: string,
  name: string | null,
  defaults: Defaults,
  has_head: boolean | null = null,
): ReadFile {
  const { rows: read, unclosed_quote } = parseCsvFile(text);
  const lines = read.map(({ cells }) => cells);
  const [first = [], ...others] = lines;
  const guessed = guessFields(kind, first);
  const headed = has_head ?? guessed.some((field) => field !== null);
  const body = headed ? others : lines;
  if (unclosed_quote !== null)
    return { ok: false, reason: `A quote opened on line ${unclosed_quote} of the file is never closed` };
  if (lines.length === 0) return { ok: false, reason: 'The file is empty' };
  if (body.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  if (body.length > ROWS_MAX) {
    const [is, most] = [body.length.toLocaleString(personLocale()), ROWS_MAX.toLocaleString(personLocale())];
    return { ok: false, reason: `It has ${is} rows; the limit is ${most}. Split it` };
  }
  const width = Math.max(...lines.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => ({
    head: headed ? (first[at] ?? '').trim() : '',
    field: headed ? (guessed[at] ?? null) : null,
  }));
  // A bare column is what a person pastes who has a list of references.
  if (!headed && width === 1)
    columns[0] = { head: '', field: kind === 'invitation' ? 'fleet_ref' : 'username' };
  const rows = body.map((cells, at) => ({
    id: at + 1,
    cells: columns.map((_, column) => cells[column] ?? ''),
  }));
  return {
    ok: true,
    draft: {
      kind,
      name,
      has_head: headed,
      columns,
      rows,
      defaults,
      renews_accepted: [],
      secrets_lost: false,
      sending: null,
      left_of: [],
    },
  };
}

/** The first line names the columns, or is a row like the others. Numbers of rows follow the file. */
export function setHead(draft: BulkDraft, has_head: boolean): BulkDraft {
  if (has_head === draft.has_head) return draft;
  if (!has_head) {
    const cells = draft.columns.map(({ head }) => head);
    const rows = [{ id: 1, cells }, ...draft.rows.map((row) => ({ ...row, id: row.id + 1 }))];
    return {
      ...draft,
      has_head,
      rows,
      columns: draft.columns.map(({ field }) => ({ head: '', field })),
      renews_accepted: [],
    };
  }
  const [first, ...others] = draft.rows;
  if (!first || others.length === 0) return draft;
  const guessed = guessFields(draft.kind, first.cells);
  const columns = first.cells.map((head, at) => ({ head: head.trim(), field: guessed[at] ?? null }));
  return {
    ...draft,
    has_head,
    columns,
    rows: others.map((row) => ({ ...row, id: row.id - 1 })),
    renews_accepted: [],
  };
}

export const columnName = ({ head }: Column, at: number) => (head === '' ? `Column ${at + 1}` : head);

/** A field belongs to one column: where it stood before, it is taken away. */
export function setField(draft: BulkDraft, at: number, field: string | null): BulkDraft {
  const columns = draft.columns.map((column, index) => {
    if (index === at) return { ...column, field };
    return field !== null && column.field === field ? { ...column, field: null } : column;
  });
  return { ...draft, columns };
}

/** An empty column at the right. */
export function addColumn(draft: BulkDraft, field: string): BulkDraft {
  return {
    ...draft,
    columns: [
      ...draft.columns.map((one) => (one.field === field ? { ...one, field: null } : one)),
      { head: field, field },
    ],
    rows: draft.rows.map((row) => ({ ...row, cells: [...row.cells, ''] })),
  };
}

export function setCell(draft: BulkDraft, id: number, at: number, text: string): BulkDraft {
  return {
    ...draft,
    rows: draft.rows.map((row) => (row.id === id ? { ...row, cells: row.cells.with(at, text) } : row)),
  };
}

/** Sends a row whose fleet shares already, or leaves the fleet alone. */
export function setRenews(draft: BulkDraft, id: number, renews: boolean): BulkDraft {
  const others = draft.renews_accepted.filter((one) => one !== id);
  return { ...draft, renews_accepted: renews ? [...others, id] : others };
}

export function removeRow(draft: BulkDraft, id: number): BulkDraft {
  return { ...draft, rows: draft.rows.filter((row) => row.id !== id) };
}

/** Puts a row back where its number belongs. */
export function putRow(draft: BulkDraft, row: DraftRow): BulkDraft {
  if (draft.rows.some(({ id }) => id === row.id)) return draft;
  return { ...draft, rows: [...draft.rows, row].toSorted((a, b) => a.id - b.id) };
}

/** The same file again, for its passwords only: whatever was fixed meanwhile stays. Null when it is another file. */
export function takeSecrets(draft: BulkDraft, text: string): BulkDraft | null {
  const at = draft.columns.findIndex(({ field }) => field === 'password');
  const read = readFile(draft.kind, text, draft.name, draft.defaults, draft.has_head);
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
