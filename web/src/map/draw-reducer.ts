/**
 * Reducer for drawing, moving and resizing a circle, independent of the map: takes pointer and keyboard input, returns
 * the next state and effects.
 *
 *   idle ── on ──► placing ── down ──► sizing ── up or second click or Enter ──► drawn, placing again
 *    │                ▲                  │ Esc
 *    │                └──────────────────┘
 *    └─ down on a handle, or a key on the selected circle ──► editing ── up or key up ──► idle
 *
 * The radius is the geodesic from the center to the pointer, without snapping.
 */
import { geodesicDistance, normalizeLongitude } from '@waypost/geo/ellipsoid';
import type { LatLon } from '@waypost/geo/geodesy';
import type { LengthUnit } from '../geo/length.ts';
import { niceRadius, stepRadius } from '../geo/length.ts';
import type { CircleShape, ScreenPoint } from './types.ts';

export const IDLE: DrawState = { phase: 'idle' };
export const PLACING: DrawState = { phase: 'placing', ghost: null };
/** Smaller movements between press and release count as a click. */
const DRAG_PIXELS = 4;
/** Radius in pixels of a circle started by keyboard. */
const KEY_PIXELS = 60;

const next = (state: DrawState, ...effects: readonly DrawEffect[]): DrawStep => ({
  state,
  effects,
  handled: true,
});
const progress = (shape: CircleShape | null, by: By): DrawEffect => ({ type: 'progress', shape, by });
const unhandled = (state: DrawState): DrawStep => ({ state, effects: [], handled: false });

export function drawReducer(state: DrawState, input: DrawInput, context: DrawContext): DrawStep {
  if (input.type === 'on')
    return state.phase === 'placing' || state.phase === 'sizing'
      ? next(state)
      : next(PLACING, ...endEdit(state));
  if (input.type === 'off') {
    if (state.phase === 'idle' || state.phase === 'editing') return unhandled(state);
    return next(IDLE, progress(null, 'pointer'));
  }
  switch (state.phase) {
    case 'idle':
      return whileIdle(state, input, context);
    case 'placing':
      return whilePlacing(state, input, context);
    case 'sizing':
      return whileSizing(state, input, context);
    case 'editing':
      return whileEditing(state, input, context);
  }
}

type Placing = Extract<DrawState, { phase: 'placing' }>;
type Sizing = Extract<DrawState, { phase: 'sizing' }>;
type Editing = Extract<DrawState, { phase: 'editing' }>;

function whileIdle(state: DrawState, input: DrawInput, context: DrawContext): DrawStep {
  const { view, selected } = context;
  if (input.type === 'down' && input.grab) {
    const { id, shape, part } = input.grab;
    return next({ phase: 'editing', id, part, from: shape, shape, pressed_at: input.point, dragged: false });
  }
  if (!selected) return unhandled(state);
  if (input.type === 'escape') return next(state, { type: 'select', id: null });
  if (!selected.editable || (input.type !== 'nudge' && input.type !== 'resize')) return unhandled(state);
  const { id, shape } = selected;
  const pressed_at = view.project(shape);
  return whileEditing(
    { phase: 'editing', id, part: 'keys', from: shape, shape, pressed_at, dragged: false },
    input,
    context,
  );
}

function whilePlacing(state: Placing, input: DrawInput, context: DrawContext): DrawStep {
  const { ghost } = state;
  const centerAt = (point: ScreenPoint): CircleShape => ({
    ...rounded(context.view.unproject(point)),
    radius_meters: 0,
  });
  switch (input.type) {
    case 'down': {
      const shape = centerAt(input.point);
      return next(
        { phase: 'sizing', shape, pressed_at: input.point, clicked: false, dragged: false },
        progress(shape, 'pointer'),
      );
    }
    case 'move':
      return next({ ...state, ghost: { shape: centerAt(input.point), by: 'pointer' } });
    case 'leave':
      return ghost?.by === 'pointer' ? next({ ...state, ghost: null }) : unhandled(state);
    case 'nudge':
    case 'resize': {
      const shape = applyKey(ghost?.shape ?? null, input, context);
      return next({ ...state, ghost: { shape, by: 'keys' } }, progress(shape, 'keys'), {
        type: 'reveal',
        at: shape,
      });
    }
    case 'accept': {
      if (ghost?.by === 'keys')
        return next({ ...state, ghost: null }, progress(null, 'keys'), { type: 'drawn', shape: ghost.shape });
      const shape = applyKey(ghost?.shape ?? null, null, context);
      return next({ ...state, ghost: { shape, by: 'keys' } }, progress(shape, 'keys'));
    }
    case 'escape':
      return ghost?.by === 'keys'
        ? next({ ...state, ghost: null }, progress(null, 'keys'))
        : next(state, { type: 'cancel' });
    default:
      return unhandled(state);
  }
}

