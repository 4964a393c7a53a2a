import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { describe, expect, it } from 'vitest';
import { type DraftStorage, DraftStore } from '../../ui/draft-store.ts';
import {
  addColumn,
  type BulkDraft,
  bulkDraft,
  DEFAULT_SETTINGS,
  headLinesOf,
  readFile,
  restorePasswords,
  setCell,
  setField,
  setHeadLine,
} from './draft.ts';
import { problemCsv, RowValidator, splitIntoJobs } from './rows.ts';
import { withoutSecrets } from './use-draft.ts';
import { fieldIssue, PRESET_WORDS, readableMessage } from './words.ts';

function draftOf(kind: 'invitation' | 'user', csv: string, defaults = {}): BulkDraft {
  const read = readFile(kind, csv, 'a.csv', { ...DEFAULT_SETTINGS, ...defaults });
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}
const validated = (draft: BulkDraft) => new RowValidator().validate(draft);
const problems = (draft: BulkDraft) =>
  validated(draft).map(({ issues }) => issues.map(fieldIssue).join('; '));
const bodies = (draft: BulkDraft) => validated(draft).map(({ body }) => body);
const CONNECTION = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

describe('a file', () => {
  it('needs no header for bare references', () => {
    const draft = draftOf('invitation', 'F-1\nF-2\n');
    expect(bodies(draft)).toMatchObject([{ fleet_ref: 'F-1' }, { fleet_ref: 'F-2' }]);
  });
  it('reports why it cannot be used', () => {
    expect(readFile('invitation', ' \n', null, DEFAULT_SETTINGS)).toMatchObject({ ok: false });
    expect(readFile('invitation', 'fleet_ref\n', null, DEFAULT_SETTINGS)).toMatchObject({
      reason: expect.stringContaining('no rows'),
    });
    expect(readFile('user', `username\n${'x\n'.repeat(10_001)}`, null, DEFAULT_SETTINGS)).toMatchObject({
      reason: expect.stringContaining('the limit is 10,000'),
    });
  });
  it('turns its first line into a row and back', () => {
    const draft = draftOf('invitation', 'ref,name\nF-1,Mesa\n');
    const without = setHeadLine(draft, 0);
    expect(without.rows).toMatchObject([{ id: 1, cells: ['ref', 'name'] }, { id: 2 }]);
    expect(setHeadLine(without, 1)).toEqual(draft);
  });
  it('takes the column names from the line that a person chooses, and back', () => {
    const draft = draftOf(
      'invitation',
      'Our carriers,,11/27/26\n\nref,name,phone\n\nWhich,Who,Call\nF-1,Mesa,\n',
    );
    expect(draft).toMatchObject({ columns: [{ head: 'ref' }, { head: 'name' }, {}], above: [{}, {}] });
    expect(draft.rows.map(({ id }) => id)).toEqual([2, 3]);
    const other = setHeadLine(draft, 5);
    expect(other).toMatchObject({
      columns: [{ head: 'Which' }, {}, {}],
      rows: [{ id: 1, cells: ['F-1', 'Mesa', ''] }],
    });
    expect(headLinesOf(other).map(({ line }) => line)).toEqual([1, 3, 5]);
    expect(setHeadLine(other, 3)).toEqual(draft);
  });
});

describe('columns', () => {
  it('moves a field to another column', () => {
    const draft = draftOf('invitation', 'fleet_ref,other\nF-1,G-1\n');
    const { columns } = setField(draft, 1, 'fleet_ref');
    expect(columns.map(({ field }) => field)).toEqual([null, 'fleet_ref']);
  });
  it('can add a missing column', () => {
    const draft = setCell(addColumn(draftOf('invitation', 'fleet_ref\nF-1\n'), 'fleet_name'), 1, 1, 'Mesa');
    expect(bodies(draft)).toMatchObject([{ fleet_ref: 'F-1', fleet_name: 'Mesa' }]);
  });
});

