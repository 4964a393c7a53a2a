// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MapCamera } from './camera.ts';
import { CircleControl } from './circle-control.ts';
import { CIRCLES, LIVE, TRUCK } from './circle-layers.ts';
import { FakeMaplibreMap, FakeSource } from './testing/maplibre.fake.ts';
import type { CircleEvents, MapCircle } from './types.ts';

const circle = (id: string, change: Partial<MapCircle> = {}): MapCircle => ({
  id,
  latitude: 40,
  longitude: -100,
  radius_meters: 50_000,
  label: `Site ${id}`,
  number: null,
  state: 'site',
  editable: true,
  ...change,
});
const EAST = circle('east', { longitude: -97 });
const MIDDLE = { x: 400, y: 300 };
const events = {
  onCircleDrawn: vi.fn<CircleEvents['onCircleDrawn']>(),
  onDrawProgress: vi.fn<CircleEvents['onDrawProgress']>(),
  onCircleChange: vi.fn<CircleEvents['onCircleChange']>(),
  onCircleSelect: vi.fn<CircleEvents['onCircleSelect']>(),
  onDrawCancel: vi.fn<CircleEvents['onDrawCancel']>(),
};

let map: FakeMaplibreMap;
let styled: boolean;
let control: CircleControl;
beforeEach(() => {
  map = new FakeMaplibreMap();
  map.element.setPointerCapture = () => undefined;
  for (const id of [CIRCLES, LIVE, TRUCK]) map.sources.set(id, new FakeSource(id));
  styled = true;
  control = new CircleControl({
    map: map.library,
    camera: new MapCamera(map.library, () => undefined),
    events,
    source: (id) => (styled ? map.of(id) : null),
  });
});
afterEach(() => {
  control.close();
  map.remove();
  vi.clearAllMocks();
});

const kinds = (id: string) =>
  map
    .of(id)
    .shown()
    .map(({ kind }) => kind);
const labels = (id: string) =>
  map
    .of(id)
    .shown()
    .flatMap(({ label }) => (typeof label === 'string' ? [label] : []))
    .join(' ');
/** Gestures come by import. */
const ready = () => vi.dynamicImportSettled();
const point = (type: string, x: number, y: number) =>
  map.canvas.dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y }),
  );
const press = (key: string) =>
  map.canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

describe('circles on the map', () => {
  it('lie still, but for the selected one, which is drawn with its handles', () => {
    control.setCircles([circle('a'), EAST], 'a', 'mi');
    expect(labels(CIRCLES)).toContain('Site east');
    expect(labels(CIRCLES)).not.toContain('Site a');
    expect(kinds(LIVE)).toEqual(expect.arrayContaining(['area', 'middle', 'edge']));
  });

  it('have no handles when they may not be changed', () => {
    control.setCircles([circle('a', { editable: false })], 'a', 'mi');
    expect(kinds(LIVE)).toEqual(expect.arrayContaining(['area', 'center']));
    expect(kinds(LIVE)).not.toContain('edge');
    expect(control.cursor(MIDDLE)).toBeNull();
  });

  it('are not written again while nothing of them has changed, but in another unit they are', () => {
    control.setCircles([circle('a'), EAST], null, 'mi');
    control.setCircles([circle('a'), { ...EAST }], null, 'mi');
    expect(map.of(CIRCLES).written).toHaveLength(1);
    control.setCircles([circle('a'), EAST], null, 'km');
    control.setCircles([circle('a'), { ...EAST, state: 'done' }], null, 'km');
    expect(map.of(CIRCLES).written).toHaveLength(3);
  });

  it('that were given before the style are drawn with it, and again with the next style', () => {
    styled = false;
    control.setCircles([EAST], null, 'mi');
    control.setTruck({ latitude: 40, longitude: -100, bearing_degrees: 90, marker: 'live' });
    styled = true;
    control.open();
    expect(labels(CIRCLES)).toContain('Site east');
    expect(map.of(TRUCK).shown()).toMatchObject([{ bearing: 90 }]);
    control.open();
    expect(map.of(CIRCLES).written).toHaveLength(2);
    control.setTruck(null);
    expect(map.of(TRUCK).shown()).toEqual([]);
  });

  it('are shown by a click into them, and so is a click beside all', () => {
    control.setCircles([circle('a'), EAST], null, 'mi');
    expect(control.click(MIDDLE, 5)).toBe(true);
    expect(control.click({ x: 20, y: 20 }, 5)).toBe(false);
    expect(events.onCircleSelect.mock.calls).toEqual([['a'], [null]]);
  });

  it('are fitted together with the truck, and none to nothing', () => {
    control.fit();
    expect(map.acts).toEqual([]);
    control.setCircles([circle('a')], null, 'mi');
    control.setTruck({ latitude: 40, longitude: -90, bearing_degrees: null, marker: 'stale' });
    control.fit();
    expect(map.acts).toHaveLength(1);
    expect(map.acts[0]).toMatch(/^fitBounds -100\.59 39\.55 -90\.00 40\.45$/);
  });

  it('are gone to when they are out of view or too small to be seen, and only then', () => {
    control.setCircles(
      [circle('a'), circle('far', { longitude: 20 }), circle('small', { radius_meters: 50 })],
      null,
      'mi',
    );
    control.show('a');
    control.show('nobody');
    expect(map.acts).toEqual([]);
    control.show('far');
    control.show('small');
    expect(map.acts).toHaveLength(2);
  });
});