function whileSizing(state: Sizing, input: DrawInput, context: DrawContext): DrawStep {
  const { shape, pressed_at, clicked } = state;
  const { view } = context;
  const sized = (point: ScreenPoint) => ({ ...shape, radius_meters: radiusTo(shape, view.unproject(point)) });
  const finish = (done: CircleShape, by: By) =>
    next(PLACING, progress(null, by), { type: 'drawn', shape: done });
  switch (input.type) {
    case 'down':
      return next({ ...state, shape: sized(input.point), pressed_at: input.point, dragged: false });
    case 'move': {
      const dragged =
        state.dragged || (pressed_at !== null && pixelsBetween(pressed_at, input.point) > DRAG_PIXELS);
      if (!dragged && !clicked) return next(state);
      const resized = sized(input.point);
      return next({ ...state, shape: resized, dragged }, progress(resized, 'pointer'));
    }
    case 'up': {
      if (pressed_at === null) return unhandled(state);
      // The second click of a double click has no size.
      if (pixelsBetween(view.project(shape), input.point) <= DRAG_PIXELS)
        return next({ ...state, pressed_at: null, clicked: true, dragged: false });
      return finish(sized(input.point), 'pointer');
    }
    case 'nudge':
    case 'resize': {
      const changed = applyKey(shape, input, context);
      return next({ ...state, shape: changed, pressed_at: null, clicked: true }, progress(changed, 'keys'), {
        type: 'reveal',
        at: changed,
      });
    }
    case 'accept':
      return shape.radius_meters > 0 ? finish(shape, 'keys') : next(state);
    case 'lost':
    case 'escape':
      return next(PLACING, progress(null, input.type === 'lost' ? 'pointer' : 'keys'));
    default:
      return unhandled(state);
  }
}

function whileEditing(state: Editing, input: DrawInput, context: DrawContext): DrawStep {
  const { id, part, from, shape, pressed_at } = state;
  const { view } = context;
  const by: By = part === 'keys' ? 'keys' : 'pointer';
  const change = (new_shape: CircleShape, phase: 'drag' | 'done'): DrawEffect => ({
    type: 'change',
    id,
    shape: new_shape,
    phase,
    by,
  });
  switch (input.type) {
    case 'move': {
      if (part === 'keys') return unhandled(state);
      if (!state.dragged && pixelsBetween(pressed_at, input.point) <= DRAG_PIXELS) return next(state);
      const changed =
        part === 'edge'
          ? { ...shape, radius_meters: radiusTo(shape, view.unproject(input.point)) }
          : { ...shape, ...shifted(from, pressed_at, input.point, view) };
      return next({ ...state, shape: changed, dragged: true }, change(changed, 'drag'));
    }
    case 'nudge':
    case 'resize': {
      if (part !== 'keys') return next(state);
      const changed = applyKey(shape, input, context);
      return next({ ...state, shape: changed, dragged: true }, change(changed, 'drag'), {
        type: 'reveal',
        at: changed,
      });
    }
    case 'up':
    case 'release':
      if ((input.type === 'up') === (part === 'keys')) return unhandled(state);
      return next(IDLE, ...endEdit(state));
    case 'down':
      return next(IDLE, ...endEdit(state));
    case 'lost':
    case 'escape':
      return next(IDLE, ...(state.dragged ? [change(from, 'done')] : []));
    default:
      return unhandled(state);
  }
}

function endEdit(state: DrawState): DrawEffect[] {
  if (state.phase !== 'editing' || !state.dragged) return [];
  const by = state.part === 'keys' ? 'keys' : 'pointer';
  return [{ type: 'change', id: state.id, shape: state.shape, phase: 'done', by }];
}

