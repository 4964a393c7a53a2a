import { BULK_BODY_MAX, BULK_ROWS_MAX, type BulkIssue, USER_MATCH_FIELDS } from '@waypost/contract/api/bulk';
import { matchKeysOf, regulatoryKey } from '@waypost/contract/api/fleet-matching';
import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import { type RegulatoryType, regulatoryId } from '@waypost/contract/api/regulatory-id';
import { userRequest } from '@waypost/contract/api/user-request';
import { invitationCreate } from '@waypost/contract/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { expiredWarning, FOOTER } from '../../live/cells.ts';
import { REGULATORY_NAME, regulatoryWarning } from '../../live/fleet-numbers.ts';
import { lineBreakProblem, problemsText } from '../../ui/csv.ts';
import {
  type BulkDraft,
  type Column,
  columnName,
  type Defaults,
  type DraftRow,
  headLineOf,
  type Preset,
} from './draft.ts';
import { type CellValue, cellValue, fieldInfo, fieldLabel, isSecret } from './fields.ts';
import { connectionOf, type KnownConnections, type RowFleet } from './row-connection.ts';
import { fieldIssue, type Likeness, readableMessage } from './words.ts';

type Body = Readonly<Record<string, unknown>>;

export interface ValidatedRow {
  readonly row: DraftRow;
  readonly body: Body;
  /** `path` is a field name, or '' for the entire row. */
  readonly issues: readonly BulkIssue[];
  /** The row is sent; what they name is left out or looks wrong. */
  readonly warnings: readonly BulkIssue[];
  /** Cannot be part of a job. */
  readonly too_long: boolean;
  readonly duplicate_of: number | null;
  /** Other rows that may be the same fleet or user. */
  readonly similar: readonly SimilarRow[];
  /** An MC number that is not sent, because the row has a USDOT number too. */
  readonly unsent_mc: string | null;
  /** Of a user whose row names a fleet. */
  readonly fleet: RowFleet | null;
}

function presetFields(preset: Preset): Body {
  if (preset === 'least') return { permissions: LEAST_PERMISSIONS };
  return preset === 'full' ? {} : { write_permissions: [...RESOURCE_NAMES] };
}

interface Cells {
  readonly body: Record<string, unknown>;
  readonly filled: ReadonlySet<string>;
  readonly issues: BulkIssue[];
  readonly warnings: BulkIssue[];
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', second] = path.split('.');
  if (value === undefined) return;
  if (second === undefined) body[first] = value;
  else body[first] = { ...((body[first] ?? {}) as object), [second]: value };
}

/** Whether a row without permissions asks for the least. */
const asksLeast = ({ columns, defaults }: BulkDraft, cells: readonly string[]): boolean =>
  defaults.preset === 'least' &&
  !columns.some(({ field }, at) => field === 'write_permissions' && cells[at]?.trim());

function readCells(draft: BulkDraft, { id, cells, line = id + headLineOf(draft) }: DraftRow): Cells {
  const body: Record<string, unknown> = {};
  const filled = new Set<string>();
  const issues: BulkIssue[] = [];
  const warnings: BulkIssue[] = [];
  draft.columns.forEach(({ field }: Column, at) => {
    const info = field === null ? undefined : fieldInfo(draft.kind, field);
    if (!info) return;
    const line_break = info.name === 'notes' ? null : lineBreakProblem({ line, cells }, at);
    if (line_break !== null) issues.push({ path: info.name, message: line_break });
    const read: CellValue | null = cellValue(info.cell, cells[at] ?? '');
    if (read === null) return;
    const is_least = 'problem' in read && info.cell === 'levels' && asksLeast(draft, cells);
    if ('unusable' in read || is_least) {
      const unusable = 'unusable' in read ? read.unusable : read.problem;
      if (info.required) issues.push({ path: info.name, message: unusable });
      else warnings.push({ path: info.name, message: `left out: ${unusable}` });
      return;
    }
    filled.add(info.name);
    if ('value' in read) {
      // The prefix of a number says which it is, whatever the column's name says.
      const path = read.type === undefined ? info.name : `fleet_regulatory_id.${read.type}`;
      if (read.warning) warnings.push({ path: info.name, message: read.warning });
      const before = read.type && numbersOf(body.fleet_regulatory_id)?.[read.type];
      if (before === undefined) put(body, path, read.value);
      else if (before !== read.value)
        warnings.push({ path: info.name, message: `left out: the row has another ${fieldLabel(path)}` });
    } else {
      put(body, info.name, read.raw);
      issues.push({ path: info.name, message: read.problem });
    }
  });
  const nameless = draft.columns.findIndex(
    ({ head, field }, at) => head === '' && field === null && cells[at]?.trim(),
  );
  if (draft.has_head && nameless >= 0)
    warnings.push({
      path: '',
      message: `“${cells[nameless]?.trim()}” is below no column name: a comma inside another value may have shifted this row`,
    });
  return { body, filled, issues, warnings };
}

