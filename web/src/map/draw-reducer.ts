/**
 * Drawing, moving and sizing a circle, as a reducer without a map: inputs of the pointer and the keyboard go in, the next
 * state and the effects come out.
 *
 *   idle ── on ──► placing ── down ──► sizing ── up or second click or Enter ──► drawn, placing again
 *    │                ▲                  │ Esc
 *    │                └──────────────────┘
 *    └─ down on a handle, or a key on the selected circle ──► editing ── up or key up ──► idle
 *
 * The radius is the geodesic from the center to the pointer; nothing snaps.
 */
import { geodesicDistance, normalizeLongitude } from '@waypost/geo/ellipsoid';
import type { LatLon } from '@waypost/geo/geodesy';
import type { LengthUnit } from '../geo/length.ts';
import { niceRadius, stepRadius } from '../geo/length.ts';
import type { CircleShape, ScreenPoint } from './types.ts';

export const IDLE: DrawState = { phase: 'idle' };
export const PLACING: DrawState = { phase: 'placing', ghost: null };
/** A hand trembles less than this between pressing and letting go. */
const DRAG_PIXELS = 4;
/** Size of a circle that the keyboard begins with, on the screen. */
const KEY_PIXELS = 60;

const to = (state: DrawState, ...effects: readonly DrawEffect[]): DrawStep => ({
  state,
  effects,
  handled: true,
});
const progress = (shape: CircleShape | null, by: By): DrawEffect => ({ type: 'progress', shape, by });
const pass = (state: DrawState): DrawStep => ({ state, effects: [], handled: false });

export function drawReducer(state: DrawState, input: DrawInput, around: DrawAround): DrawStep {
  if (input.type === 'on')
    return state.phase === 'placing' || state.phase === 'sizing' ? to(state) : to(PLACING, ...ended(state));
  if (input.type === 'off') {
    if (state.phase === 'idle' || state.phase === 'editing') return pass(state);
    return to(IDLE, progress(null, 'pointer'));
  }
  switch (state.phase) {
    case 'idle':
      return whileIdle(state, input, around);
    case 'placing':
      return whilePlacing(state, input, around);
    case 'sizing':
      return whileSizing(state, input, around);
    case 'editing':
      return whileEditing(state, input, around);
  }
}

type Placing = Extract<DrawState, { phase: 'placing' }>;
type Sizing = Extract<DrawState, { phase: 'sizing' }>;
type Editing = Extract<DrawState, { phase: 'editing' }>;

function whileIdle(state: DrawState, input: DrawInput, around: DrawAround): DrawStep {
  const { view, selected } = around;
  if (input.type === 'down' && input.grab) {
    const { id, shape, part } = input.grab;
    return to({ phase: 'editing', id, part, from: shape, shape, pressed_at: input.point, dragged: false });
  }
  if (!selected) return pass(state);
  if (input.type === 'escape') return to(state, { type: 'select', id: null });
  if (!selected.editable || (input.type !== 'nudge' && input.type !== 'resize')) return pass(state);
  const { id, shape } = selected;
  const pressed_at = view.project(shape);
  return whileEditing(
    { phase: 'editing', id, part: 'keys', from: shape, shape, pressed_at, dragged: false },
    input,
    around,
  );
}