describe('defaults', () => {
  it('request the minimum of permissions unless the row or the person chooses otherwise', () => {
    const csv = 'fleet_ref,permissions,write_permissions\nA,,\nB,vehicle:read_write,\nC,,user\nD,all,\n';
    const least = { vehicle: 'read', vehicle_location: 'read' };
    expect(bodies(draftOf('invitation', csv))).toEqual([
      { fleet_ref: 'A', expires_in_hours: 72, permissions: least },
      { fleet_ref: 'B', expires_in_hours: 72, permissions: { vehicle: 'read_write' } },
      { fleet_ref: 'C', expires_in_hours: 72, write_permissions: ['user'] },
      { fleet_ref: 'D', expires_in_hours: 72 },
    ]);
    expect(bodies(draftOf('invitation', 'A\n', { preset: 'full' }))[0]).not.toHaveProperty('permissions');
  });
  it('of permissions are those of a row with their words', () => {
    const { least, full, full_write } = PRESET_WORDS;
    const csv = `fleet_ref,permissions\nA,${least.label}\nB,${full.label}\nC,${full_write.label}\n`;
    expect(bodies(draftOf('invitation', csv)).map(({ permissions }) => permissions)).toEqual([
      LEAST_PERMISSIONS,
      undefined,
      Object.fromEntries(RESOURCE_NAMES.map((name) => [name, 'read_write'])),
    ]);
  });
  it.each([
    ['read', true],
    ['Read only', true],
    ['location', true],
    ['vehicles and locations', true],
    ['Minimum', false],
    ['minimal', false],
  ])('of least permissions are what “%s” asks for', (text, is_said) => {
    const [row] = validated(draftOf('invitation', `fleet_ref,permissions\nA,${text}\n`, { preset: 'full' }));
    expect([row?.body.permissions, row?.issues]).toEqual([LEAST_PERMISSIONS, []]);
    expect(row?.warnings.map(fieldIssue)).toEqual(
      is_said ? [`Permissions “${text}” is read as the minimum: vehicles and locations`] : [],
    );
  });
  it('stand in for unknown permissions only if they are the least', () => {
    const csv = 'fleet_ref,permissions,write_permissions\nA,vans,\nB,vehicle:write,user\n';
    const unknown = (text: string) =>
      `“${text}” is not known: write minimum, everything, or resources such as vehicle:read`;
    const rows = validated(draftOf('invitation', csv));
    expect(rows.map(({ issues }) => issues.map(fieldIssue))).toEqual([
      [],
      [`Permissions ${unknown('vehicle:write')}`],
    ]);
    expect([rows[0]?.body.permissions, rows[0]?.warnings.map(fieldIssue)]).toEqual([
      LEAST_PERMISSIONS,
      [`Permissions left out: ${unknown('vans')}`],
    ]);
    for (const text of ['vans', '#N/A'])
      expect(
        validated(draftOf('invitation', `fleet_ref,permissions\nA,${text}\n`, { preset: 'full' }))[0]?.issues,
      ).toHaveLength(1);
  });
  it('add a type to a regulatory id without one', () => {
    const [with_id, without] = bodies(draftOf('invitation', 'fleet_ref,US DOT\nA,123\nB,\n'));
    expect(with_id).toMatchObject({ fleet_regulatory_id: '123', fleet_regulatory_id_type: 'DOT' });
    expect(without).not.toHaveProperty('fleet_regulatory_id_type');
  });
  it('set the connection that users require', () => {
    expect(problems(draftOf('user', 'username\njdoe\n'))).toEqual(['Fleet must not be empty']);
    expect(problems(draftOf('user', 'username\njdoe\n', { connection_id: CONNECTION }))).toEqual(['']);
  });
});

describe('problems of rows', () => {
  it('name the field', () => {
    const csv = 'fleet_ref,fleet_country_code,expires_in_hours,permissions\n,Atlantis,1.5,\nB,,0,vans\n';
    expect(problems(draftOf('invitation', csv))).toEqual([
      'Valid for must be a whole number of hours, not “1.5”; Fleet reference must not be empty',
      'Valid for must be at least 1 hour',
    ]);
    expect(readableMessage('Invalid option: expected one of "a"|"b"')).toBe('must be a or b');
  });
  it('report duplicates, but not of an invalid row', () => {
    const csv = 'fleet_ref,expires_in_hours\nA,0\nA,\nA,\n';
    expect(problems(draftOf('invitation', csv))).toEqual([
      'Valid for must be at least 1 hour',
      '',
      'Fleet reference duplicates row 2',
    ]);
    const users = draftOf('user', 'username\nJDoe\njdoe\n', { connection_id: CONNECTION });
    expect(problems(users)).toEqual(['', 'Username duplicates row 1']);
  });
  it('say which number is the same in a file without references', () => {
    const csv = 'name,usdot,mc\nA,1234567,\nB,7654321,\nC,1234567,\nD,,456789\nE,,456789\n';
    expect(problems(draftOf('invitation', csv)).filter(Boolean)).toEqual([
      'USDOT number is that of row 1 too',
      'MC number is that of row 4 too',
    ]);
  });
  it('name the row of the file, empty rows counted', () => {
    const ids = (csv: string) => draftOf('invitation', csv).rows.map(({ id }) => id);
    expect(ids('fleet_ref\nA\n\nB\n')).toEqual([1, 3]);
    expect(ids('Carriers of May\n\nfleet_ref,name\nA,"Two\nlines"\n,\nB,\n')).toEqual([1, 3]);
    expect(ids('A\n\nB\n')).toEqual([1, 3]);
    const draft = draftOf('invitation', 'fleet_ref\nA\n\nB\n');
    expect(setHeadLine(setHeadLine(draft, 0), 1).rows.map(({ id }) => id)).toEqual([1, 3]);
  });
  it('are recomputed only for the changed row', () => {
    const validator = new RowValidator();
    const draft = draftOf('invitation', 'A\nB\n');
    const [first] = validator.validate(draft);
    const after = validator.validate(setCell(draft, 2, 0, 'C'));
    expect(after[0]).toBe(first);
    expect(after[1]?.body).toMatchObject({ fleet_ref: 'C' });
  });
  it('can be exported with all that the form says of their rows', () => {
    const draft = draftOf('invitation', 'ref,name,email\n,Mesa,no email\nF-2,Delta,\n');
    expect(problemCsv(draft, validated(draft))).toContain(
      'must not be empty; Email left out: “no email” is not an email address',
    );
  });
  it('can be exported with their rows, without passwords', () => {
    const draft = draftOf('user', 'username,password,email\n,secret-1,\nb,secret-2,\n', {
      connection_id: CONNECTION,
    });
    expect(problemCsv(draft, validated(draft))).toBe(
      '\uFEFFusername,password,email,problems\r\n,,,"The row names no user: remove it, or add a username or email"\r\n',
    );
  });
});