const numbersOf = (value: unknown): Readonly<Partial<Record<RegulatoryType, string>>> | null =>
  value !== null && typeof value === 'object' ? value : null;

/** The columns of USDOT and MC numbers as one ID with its type: an invitation has only one. Without a reference, it is that too. */
function withRegulatoryId(body: Body): Body {
  const numbers = numbersOf(body.fleet_regulatory_id);
  if (numbers === null) return body;
  const type = numbers.DOT === undefined ? 'MC' : 'DOT';
  return {
    fleet_ref: `${type}-${numbers[type]}`,
    ...body,
    fleet_regulatory_id: numbers[type],
    fleet_regulatory_id_type: type,
  };
}

/** The columns whose number becomes the reference, as the file names them; empty: the reference has a column, or there are none. */
function referenceColumns({ columns }: BulkDraft): string {
  if (columns.some(({ field }) => field === 'fleet_ref')) return '';
  return columns
    .flatMap((column, at) =>
      column.field?.startsWith('fleet_regulatory_id.') ? [`“${columnName(column, at)}”`] : [],
    )
    .join(' or ');
}

/** What a spreadsheet writes below its rows, when nothing says that it is a fleet; null: no such text. */
function footerOf({ body, filled }: Cells): string | null {
  if (filled.has('fleet_email') || filled.has('fleet_phone')) return null;
  const found = [body.fleet_ref, body.fleet_name].find((one) => FOOTER.test(String(one ?? '')));
  return found === undefined ? null : String(found);
}

const MC_UNSENT: BulkIssue = {
  path: 'fleet_regulatory_id.MC',
  message: 'is not sent: an invitation has one number, and the USDOT number is',
};

/** Of a row; without a column of references, that is said of the file. */
const FILLED_IN: BulkIssue = {
  path: 'fleet_ref',
  message: 'is empty: it becomes the USDOT or MC number, such as DOT-1234567',
};

/** A column of numbers whose type has its own column or a default: its prefix decides there too. */
function typedRegulatoryId(body: Body): { readonly body: Body; readonly warning: BulkIssue | null } {
  const { fleet_regulatory_id: id, fleet_regulatory_id_type: given } = body;
  const type = String(given).trim().toUpperCase();
  if (typeof id !== 'string' || (type !== 'DOT' && type !== 'MC')) return { body, warning: null };
  const found = regulatoryId(type, id);
  const is_other = found !== null && found.type !== type;
  const message = is_other
    ? `“${id}” is read as ${REGULATORY_NAME[found.type]}`
    : regulatoryWarning(type, id);
  return {
    body:
      found === null
        ? body
        : {
            ...body,
            fleet_regulatory_id: found.number,
            ...(is_other ? { fleet_regulatory_id_type: found.type } : {}),
          },
    warning: message === null ? null : { path: 'fleet_regulatory_id', message },
  };
}