function whilePlacing(state: Placing, input: DrawInput, around: DrawAround): DrawStep {
  const { ghost } = state;
  const centerAt = (point: ScreenPoint): CircleShape => ({
    ...place(around.view.unproject(point)),
    radius_meters: 0,
  });
  switch (input.type) {
    case 'down': {
      const shape = centerAt(input.point);
      return to(
        { phase: 'sizing', shape, pressed_at: input.point, clicked: false, dragged: false },
        progress(shape, 'pointer'),
      );
    }
    case 'move':
      return to({ ...state, ghost: { shape: centerAt(input.point), by: 'pointer' } });
    case 'leave':
      return ghost?.by === 'pointer' ? to({ ...state, ghost: null }) : pass(state);
    case 'nudge':
    case 'resize': {
      const shape = keyed(ghost?.shape ?? null, input, around);
      return to({ ...state, ghost: { shape, by: 'keys' } }, progress(shape, 'keys'), {
        type: 'reveal',
        at: shape,
      });
    }
    case 'accept': {
      if (ghost?.by === 'keys')
        return to({ ...state, ghost: null }, progress(null, 'keys'), { type: 'drawn', shape: ghost.shape });
      const shape = keyed(ghost?.shape ?? null, null, around);
      return to({ ...state, ghost: { shape, by: 'keys' } }, progress(shape, 'keys'));
    }
    case 'escape':
      return ghost?.by === 'keys'
        ? to({ ...state, ghost: null }, progress(null, 'keys'))
        : to(state, { type: 'cancel' });
    default:
      return pass(state);
  }
}

function whileSizing(state: Sizing, input: DrawInput, around: DrawAround): DrawStep {
  const { shape, pressed_at, clicked } = state;
  const { view } = around;
  const sized = (point: ScreenPoint) => ({ ...shape, radius_meters: reach(shape, view.unproject(point)) });
  const finish = (done: CircleShape, by: By) =>
    to(PLACING, progress(null, by), { type: 'drawn', shape: done });
  switch (input.type) {
    case 'down':
      return to({ ...state, shape: sized(input.point), pressed_at: input.point, dragged: false });
    case 'move': {
      const dragged = state.dragged || (pressed_at !== null && apart(pressed_at, input.point) > DRAG_PIXELS);
      if (!dragged && !clicked) return to(state);
      const next = sized(input.point);
      return to({ ...state, shape: next, dragged }, progress(next, 'pointer'));
    }
    case 'up': {
      if (pressed_at === null) return pass(state);
      // The second click of a double click is no size.
      if (apart(view.project(shape), input.point) <= DRAG_PIXELS)
        return to({ ...state, pressed_at: null, clicked: true, dragged: false });
      return finish(sized(input.point), 'pointer');
    }
    case 'nudge':
    case 'resize': {
      const next = keyed(shape, input, around);
      return to({ ...state, shape: next, pressed_at: null, clicked: true }, progress(next, 'keys'), {
        type: 'reveal',
        at: next,
      });
    }
    case 'accept':
      return shape.radius_meters > 0 ? finish(shape, 'keys') : to(state);
    case 'lost':
    case 'escape':
      return to(PLACING, progress(null, input.type === 'lost' ? 'pointer' : 'keys'));
    default:
      return pass(state);
  }
}

function whileEditing(state: Editing, input: DrawInput, around: DrawAround): DrawStep {
  const { id, part, from, shape, pressed_at } = state;
  const { view } = around;
  const by: By = part === 'keys' ? 'keys' : 'pointer';
  const change = (next: CircleShape, phase: 'drag' | 'done'): DrawEffect => ({
    type: 'change',
    id,
    shape: next,
    phase,
    by,
  });
  switch (input.type) {
    case 'move': {
      if (part === 'keys') return pass(state);
      if (!state.dragged && apart(pressed_at, input.point) <= DRAG_PIXELS) return to(state);
      const next =
        part === 'edge'
          ? { ...shape, radius_meters: reach(shape, view.unproject(input.point)) }
          : { ...shape, ...shifted(from, pressed_at, input.point, view) };
      return to({ ...state, shape: next, dragged: true }, change(next, 'drag'));
    }
    case 'nudge':
    case 'resize': {
      if (part !== 'keys') return to(state);
      const next = keyed(shape, input, around);
      return to({ ...state, shape: next, dragged: true }, change(next, 'drag'), {
        type: 'reveal',
        at: next,
      });
    }
    case 'up':
    case 'release':
      if ((input.type === 'up') === (part === 'keys')) return pass(state);
      return to(IDLE, ...ended(state));
    case 'down':
      return to(IDLE, ...ended(state));
    case 'lost':
    case 'escape':
      return to(IDLE, ...(state.dragged ? [change(from, 'done')] : []));
    default:
      return pass(state);
  }
}

