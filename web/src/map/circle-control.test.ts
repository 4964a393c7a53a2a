// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MapCamera } from './camera.ts';
import { CircleControl } from './circle-control.ts';
import { CIRCLES, LIVE, TRUCK } from './circle-layers.ts';
import { LabelPlacer } from './label-placer.ts';
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
    labels: new LabelPlacer(map.library),
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
/** Gestures are loaded by dynamic import. */
const ready = () => vi.dynamicImportSettled();
const point = (type: string, x: number, y: number) =>
  map.canvas.dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y }),
  );
const press = (key: string) =>
  map.canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

describe('circles', () => {
  it('are static, except for the selected one with its handles', () => {
    control.setCircles([circle('a'), EAST], 'a', 'mi');
    expect(labels(CIRCLES)).toContain('Site east');
    expect(labels(CIRCLES)).not.toContain('Site a');
    expect(kinds(LIVE)).toEqual(expect.arrayContaining(['area', 'middle', 'edge']));
  });

  it('have no handles when not editable', () => {
    control.setCircles([circle('a', { editable: false })], 'a', 'mi');
    expect(kinds(LIVE)).toEqual(expect.arrayContaining(['area', 'center']));
    expect(kinds(LIVE)).not.toContain('edge');
    expect(control.cursor(MIDDLE)).toBeNull();
  });

  it('are written again only when they or the unit have changed', () => {
    control.setCircles([circle('a'), EAST], null, 'mi');
    control.setCircles([circle('a'), { ...EAST }], null, 'mi');
    expect(map.of(CIRCLES).written).toHaveLength(1);
    control.setCircles([circle('a'), EAST], null, 'km');
    control.setCircles([circle('a'), { ...EAST, state: 'done' }], null, 'km');
    expect(map.of(CIRCLES).written).toHaveLength(3);
  });

  it('are drawn once a style has loaded, and again with the next style', () => {
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

  it('report clicks inside and outside', () => {
    control.setCircles([circle('a'), EAST], null, 'mi');
    expect(control.click(MIDDLE, 5)).toBe(true);
    expect(control.click({ x: 20, y: 20 }, 5)).toBe(false);
    expect(events.onCircleSelect.mock.calls).toEqual([['a'], [null]]);
  });

  it('are fitted together with the truck; nothing happens without any', () => {
    control.fit();
    expect(map.calls).toEqual([]);
    control.setCircles([circle('a')], null, 'mi');
    control.setTruck({ latitude: 40, longitude: -90, bearing_degrees: null, marker: 'stale' });
    control.fit();
    expect(map.calls).toHaveLength(1);
    expect(map.calls[0]).toMatch(/^fitBounds -100\.59 39\.55 -90\.00 40\.45$/);
  });

  it('are moved into view only when hidden or too small', () => {
    control.setCircles(
      [circle('a'), circle('far', { longitude: 20 }), circle('small', { radius_meters: 50 })],
      null,
      'mi',
    );
    control.show('a');
    control.show('nobody');
    expect(map.calls).toEqual([]);
    control.show('far');
    control.show('small');
    expect(map.calls).toHaveLength(2);
  });
});

describe('drawing a circle', () => {
  it('works by press and drag, and reports progress and result', async () => {
    control.setCircles([circle('a')], 'a', 'mi');
    control.setDrawing('mi');
    await ready();
    expect(map.canvas.style.cursor).toBe('crosshair');
    expect(control.cursor(MIDDLE)).toBe('crosshair');
    // While drawing, the selected circle is static like the others.
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

  it('is cancelled by Esc', async () => {
    control.setDrawing('mi');
    await ready();
    press('Escape');
    expect(events.onDrawCancel).toHaveBeenCalledOnce();
    expect(events.onCircleDrawn).not.toHaveBeenCalled();
  });

  it('ignores input after the control is closed', async () => {
    control.setDrawing('mi');
    control.close();
    await ready();
    press('Escape');
    expect(events.onDrawCancel).not.toHaveBeenCalled();
  });
});

describe('the selected circle', () => {
  const changes = () => events.onCircleChange.mock.calls.map(([id, , phase, by]) => [id, phase, by]);
  beforeEach(async () => {
    control.setCircles([circle('a'), EAST], 'a', 'mi');
    await ready();
  });

  it('sets the cursor to what a press would do', () => {
    const edge = map.project([-100 + 0.5864, 40]);
    expect(control.cursor(MIDDLE)).toBe('move');
    expect(control.cursor(edge)).toBe('grab');
    expect(control.cursor({ x: 20, y: 20 })).toBeNull();
  });

  it('moves by its center, and keeps the new shape until the page passes circles again', () => {
    point('pointerdown', 400, 300);
    point('pointermove', 450, 300);
    point('pointerup', 450, 300);
    expect(changes()[0]).toEqual(['a', 'drag', 'pointer']);
    expect(changes().at(-1)).toEqual(['a', 'done', 'pointer']);
    const shape = events.onCircleChange.mock.calls.at(-1)?.[1];
    expect(shape?.radius_meters).toBe(50_000);
    expect(shape?.longitude).toBeCloseTo(map.unproject([450, 300]).lng, 3);
    expect(control.selected).toEqual(shape);
    control.setCircles([circle('a'), EAST], 'a', 'mi');
    expect(control.selected).toMatchObject({ longitude: -100 });
  });

  it('can be moved and resized by keys', () => {
    press('ArrowRight');
    press('+');
    expect(events.onCircleChange.mock.calls[0]?.[1].longitude).toBeGreaterThan(-100);
    expect(events.onCircleChange.mock.calls.at(-1)?.[1].radius_meters).toBeGreaterThan(50_000);
    expect(changes().every(([id, , by]) => id === 'a' && by === 'keys')).toBe(true);
  });

  it('is deselected by Esc', () => {
    press('Escape');
    expect(events.onCircleSelect).toHaveBeenCalledWith(null);
  });
});
