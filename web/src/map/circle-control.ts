/**
 * Circles on the living map: holds what the page has given, runs the drawing reducer with the gestures of
 * circle-gestures.ts, writes features, and reports to the page. Without React.
 */
import { boundsOf } from '@waypost/geo/bounds';
import { geodesicDestination, geodesicDistance } from '@waypost/geo/ellipsoid';
import type { LatLon } from '@waypost/geo/geodesy';
import type { GeoJSONSource, Map as LibraryMap } from 'maplibre-gl';
import type { LengthUnit } from '../geo/length.ts';
import { EMPTY } from './basemap-style.ts';
import type { MapCamera } from './camera.ts';
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
import { CIRCLES, LIVE, TRUCK } from './circle-layers.ts';
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
import { markerIcon } from './markers.ts';
import type { CircleEvents, CircleShape, MapCircle, MapTruck, ScreenPoint } from './types.ts';

/** A circle of ten meters is viewed from here. */
const CLOSEST = 16;
/** A circle that is gone to is shown with what lies around it, this many times its radius. */
const AROUND = 1.8;
/** The label of a length fits on a radius of more pixels than this. */
const ROOMY = 96;
/** A selected circle that is smaller on the screen than this, in pixels, is gone to. */
const TOO_SMALL = 24;

interface CircleControlOptions {
  readonly map: LibraryMap;
  readonly camera: MapCamera;
  readonly events: CircleEvents;
  /** Null while the style is on its way. */
  readonly source: (id: string) => GeoJSONSource | null;
}

export class CircleControl {
  readonly #options: CircleControlOptions;
  readonly #view: DrawView;
  /** Come when there is something to draw or to move: the board only shows circles. */
  #gestures: CircleGestures | null = null;
  #gesturesAsked = false;
  #closed = false;
  #circles: readonly MapCircle[] = [];
  #still: readonly MapCircle[] = [];
  #selected: string | null = null;
  #unit: LengthUnit = 'mi';
  #drawing: LengthUnit | null = null;
  #truck: MapTruck | null = null;
  #state: DrawState = IDLE;
  /** What a gesture has made of a circle, until the page gives the circles again. */
  #made: { readonly id: string; readonly shape: CircleShape } | null = null;
  #pointer: ScreenPoint | null = null;
  #shown = false;