describe('jobs', () => {
  it('take 2,000 rows each and leave out duplicates of other jobs', () => {
    const refs = Array.from({ length: 2_500 }, (_, n) => `F-${n}`);
    const parts = splitIntoJobs(validated(draftOf('invitation', [...refs, 'F-1', 'F-2400'].join('\n'))));
    expect(parts.map((part) => part.length)).toEqual([2_000, 501]);
  });
  it('include rows with problems, which are held back; without a valid row there is no job', () => {
    const invitations = splitIntoJobs(
      validated(draftOf('invitation', 'fleet_ref,expires_in_hours\nA,0\nB,\nB,\n')),
    );
    expect(invitations[0]?.length).toBe(3);
    const users = splitIntoJobs(
      validated(draftOf('user', 'username,password\na,secret\nb,\n', { connection_id: CONNECTION })),
    );
    expect(users[0]?.map(({ body, issues }) => [body.username, issues.length])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(splitIntoJobs(validated(draftOf('invitation', 'fleet_ref,expires_in_hours\nA,0\n')))).toEqual([]);
  });
});

describe('passwords', () => {
  const csv = 'username,Password\na,secret-1\nb,secret-2\n';
  const draft = () => draftOf('user', csv, { connection_id: CONNECTION });

  it('are never stored, not even of an unused column', () => {
    const store = new Map<string, string>();
    const storage: DraftStorage = {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
      key: (at) => [...store.keys()][at] ?? null,
      get length() {
        return store.size;
      },
    };
    const drafts = () =>
      new DraftStore<BulkDraft>({
        storage,
        kind: 'bulk_draft',
        person: 'dana',
        schema: bulkDraft,
        toStored: withoutSecrets,
        now: () => 0,
      });
    for (const one of [draft(), setField(draft(), 1, null)]) {
      expect(drafts().write('user', one)).toBe(true);
      expect([...store.values()].join()).not.toContain('secret-');
      expect(drafts().read('user')).toMatchObject({
        secrets_lost: true,
        rows: [{ cells: ['a', ''] }, {}],
      });
    }
  });
  it('must not be missing', () => {
    expect(problems(withoutSecrets(draft()))).toEqual([
      'Password must not be empty while the column is used',
      'Password must not be empty while the column is used',
    ]);
  });
  it('are restored from the same file without losing edits', () => {
    const lost = setCell(withoutSecrets(draft()), 2, 0, 'bob');
    const back = restorePasswords(lost, csv);
    expect(back?.rows.map(({ cells }) => cells)).toEqual([
      ['a', 'secret-1'],
      ['bob', 'secret-2'],
    ]);
    expect(back?.secrets_lost).toBe(false);
    expect(restorePasswords(lost, 'username,other\na,b\n')).toBeNull();
  });
});

it('an expired license is said and sent', () => {
  const draft = draftOf(
    'user',
    `connection_id,username,cdl exp\n${CONNECTION},jdoe,7/4/2026\n${CONNECTION},jroe,7/4/2028\n`,
  );
  const known = { connections: [], now: Date.parse('2026-11-27T18:00:00Z') };
  const rows = new RowValidator().validate(draft, known);
  expect(rows.map(({ warnings }) => warnings.filter(({ path }) => path === 'license_expiration'))).toEqual([
    [{ path: 'license_expiration', message: 'is in the past: Jul 4, 2026' }],
    [],
  ]);
  expect(rows[0]?.body).toMatchObject({ license_expiration: '2026-07-04' });
});
