import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, readFile } from './draft.ts';
import { RowValidator, similarRows } from './rows.ts';

function similarOf(csv: string) {
  const read = readFile('invitation', csv, null, DEFAULT_SETTINGS);
  if (!read.ok) throw new Error(read.reason);
  return similarRows(new RowValidator().validate(read.draft));
}

it('finds references that differ by capitals, spaces or punctuation only', () => {
  const similar = similarOf('fleet_ref\nUXB-002\nuxb 002\nUXB-003\n');
  expect([...similar]).toEqual([
    [1, [{ by: 'fleet_ref', row_id: 2, fleet: 'uxb 002' }]],
    [2, [{ by: 'fleet_ref', row_id: 1, fleet: 'UXB-002' }]],
  ]);
});

it('finds the same name and the same email, each other row once', () => {
  const similar = similarOf(
    'fleet_ref,fleet_name,fleet_email\nA,Mesa Inc,ops@mesa.example\nB,MESA INC.,OPS@mesa.example\nC,Other,\n',
  );
  expect(similar.get(1)).toEqual([{ by: 'fleet_name', row_id: 2, fleet: 'MESA INC., B' }]);
  expect(similar.has(3)).toBe(false);
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
