import { fc } from '@waypost/contract/testing/property';
import { geodesicDistance } from '@waypost/geo/ellipsoid';
import { describe, expect, it } from 'vitest';
import { METERS_PER } from '../geo/length.ts';
import { DrawDriver, fakeView } from './testing/draw-driver.ts';
import type { CircleShape } from './types.ts';

const YARD = { latitude: 35.1913, longitude: -102.084 };
const makeDriver = () => new DrawDriver(fakeView(YARD, 10));
const YARD_CIRCLE: CircleShape = { ...YARD, radius_meters: 2000 };
const selected = (editable = true) => {
  const driver = makeDriver();
  driver.selected = { id: 'a', shape: YARD_CIRCLE, editable };
  return driver;
};

/** The geodesic distance between two screen points, which the radius must equal. */
function distanceBetween(
  driver: DrawDriver,
  a: readonly [number, number],
  b: readonly [number, number],
): number {
  return geodesicDistance(driver.place(...a), driver.place(...b)) ?? Number.NaN;
}

describe('drawing by pointer', () => {
  it('press on the center, drag to the edge, release', () => {
    const it = makeDriver().on().down(300, 200).move([320, 220], [380, 260]).up(380, 260);
    const [drawn] = it.of('drawn');
    expect(drawn?.shape.latitude).toBeCloseTo(it.place(300, 200).latitude, 5);
    expect(drawn?.shape.longitude).toBeCloseTo(it.place(300, 200).longitude, 5);
    expect((drawn?.shape.radius_meters ?? 0) / distanceBetween(it, [300, 200], [380, 260])).toBeCloseTo(1, 3);
  });

  it('a click for the center, a click for the edge', () => {
    const it = makeDriver().on().click(300, 200).move([350, 200], [400, 200]);
    expect(it.of('drawn')).toEqual([]);
    it.click(400, 200);
    expect(it.of('drawn')[0]?.shape.radius_meters).toBeCloseTo(
      distanceBetween(it, [300, 200], [400, 200]),
      -1,
    );
  });

  it('reports progress, and its end', () => {
    const it = makeDriver().on().down(300, 200).move([320, 200], [380, 200]).up(380, 200);
    const radii = it.of('progress').map(({ shape }) => shape?.radius_meters ?? null);
    expect(radii[0]).toBe(0);
    expect(radii[2]).toBeGreaterThan(radii[1] as number);
    expect(radii.at(-1)).toBeNull();
  });

  it('a double click creates no circle without size', () => {
    const it = makeDriver().on().click(300, 200).click(301, 201);
    expect(it.of('drawn')).toEqual([]);
    expect(it.state.phase).toBe('sizing');
  });

  it('small movements count as a click, not a drag', () => {
    const it = makeDriver().on().down(300, 200).move([302, 201]).up(302, 201);
    expect(it.of('drawn')).toEqual([]);
    expect(it.state.phase).toBe('sizing');
  });

  it('continues with the next circle until turned off', () => {
    const it = makeDriver().on().click(300, 200).click(340, 200).click(500, 400).click(540, 400);
    expect(it.of('drawn')).toHaveLength(2);
    it.send({ type: 'off' });
    expect(it.click(300, 200).handled).toBe(false);
  });

  it('previews the center under the pointer until it leaves', () => {
    const it = makeDriver().on().move([300, 200]);
    expect(it.state).toMatchObject({ ghost: { shape: { radius_meters: 0 }, by: 'pointer' } });
    expect(it.send({ type: 'leave' }).state).toMatchObject({ ghost: null });
  });

  it('a second touch aborts the gesture', () => {
    const it = makeDriver().on().down(300, 200).move([380, 200]).send({ type: 'lost' });
    expect(it.of('drawn')).toEqual([]);
    expect(it.state.phase).toBe('placing');
  });

  it('handles no input while drawing is off', () => {
    expect(makeDriver().down(300, 200).handled).toBe(false);
    expect(makeDriver().nudge(10, 0).handled).toBe(false);
    expect(makeDriver().escape().handled).toBe(false);
  });
});

describe('Esc', () => {
  it('first aborts the current circle, then ends drawing', () => {
    const it = makeDriver().on().down(300, 200).move([380, 200]).escape();
    expect(it.state.phase).toBe('placing');
    expect(it.of('cancel')).toEqual([]);
    it.escape();
    expect(it.of('cancel')).toHaveLength(1);
    expect(it.of('drawn')).toEqual([]);
  });

  it('restores the circle to its shape before the drag', () => {
    const it = selected();
    it.down(400, 300, { id: 'a', shape: YARD_CIRCLE, part: 'center' }).move([450, 300]).escape();
    expect(it.of('change').at(-1)).toMatchObject({ phase: 'done', shape: YARD_CIRCLE });
    expect(it.state.phase).toBe('idle');
  });

  it('clears the selection', () => {
    expect(selected(false).escape().of('select')).toEqual([{ type: 'select', id: null }]);
  });
});

