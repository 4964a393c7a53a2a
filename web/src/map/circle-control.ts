/** Circles on the map, without React: runs the drawing reducer, writes features, and reports changes to the page. */
import { boundsOf } from '@waypost/geo/bounds';
import { geodesicDestination, geodesicDistance } from '@waypost/geo/ellipsoid';
import type { LatLon } from '@waypost/geo/geodesy';
import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import type { LengthUnit } from '../geo/length.ts';
import { type MapCamera, NAMED_SHARE } from './camera.ts';
import {
  circleAt,
  circleFeatures,
  HANDLE_REACH,
  HANDLES,
  handleAt,
  type LiveCircle,
  liveFeatures,
} from './circle-features.ts';
import type { CircleGestures } from './circle-gestures.ts';
import { CIRCLE_OVERLAY, CIRCLES, LIVE, TRUCK } from './circle-layers.ts';
import {
  type DrawEffect,
  type DrawInput,
  type DrawState,
  type DrawView,
  drawReducer,
  type Grab,
  IDLE,
  PLACING,
  type SelectedCircle,
} from './draw-reducer.ts';
import { collection, pointFeature, project } from './geojson.ts';
import { type LabelPlacer, MOST_PLACED } from './label-placer.ts';
import type { LazyOverlay } from './lazy-overlay.ts';
import { markerIcon } from './markers.ts';
import type { CircleEvents, CircleShape, MapCircle, MapTruck, ScreenPoint } from './types.ts';

/** Zoom that shows a circle of ten meters. */
const MAX_ZOOM = 16;
/** A circle moved into view is shown with surroundings of this many times its radius. */
const SURROUNDINGS = 1.8;
/** Minimum radius in pixels for the length label to fit on the radius line. */
const MIN_LABEL_RADIUS = 96;
/** A selected circle with a smaller radius in pixels is zoomed to. */
const MIN_VISIBLE_RADIUS = 24;

interface CircleControlOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  readonly labels: LabelPlacer;
  readonly events: CircleEvents;
  /** Null until the style has loaded. */
  readonly source: (id: string, of: LazyOverlay) => GeoJSONSource | null;
}

export class CircleControl {
  readonly #options: CircleControlOptions;
  readonly #view: DrawView;
  /** Loaded when there is something to draw or move; the board only shows circles. */
  #gestures: CircleGestures | null = null;
  #gesturesRequested = false;
  #closed = false;
  #circles: readonly MapCircle[] = [];
  #staticCircles: readonly MapCircle[] = [];
  #selected: string | null = null;
  #unit: LengthUnit = 'mi';
  #drawing: LengthUnit | null = null;
  #truck: MapTruck | null = null;
  #state: DrawState = IDLE;
  /** The shape after a gesture, until the page passes circles again. */
  #edited: { readonly id: string; readonly shape: CircleShape } | null = null;
  #pointer: ScreenPoint | null = null;
  #fitted = false;

  constructor(options: CircleControlOptions) {
    this.#options = options;
    this.#view = viewOf(options.map);
    // Names move to where they have room.
    options.map.on('moveend', () => this.#draw(this.#circles.length <= MOST_PLACED));
  }

  async #loadGestures(): Promise<void> {
    if (this.#gesturesRequested) return;
    this.#gesturesRequested = true;
    const loaded = await import('./circle-gestures.ts').catch(() => null);
    // Retry on the next use.
    if (loaded === null) this.#gesturesRequested = false;
    if (loaded === null || this.#closed) return;
    const { CircleGestures } = loaded;
    this.#gestures = new CircleGestures(this.#options.map, {
      send: (input) => this.#send(input),
      grab: (point, reach) => this.#handleAt(point, reach),
      active: () => this.#state.phase !== 'idle',
      point: (point) => {
        this.#pointer = point;
      },
    });
  }

  setCircles(circles: readonly MapCircle[], selected_id: string | null, unit: LengthUnit): void {
    const rewrite = unit !== this.#unit;
    this.#circles = circles;
    this.#selected = selected_id;
    if (selected_id !== null) void this.#loadGestures();
    this.#unit = unit;
    this.#edited = null;
    this.#draw(rewrite);
  }