/** The circle after a key press; without a circle, a new one at the center of the map. */
function applyKey(
  shape: CircleShape | null,
  key: Extract<DrawInput, { type: 'nudge' | 'resize' }> | null,
  { view, unit }: DrawContext,
): CircleShape {
  const start = shape ?? { ...rounded(view.unproject(view.middle())), radius_meters: 0 };
  const { x, y } = view.project(start);
  const radius_meters =
    start.radius_meters || niceRadius(radiusTo(start, view.unproject({ x: x + KEY_PIXELS, y })), unit);
  if (key?.type === 'resize')
    return { ...start, radius_meters: stepRadius(radius_meters, unit, key.direction, key.fine) };
  const { dx, dy } = key ?? { dx: 0, dy: 0 };
  const moved = dx === 0 && dy === 0 ? {} : rounded(view.unproject({ x: x + dx, y: y + dy }));
  return { ...start, radius_meters, ...moved };
}

/** Keeps the offset between center and pointer from the start of the drag. */
function shifted(from: CircleShape, pressed_at: ScreenPoint, point: ScreenPoint, view: DrawView): LatLon {
  const { x, y } = view.project(from);
  return rounded(view.unproject({ x: x + point.x - pressed_at.x, y: y + point.y - pressed_at.y }));
}

/** Geodesic distance in meters, rounded to 1 cm. */
function radiusTo(center: LatLon, edge: LatLon): number {
  return Number((geodesicDistance(center, edge) ?? 0).toFixed(2));
}

/** Six decimals of a degree are about 0.1 m. */
function rounded({ latitude, longitude }: LatLon): { latitude: number; longitude: number } {
  return {
    latitude: Number(latitude.toFixed(6)),
    longitude: Number(normalizeLongitude(longitude).toFixed(6)),
  };
}

function pixelsBetween(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export interface DrawView {
  project(place: LatLon): ScreenPoint;
  unproject(point: ScreenPoint): LatLon;
  middle(): ScreenPoint;
}

export interface Grab {
  readonly id: string;
  readonly shape: CircleShape;
  readonly part: 'center' | 'edge';
}

export interface SelectedCircle {
  readonly id: string;
  readonly shape: CircleShape;
  readonly editable: boolean;
}

export type DrawInput =
  | { readonly type: 'on' }
  | { readonly type: 'off' }
  | { readonly type: 'down'; readonly point: ScreenPoint; readonly grab: Grab | null }
  | { readonly type: 'move'; readonly point: ScreenPoint }
  | { readonly type: 'up'; readonly point: ScreenPoint }
  | { readonly type: 'leave' }
  /** The gesture was interrupted: a second touch, a lost pointer. */
  | { readonly type: 'lost' }
  | { readonly type: 'nudge'; readonly dx: number; readonly dy: number }
  | { readonly type: 'resize'; readonly direction: 1 | -1; readonly fine: boolean }
  | { readonly type: 'accept' }
  | { readonly type: 'escape' }
  /** A key was released after one or more steps. */
  | { readonly type: 'release' };

export type By = 'pointer' | 'keys';

export type DrawState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'placing';
      /** Preview of what a click or Enter would create; a radius of 0 is only a center. */
      readonly ghost: { readonly shape: CircleShape; readonly by: By } | null;
    }
  | {
      readonly phase: 'sizing';
      readonly shape: CircleShape;
      /** Where the pointer was pressed; null between the two clicks. */
      readonly pressed_at: ScreenPoint | null;
      /** The first press was a click without a drag: the next click sets the size. */
      readonly clicked: boolean;
      readonly dragged: boolean;
    }
  | {
      readonly phase: 'editing';
      readonly id: string;
      readonly part: 'center' | 'edge' | 'keys';
      readonly from: CircleShape;
      readonly shape: CircleShape;
      readonly pressed_at: ScreenPoint;
      readonly dragged: boolean;
    };

export type DrawEffect =
  | { readonly type: 'progress'; readonly shape: CircleShape | null; readonly by: By }
  | { readonly type: 'drawn'; readonly shape: CircleShape }
  | {
      readonly type: 'change';
      readonly id: string;
      readonly shape: CircleShape;
      readonly phase: 'drag' | 'done';
      readonly by: By;
    }
  | { readonly type: 'select'; readonly id: string | null }
  | { readonly type: 'cancel' }
  | { readonly type: 'reveal'; readonly at: LatLon };

interface DrawStep {
  readonly state: DrawState;
  readonly effects: readonly DrawEffect[];
  /** False: the map should handle the input. */
  readonly handled: boolean;
}

interface DrawContext {
  readonly view: DrawView;
  readonly selected: SelectedCircle | null;
  readonly unit: LengthUnit;
}
