import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { groupOfLine, layoutOf, linesOf, scrollFor, visibleRange } from './rows.ts';

const HEIGHTS = { row: 56, heading: 28 };
const OPEN = { head: 0, heading: 0 };
const ids = ['a', 'b', 'c', 'd'];
/** A row, a heading, and two rows. */
const layout = layoutOf(['a', '#b', 'c', 'd'], HEIGHTS);

describe('the layout of rows', () => {
  it('stacks rows and headings, each with its own height', () => {
    expect([0, 1, 2, 3].map(layout.top)).toEqual([0, 56, 84, 140]);
    expect(layout.total).toBe(196);
  });

  it('finds the row at an offset, and the nearest one outside', () => {
    expect([-10, 0, 55, 56, 83, 84, 195, 5_000].map(layout.at)).toEqual([0, 0, 0, 1, 1, 2, 3, 3]);
  });

  it('finds the row whose edges enclose an offset', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }),
        fc.nat(30_000),
        (kinds, place) => {
          const names = kinds.map((heading, at) => (heading ? `#${at}` : String(at)));
          const many = layoutOf(names, HEIGHTS);
          const pixels = place % many.total;
          const at = many.at(pixels);
          expect(many.top(at)).toBeLessThanOrEqual(pixels);
          expect(many.top(at + 1)).toBeGreaterThan(pixels);
        },
      ),
    );
  });
});

describe('the visible range', () => {
  it('spans the rows between the edges, with overscan at each end', () => {
    expect(visibleRange(layout, 60, 40, 0)).toEqual({ from: 1, to: 3, first: 1 });
    expect(visibleRange(layout, 60, 40, 6)).toEqual({ from: 0, to: 4, first: 1 });
  });
  it('names the first row below the pinned heading, so that no heading stands above the loads of the next group', () => {
    const first = (scrolled: number) => visibleRange(layout, scrolled, 100, 0, 28).first;
    expect(first(0)).toBe(0);
    // The heading of the next group has reached the pinned one, and then is under it.
    expect(first(50)).toBe(1);
    expect(first(57)).toBe(2);
  });
  it('is empty without rows, and while the list has no height', () => {
    expect(visibleRange(layoutOf([], HEIGHTS), 0, 500, 6)).toEqual({ from: 0, to: 0, first: 0 });
    expect(visibleRange(layout, 0, 0, 6)).toEqual({ from: 0, to: 0, first: 0 });
  });
});

describe('scrolling a row into view', () => {
  it('moves as little as needed, and not at all for a visible row', () => {
    expect(scrollFor(layout, 1, 0, 160, OPEN)).toBeNull();
    expect(scrollFor(layout, 0, 60, 160, OPEN)).toBe(0);
    expect(scrollFor(layout, 3, 0, 160, OPEN)).toBe(36);
  });
  it('keeps it clear of a sticky header', () => {
    expect(scrollFor(layout, 3, 36, 160, { ...OPEN, head: 32 })).toBe(68);
  });
  it('keeps it clear of the pinned group heading', () => {
    expect(scrollFor(layout, 1, 56, 160, { head: 0, heading: 28 })).toBe(28);
    expect(scrollFor(layout, 0, 56, 160, { head: 0, heading: 28 })).toBe(0);
  });
});

describe('grouped lines', () => {
  const groups = [
    { key: 'late', from: 0, count: 2 },
    { key: 'stale', from: 2, count: 2 },
  ];
  it('are a heading and its loads, or only the heading of a folded group', () => {
    expect(linesOf({ ids, groups }, () => false)).toEqual(['#late', 'a', 'b', '#stale', 'c', 'd']);
    expect(linesOf({ ids, groups }, (group) => group === 'late')).toEqual(['#late', '#stale', 'c', 'd']);
    expect(linesOf({ ids, groups }, null)).toEqual(ids);
  });
  it('have no heading where the group has no key', () => {
    const some = [
      { key: '', from: 0, count: 1 },
      { key: 'fleet:1', from: 1, count: 3 },
    ];
    expect(linesOf({ ids, groups: some }, (group) => group !== '')).toEqual(['a', '#fleet:1']);
  });
  it('distinguish headings from loads', () => {
    expect(['#late', '#', 'a'].map(groupOfLine)).toEqual(['late', '', null]);
  });
  it('give headings their own height', () => {
    const lines = linesOf({ ids, groups }, () => false);
    const grouped = layoutOf(lines, HEIGHTS);
    expect([0, 1, 2, 3].map(grouped.top)).toEqual([0, 28, 84, 140]);
  });
});
