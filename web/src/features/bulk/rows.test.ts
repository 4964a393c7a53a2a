import { describe, expect, it } from 'vitest';
import {
  addColumn,
  type BulkDraft,
  readFile,
  setCell,
  setField,
  setHead,
  takeSecrets,
  USUAL,
} from './draft.ts';
import { Judge, jobParts, problemCsv } from './rows.ts';
import { BulkDrafts, withoutSecrets } from './use-draft.ts';
import { plainly } from './words.ts';

function draftOf(kind: 'invitation' | 'user', csv: string, defaults = {}): BulkDraft {
  const read = readFile(kind, csv, 'a.csv', { ...USUAL, ...defaults });
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}
const judged = (draft: BulkDraft) => new Judge().judge(draft);
const said = (draft: BulkDraft) =>
  judged(draft).map(({ issues }) => issues.map(({ path, message }) => `${path} ${message}`).join('; '));
const bodies = (draft: BulkDraft) => judged(draft).map(({ body }) => body);
const CONNECTION = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

describe('a file', () => {
  it('of bare references needs no head', () => {
    const draft = draftOf('invitation', 'F-1\nF-2\n');
    expect(bodies(draft)).toMatchObject([{ fleet_ref: 'F-1' }, { fleet_ref: 'F-2' }]);
  });
  it('says why it cannot be used', () => {
    expect(readFile('invitation', ' \n', null, USUAL)).toMatchObject({ ok: false });
    expect(readFile('invitation', 'fleet_ref\n', null, USUAL)).toMatchObject({
      reason: expect.stringContaining('no rows'),
    });
    expect(readFile('user', `username\n${'x\n'.repeat(10_001)}`, null, USUAL)).toMatchObject({
      reason: expect.stringContaining('the limit is 10,000'),
    });
  });
  it('gives its first line back as a row, and the other way round', () => {
    const draft = draftOf('invitation', 'ref,name\nF-1,Mesa\n');
    const without = setHead(draft, false);
    expect(without.rows).toMatchObject([{ id: 1, cells: ['ref', 'name'] }, { id: 2 }]);
    expect(setHead(without, true)).toEqual(draft);
  });
});

describe('columns', () => {
  it('a field has one column: it leaves the one where it was', () => {
    const draft = draftOf('invitation', 'fleet_ref,other\nF-1,G-1\n');
    const { columns } = setField(draft, 1, 'fleet_ref');
    expect(columns.map(({ field }) => field)).toEqual([null, 'fleet_ref']);
  });
  it('one that the file lacks can be added and filled in', () => {
    const draft = setCell(addColumn(draftOf('invitation', 'fleet_ref\nF-1\n'), 'fleet_name'), 1, 1, 'Mesa');
    expect(bodies(draft)).toMatchObject([{ fleet_ref: 'F-1', fleet_name: 'Mesa' }]);
  });
});

