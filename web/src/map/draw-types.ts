/** What goes into the drawing machine (draw-machine.ts) and what comes out of it. */
import type { LatLon } from '@waypost/geo/geodesy';
import type { LengthUnit } from '../geo/length.ts';
import type { CircleShape, MapDrawing, ScreenPoint } from './types.ts';

/** How the map lies on the screen. */
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
  | { readonly type: 'on'; readonly drawing: MapDrawing }
  | { readonly type: 'off' }
  | { readonly type: 'down'; readonly point: ScreenPoint; readonly grab: Grab | null }
  | { readonly type: 'move'; readonly point: ScreenPoint }
  | { readonly type: 'up'; readonly point: ScreenPoint }
  /** The pointer left the map. */
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
      readonly drawing: MapDrawing;
      /** What a click or Enter would make; a radius of 0 is a centre only. */
      readonly ghost: { readonly shape: CircleShape; readonly by: By } | null;
    }
  | {
      readonly phase: 'sizing';
      readonly drawing: MapDrawing;
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
  /** Bring this place into view. */
  | { readonly type: 'reveal'; readonly at: LatLon };

export interface DrawStep {
  readonly state: DrawState;
  readonly effects: readonly DrawEffect[];
  /** False: not ours, the map may do with it what it does. */
  readonly handled: boolean;
}

export interface DrawAround {
  readonly view: DrawView;
  readonly selected: SelectedCircle | null;
  /** Whose round figures the keys go through. */
  readonly unit: LengthUnit;
}
