import { expect, it } from 'vitest';
import { type BulkDraft, DEFAULT_SETTINGS, readFile, removeRow, setAnyway } from './draft.ts';
import { RowValidator } from './rows.ts';
import { willOf } from './use-send.ts';

function similarOf(csv: string) {
  const read = readFile('invitation', csv, null, DEFAULT_SETTINGS);
  if (!read.ok) throw new Error(read.reason);
  const rows = new RowValidator().validate(read.draft);
  return new Map(rows.flatMap(({ row, similar }) => (similar.length > 0 ? [[row.id, similar]] : [])));
}

it('finds references that differ by capitals, spaces or punctuation only', () => {
  const similar = similarOf('fleet_ref\nUXB-002\nuxb 002\nUXB-003\n');
  expect([...similar]).toEqual([
    [1, [{ by: ['fleet_ref'], row_id: 2, fleet: 'uxb 002' }]],
    [2, [{ by: ['fleet_ref'], row_id: 1, fleet: 'UXB-002' }]],
  ]);
});

it('finds the same name and the same email, each other row once', () => {
  const similar = similarOf(
    'fleet_ref,fleet_name,fleet_email\nA,Mesa Inc,ops@mesa.example\nB,MESA INC.,OPS@mesa.example\nC,Other,\n',
  );
  expect(similar.get(1)).toEqual([{ by: ['fleet_name', 'fleet_email'], row_id: 2, fleet: 'MESA INC., B' }]);
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

it('holds the second of two rows of the same fleet until a person says that it is another fleet', () => {
  const read = readFile(
    'invitation',
    'ref,name,email,DOT\nA,Mesa,a@b.example,12345\nB,Ridge,c@d.example,12345\nC,Delta,a@b.example,\n',
    null,
    DEFAULT_SETTINGS,
  );
  if (!read.ok) throw new Error(read.reason);
  const checked = { n: 0, subject: null, issues: [], will: 'create', existing: null, similar: [] } as const;
  const outcomes = (draft: BulkDraft) =>
    new RowValidator()
      .validate(draft)
      .map((row) => willOf(draft, row, { ...checked, issues: [], similar: [] }));
  expect(outcomes(read.draft)).toEqual(['create', 'hold', 'create']);
  expect(outcomes(setAnyway(read.draft, 'invites_similar', 2, true))).toEqual(['create', 'create', 'create']);
  expect(outcomes(removeRow(read.draft, 1))).toEqual(['create', 'create']);
});