describe('drawing by keyboard', () => {
  it('starts at the center of the map, moves, resizes and accepts', () => {
    const it = makeDriver().on().enter();
    expect(it.of('drawn')).toEqual([]);
    it.nudge(50, 0).nudge(0, -10).resize(1).enter();
    const [drawn] = it.of('drawn');
    const { x, y } = it.point(drawn?.shape ?? YARD);
    expect([Math.round(x), Math.round(y)]).toEqual([450, 290]);
    // 60 pixels are 2.33 miles here; the nearest round number is 2.25, the next one 2.5.
    expect((drawn?.shape.radius_meters ?? 0) / METERS_PER.mi).toBeCloseTo(2.5, 6);
  });

  it('every round radius can be reached', () => {
    const it = makeDriver().on().enter();
    for (let i = 0; i < 60 && it.state.phase === 'placing'; i++) {
      const now = it.of('progress').at(-1)?.shape?.radius_meters ?? 0;
      if (Math.abs(now / METERS_PER.mi - 0.5) < 1e-6) break;
      it.resize(-1);
    }
    it.enter();
    expect((it.of('drawn')[0]?.shape.radius_meters ?? 0) / METERS_PER.mi).toBeCloseTo(0.5, 6);
  });

  it('can take over from the pointer between its two clicks', () => {
    const it = makeDriver().on().click(300, 200).move([360, 200]).resize(1).nudge(10, 0).enter();
    const [drawn] = it.of('drawn');
    expect(it.point(drawn?.shape ?? YARD).x).toBeCloseTo(310, 0);
    expect(drawn?.shape.radius_meters).toBeGreaterThan(0);
  });

  it('moves the circle into view', () => {
    expect(makeDriver().on().nudge(50, 0).of('reveal')).toHaveLength(1);
  });
});

describe('an existing circle', () => {
  it('is moved by its center, keeping its radius and its offset to the pointer', () => {
    const it = selected();
    it.down(406, 296, { id: 'a', shape: YARD_CIRCLE, part: 'center' }).move([456, 346]).up(456, 346);
    const done = it.of('change').at(-1);
    expect(done).toMatchObject({ id: 'a', phase: 'done', shape: { radius_meters: 2000 } });
    const { x, y } = it.point(done?.shape ?? YARD);
    expect([Math.round(x), Math.round(y)]).toEqual([450, 350]);
  });

  it('is resized by its edge, exactly to the pointer', () => {
    const it = selected();
    it.down(430, 300, { id: 'a', shape: YARD_CIRCLE, part: 'edge' }).move([480, 340]).up(480, 340);
    const radius = it.of('change').at(-1)?.shape.radius_meters ?? 0;
    expect(radius / distanceBetween(it, [400, 300], [480, 340])).toBeCloseTo(1, 4);
  });

  it('reports every step as a drag, and the end as done', () => {
    const it = selected();
    it.down(430, 300, { id: 'a', shape: YARD_CIRCLE, part: 'edge' })
      .move([450, 300], [470, 300])
      .up(470, 300);
    expect(it.of('change').map(({ phase }) => phase)).toEqual(['drag', 'drag', 'done']);
  });

  it('is not changed by a click on a handle', () => {
    const it = selected();
    it.down(430, 300, { id: 'a', shape: YARD_CIRCLE, part: 'edge' }).move([431, 300]).up(431, 300);
    expect(it.of('change')).toEqual([]);
  });

  it('is moved and resized by keys, done on key release', () => {
    const it = selected().nudge(10, 0).nudge(10, 0).resize(1);
    expect(it.of('change').map(({ phase, by }) => [phase, by])).toEqual(Array(3).fill(['drag', 'keys']));
    it.send({ type: 'release' });
    const done = it.of('change').at(-1);
    expect(done?.phase).toBe('done');
    expect(it.point(done?.shape ?? YARD).x).toBeCloseTo(420, 0);
    expect(done?.shape.radius_meters).toBeGreaterThan(2000);
  });

  it('does not change when not editable', () => {
    const it = selected(false).nudge(10, 0).resize(1);
    expect(it.handled).toBe(false);
    expect(it.effects).toEqual([]);
  });

  it('keeps its current shape when drawing starts during a change', () => {
    const it = selected().nudge(10, 0).on();
    expect(it.of('change').at(-1)?.phase).toBe('done');
    expect(it.state.phase).toBe('placing');
  });
});

describe('anywhere on Earth', () => {
  const place = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const spot = fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }));
  it('the radius is the geodesic from the center to the pointer, also across the antimeridian', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 4, max: 16 }), spot, spot, (center, zoom, from, to) => {
        fc.pre(Math.hypot(from[0] - to[0], from[1] - to[1]) > 20);
        const it = new DrawDriver(fakeView(center, zoom)).on();
        const drawn = it
          .down(...from)
          .move(to)
          .up(...to)
          .of('drawn')[0]?.shape;
        expect(Math.abs(drawn?.longitude ?? 999)).toBeLessThanOrEqual(180);
        expect(Math.abs(drawn?.latitude ?? 999)).toBeLessThanOrEqual(90);
        const exact = distanceBetween(it, from, to);
        // The center is rounded to 0.1 m.
        expect(Math.abs((drawn?.radius_meters ?? 0) - exact)).toBeLessThan(0.12 + exact * 1e-6);
      }),
    );
  });
});
