import { expect, it } from 'vitest';
import { fixedWidth, gridTemplate, tableCsv } from './columns.ts';

it('gives columns their pixels or their share; among pixels only, the last takes the rest', () => {
  expect(gridTemplate([{ width: 100 }, { width: '1.5fr' }])).toBe('100px minmax(0, 1.5fr)');
  expect(gridTemplate([{ width: 100 }, { width: 80 }])).toBe('100px minmax(80px, 1fr)');
  expect(fixedWidth([{ width: 100 }, { width: 80 }])).toBe(224);
  expect(fixedWidth([{ width: 100 }, { width: '1fr' }])).toBeNull();
});

it('writes a file with the names of its columns, each value at the same time', () => {
  const columns = [
    ['name', (row: string) => row],
    ['at', (_row: string, now: number) => now],
  ] as const;
  expect(tableCsv(columns, ['a', 'b'], 7)).toBe('\uFEFFname,at\r\na,7\r\nb,7\r\n');
});