function invitationBody({ body, filled }: Cells, defaults: Defaults): Body {
  const hours = cellValue('hours', defaults.expires_in_hours);
  const type = defaults.fleet_regulatory_id_type.trim();
  return {
    ...(filled.has('permissions') || filled.has('write_permissions') ? {} : presetFields(defaults.preset)),
    ...(hours ? { expires_in_hours: 'value' in hours ? hours.value : defaults.expires_in_hours } : {}),
    ...(body.fleet_regulatory_id !== undefined && type !== '' ? { fleet_regulatory_id_type: type } : {}),
    ...body,
  };
}

function userBody({ body }: Cells, { connection_id, is_driver, default_time_zone }: Defaults): Body {
  // Not sent: they say which connection is meant.
  const { full_name, provider: _, fleet_reference, ...others } = body;
  return {
    ...(connection_id === '' ? {} : { connection_id }),
    ...(is_driver ? { is_driver } : {}),
    ...(default_time_zone === '' ? {} : { default_time_zone }),
    ...(full_name ?? {}),
    ...(fleet_reference === undefined ? {} : { connection_id: fleet_reference }),
    ...others,
  };
}

const PERSON_KEYS = ['username', 'user_email', 'partner_ref', 'employee_number', 'license_number'] as const;
const PERSON_NAMES = ['full_name', 'first_name', 'last_name'] as const;
const NO_PERSON = ['connection_id', 'fleet_reference', 'provider', 'is_driver', 'is_active', 'status'];

/** Whether a row names no user although the file has a column for names: it has at most one other word. */
function isNobody({ columns }: BulkDraft, { filled, body }: Cells): boolean {
  const has = (name: string) => columns.some(({ field }) => field === name);
  if (![...PERSON_KEYS, ...PERSON_NAMES].some(has)) return false;
  const said = [...filled].filter((name) => !NO_PERSON.includes(name));
  if (said.length === 1 && FOOTER.test(String(body.username ?? ''))) return true;
  if (PERSON_KEYS.some((name) => filled.has(name))) return false;
  return !PERSON_NAMES.some((name) => filled.has(name)) || (said.length === 1 && PERSON_KEYS.some(has));
}

/** "Fox, Ed" in the column of first names, without a last name. */
function withSplitName(cells: Cells): Cells {
  const { first_name, last_name, full_name, ...others } = cells.body;
  const whole = text(first_name);
  if (!whole?.includes(',') || last_name !== undefined || full_name !== undefined) return cells;
  const split = cellValue('whole_name', whole);
  if (split === null || !('value' in split)) return cells;
  const warning = { path: 'first_name', message: split.warning ?? '' };
  return { ...cells, body: { ...others, full_name: split.value }, warnings: [...cells.warnings, warning] };
}

const NOBODY: BulkIssue = {
  path: '',
  message: 'The row names no user: remove it, or add a username or email',
};

const SCHEMAS = { invitation: invitationCreate, user: userRequest } as const;

/** The field of an issue: `permissions.vehicle` belongs to `permissions`. */
function fieldOf(draft: BulkDraft, path: readonly PropertyKey[]): string {
  const full_path = path.join('.');
  return fieldInfo(draft.kind, full_path) ? full_path : String(path[0] ?? '');
}

const NONE: readonly SimilarRow[] = [];

/** Characters of a body; no real row comes close. */
const MAX_ROW_LENGTH = 20_000;

