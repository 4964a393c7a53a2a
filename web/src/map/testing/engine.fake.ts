/**
 * A map without rendering, for tests of features: records its calls and simulates a person using the map.
 *
 *   const map = fakeMap();
 *   render(<MapEngineContext value={map.factory}>...);
 *   map.click('load id');
 *   expect(map.engine().loads.get('load id')?.marker).toBe('stale');
 */
import type { LatLon } from '@waypost/geo/geodesy';
import type { LengthUnit } from '../../geo/length.ts';
import type { Theme } from '../../ui/health.ts';
import type {
  Camera,
  CircleShape,
  MapCircle,
  MapEngineApi,
  MapEngineFactory,
  MapEngineOptions,
  MapImagery,
  MapLoad,
  MapPlace,
  MapTruck,
  Padding,
  ScreenPoint,
  StopAhead,
  Trail,
} from '../types.ts';

const NORTH_AMERICA: Camera = { latitude: 39, longitude: -96, zoom: 3.6 };

export class FakeMapEngine implements MapEngineApi {
  readonly loads = new Map<string, MapLoad>();
  selection: string | null = null;
  hover: string | null = null;
  trail: Trail | null = null;
  ahead: readonly StopAhead[] = [];
  beside: readonly LatLon[] = [];
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
  streets: string | null = null;
  imagery: MapImagery | null = null;
  theme: Theme;
  padding: Padding = { top: 0, right: 0, bottom: 0, left: 0 };
  camera: Camera;
  destroyed = false;
  /** Camera movements and load changes in order, by method name. */
  readonly calls: string[] = [];
  readonly options: MapEngineOptions;

  constructor(options: MapEngineOptions) {
    this.options = options;
    this.theme = options.theme;
    this.camera = options.camera ?? NORTH_AMERICA;
  }

  setLoads(loads: readonly MapLoad[]): void {
    this.calls.push('setLoads');
    this.loads.clear();
    for (const load of loads) this.loads.set(load.load_id, load);
    this.options.events.onViewChange();
  }
  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void {
    this.calls.push('applyDiff');
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
  setBeside(places: readonly LatLon[]): void {
    this.beside = places;
  }
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
  setStreets(url: string | null, _simulated: boolean): void {
    this.streets = url;
  }
  setImagery(imagery: MapImagery | null): void {
    this.imagery = imagery;
  }
  setPadding(padding: Padding): void {
    this.padding = padding;
  }
  fitAll(most = false): void {
    this.calls.push(most ? 'fitAll most' : 'fitAll');
  }
  fitSelection(): void {
    this.calls.push('fitSelection');
  }
  openSelection(): void {
    this.calls.push('openSelection');
  }
  centerSelection(): void {
    this.calls.push('centerSelection');
  }
  showSelection(): void {
    this.calls.push('showSelection');
  }
  fitCircles(): void {
    this.calls.push('fitCircles');
  }
  showCircle(id: string): void {
    this.calls.push(`showCircle ${id}`);
  }
  fitPlaces(): void {
    this.calls.push('fitPlaces');
  }
  showPlace(id: string): void {
    this.calls.push(`showPlace ${id}`);
  }
  focus(): void {
    this.calls.push('focus');
  }
  zoomBy(steps: number): void {
    this.calls.push(`zoomBy ${steps}`);
  }
  resetNorth(): void {
    this.calls.push('resetNorth');
  }
  setCamera(camera: Camera): void {
    this.calls.push('setCamera');
    this.camera = camera;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

export interface FakeMap {
  readonly factory: MapEngineFactory;
  /** All engines created so far; StrictMode creates two. */
  readonly engines: readonly FakeMapEngine[];
  /** The engine that is not destroyed; throws when there is none. */
  engine(): FakeMapEngine;
  /** Clicks a load; null: the empty map. */
  click(load_id: string | null): void;
  pointAt(load_id: string | null): void;
  clickCluster(load_ids: readonly string[], point?: ScreenPoint): void;
  hoverCluster(load_ids: readonly string[] | null): void;
  moveTo(camera: Camera): void;
  clickCircle(id: string | null): void;
  /** Simulates drawing by mouse; throws when drawing is off. */
  drawCircle(shape: CircleShape): void;
  /** Moves or resizes the selected circle, one step per shape; throws when it is not editable. */
  dragCircle(...shapes: readonly CircleShape[]): void;
  cancelDrawing(): void;
  clickPlace(id: string | null): void;
  /** Simulates an archive of streets that cannot be read, or can be again (null). */
  failStreets(problem: string | null): void;
  /** Simulates a person who moves the map while it follows. */
  endFollow(): void;
  /** Simulates the first frame. */
  becomeVisible(): void;
}

/** @param unavailable rejects the factory with this error, as in a browser without WebGL */
export function fakeMap(unavailable?: Error): FakeMap {
  const engines: FakeMapEngine[] = [];
  const engine = () => {
    const current = engines.findLast(({ destroyed }) => !destroyed);
    if (!current) throw new Error('no map on the page');
    return current;
  };
  return {
    engines,
    engine,
    factory: async (options) => {
      if (unavailable) throw unavailable;
      const created = new FakeMapEngine(options);
      engines.push(created);
      return created;
    },
    click: (load_id) => engine().options.events.onSelect(load_id),
    pointAt: (load_id) => engine().options.events.onHover(load_id),
    clickCluster: (load_ids, point = { x: 100, y: 100 }) =>
      engine().options.events.onClusterOpen(load_ids, point),
    hoverCluster: (load_ids) =>
      engine().options.events.onClusterHover(load_ids && { load_ids, point: { x: 100, y: 100 } }),
    moveTo: (camera) => {
      engine().camera = camera;
      engine().options.events.onMove(camera, true);
      engine().options.events.onViewChange();
    },
    clickCircle: (id) => engine().options.events.onCircleSelect(id),
    drawCircle: (shape) => {
      const { drawing, options } = engine();
      if (!drawing) throw new Error('the page asks for no circle');
      options.events.onDrawProgress(shape, 'pointer');
      options.events.onDrawProgress(null, 'pointer');
      options.events.onCircleDrawn(shape);
    },
    dragCircle: (...shapes) => {
      const { circles, selected_circle, options } = engine();
      const circle = circles.find(({ id }) => id === selected_circle);
      const last = shapes.at(-1);
      if (!circle?.editable || !last) throw new Error('no circle that could be dragged is selected');
      for (const shape of shapes) options.events.onCircleChange(circle.id, shape, 'drag', 'pointer');
      options.events.onCircleChange(circle.id, last, 'done', 'pointer');
    },
    cancelDrawing: () => engine().options.events.onDrawCancel(),
    failStreets: (problem) => engine().options.events.onStreetsProblem(problem),
    endFollow: () => engine().options.events.onFollowEnd(),
    becomeVisible: () => engine().options.events.onVisible(),
    clickPlace: (id) => engine().options.events.onPlaceSelect(id),
  };
}
