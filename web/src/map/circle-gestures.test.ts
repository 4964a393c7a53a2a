// @vitest-environment happy-dom
import type { Map as LibraryMap } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CircleGestures, inputOf } from './circle-gestures.ts';
import type { DrawInput } from './draw-reducer.ts';

const key = (name: string, more: object = {}) =>
  inputOf({ key: name, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false, ...more });

describe('inputOf', () => {
  it('arrows move by 10 pixels, with Shift by 50, with Alt by 1', () => {
    expect(key('ArrowLeft')).toEqual({ type: 'nudge', dx: -10, dy: 0 });
    expect(key('ArrowDown', { shiftKey: true })).toEqual({ type: 'nudge', dx: 0, dy: 50 });
    expect(key('ArrowUp', { altKey: true })).toEqual({ type: 'nudge', dx: 0, dy: -1 });
  });
  it('plus and minus resize, also on keyboards where plus needs Shift', () => {
    expect(key('+', { shiftKey: true })).toEqual({ type: 'resize', direction: 1, fine: false });
    expect(key('=')).toEqual({ type: 'resize', direction: 1, fine: false });
    expect(key('-', { altKey: true })).toEqual({ type: 'resize', direction: -1, fine: true });
  });
  it('ignores keys of the browser', () => {
    expect([key('+', { ctrlKey: true }), key('a'), key('Tab')]).toEqual([null, null, null]);
  });
});

describe('CircleGestures', () => {
  const sent: DrawInput[] = [];
  let handled = true;
  let element: HTMLElement;
  let canvas: HTMLElement;
  let gestures: CircleGestures;
  beforeEach(() => {
    sent.length = 0;
    handled = true;
    element = document.body.appendChild(document.createElement('div'));
    canvas = element.appendChild(document.createElement('canvas'));
    element.setPointerCapture = () => undefined;
    vi.stubGlobal('requestAnimationFrame', () => 1);
    gestures = new CircleGestures(
      {
        getCanvasContainer: () => element,
        getCanvas: () => canvas,
        on: () => undefined,
      } as unknown as LibraryMap,
      {
        send: (input) => {
          sent.push(input);
          return handled;
        },
        grab: () => null,
        active: () => true,
        point: () => undefined,
      },
    );
  });
  afterEach(() => {
    gestures.close();
    element.remove();
    vi.unstubAllGlobals();
  });
  const pointer = (type: string, more: object) =>
    canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...more }));

  it('sends only the last move before the release', () => {
    pointer('pointerdown', { clientX: 10, clientY: 20 });
    pointer('pointermove', { clientX: 12, clientY: 22 });
    pointer('pointermove', { clientX: 30, clientY: 40 });
    pointer('pointerup', { clientX: 30, clientY: 40 });
    expect(sent.map(({ type }) => type)).toEqual(['down', 'move', 'up']);
    expect(sent[1]).toEqual({ type: 'move', point: { x: 30, y: 40 } });
  });
  it('reports whether the last press was captured', () => {
    pointer('pointerdown', {});
    expect(gestures.captured).toBe(true);
    pointer('pointerup', {});
    handled = false;
    pointer('pointerdown', {});
    expect(gestures.captured).toBe(false);
  });
  it('aborts the gesture on a second touch', () => {
    pointer('pointerdown', {});
    pointer('pointerdown', { pointerId: 2 });
    pointer('pointerup', {});
    expect(sent.map(({ type }) => type)).toEqual(['down', 'lost']);
  });
  it('prevents the default of handled keys only', () => {
    const press = () => {
      const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true });
      canvas.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(press()).toBe(true);
    handled = false;
    expect(press()).toBe(false);
  });
  it('handles Esc outside of the map, except in text fields', () => {
    const field = document.body.appendChild(document.createElement('input'));
    const press = (target: HTMLElement) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    press(document.body);
    press(field);
    field.remove();
    expect(sent).toEqual([{ type: 'escape' }]);
  });
});