/** @param known null: not known yet, so that only IDs are understood */
export function validateRow(
  draft: BulkDraft,
  row: DraftRow,
  known: KnownConnections | null = null,
): ValidatedRow {
  const cells = withSplitName(readCells(draft, row));
  const read = { ...cells, body: withRegulatoryId(cells.body) };
  const {
    body: raw,
    issue: of_connection,
    warning: about_connection,
    fleet,
  } = draft.kind === 'invitation'
    ? { body: invitationBody(read, draft.defaults), issue: null, warning: null, fleet: null }
    : connectionOf(userBody(cells, draft.defaults), {
        reference: text(cells.body.fleet_reference),
        provider: text(cells.body.provider),
        chosen_id: row.connection_id,
        default_id: draft.defaults.connection_id,
        known,
      });
  const has_typed_id = typeof cells.body.fleet_regulatory_id === 'string';
  const typed = has_typed_id ? typedRegulatoryId(raw) : { body: raw, warning: null };
  const body: Record<string, unknown> = { ...typed.body };
  const { DOT, MC } = numbersOf(cells.body.fleet_regulatory_id) ?? {};
  const unsent = DOT !== undefined && MC !== undefined ? MC_UNSENT : null;
  const has_reference = cells.filled.has('fleet_ref') || referenceColumns(draft) !== '';
  const filled_in = read.body.fleet_ref === undefined || has_reference ? null : FILLED_IN;
  const named = (cells.body.full_name as Body | undefined)?.user_email;
  const { user_email } = cells.body;
  const unused =
    named !== undefined && user_email !== undefined && named !== user_email
      ? { path: 'full_name', message: `has an email that is not used: ${named}` }
      : null;
  const expiry = known && expiredWarning(body.license_expiration, known.now);
  const expired = expiry ? { path: 'license_expiration', message: expiry } : null;
  const own = [typed.warning, filled_in, unsent, unused, expired, about_connection];
  const warnings = [...cells.warnings, ...own].filter((one) => one !== null);
  // The server rejects an empty password, whereas a missing one would create a user without a password.
  const bare = draft.columns.some(({ field }) => field === 'password') && !cells.filled.has('password');
  if (bare) body.password = '';
  const issues = [...cells.issues];
  if (of_connection !== null) issues.push({ path: 'connection_id', message: of_connection });
  if (draft.kind === 'user' && isNobody(draft, cells)) issues.push(NOBODY);
  const footer = draft.kind === 'invitation' ? footerOf(cells) : null;
  if (footer !== null)
    issues.push({
      path: '',
      message: `“${footer}” looks like the end of a list, not a fleet: remove the row, or add an email or phone`,
    });
  const parsed = SCHEMAS[draft.kind].safeParse(body);
  for (const issue of parsed.error?.issues ?? []) {
    const path = fieldOf(draft, issue.path);
    if (issues.some((other) => other.path === path)) continue;
    const missing = fieldInfo(draft.kind, path)?.required && body[path] === undefined;
    const numbers = missing && path === 'fleet_ref' ? referenceColumns(draft) : '';
    if (numbers !== '') {
      issues.push({ path: '', message: `${numbers} must have a number: the reference is made from it` });
      continue;
    }
    const message = missing ? 'must not be empty' : readableMessage(issue.message);
    issues.push({
      path,
      message: bare && path === 'password' ? 'must not be empty while the column is used' : message,
    });
  }
  const too_long = JSON.stringify(body).length > MAX_ROW_LENGTH;
  if (too_long)
    issues.unshift({
      path: '',
      message: 'the row has more than 20,000 characters; a closing quote may be missing',
    });
  const unsent_mc = unsent === null ? null : (MC ?? null);
  return { row, body, issues, warnings, too_long, duplicate_of: null, similar: NONE, unsent_mc, fleet };
}

/** Rows with the same key are duplicates, as on the server; null: never a duplicate. */
function duplicateKey({ body }: ValidatedRow): string | null {
  if (typeof body.fleet_ref === 'string') return body.fleet_ref;
  // Without a username, the same email is the same person.
  const person = body.username ?? body.user_email;
  return typeof person === 'string'
    ? `${String(body.connection_id).toLowerCase()} ${person.toLowerCase()}`
    : null;
}

/** In a file without references, the number that they are made from is the same. */
function duplicateIssue(draft: BulkDraft, { body }: ValidatedRow, before: number): BulkIssue {
  if (draft.kind === 'user')
    return {
      path: body.username === undefined ? 'user_email' : 'username',
      message: `duplicates row ${before}`,
    };
  const type = body.fleet_regulatory_id_type;
  if (referenceColumns(draft) === '' || (type !== 'DOT' && type !== 'MC'))
    return { path: 'fleet_ref', message: `duplicates row ${before}` };
  return { path: `fleet_regulatory_id.${type}`, message: `is that of row ${before} too` };
}

/** A warning that most rows of a file have is about the file. */
const MIN_REPEATED = 5;

