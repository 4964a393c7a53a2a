import { describe, expect, it } from 'vitest';
import { TABLE_WIDTH } from '../../ui/prefs.ts';
import { COLUMNS, chosenColumns, fittingColumns, gridTemplate } from './columns.ts';

const ids = (chosen: readonly string[] | null, width: number) =>
  fittingColumns(chosenColumns(chosen), width).map(({ id }) => id);

describe('columns of the table', () => {
  it('fit everything that identifies a load into the narrowest table', () => {
    const identifying = COLUMNS.filter(({ identifies }) => identifies).map(({ id }) => id);
    const needed = COLUMNS.filter(({ identifies }) => identifies).reduce(
      (sum, { min }) => sum + min + 8,
      40 + 38,
    );
    expect(needed).toBeLessThanOrEqual(TABLE_WIDTH.min);
    expect(ids(null, TABLE_WIDTH.min)).toEqual(identifying);
  });
  it('have room for a reference such as LD-90093-B, which a line break would make two', () => {
    // 78 pixels, measured in the browser.
    expect(COLUMNS.find(({ id }) => id === 'ref')?.min).toBeGreaterThanOrEqual(80);
  });
  it('have room for `probably 14 h 40` in one line of the lateness before other texts get more', () => {
    expect(gridTemplate(chosenColumns(['late']))).toContain('minmax(74px, 108px)');
  });
  it('leave out the ETA, of which the lateness remains, beside an open load, never a place without its age', () => {
    const all = ids(null, TABLE_WIDTH.min);
    expect(ids(null, TABLE_WIDTH.beside_panel)).toEqual(all.filter((id) => id !== 'eta'));
  });
  it('increase with the width, in their order', () => {
    expect(ids(null, 1156)).toContain('stop');
    expect(ids(null, 1156)).not.toContain('sentence');
    expect(ids(null, TABLE_WIDTH.max)).toEqual(chosenColumns(null).map(({ id }) => id));
  });
  it('give the space of hidden columns to chosen ones', () => {
    expect(ids(['health', 'ref', 'age', 'sentence'], TABLE_WIDTH.min)).toContain('sentence');
    expect(ids(['nonsense'], TABLE_WIDTH.min)).toEqual(['health', 'ref', 'age']);
  });
});
