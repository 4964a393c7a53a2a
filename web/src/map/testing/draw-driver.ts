/** For drawing tests: a Web Mercator view around a position, and a driver that sends inputs to the reducer. */
import type { LatLon } from '@waypost/geo/geodesy';
import {
  type DrawEffect,
  type DrawInput,
  type DrawState,
  type DrawView,
  drawReducer,
  type Grab,
  IDLE,
  type SelectedCircle,
} from '../draw-reducer.ts';
import type { ScreenPoint } from '../types.ts';

const RAD = Math.PI / 180;
const mercator = (latitude: number) => Math.asinh(Math.tan(latitude * RAD)) / RAD;
const latitudeOf = (y: number) => Math.atan(Math.sinh(y * RAD)) / RAD;

/** 800 x 600 pixels around a position. */
export function fakeView(center: LatLon, zoom: number): DrawView {
  const perDegree = (512 * 2 ** zoom) / 360;
  return {
    project: ({ latitude, longitude }) => {
      const near = longitude + 360 * Math.round((center.longitude - longitude) / 360);
      return {
        x: 400 + (near - center.longitude) * perDegree,
        y: 300 - (mercator(latitude) - mercator(center.latitude)) * perDegree,
      };
    },
    unproject: ({ x, y }) => ({
      latitude: latitudeOf(mercator(center.latitude) - (y - 300) / perDegree),
      longitude: center.longitude + (x - 400) / perDegree,
    }),
    middle: () => ({ x: 400, y: 300 }),
  };
}

export class DrawDriver {
  state: DrawState = IDLE;
  selected: SelectedCircle | null = null;
  readonly view: DrawView;
  readonly effects: DrawEffect[] = [];
  /** Whether the reducer handled the last input. */
  handled = false;

  constructor(view: DrawView) {
    this.view = view;
  }

  send(input: DrawInput): this {
    const step = drawReducer(this.state, input, { view: this.view, selected: this.selected, unit: 'mi' });
    this.state = step.state;
    this.handled = step.handled;
    this.effects.push(...step.effects);
    return this;
  }

  on(): this {
    return this.send({ type: 'on' });
  }
  down(x: number, y: number, grab: Grab | null = null): this {
    return this.send({ type: 'down', point: { x, y }, grab });
  }
  move(...points: readonly (readonly [number, number])[]): this {
    for (const [x, y] of points) this.send({ type: 'move', point: { x, y } });
    return this;
  }
  up(x: number, y: number): this {
    return this.send({ type: 'up', point: { x, y } });
  }
  click(x: number, y: number): this {
    return this.down(x, y).up(x, y);
  }
  nudge(dx: number, dy: number): this {
    return this.send({ type: 'nudge', dx, dy });
  }
  resize(direction: 1 | -1, fine = false): this {
    return this.send({ type: 'resize', direction, fine });
  }
  enter(): this {
    return this.send({ type: 'accept' });
  }
  escape(): this {
    return this.send({ type: 'escape' });
  }

  /** All effects of a type so far. */
  of<K extends DrawEffect['type']>(type: K): Extract<DrawEffect, { type: K }>[] {
    return this.effects.filter((effect): effect is Extract<DrawEffect, { type: K }> => effect.type === type);
  }
  place(x: number, y: number): LatLon {
    return this.view.unproject({ x, y });
  }
  point(place: LatLon): ScreenPoint {
    return this.view.project(place);
  }
}
