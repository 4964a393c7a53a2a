// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Box, LabelPlacer, MOST_PLACED, placeLabel } from './label-placer.ts';
import { OVER_MAP, wrapped } from './labels.ts';
import { FakeMaplibreMap } from './testing/maplibre.fake.ts';

const AREA: Box = { left: 300, top: 0, right: 900, bottom: 700 };
const LABEL = { text: 'Mexico City Plant 6 (city)\nETA 12:19 to 17:22', size: 12, gap: 11 };

/** Where the label's middle is from its point, pixels. */
const middleFrom = (x: number, y: number, area = AREA, taken: readonly Box[] = []) => {
  const [dx, dy] = placeLabel(LABEL, { x, y }, area, taken).place.offset;
  return [Math.sign(Math.round(dx * 12)), Math.sign(Math.round(dy * 12))];
};

describe('a label', () => {
  it.each([
    ['in the middle: below', 600, 300, [0, 1]],
    ['at the bottom: above', 600, 690, [0, -1]],
    ['at the right edge: below, shifted to the left', 890, 300, [-1, 1]],
    ['at the left edge: below, shifted to the right', 310, 300, [1, 1]],
    ['in a corner: above, shifted', 310, 690, [1, -1]],
  ])('%s', (_name, x, y, side) => {
    expect(middleFrom(x, y)).toEqual(side);
  });

  it('stands where it covers nothing', () => {
    const below = { left: 500, top: 320, right: 700, bottom: 360 };
    expect(middleFrom(600, 300, AREA, [below])).toEqual([0, -1]);
    const above = { ...below, top: 240, bottom: 280 };
    expect(middleFrom(600, 300, AREA, [below, above])).toEqual([1, 0]);
  });

  it('is inside of the area whatever its point, and wraps where that is narrow', () => {
    for (const width of [110, 200, 303, 600])
      for (let x = 305; x < 295 + width; x += 7)
        for (let y = 5; y < 700; y += 45) {
          const area = { ...AREA, right: AREA.left + width };
          const { box } = placeLabel(LABEL, { x, y }, area, []);
          expect(box.left).toBeGreaterThanOrEqual(area.left);
          expect(box.right).toBeLessThanOrEqual(area.right);
          expect(box.top).toBeGreaterThanOrEqual(area.top);
          expect(box.bottom).toBeLessThanOrEqual(area.bottom);
        }
  });

  it('is farther away where a larger marker is on its point', () => {
    const marker = { left: 570, top: 270, right: 630, bottom: 330 };
    const { box } = placeLabel(LABEL, { x: 600, y: 300 }, AREA, [marker]);
    expect(box.top).toBeGreaterThanOrEqual(marker.bottom);
  });

  it('breaks a long name itself, also beside a short line, and has room for what that gives', () => {
    const text = 'Tuscaloosa Fairmont Packaging Cold Storage\nwithin about 15 mi';
    const { place, box } = placeLabel({ ...LABEL, text }, { x: 600, y: 300 }, AREA, []);
    const lines = ['Tuscaloosa Fairmont', 'Packaging Cold Storage', 'within about 15 mi'];
    expect(wrapped(text, place.wrap)).toBe(lines.join('\n'));
    expect(box.bottom - box.top).toBeGreaterThan(3 * 12);
  });

  it('keeps a window of time in one line', () => {
    const long = { ...LABEL, text: 'ETA Nov 28, 10:34 to Nov 29, 13:02' };
    const { box } = placeLabel(long, { x: 880, y: 300 }, AREA, []);
    expect(box.right - box.left).toBeGreaterThan(17 * 12);
    expect(box.right).toBeLessThanOrEqual(AREA.right);
  });

  it('stays with a point that is out of view', () => {
    expect(middleFrom(100, 300)).toEqual([0, 1]);
  });
});

describe('LabelPlacer', () => {
  let map: FakeMaplibreMap;
  beforeEach(() => {
    map = new FakeMaplibreMap();
  });
  afterEach(() => map.remove());
  const label = (longitude: number) => ({
    at: { latitude: 40, longitude },
    text: 'LD-40567 · late',
    size: 12,
    gap: 23,
  });

  it('keeps the stops ahead clear of the label of the truck', () => {
    const labels = new LabelPlacer(map.library);
    const alone = labels.place('ahead', [label(-100)]);
    labels.place('focus', [label(-100)]);
    expect(labels.place('ahead', [label(-100)])).not.toEqual(alone);
  });

  it('has the labels of many circles below them, wherever these are', () => {
    const many = Array.from({ length: MOST_PLACED + 1 }, (_, n) => label(n));
    const places = new LabelPlacer(map.library).place('circles', many);
    expect(new Set(places.map(({ offset: [x, y] }) => x === 0 && y > 0))).toEqual(new Set([true]));
  });

  it('keeps labels clear of what stands over the map', () => {
    const labels = new LabelPlacer(map.library);
    const below = labels.place('focus', [label(-100)]);
    const parent = document.body.appendChild(document.createElement('div'));
    parent.append(map.element);
    const legend = parent.appendChild(document.createElement('div'));
    legend.setAttribute(OVER_MAP, '');
    legend.getBoundingClientRect = () => new DOMRect(300, 310, 200, 200);
    const [place] = labels.place('focus', [label(-100)]);
    expect(place).not.toEqual(below[0]);
    expect(place?.offset[1]).toBeLessThanOrEqual(0);
    parent.remove();
  });
});
