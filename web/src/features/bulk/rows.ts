/** Rows of a draft as bodies, judged by the schema that the server judges them by, each row once. */
import type { BulkIssue } from '@waypost/contract/api/bulk';
import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import { invitationCreate } from '@waypost/contract/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { userCreate } from '@waypost/contract/users';
import { type CellValue, cellValue } from './cell.ts';
import type { BulkDraft, Column, Defaults, DraftRow, Preset } from './draft.ts';
import { fieldInfo } from './fields.ts';
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