describe('a circle that is drawn', () => {
  it('is drawn by a press and a drag, and reported while it grows and when it is done', async () => {
    control.setCircles([circle('a')], 'a', 'mi');
    control.setDrawing('mi');
    await ready();
    expect(map.canvas.style.cursor).toBe('crosshair');
    expect(control.cursor(MIDDLE)).toBe('crosshair');
    // The selected one lies still like the others meanwhile.
    expect(labels(CIRCLES)).toContain('Site a');
    point('pointerdown', 200, 200);
    point('pointermove', 260, 200);
    point('pointerup', 260, 200);
    expect(events.onDrawProgress.mock.calls.at(0)?.[1]).toBe('pointer');
    expect(events.onCircleDrawn).toHaveBeenCalledOnce();
    const { longitude, radius_meters } = events.onCircleDrawn.mock.calls[0]?.[0] ?? {};
    expect(longitude).toBeCloseTo(map.unproject([200, 200]).lng, 6);
    expect(radius_meters).toBeGreaterThan(100_000);
    expect(control.busy).toBe(true);

    control.setDrawing(null);
    expect(map.canvas.style.cursor).toBe('');
    expect(labels(CIRCLES)).not.toContain('Site a');
  });

  it('is called off by Esc', async () => {
    control.setDrawing('mi');
    await ready();
    press('Escape');
    expect(events.onDrawCancel).toHaveBeenCalledOnce();
    expect(events.onCircleDrawn).not.toHaveBeenCalled();
  });

  it('listens to nothing after the map is gone', async () => {
    control.setDrawing('mi');
    control.close();
    await ready();
    press('Escape');
    expect(events.onDrawCancel).not.toHaveBeenCalled();
  });
});

describe('the selected circle', () => {
  const moved = () => events.onCircleChange.mock.calls.map(([id, , phase, by]) => [id, phase, by]);
  beforeEach(async () => {
    control.setCircles([circle('a'), EAST], 'a', 'mi');
    await ready();
  });

  it('says by the pointer what a press would do', () => {
    const edge = map.project([-100 + 0.5864, 40]);
    expect(control.cursor(MIDDLE)).toBe('move');
    expect(control.cursor(edge)).toBe('grab');
    expect(control.cursor({ x: 20, y: 20 })).toBeNull();
  });

  it('moves with its middle, and keeps what was made of it until the page gives the circles again', () => {
    point('pointerdown', 400, 300);
    point('pointermove', 450, 300);
    point('pointerup', 450, 300);
    expect(moved()[0]).toEqual(['a', 'drag', 'pointer']);
    expect(moved().at(-1)).toEqual(['a', 'done', 'pointer']);
    const shape = events.onCircleChange.mock.calls.at(-1)?.[1];
    expect(shape?.radius_meters).toBe(50_000);
    expect(shape?.longitude).toBeCloseTo(map.unproject([450, 300]).lng, 3);
    expect(control.selected).toEqual(shape);
    control.setCircles([circle('a'), EAST], 'a', 'mi');
    expect(control.selected).toMatchObject({ longitude: -100 });
  });

  it('moves and grows by keys', () => {
    press('ArrowRight');
    press('+');
    expect(events.onCircleChange.mock.calls[0]?.[1].longitude).toBeGreaterThan(-100);
    expect(events.onCircleChange.mock.calls.at(-1)?.[1].radius_meters).toBeGreaterThan(50_000);
    expect(moved().every(([id, , by]) => id === 'a' && by === 'keys')).toBe(true);
  });

  it('is left by Esc', () => {
    press('Escape');
    expect(events.onCircleSelect).toHaveBeenCalledWith(null);
  });
});