  constructor(options: CircleControlOptions) {
    this.#options = options;
    this.#view = viewOf(options.map);
    options.map.on('zoomend', () => this.#drawLive());
  }

  async #loadGestures(): Promise<void> {
    if (this.#gesturesAsked) return;
    this.#gesturesAsked = true;
    const loaded = await import('./circle-gestures.ts').catch(() => null);
    // The next use loads it again.
    if (loaded === null) this.#gesturesAsked = false;
    if (loaded === null || this.#closed) return;
    const { CircleGestures } = loaded;
    this.#gestures = new CircleGestures(this.#options.map, {
      send: (input) => this.#send(input),
      grab: (point, reach) => this.#grab(point, reach),
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
    this.#made = null;
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

  /** The map has a new style, and nothing on it. */
  open(): void {
    this.#still = [];
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
    this.#options.camera.fit(bounds, this.#shown, CLOSEST);
    this.#shown = true;
  }

  show(id: string): void {
    const circle = this.#circles.find((one) => one.id === id);
    if (!circle) return;
    const { camera } = this.#options;
    const around = boundsOf(edgesOf([circle], AROUND));
    const seen =
      this.#pixels(circle) >= TOO_SMALL && edgesOf([circle], 1).every((edge) => camera.shows(edge));
    if (around && !seen) camera.fit(around, this.#shown, CLOSEST);
    this.#shown = true;
  }

  /** Where the selected circle is, so that nothing comes to lie over it. */
  get selected(): CircleShape | null {
    return this.#selectedCircle()?.shape ?? null;
  }

  /** True when the last press was a gesture of ours, so that the click after it means nothing more. */
  get busy(): boolean {
    return this.#gestures?.took || this.#state.phase !== 'idle';
  }

  /** What the pointer looks like here; null where circles have no say. */
  cursor(point: ScreenPoint): string | null {
    if (this.#drawing) return 'crosshair';
    const grab = this.#grab(point, 'mouse');
    return grab === null ? null : grab.part === 'center' ? 'move' : 'grab';
  }

  /** The circle that is clicked at a point, reported to the page. False when there is none. */
  click(point: ScreenPoint, reach: number): boolean {
    const at = this.#view.unproject(point);
    const aside = this.#view.unproject({ x: point.x + reach, y: point.y });
    const circle = circleAt(this.#circles, at, geodesicDistance(at, aside) ?? 0);
    this.#options.events.onCircleSelect(circle?.id ?? null);
    return circle !== null;
  }

  #selectedCircle(): SelectedCircle | null {
    const circle = this.#circles.find(({ id }) => id === this.#selected);
    if (!circle) return null;
    const shape = this.#made?.id === circle.id ? this.#made.shape : shapeOf(circle);
    return { id: circle.id, shape, editable: circle.editable };
  }

  #grab(point: ScreenPoint, reach: keyof typeof HANDLE_REACH): Grab | null {
    const selected = this.#drawing ? null : this.#selectedCircle();
    return selected?.editable ? handleAt(selected, point, this.#view, HANDLE_REACH[reach]) : null;
  }

  #send(input: DrawInput): boolean {
    const around = {
      view: this.#view,
      selected: this.#selectedCircle(),
      unit: this.#drawing ?? this.#unit,
    };
    const step = drawReducer(this.#state, input, around);
    this.#state = step.state;
    for (const effect of step.effects) this.#report(effect);
    if (step.handled) this.#drawLive();
    // What was changed while drawing was asked for may have been the last thing that held it back.
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
        this.#made = { id: effect.id, shape: effect.shape };
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
    // While another circle is drawn, the selected one lies still like the others.
    const still = this.#circles.filter(({ id }) => id !== this.#selected || this.#drawing !== null);
    const source = this.#options.source(CIRCLES);
    if (source && (rewrite || !sameCircles(still, this.#still))) {
      this.#still = still;
      void source.setData(circleFeatures(still, this.#unit));
    }
    this.#drawLive();
  }

  #drawLive(): void {
    const unit = this.#drawing ?? this.#unit;
    void this.#options.source(LIVE)?.setData(liveFeatures(this.#live(), unit));
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
      roomy: this.#pixels(shape) > ROOMY,
      ...more,
    });
    if (state.phase === 'sizing') return live(state.shape, { towards });
    if (state.phase === 'placing') return state.ghost && live(state.ghost.shape, { ghost: true });
    const circle = this.#circles.find(({ id }) => id === this.#selected);
    if (!circle) return null;
    const made = this.#made?.id === circle.id ? this.#made.shape : shapeOf(circle);
    const shape = state.phase === 'editing' && state.id === circle.id ? state.shape : made;
    const sizing = state.phase === 'editing' && state.part === 'edge';
    return live(shape, { circle, towards: sizing ? towards : null, handles: circle.editable });
  }

  #drawTruck(): void {
    const truck = this.#truck;
    const data = truck
      ? {
          type: 'Feature' as const,
          properties: {
            icon: markerIcon(truck.marker, 0),
            bearing: truck.marker === 'live' ? (truck.bearing_degrees ?? 0) : 0,
          },
          geometry: { type: 'Point' as const, coordinates: [truck.longitude, truck.latitude] },
        }
      : EMPTY;
    void this.#options.source(TRUCK)?.setData(data);
  }

  #pixels(circle: CircleShape): number {
    const [a, b] = [circle, geodesicDestination(circle, 90, circle.radius_meters)].map(this.#view.project);
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

function edgesOf(circles: readonly CircleShape[], times: number): LatLon[] {
  return circles.flatMap((circle) =>
    HANDLES.map((bearing) => geodesicDestination(circle, bearing, circle.radius_meters * times)),
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

/** Places are put on the copy of the world that is viewed. */
function viewOf(map: LibraryMap): DrawView {
  return {
    project: ({ latitude, longitude }: LatLon) => {
      const near = longitude + 360 * Math.round((map.getCenter().lng - longitude) / 360);
      return map.project([near, latitude]);
    },
    unproject: ({ x, y }) => {
      const { lng, lat } = map.unproject([x, y]);
      return { latitude: lat, longitude: lng };
    },
    middle: () => map.project(map.getCenter()),
  };
}
