import { expect, it } from 'vitest';
import { fixedWidth, gridTemplate, tableCsv } from './columns.ts';

it('sizes columns in pixels or shares; with pixels only, the last column fills the rest', () => {
  expect(gridTemplate([{ width: 100 }, { width: '1.5fr' }])).toBe('100px minmax(0, 1.5fr)');
  expect(gridTemplate([{ width: 100 }, { width: 80 }])).toBe('100px minmax(80px, 1fr)');
  expect(fixedWidth([{ width: 100 }, { width: 80 }])).toBe(224);
  expect(fixedWidth([{ width: 100 }, { width: '1fr' }])).toBeNull();
});

it('writes column names and values as of one time', () => {
  const columns = [
    ['name', (row: string) => row],
    ['at', (_row: string, now: number) => now],
  ] as const;
  expect(tableCsv(columns, ['a', 'b'], 7)).toBe('\uFEFFname,at\r\na,7\r\nb,7\r\n');
});
