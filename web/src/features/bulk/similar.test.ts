import { describe, expect, it } from 'vitest';
import { type BulkDraft, DEFAULT_SETTINGS, readFile, removeRow, setAnyway, setCell } from './draft.ts';
import { RowValidator } from './rows.ts';
import { willOf } from './use-send.ts';
import { similarText } from './words.ts';

function draftOf(csv: string, kind: 'invitation' | 'user' = 'invitation'): BulkDraft {
  const read = readFile(kind, csv, null, DEFAULT_SETTINGS);
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}

function similarOf(csv: string, kind: 'invitation' | 'user' = 'invitation') {
  const rows = new RowValidator().validate(draftOf(csv, kind));
  return new Map(rows.flatMap(({ row, similar }) => (similar.length > 0 ? [[row.id, similar]] : [])));
}

it('finds references that differ by capitals, spaces or punctuation only', () => {
  const similar = similarOf('fleet_ref\nUXB-002\nuxb 002\nUXB-003\n');
  expect([...similar]).toEqual([
    [1, [{ by: ['fleet_ref'], row_id: 2, name: 'uxb 002' }]],
    [2, [{ by: ['fleet_ref'], row_id: 1, name: 'UXB-002' }]],
  ]);
});

it('finds the same name and the same email, each other row once', () => {
  const similar = similarOf(
    'fleet_ref,fleet_name,fleet_email\nA,Mesa Inc,ops@mesa.example\nB,MESA INC.,OPS@mesa.example\nC,Other,\n',
  );
  expect(similar.get(1)).toEqual([{ by: ['fleet_name', 'fleet_email'], row_id: 2, name: 'MESA INC., B' }]);
  expect(similar.has(3)).toBe(false);
});

it('finds the same USDOT or MC number by its digits, beside the name, whether it is sent or not', () => {
  const similar = similarOf(
    [
      'ref,name,USDOT #,MC #',
      'A,Mesa,USDOT 1234567,',
      'B,Ridge," 1,234,567 ",',
      'C,Delta,7654321,MC-456',
      'D,DELTA,7654321,',
      'E,Gulf,,456',
    ].join('\n'),
  );
  const found = [...similar].map(([id, all]) => [id, ...all.map(({ by, row_id }) => [row_id, ...by])]);
  expect(found).toEqual([
    [1, [2, 'usdot_number']],
    [2, [1, 'usdot_number']],
    [3, [4, 'fleet_name', 'usdot_number'], [5, 'mc_number']],
    [4, [3, 'fleet_name', 'usdot_number']],
    [5, [3, 'mc_number']],
  ]);
});

it('leaves identical references to the duplicate check', () => {
  expect(similarOf('fleet_ref,fleet_name\nA,Mesa\nA,Mesa\n').size).toBe(0);
});

it('lists three similar rows at most', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => `F-${n},Same Name`).join('\n');
  const similar = similarOf(`fleet_ref,fleet_name\n${rows}\n`);
  expect(similar.size).toBe(2_000);
  expect(similar.get(2_000)).toHaveLength(3);
});

const checked = { n: 0, subject: null, issues: [], will: 'create', existing: null, similar: [] } as const;
const outcomes = (draft: BulkDraft) =>
  new RowValidator()
    .validate(draft)
    .map((row) => willOf(draft, row, { ...checked, issues: [], similar: [] }));

it('holds the second of two rows of the same fleet until a person says that it is another fleet', () => {
  const draft = draftOf(
    'ref,name,email,DOT\nA,Mesa,a@b.example,12345\nB,Ridge,c@d.example,12345\nC,Delta,a@b.example,\n',
  );
  expect(outcomes(draft)).toEqual(['create', 'hold', 'create']);
  expect(outcomes(setAnyway(draft, 'invites_similar', 2, true))).toEqual(['create', 'create', 'create']);
  expect(outcomes(removeRow(draft, 1))).toEqual(['create', 'create']);
});

describe('a user without a username', () => {
  const AT = ['3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60', '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f61'];
  const draft = draftOf(
    [
      'connection_id,username,email,full_name',
      `${AT[0]},rmills,ray@mills.example,Ray Mills`,
      `${AT[0]},,RAY@mills.example,Raymond Mills`,
      `${AT[1]},,ray@mills.example,Ray Mills`,
      `${AT[0]},jdoe,team@mills.example,Jo Doe`,
      `${AT[0]},kdoe,team@mills.example,Kim Doe`,
    ].join('\n'),
    'user',
  );
  it('is held when a row above has the email at the same connection, which is named', () => {
    expect(outcomes(draft)).toEqual(['create', 'hold', 'create', 'create', 'create']);
    const [, second] = new RowValidator().validate(draft);
    expect(similarText([], second?.similar ?? [])).toMatch(/^Same email as row 1, .?Ray Mills, rmills.?$/);
  });
  it('is sent once a person says that it is another person, until another email is entered', () => {
    const sent = setAnyway(draft, 'invites_similar', 2, true);
    expect(outcomes(sent)[1]).toBe('create');
    expect(setCell(sent, 2, 2, 'ray@mills.examples').invites_similar).toEqual([]);
  });
  it('is held as well in the row of the username, when that comes later', () => {
    const turned = { ...draft, rows: [1, 0].flatMap((at) => draft.rows[at] ?? []) };
    turned.rows = turned.rows.map((row, at) => ({ ...row, id: at + 1 }));
    expect(outcomes(turned)).toEqual(['create', 'hold']);
  });
});