  setDrawing(drawing: LengthUnit | null): void {
    if (drawing !== null) void this.#loadGestures();
    this.#drawing = drawing;
    this.#options.map.getCanvas().style.cursor = drawing ? 'crosshair' : '';
    this.#send({ type: drawing ? 'on' : 'off' });
    this.#draw(false);
  }

  setTruck(truck: MapTruck | null): void {
    this.#truck = truck;
    this.#drawTruck();
  }

  open(): void {
    this.#staticCircles = [];
    this.#draw(true);
    this.#drawTruck();
  }

  close(): void {
    this.#closed = true;
    this.#gestures?.close();
  }

  fit(): void {
    const edges = edgesOf(this.#circles, 1);
    const bounds = boundsOf(this.#truck ? [...edges, this.#truck] : edges);
    if (!bounds) return;
    this.#options.camera.fit(bounds, this.#fitted, MAX_ZOOM, NAMED_SHARE);
    this.#fitted = true;
  }

  show(id: string): void {
    const circle = this.#circles.find((candidate) => candidate.id === id);
    if (!circle) return;
    const { camera } = this.#options;
    const around = boundsOf(edgesOf([circle], SURROUNDINGS));
    const visible =
      this.#pixels(circle) >= MIN_VISIBLE_RADIUS && edgesOf([circle], 1).every((edge) => camera.shows(edge));
    if (around && !visible) camera.fit(around, this.#fitted, MAX_ZOOM, NAMED_SHARE);
    this.#fitted = true;
  }

  get selected(): CircleShape | null {
    return this.#selectedCircle()?.shape ?? null;
  }

  /** True when the last press was a drawing gesture, so that its click is ignored. */
  get busy(): boolean {
    return this.#gestures?.captured || this.#state.phase !== 'idle';
  }

  /** The cursor at a point; null when no circle determines it. */
  cursor(point: ScreenPoint): string | null {
    if (this.#drawing) return 'crosshair';
    const grab = this.#handleAt(point, 'mouse');
    return grab === null ? null : grab.part === 'center' ? 'move' : 'grab';
  }

  /** Reports the circle clicked at a point. @returns false when there is none */
  click(point: ScreenPoint, reach: number): boolean {
    const at = this.#view.unproject(point);
    const beside = this.#view.unproject({ x: point.x + reach, y: point.y });
    const circle = circleAt(this.#circles, at, geodesicDistance(at, beside) ?? 0);
    this.#options.events.onCircleSelect(circle?.id ?? null);
    return circle !== null;
  }

  #selectedCircle(): SelectedCircle | null {
    const circle = this.#circles.find(({ id }) => id === this.#selected);
    if (!circle) return null;
    const shape = this.#edited?.id === circle.id ? this.#edited.shape : shapeOf(circle);
    return { id: circle.id, shape, editable: circle.editable };
  }

  #handleAt(point: ScreenPoint, reach: keyof typeof HANDLE_REACH): Grab | null {
    const selected = this.#drawing ? null : this.#selectedCircle();
    return selected?.editable ? handleAt(selected, point, this.#view, HANDLE_REACH[reach]) : null;
  }

  #send(input: DrawInput): boolean {
    const context = {
      view: this.#view,
      selected: this.#selectedCircle(),
      unit: this.#drawing ?? this.#unit,
    };
    const step = drawReducer(this.#state, input, context);
    this.#state = step.state;
    for (const effect of step.effects) this.#report(effect);
    if (step.handled) this.#drawLive();
    // Drawing that was requested during another change starts now.
    if (this.#state.phase === 'idle' && this.#drawing) this.#state = PLACING;
    return step.handled;
  }

  #report(effect: DrawEffect): void {
    const { events, camera } = this.#options;
    switch (effect.type) {
      case 'progress':
        events.onDrawProgress(effect.shape, effect.by);
        break;
      case 'drawn':
        events.onCircleDrawn(effect.shape);
        break;
      case 'change':
        this.#edited = { id: effect.id, shape: effect.shape };
        events.onCircleChange(effect.id, effect.shape, effect.phase, effect.by);
        break;
      case 'select':
        events.onCircleSelect(effect.id);
        break;
      case 'cancel':
        events.onDrawCancel();
        break;
      case 'reveal':
        camera.reveal(effect.at);
        break;
    }
  }

  #draw(rewrite: boolean): void {
    // While another circle is drawn, the selected one is static like the others.
    const static_circles = this.#circles.filter(({ id }) => id !== this.#selected || this.#drawing !== null);
    const source = this.#options.source(CIRCLES, CIRCLE_OVERLAY);
    if (source && (rewrite || !sameCircles(static_circles, this.#staticCircles))) {
      this.#staticCircles = static_circles;
      void source.setData(circleFeatures(static_circles, this.#unit, this.#options.labels));
    }
    this.#drawLive();
  }

  #drawLive(): void {
    const unit = this.#drawing ?? this.#unit;
    void this.#options
      .source(LIVE, CIRCLE_OVERLAY)
      ?.setData(liveFeatures(this.#live(), unit, this.#options.labels));
  }

  #live(): LiveCircle | null {
    const state = this.#state;
    const towards = this.#pointer && this.#view.unproject(this.#pointer);
    const live = (shape: CircleShape, more: Partial<LiveCircle>): LiveCircle => ({
      shape,
      circle: null,
      towards: null,
      handles: false,
      ghost: false,
      label_fits: this.#pixels(shape) > MIN_LABEL_RADIUS,
      ...more,
    });
    if (state.phase === 'sizing') return live(state.shape, { towards });
    if (state.phase === 'placing') return state.ghost && live(state.ghost.shape, { ghost: true });
    const circle = this.#circles.find(({ id }) => id === this.#selected);
    if (!circle) return null;
    const current = this.#edited?.id === circle.id ? this.#edited.shape : shapeOf(circle);
    const shape = state.phase === 'editing' && state.id === circle.id ? state.shape : current;
    const sizing = state.phase === 'editing' && state.part === 'edge';
    return live(shape, { circle, towards: sizing ? towards : null, handles: circle.editable });
  }

  #drawTruck(): void {
    const truck = this.#truck;
    const icon = truck && markerIcon(truck.marker, 0);
    const bearing = truck?.marker === 'live' ? (truck.bearing_degrees ?? 0) : 0;
    const features = truck ? [pointFeature(truck, { icon, bearing })] : [];
    void this.#options.source(TRUCK, CIRCLE_OVERLAY)?.setData(collection(features));
  }

  #pixels(circle: CircleShape): number {
    const [a, b] = [circle, geodesicDestination(circle, 90, circle.radius_meters)].map(this.#view.project);
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

function edgesOf(circles: readonly CircleShape[], factor: number): LatLon[] {
  return circles.flatMap((circle) =>
    HANDLES.map((bearing) => geodesicDestination(circle, bearing, circle.radius_meters * factor)),
  );
}

function shapeOf({ latitude, longitude, radius_meters }: CircleShape): CircleShape {
  return { latitude, longitude, radius_meters };
}

function sameCircles(a: readonly MapCircle[], b: readonly MapCircle[]): boolean {
  const keys = ['id', 'latitude', 'longitude', 'radius_meters', 'label', 'number', 'state'] as const;
  return (
    a.length === b.length &&
    a.every((circle, at) => {
      const other = b[at];
      return other !== undefined && (circle === other || keys.every((key) => circle[key] === other[key]));
    })
  );
}

function viewOf(map: LibraryMap): DrawView {
  return {
    project: (place) => project(map, place),
    unproject: ({ x, y }) => {
      const { lng, lat } = map.unproject([x, y]);
      return { latitude: lat, longitude: lng };
    },
    middle: () => map.project(map.getCenter()),
  };
}
