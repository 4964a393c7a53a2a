import { expect, it } from 'vitest';
import { readFile, USUAL } from './draft.ts';
import { Judge, similarRows } from './rows.ts';

function similarOf(csv: string) {
  const read = readFile('invitation', csv, null, USUAL);
  if (!read.ok) throw new Error(read.reason);
  return similarRows(new Judge().judge(read.draft));
}

it('points at rows whose references differ by capitals, spaces or signs only', () => {
  const similar = similarOf('fleet_ref\nUXB-002\nuxb 002\nUXB-003\n');
  expect([...similar]).toEqual([
    [1, [{ by: 'fleet_ref', row_id: 2 }]],
    [2, [{ by: 'fleet_ref', row_id: 1 }]],
  ]);
});

it('points at the same name and the same address, each other row once', () => {
  const similar = similarOf(
    'fleet_ref,fleet_name,fleet_email\nA,Mesa Inc,ops@mesa.example\nB,MESA INC.,OPS@mesa.example\nC,Other,\n',
  );
  expect(similar.get(1)).toEqual([{ by: 'fleet_name', row_id: 2 }]);
  expect(similar.has(3)).toBe(false);
});

it('leaves the very same reference to the check for duplicates', () => {
  expect(similarOf('fleet_ref,fleet_name\nA,Mesa\nA,Mesa\n').size).toBe(0);
});

it('names no more than three where thousands are alike', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => `F-${n},Same Name`).join('\n');
  const similar = similarOf(`fleet_ref,fleet_name\n${rows}\n`);
  expect(similar.size).toBe(2_000);
  expect(similar.get(2_000)).toHaveLength(3);
});