describe('what holds for all rows', () => {
  it('is the least of permissions, unless the row or the person says otherwise', () => {
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
  it('gives a type to a regulatory id that has none', () => {
    const [with_id, without] = bodies(draftOf('invitation', 'fleet_ref,US DOT\nA,123\nB,\n'));
    expect(with_id).toMatchObject({ fleet_regulatory_id: '123', fleet_regulatory_id_type: 'DOT' });
    expect(without).not.toHaveProperty('fleet_regulatory_id_type');
  });
  it('is a connection for users, which they need', () => {
    expect(said(draftOf('user', 'username\njdoe\n'))).toEqual(['connection_id must not be empty']);
    expect(said(draftOf('user', 'username\njdoe\n', { connection_id: CONNECTION }))).toEqual(['']);
  });
});

describe('problems of rows', () => {
  it('are in words of the field', () => {
    const csv = 'fleet_ref,fleet_email,expires_in_hours,permissions\n,x,1.5,\nB,,0,vans\nC,,,vehicle:write\n';
    expect(said(draftOf('invitation', csv))).toEqual([
      'expires_in_hours must be a whole number, not “1.5”; fleet_ref must not be empty; fleet_email must be an e-mail address',
      'permissions has an unknown resource: “vans”; expires_in_hours must be at least 1 hour',
      'permissions of vehicle must be read or read_write, not “write”',
    ]);
    expect(plainly('Invalid option: expected one of "a"|"b"')).toBe('must be a or b');
  });
  it('the same thing twice is one thing; a bad row does not count as the first', () => {
    const csv = 'fleet_ref,fleet_email\nA,x\nA,\nA,\n';
    expect(said(draftOf('invitation', csv))).toEqual([
      'fleet_email must be an e-mail address',
      '',
      'fleet_ref duplicates row 2',
    ]);
    const users = draftOf('user', 'username\nJDoe\njdoe\n', { connection_id: CONNECTION });
    expect(said(users)).toEqual(['', 'username duplicates row 1']);
  });
  it('are worked out again only for the row that changed', () => {
    const judge = new Judge();
    const draft = draftOf('invitation', 'A\nB\n');
    const [first] = judge.judge(draft);
    const after = judge.judge(setCell(draft, 2, 0, 'C'));
    expect(after[0]).toBe(first);
    expect(after[1]?.body).toMatchObject({ fleet_ref: 'C' });
  });
  it('are kept as a file with the rows, without passwords', () => {
    const draft = draftOf('user', 'username,password,user_email\na,secret-1,x\nb,secret-2,b@example.com\n', {
      connection_id: CONNECTION,
    });
    expect(problemCsv(draft, judged(draft))).toBe(
      '\uFEFFusername,password,user_email,problems\r\na,,x,user_email must be an e-mail address\r\n',
    );
  });
});

describe('jobs', () => {
  it('take 2,000 rows each; a row that is already in another job stays behind', () => {
    const refs = Array.from({ length: 2_500 }, (_, n) => `F-${n}`);
    const parts = jobParts(judged(draftOf('invitation', [...refs, 'F-1', 'F-2400'].join('\n'))));
    expect(parts.map((part) => part.length)).toEqual([2_000, 501]);
  });
  it('include rows with problems, which the server refuses too; without a good one there is no job', () => {
    const invitations = jobParts(judged(draftOf('invitation', 'fleet_ref,fleet_email\nA,x\nB,\nB,\n')));
    expect(invitations[0]?.length).toBe(3);
    const users = jobParts(
      judged(draftOf('user', 'username,password\na,secret\nb,\n', { connection_id: CONNECTION })),
    );
    expect(users[0]?.map(({ body, refused }) => [body.username, refused])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(jobParts(judged(draftOf('invitation', 'fleet_ref,fleet_email\nA,x\n')))).toEqual([]);
  });
});

describe('passwords', () => {
  const csv = 'username,Password\na,secret-1\nb,secret-2\n';
  const draft = () => draftOf('user', csv, { connection_id: CONNECTION });

  it('are never written down, also not of a column that is not used', () => {
    const store = new Map<string, string>();
    const drafts = new BulkDrafts('dana', () => 0, {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
      key: (at) => [...store.keys()][at] ?? null,
      length: 0,
    });
    for (const one of [draft(), setField(draft(), 1, null)]) {
      expect(drafts.write(one)).toBe(true);
      expect([...store.values()].join()).not.toContain('secret-');
      expect(drafts.read('user')?.value).toMatchObject({
        secrets_lost: true,
        rows: [{ cells: ['a', ''] }, {}],
      });
    }
  });
  it('that are missing keep their row from being sent', () => {
    expect(said(withoutSecrets(draft()))).toEqual([
      'password must not be empty while the column is used',
      'password must not be empty while the column is used',
    ]);
  });
  it('come back from the same file, and what was fixed meanwhile stays', () => {
    const lost = setCell(withoutSecrets(draft()), 2, 0, 'bob');
    const back = takeSecrets(lost, csv);
    expect(back?.rows.map(({ cells }) => cells)).toEqual([
      ['a', 'secret-1'],
      ['bob', 'secret-2'],
    ]);
    expect(back?.secrets_lost).toBe(false);
    expect(takeSecrets(lost, 'username,other\na,b\n')).toBeNull();
  });
});
