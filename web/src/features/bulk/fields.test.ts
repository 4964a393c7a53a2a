import { invitationCreate } from '@waypost/contract/invitations';
import { failedCases } from '@waypost/contract/testing/cases';
import {
  bodyOf,
  type FieldCase,
  INVITATION_BASE,
  INVITATION_CASES,
  USER_BASE,
  USER_CASES,
} from '@waypost/contract/testing/onboarding-cases';
import { userCreate } from '@waypost/contract/users';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, readFile } from './draft.ts';
import { cellValue, FIELDS, fieldLabel, guessFields } from './fields.ts';
import { validateRow } from './rows.ts';

describe('what a column means', () => {
  it('is guessed from its header, exact names first, each field once', () => {
    const heads = ['Name', 'Fleet Ref', 'E-mail', 'Remark', 'US DOT', 'fleet_name', 'email'];
    expect(guessFields('invitation', heads).map(({ field }) => field)).toEqual([
      null,
      'fleet_ref',
      'fleet_email',
      null,
      'fleet_regulatory_id.DOT',
      'fleet_name',
      null,
    ]);
  });
  it('is recognized by deprecated names, which are never sent', () => {
    expect(guessFields('invitation', ['partner_provided_fleet_email'])[0]?.field).toBe('fleet_email');
  });
  it.each(['invitation', 'user'] as const)('of a template for an %s is read back from its words', (kind) => {
    const labels = FIELDS[kind].map(({ name }) => fieldLabel(name));
    expect(labels.filter((label) => /_|^[a-z]/.test(label))).toEqual([]);
    expect(guessFields(kind, labels)).toEqual(
      FIELDS[kind].map(({ name }) => ({ field: name, unsure: false })),
    );
  });
  it('covers every field that can be sent', () => {
    const names = (kind: 'invitation' | 'user') =>
      new Set(FIELDS[kind].map(({ name }) => name.split('.')[0]));
    expect(names('invitation')).toEqual(new Set(Object.keys(invitationCreate.shape)));
    // A whole name is sent as first and last name; a provider and a reference only choose the connection.
    expect(names('user')).toEqual(
      new Set([...Object.keys(userCreate.shape), 'full_name', 'provider', 'fleet_reference']),
    );
  });
});

/** The cell text for a value; null when no cell can express it. */
function cellOf(value: unknown): string | null {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() === value && value !== '' ? value : null;
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    return value.every((one) => typeof one === 'string' && one !== '') ? value.join('; ') : null;
  }
  if (value === null || typeof value !== 'object') return null;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([, level]) => typeof level === 'string')
    ? entries.map(([name, level]) => `${name}:${level}`).join('; ')
    : null;
}
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const CELLS = new Map([...FIELDS.invitation, ...FIELDS.user].map(({ name, cell }) => [name, cell]));

/** False for values of a type that cells of this field never have. */
function canBeCell(field: string, value: unknown): boolean {
  switch (CELLS.get(field)) {
    case 'text':
    case 'code':
    case 'number':
    case 'secret':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'hours':
      return typeof value === 'number';
    case 'group':
      return Array.isArray(value);
    case 'levels':
      return value !== null && typeof value === 'object' && !Array.isArray(value);
    default:
      return false;
  }
}

/** Columns and cells that represent a body; an object whose parts have columns of their own is split. */
function columnsOf(body: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(body).flatMap(([field, value]): (readonly [string, unknown])[] =>
    !CELLS.has(field) && value !== null && typeof value === 'object'
      ? Object.entries(value).map(([part, inner]) => [`${field}.${part}`, inner])
      : [[field, value]],
  );
}

function cases(base: object, all: readonly FieldCase[]) {
  return all.flatMap((one) => {
    const columns = columnsOf(bodyOf(base as Record<string, unknown>, one));
    if (!columns.every(([field, value]) => canBeCell(field, value))) return [];
    const cells = columns.map(([field, value]) => [field, cellOf(value)] as const);
    return cells.some(([, cell]) => cell === null) ? [] : [{ one, cells }];
  });
}

