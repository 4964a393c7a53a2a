import { expect, it } from 'vitest';
import { gridTemplate, hasLeastWidth, tableCsv } from './columns.ts';

it('sizes columns in pixels or shares; with pixels only, the last column fills the rest', () => {
  expect(gridTemplate([{ width: 100 }, { width: '1.5fr' }])).toBe('100px minmax(0px, 1.5fr)');
  expect(gridTemplate([{ width: 100 }, { width: '2fr', min: 260 }])).toBe('100px minmax(260px, 2fr)');
  expect(gridTemplate([{ width: 100 }, { width: 80 }])).toBe('100px minmax(80px, 1fr)');
  expect(hasLeastWidth([{ width: 100 }, { width: '1fr' }])).toBe(false);
  expect(hasLeastWidth([{ width: 100 }, { width: '1fr', min: 80 }])).toBe(true);
});

it('writes column names and values as of one time', () => {
  const columns = [
    ['name', (row: string) => row],
    ['at', (_row: string, now: number) => now],
  ] as const;
  expect(tableCsv(columns, ['a', 'b'], 7)).toBe('\uFEFFname,at\r\na,7\r\nb,7\r\n');
});