/** The warnings that most rows have, in words, with their counts. */
export function repeatedWarnings(rows: readonly ValidatedRow[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { warnings } of rows)
    for (const text of warnings.map(fieldIssue)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= MIN_REPEATED && count * 2 > rows.length);
}

/** Validates rows and caches the results until row, columns, defaults or connections are replaced. */
export class RowValidator {
  #by: readonly unknown[] = [];
  #validated = new WeakMap<DraftRow, ValidatedRow>();

  validate(draft: BulkDraft, known: KnownConnections | null = null): readonly ValidatedRow[] {
    const by = [draft.columns, draft.defaults, known?.connections];
    if (by.some((one, at) => one !== this.#by[at])) this.#validated = new WeakMap();
    this.#by = by;
    const first = new Map<string, number>();
    const all = draft.rows.map((row) => {
      const validated = this.#validated.get(row) ?? validateRow(draft, row, known);
      this.#validated.set(row, validated);
      const same = validated.issues.length > 0 ? null : duplicateKey(validated);
      const before = same === null ? undefined : first.get(same);
      if (same !== null && before === undefined) first.set(same, row.id);
      if (before === undefined) return validated;
      return { ...validated, duplicate_of: before, issues: [duplicateIssue(draft, validated, before)] };
    });
    const similar = similarRows(all);
    return all.map((one) => {
      const found = similar.get(one.row.id);
      return found ? { ...one, similar: found } : one;
    });
  }
}

/** Bytes per job, with a margin below the server's limit. */
const BYTES_MAX = BULK_BODY_MAX * 0.8;
const encoder = new TextEncoder();

/** Computed once for each body: a row keeps its body until it changes, and thousands of rows are checked at each key. */
function onceForBody<T>(compute: (body: Body) => T): (body: Body) => T {
  const known = new WeakMap<Body, { readonly value: T }>();
  return (body) => {
    const before = known.get(body);
    if (before) return before.value;
    const value = compute(body);
    known.set(body, { value });
    return value;
  };
}

const sizeOf = onceForBody((body) => encoder.encode(JSON.stringify(body)).length + 1);

export function splitByLimits<T>(
  items: readonly T[],
  body: (item: T) => Body,
  max_items = BULK_ROWS_MAX,
): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizeOf(body(item));
    const last = parts.at(-1);
    if (!last || last.length >= max_items || bytes + size > BYTES_MAX) {
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
 * Rows of each job. Rows with problems are included and held back there too, so that the job covers the whole file. Duplicates of a row
 * in another job are left out.
 */
export function splitIntoJobs(rows: readonly ValidatedRow[]): ValidatedRow[][] {
  const sendable = rows.filter(({ too_long }) => !too_long);
  return splitByLimits(sendable, ({ body }) => body)
    .map((part) => {
      // The server detects duplicates only within a job.
      const in_job = new Set(part.map(({ row }) => row.id));
      return part.filter(({ duplicate_of }) => duplicate_of === null || in_job.has(duplicate_of));
    })
    .filter((part) => part.some(({ issues }) => issues.length === 0));
}

export interface SimilarRow {
  readonly by: readonly Likeness[];
  readonly row_id: number;
  /** Name and reference of its fleet, or name and username of its user. */
  readonly name: string;
}

const joined = (parts: readonly unknown[], separator: string) =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(separator);

/** `Mesa Haulage, DOT-1234567`, `Rita Moss, rmoss` */
export const nameOf = ({ connection_id, ...body }: Body): string =>
  connection_id === undefined
    ? joined([body.fleet_name, body.fleet_ref], ', ') || 'no reference'
    : joined([joined([body.first_name, body.last_name], ' '), body.username], ', ') || 'no name';

const MAX_SIMILAR = 3;
const text = (value: unknown) => (typeof value === 'string' ? value : null);
interface LikenessKey {
  readonly by: Likeness;
  /** With its likeness, so that an equal email and reference are none. */
  readonly key: string;
}
const likenessKey = ([by, value]: readonly [Likeness, string]): LikenessKey => ({
  by,
  key: `${by} ${value}`,
});

const keysOfBody = onceForBody((body): readonly LikenessKey[] => {
  if (typeof body.connection_id === 'string')
    return USER_MATCH_FIELDS.flatMap((field) => {
      const value = text(body[field]);
      return value === null ? [] : [likenessKey([field, `${body.connection_id} ${value}`.toLowerCase()])];
    });
  return matchKeysOf({
    fleet_ref: text(body.fleet_ref),
    fleet_name: text(body.fleet_name),
    fleet_email: text(body.fleet_email),
    fleet_regulatory_id: text(body.fleet_regulatory_id),
    fleet_regulatory_id_type: text(body.fleet_regulatory_id_type),
  }).map(likenessKey);
});

/**
 * Rows with the same one are not compared: those of the same reference are duplicates instead. Several users with usernames may share
 * an email; one without is told by it.
 */
const identityOf = ({ fleet_ref, connection_id, username }: Body) =>
  connection_id === undefined ? fleet_ref : username !== undefined;

const keysOf = ({ body, unsent_mc }: ValidatedRow) => {
  const keys = keysOfBody(body);
  const of_mc = unsent_mc === null ? null : regulatoryKey('MC', unsent_mc);
  return of_mc === null ? keys : [...keys, likenessKey(of_mc)];
};

/** By row id; rows without similar ones are missing. Fast where most rows are like no other: it runs at each key. */
export function similarRows(rows: readonly ValidatedRow[]): ReadonlyMap<number, readonly SimilarRow[]> {
  const first = new Map<string, ValidatedRow>();
  /** By key, the first row of each identity, so that thousands of rows with the same one are not compared with each other. */
  const groups = new Map<string, Map<unknown, ValidatedRow>>();
  for (const row of rows)
    for (const { key } of keysOf(row)) {
      const before = first.get(key);
      if (before === undefined) {
        first.set(key, row);
        continue;
      }
      const group = groups.get(key) ?? new Map([[identityOf(before.body), before]]);
      if (!group.has(identityOf(row.body))) groups.set(key, group.set(identityOf(row.body), row));
    }
  const similar = new Map<number, readonly SimilarRow[]>();
  if (groups.size === 0) return similar;
  for (const row of rows) {
    const found = new Map<number, { by: Likeness[]; other: ValidatedRow }>();
    for (const { by, key } of keysOf(row)) {
      let compared = 0;
      for (const other of groups.get(key)?.values() ?? []) {
        if (identityOf(other.body) === identityOf(row.body)) continue;
        const before = found.get(other.row.id);
        if (before) before.by.push(by);
        else if (found.size < MAX_SIMILAR) found.set(other.row.id, { by: [by], other });
        compared += 1;
        if (compared === MAX_SIMILAR) break;
      }
    }
    if (found.size > 0)
      similar.set(
        row.row.id,
        [...found].map(([row_id, { by, other }]) => ({ by, row_id, name: nameOf(other.body) })),
      );
  }
  return similar;
}

/** The warnings of a row that are not said of the file. */
export const ownWarnings = ({ warnings }: ValidatedRow, repeated: ReadonlySet<string>) =>
  warnings.filter((one) => !repeated.has(fieldIssue(one)));

/** The rows with problems, and with their warnings, which may be why. Passwords are left empty. */
export function problemCsv(draft: BulkDraft, rows: readonly ValidatedRow[]): string {
  const secret = draft.columns.map(({ field, head }) => isSecret(field, head));
  const repeated = new Set(repeatedWarnings(rows).map(([text]) => text));
  return problemsText(
    draft.columns.map(columnName),
    rows
      .filter(({ issues }) => issues.length > 0)
      .map((one) => ({
        cells: one.row.cells.map((cell, at) => (secret[at] ? '' : cell)),
        problems: issuesText([...one.issues, ...ownWarnings(one, repeated)]),
      })),
  );
}

export const issuesText = (issues: readonly BulkIssue[]): string => issues.map(fieldIssue).join('; ');
