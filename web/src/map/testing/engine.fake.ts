/**
 * A map without rendering, for tests of features: records its calls and simulates a person using the map.
 *
 *   const map = fakeMap();
 *   render(<MapEngineContext value={map.factory}>...);
 *   map.click('load id');
 *   expect(map.engine().loads.get('load id')?.marker).toBe('stale');
 */
import type { LengthUnit } from '../../geo/length.ts';
import type { Theme } from '../../ui/health.ts';
import type {
  Camera,
  CircleShape,
  MapCircle,
  MapEngineApi,
  MapEngineFactory,
  MapEngineOptions,
  MapLoad,
  MapPlace,
  MapTruck,
  Padding,
  ScreenPoint,
  StopAhead,
  Trail,
} from '../types.ts';

export class FakeMapEngine implements MapEngineApi {
  readonly loads = new Map<string, MapLoad>();
  selection: string | null = null;
  hover: string | null = null;
  trail: Trail | null = null;
  ahead: readonly StopAhead[] = [];
  following = false;
  /** Number of loads that `countOutside` returns. */
  outside = 0;
  circles: readonly MapCircle[] = [];
  selected_circle: string | null = null;
  unit: LengthUnit | null = null;
  drawing: LengthUnit | null = null;
  readonly drawings: (LengthUnit | null)[] = [];
  truck: MapTruck | null = null;
  places: readonly MapPlace[] = [];
  selected_place: string | null = null;
  theme: Theme;
  padding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
  destroyed = false;
  /** Camera movements and load changes in order, by method name. */
  readonly calls: string[] = [];
  readonly options: MapEngineOptions;

  constructor(options: MapEngineOptions) {
    this.options = options;
    this.theme = options.theme;
  }

  #did(call: string): void {
    this.calls.push(call);
  }

  setLoads(loads: readonly MapLoad[]): void {
    this.#did('setLoads');
    this.loads.clear();
    for (const load of loads) this.loads.set(load.load_id, load);
    this.options.events.onViewChange();
  }
  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void {
    this.#did('applyDiff');
    for (const load_id of removed) this.loads.delete(load_id);
    for (const load of changed) this.loads.set(load.load_id, load);
    this.options.events.onViewChange();
  }
  setSelection(load_id: string | null): void {
    this.selection = load_id;
  }
  setHover(load_id: string | null): void {
    this.hover = load_id;
  }
  setTrail(trail: Trail | null): void {
    this.trail = trail;
  }
  setAhead(stops: readonly StopAhead[]): void {
    this.ahead = stops;
  }
  setBeside(): void {}
  setFollow(on: boolean): void {
    this.following = on;
  }
  countOutside(): number {
    return this.outside;
  }
  setCircles(circles: readonly MapCircle[], selected_id: string | null, unit: LengthUnit): void {
    this.circles = circles;
    this.selected_circle = selected_id;
    this.unit = unit;
  }
  setDrawing(drawing: LengthUnit | null): void {
    this.drawing = drawing;
    this.drawings.push(drawing);
  }
  setTruck(truck: MapTruck | null): void {
    this.truck = truck;
  }
  setPlaces(places: readonly MapPlace[], selected_id: string | null): void {
    this.places = places;
    this.selected_place = selected_id;
  }
  setTheme(theme: Theme): void {
    this.theme = theme;
  }
  setStreets(): void {}
  setImagery(): void {}
  setPadding(padding: Padding): void {
    this.padding = padding;
  }
  readonly fitAll = (most = false) => this.#did(most ? 'fitAll most' : 'fitAll');
  readonly fitSelection = () => this.#did('fitSelection');
  readonly openSelection = () => this.#did('openSelection');
  readonly centerSelection = () => this.#did('centerSelection');
  readonly showSelection = () => this.#did('showSelection');
  readonly fitCircles = () => this.#did('fitCircles');
  readonly showCircle = (id: string) => this.#did(`showCircle ${id}`);
  readonly fitPlaces = () => this.#did('fitPlaces');
  readonly showPlace = (id: string) => this.#did(`showPlace ${id}`);
  readonly focus = () => this.#did('focus');
  readonly zoomBy = (steps: number) => this.#did(`zoomBy ${steps}`);
  readonly resetNorth = () => this.#did('resetNorth');
  readonly setCamera = () => this.#did('setCamera');
  destroy(): void {
    this.destroyed = true;
  }
}

export type FakeMap = ReturnType<typeof fakeMap>;

/** @param unavailable rejects the factory with this error, as in a browser without WebGL */
export function fakeMap(unavailable?: Error) {
  /** All engines created so far; StrictMode creates two. */
  const engines: FakeMapEngine[] = [];
  /** The engine that is not destroyed. */
  const engine = () => {
    const current = engines.findLast(({ destroyed }) => !destroyed);
    if (!current) throw new Error('no map on the page');
    return current;
  };
  return {
    engines: engines as readonly FakeMapEngine[],
    engine,
    factory: (async (options) => {
      if (unavailable) throw unavailable;
      const created = new FakeMapEngine(options);
      engines.push(created);
      return created;
    }) as MapEngineFactory,
    /** Clicks a load; null: the empty map. */
    click: (load_id: string | null) => engine().options.events.onSelect(load_id),
    pointAt: (load_id: string | null) => engine().options.events.onHover(load_id),
    clickCluster: (load_ids: readonly string[], point: ScreenPoint = { x: 100, y: 100 }) =>
      engine().options.events.onClusterOpen(load_ids, point),
    hoverCluster: (load_ids: readonly string[] | null) =>
      engine().options.events.onClusterHover(load_ids && { load_ids, point: { x: 100, y: 100 } }),
    moveTo: (camera: Camera) => {
      engine().options.events.onMove(camera, true);
      engine().options.events.onViewChange();
    },
    clickCircle: (id: string | null) => engine().options.events.onCircleSelect(id),
    /** Simulates drawing by mouse. */
    drawCircle: (shape: CircleShape) => {
      const { drawing, options } = engine();
      if (!drawing) throw new Error('the page asks for no circle');
      options.events.onDrawProgress(shape, 'pointer');
      options.events.onDrawProgress(null, 'pointer');
      options.events.onCircleDrawn(shape);
    },
    /** Moves or resizes the selected circle, one step per shape. */
    dragCircle: (...shapes: readonly CircleShape[]) => {
      const { circles, selected_circle, options } = engine();
      const circle = circles.find(({ id }) => id === selected_circle);
      const last = shapes.at(-1);
      if (!circle?.editable || !last) throw new Error('no circle that could be dragged is selected');
      for (const shape of shapes) options.events.onCircleChange(circle.id, shape, 'drag', 'pointer');
      options.events.onCircleChange(circle.id, last, 'done', 'pointer');
    },
    /** Simulates an archive of streets that cannot be read, or can be again (null). */
    failStreets: (problem: string | null) => engine().options.events.onStreetsProblem(problem),
    /** Simulates a person who moves the map while it follows. */
    endFollow: () => engine().options.events.onFollowEnd(),
    /** Simulates the first frame. */
    becomeVisible: () => engine().options.events.onVisible(),
    clickPlace: (id: string | null) => engine().options.events.onPlaceSelect(id),
  };
}