/** Whatever was being changed stays as it is now. */
function ended(state: DrawState): DrawEffect[] {
  if (state.phase !== 'editing' || !state.dragged) return [];
  const by = state.part === 'keys' ? 'keys' : 'pointer';
  return [{ type: 'change', id: state.id, shape: state.shape, phase: 'done', by }];
}

/** A circle after a key; without one yet, the one to begin with, in the middle of the map. */
function keyed(
  shape: CircleShape | null,
  key: Extract<DrawInput, { type: 'nudge' | 'resize' }> | null,
  { view, unit }: DrawAround,
): CircleShape {
  const begin = shape ?? { ...place(view.unproject(view.middle())), radius_meters: 0 };
  const { x, y } = view.project(begin);
  const radius_meters =
    begin.radius_meters || niceRadius(reach(begin, view.unproject({ x: x + KEY_PIXELS, y })), unit);
  if (key?.type === 'resize')
    return { ...begin, radius_meters: stepRadius(radius_meters, unit, key.direction, key.fine) };
  const { dx, dy } = key ?? { dx: 0, dy: 0 };
  const moved = dx === 0 && dy === 0 ? {} : place(view.unproject({ x: x + dx, y: y + dy }));
  return { ...begin, radius_meters, ...moved };
}

/** The center keeps its distance from the pointer, wherever within the handle it was taken hold of. */
function shifted(from: CircleShape, pressed_at: ScreenPoint, point: ScreenPoint, view: DrawView): LatLon {
  const { x, y } = view.project(from);
  return place(view.unproject({ x: x + point.x - pressed_at.x, y: y + point.y - pressed_at.y }));
}

/** Metres along the ellipsoid, to the centimetre. */
function reach(center: LatLon, edge: LatLon): number {
  return Number((geodesicDistance(center, edge) ?? 0).toFixed(2));
}

/** Six decimals of a degree are a tenth of a meters. */
function place({ latitude, longitude }: LatLon): { latitude: number; longitude: number } {
  return {
    latitude: Number(latitude.toFixed(6)),
    longitude: Number(normalizeLongitude(longitude).toFixed(6)),
  };
}

function apart(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export interface DrawView {
  project(place: LatLon): ScreenPoint;
  unproject(point: ScreenPoint): LatLon;
  /** Middle of the uncovered part. */
  middle(): ScreenPoint;
}

/** What the pointer took hold of. */
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
  /** The gesture was taken away: a second finger, a lost pointer. */
  | { readonly type: 'lost' }
  | { readonly type: 'nudge'; readonly dx: number; readonly dy: number }
  | { readonly type: 'resize'; readonly direction: 1 | -1; readonly fine: boolean }
  | { readonly type: 'accept' }
  | { readonly type: 'escape' }
  /** The last key of a run was let go. */
  | { readonly type: 'release' };

export type By = 'pointer' | 'keys';

export type DrawState =
  | { readonly phase: 'idle' }
  | {
      readonly phase: 'placing';
      /** What a click or Enter would make; a radius of 0 is a center only. */
      readonly ghost: { readonly shape: CircleShape; readonly by: By } | null;
    }
  | {
      readonly phase: 'sizing';
      readonly shape: CircleShape;
      /** Where the pointer went down; null between the two clicks. */
      readonly pressed_at: ScreenPoint | null;
      /** The first press has ended without a drag: the next one gives the size. */
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
  /** False: not ours, the map may do with it what it does. */
  readonly handled: boolean;
}

interface DrawAround {
  readonly view: DrawView;
  readonly selected: SelectedCircle | null;
  readonly unit: LengthUnit;
}
