import { BULK_BODY_MAX, BULK_ROWS_MAX, type BulkIssue } from '@waypost/contract/api/bulk';
import { type MatchField, matchKeysOf } from '@waypost/contract/api/fleet-matching';
import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import { invitationCreate } from '@waypost/contract/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { userCreate } from '@waypost/contract/users';
import { csvText, unmarked } from '../../ui/csv.ts';
import {
  type BulkDraft,
  type Column,
  columnName,
  type Defaults,
  type DraftRow,
  type Preset,
} from './draft.ts';
import { type CellValue, cellValue, fieldInfo, isSecret } from './fields.ts';
import { plainly } from './words.ts';

type Body = Readonly<Record<string, unknown>>;

export interface JudgedRow {
  readonly row: DraftRow;
  readonly body: Body;
  /** `path` is the name of a field, '' for the row as a whole. */
  readonly issues: readonly BulkIssue[];
  /** True when the server would refuse it by itself. */
  readonly refused: boolean;
  /** Number of the row that is the same thing already; null: there is none. */
  readonly same_as: number | null;
}

function presetFields(preset: Preset): Body {
  if (preset === 'least') return { permissions: LEAST_PERMISSIONS };
  return preset === 'full' ? {} : { write_permissions: [...RESOURCE_NAMES] };
}

interface Cells {
  readonly body: Record<string, unknown>;
  /** Fields of which the row says something. */
  readonly said: ReadonlySet<string>;
  readonly issues: BulkIssue[];
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (value === undefined) return;
  if (second === undefined) body[first] = value;
  else body[first] = { ...((body[first] ?? {}) as object), [second]: value };
}

function readCells(draft: BulkDraft, { cells }: DraftRow): Cells {
  const body: Record<string, unknown> = {};
  const said = new Set<string>();
  const issues: BulkIssue[] = [];
  draft.columns.forEach(({ field }: Column, at) => {
    const info = field === null ? undefined : fieldInfo(draft.kind, field);
    if (!info) return;
    const read: CellValue | null = cellValue(info.cell, cells[at] ?? '');
    if (read === null) return;
    said.add(info.name);
    if ('value' in read) put(body, info.name, read.value);
    else {
      put(body, info.name, read.raw);
      issues.push({ path: info.name, message: read.problem });
    }
  });
  return { body, said, issues };
}

function invitationBody({ body, said }: Cells, defaults: Defaults): Body {
  const hours = cellValue('whole', defaults.expires_in_hours);
  const type = defaults.fleet_regulatory_id_type.trim();
  return {
    ...(said.has('permissions') || said.has('write_permissions') ? {} : presetFields(defaults.preset)),
    ...(hours ? { expires_in_hours: 'value' in hours ? hours.value : hours.raw } : {}),
    ...(body.fleet_regulatory_id !== undefined && type !== '' ? { fleet_regulatory_id_type: type } : {}),
    ...body,
  };
}

function userBody({ body }: Cells, { connection_id, is_driver, default_time_zone }: Defaults): Body {
  return {
    ...(connection_id === '' ? {} : { connection_id }),
    ...(is_driver ? { is_driver } : {}),
    ...(default_time_zone === '' ? {} : { default_time_zone }),
    ...body,
  };
}

const SCHEMAS = { invitation: invitationCreate, user: userCreate } as const;

/** Name of the field that an issue is about: `permissions.vehicle` is about `permissions`. */
function fieldOf(draft: BulkDraft, path: readonly PropertyKey[]): string {
  const whole = path.join('.');
  return fieldInfo(draft.kind, whole) ? whole : String(path[0] ?? '');
}

/** Characters of a body: no row of real fields comes near. */
const LONGEST_ROW = 20_000;

export function judgeRow(draft: BulkDraft, row: DraftRow): JudgedRow {
  const cells = readCells(draft, row);
  const body: Record<string, unknown> =
    draft.kind === 'invitation' ? invitationBody(cells, draft.defaults) : userBody(cells, draft.defaults);
  // An empty one is refused by the server too, where one that is left out would make a user without.
  const bare = draft.columns.some(({ field }) => field === 'password') && !cells.said.has('password');
  if (bare) body.password = '';
  const issues = [...cells.issues];
  const parsed = SCHEMAS[draft.kind].safeParse(body);
  for (const issue of parsed.error?.issues ?? []) {
    const path = fieldOf(draft, issue.path);
    if (issues.some((one) => one.path === path)) continue;
    const missing = fieldInfo(draft.kind, path)?.needed && body[path] === undefined;
    const message = missing ? 'must not be empty' : plainly(issue.message);
    issues.push({
      path,
      message: bare && path === 'password' ? 'must not be empty while the column is used' : message,
    });
  }
  const too_long = JSON.stringify(body).length > LONGEST_ROW;
  if (too_long)
    issues.unshift({
      path: '',
      message: 'the row has more than 20,000 characters; a closing quote may be missing',
    });
  return { row, body, issues, refused: !parsed.success && !too_long, same_as: null };
}