describe.each([
  ['invitation', cases(INVITATION_BASE, INVITATION_CASES)],
  ['user', cases(USER_BASE, USER_CASES)],
] as const)('every limit of an %s also applies to cells', (kind, rows) => {
  it('has many cases', () => {
    expect(rows.length).toBeGreaterThan(40);
  });
  const byField = Object.entries(Object.groupBy(rows, ({ one }) => one.field));
  const holds = ({ one: { refused_at }, cells }: (typeof rows)[number]) => {
    const csv = `${cells.map(([field]) => field).join(',')}\n${cells.map(([, cell]) => quoted(cell ?? '')).join(',')}\n`;
    const read = readFile(kind, csv, null, {
      ...DEFAULT_SETTINGS,
      preset: 'full',
      fleet_regulatory_id_type: '',
    });
    if (!read.ok) throw new Error(read.reason);
    const row = read.draft.rows[0];
    const { issues } = validateRow(read.draft, row ?? { id: 1, cells: [] });
    const paths = issues.map(({ path }) => path);
    if (refused_at === null) expect(paths).toEqual([]);
    else {
      expect(paths).toContain(
        FIELDS[kind].some(({ name }) => name === refused_at) ? refused_at : refused_at.split('.')[0],
      );
    }
  };
  it.each(byField)('%s', async (_field, all = []) => {
    expect(await failedCases(all, ({ one }) => String(cellOf(one.value)), holds)).toEqual([]);
  });
});

it.each([
  ['date', '3/1/2029', '2029-03-01'],
  ['date', '03/01/29', '2029-03-01'],
  ['date', '3-1-2029', '2029-03-01'],
  ['date', '1-Mar-29', '2029-03-01'],
  ['date', 'Mar 1, 2029', '2029-03-01'],
  ['date', '3/1/2029 0:00', '2029-03-01'],
  ['date', '2029-03-01', '2029-03-01'],
  ['date', '47178', '2029-03-01'],
  ['zone', 'Central', 'America/Chicago'],
  ['zone', 'CST', 'America/Chicago'],
  ['zone', 'US/Eastern', 'America/New_York'],
  ['zone', 'Arizona', 'America/Phoenix'],
  ['zone', 'ET', 'America/New_York'],
  ['zone', 'Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['zone', 'Pacific/Auckland', 'Pacific/Auckland'],
] as const)('reads a %s as people write it: %s', (kind, text, value) => {
  expect(cellValue(kind, text)).toEqual({ value });
});

it.each([
  ...['13/40/2029', '3/1', 'Mar 1', 'today', '29.02.2028', '99'].map((text) => ['date', text] as const),
  ...['Mars', 'Easterly', 'C'].map((text) => ['zone', text] as const),
])('leaves out a %s that is none: %s', (kind, text) => {
  expect(cellValue(kind, text)).toMatchObject({ unusable: expect.stringContaining(`“${text}” is not a`) });
});

it('reads an hours cycle as people write it, says as what, and leaves out what is none', () => {
  const code = 'US_INT_PROP_70_8';
  expect(cellValue('ruleset', '70/8')).toEqual({ value: code, warning: `“70/8” is read as ${code}` });
  expect(cellValue('ruleset', code)).toEqual({ value: code, warning: null });
  expect(cellValue('ruleset', '71/8')).toEqual({ unusable: '“71/8” is not a ruleset such as 70/8' });
});

it('says of February 29 in a usual year and of a 13th month that there is no such day', () => {
  for (const text of ['2/29/2027', '2027-02-29', '2027-13-40', 'Apr 31, 2027'])
    expect(cellValue('date', text)).toEqual({ unusable: `“${text}” is not a date: there is no such day` });
});

it('a user who was terminated is inactive', () => {
  expect(cellValue('code', 'Terminated')).toEqual({
    value: 'INACTIVE',
    warning: '“Terminated” is read as INACTIVE',
  });
});

it('a USDOT number of a user loses its prefix', () => {
  expect(cellValue('number', 'DOT# 1880217')).toEqual({ value: '1880217' });
  expect(cellValue('number', 'A-77')).toEqual({ value: 'A-77' });
});