/** What makes two rows the same thing; null: nothing does. As the server sees it. */
function sameAs({ body }: JudgedRow): string | null {
  if (typeof body.fleet_ref === 'string') return body.fleet_ref;
  return typeof body.username === 'string'
    ? `${String(body.connection_id).toLowerCase()} ${body.username.toLowerCase()}`
    : null;
}

/** Judges rows, and remembers as long as row, columns and defaults are the same objects. */
export class Judge {
  #columns: readonly Column[] | null = null;
  #defaults: Defaults | null = null;
  #known = new WeakMap<DraftRow, JudgedRow>();

  judge(draft: BulkDraft): readonly JudgedRow[] {
    if (draft.columns !== this.#columns || draft.defaults !== this.#defaults) this.#known = new WeakMap();
    this.#columns = draft.columns;
    this.#defaults = draft.defaults;
    const first = new Map<string, number>();
    return draft.rows.map((row) => {
      const judged = this.#known.get(row) ?? judgeRow(draft, row);
      this.#known.set(row, judged);
      const same = judged.issues.length > 0 ? null : sameAs(judged);
      const before = same === null ? undefined : first.get(same);
      if (same !== null && before === undefined) first.set(same, row.id);
      if (before === undefined) return judged;
      const path = draft.kind === 'invitation' ? 'fleet_ref' : 'username';
      return { ...judged, same_as: before, issues: [{ path, message: `duplicates row ${before}` }] };
    });
  }
}

/** A job takes so many rows and so many bytes. */
const BYTES_MAX = BULK_BODY_MAX * 0.8;
const encoder = new TextEncoder();

export function inParts<T>(items: readonly T[], body: (item: T) => unknown, most = BULK_ROWS_MAX): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = encoder.encode(JSON.stringify(body(item))).length + 1;
    const last = parts.at(-1);
    if (!last || last.length >= most || bytes + size > BYTES_MAX) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

/**
 * Rows for each job. Rows with a problem go along, since the server refuses them too: so the job has every row of the file. Only a
 * row that is the same as one in another job stays here.
 */
export function jobParts(rows: readonly JudgedRow[]): JudgedRow[][] {
  const going = rows.filter(
    ({ issues, refused, same_as }) => issues.length === 0 || refused || same_as !== null,
  );
  return inParts(going, ({ body }) => body)
    .map((part) => {
      // The same thing in another job would not be noticed there.
      const here = new Set(part.map(({ row }) => row.id));
      return part.filter(({ same_as }) => same_as === null || here.has(same_as));
    })
    .filter((part) => part.some(({ issues }) => issues.length === 0));
}

/** A row that may be the same fleet under another reference. */
export interface SimilarRow {
  readonly by: MatchField;
  /** Number of the other row. */
  readonly row_id: number;
}

const MOST = 3;
const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** By number of the row; rows that are like no other are not in it. */
export function similarRows(rows: readonly JudgedRow[]): ReadonlyMap<number, readonly SimilarRow[]> {
  /** By likeness, the first row of each reference: thousands of rows of one reference must not be compared with each other. */
  const groups = new Map<string, Map<unknown, JudgedRow>>();
  const keysOf = ({ body }: JudgedRow) =>
    matchKeysOf({
      fleet_ref: text(body.fleet_ref),
      fleet_name: text(body.fleet_name),
      fleet_email: text(body.fleet_email),
    });
  for (const row of rows)
    for (const [by, likeness] of keysOf(row)) {
      const key = `${by} ${likeness}`;
      const group = groups.get(key) ?? new Map<unknown, JudgedRow>();
      groups.set(key, group);
      if (!group.has(row.body.fleet_ref)) group.set(row.body.fleet_ref, row);
    }
  const similar = new Map<number, readonly SimilarRow[]>();
  for (const row of rows) {
    const found = new Map<number, SimilarRow>();
    for (const [by, likeness] of keysOf(row))
      for (const other of groups.get(`${by} ${likeness}`)?.values() ?? []) {
        if (found.size === MOST) break;
        // The very same reference is a problem of its own.
        if (other.body.fleet_ref === row.body.fleet_ref || found.has(other.row.id)) continue;
        found.set(other.row.id, { by, row_id: other.row.id });
      }
    if (found.size > 0) similar.set(row.row.id, [...found.values()]);
  }
  return similar;
}

/** The file's own columns with what is wrong at the end, to be fixed elsewhere and read again. Passwords are left empty. */
export function problemCsv(draft: BulkDraft, rows: readonly JudgedRow[]): string {
  const secret = draft.columns.map(({ field, head }) => isSecret(field, head));
  return csvText(
    [...draft.columns.map(columnName), 'problems'],
    rows
      .filter(({ issues }) => issues.length > 0)
      .map(({ row, issues }) => [
        ...row.cells.map((cell, at) => (secret[at] ? '' : unmarked(cell))),
        issuesText(issues),
      ]),
  );
}

export const issuesText = (issues: readonly BulkIssue[]): string =>
  issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
