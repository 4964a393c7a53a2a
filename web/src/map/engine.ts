/**
 * The map itself, without React. Holds the library's map, hands it loads by differences (load-writer.ts), moves the
 * camera, and reports what the pointer does. This folder is the only one that imports maplibre-gl.
 */
import { boundsOf } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import {
  AttributionControl,
  GeoJSONSource,
  GPUInitializationError,
  type LayerSpecification,
  Map as LibraryMap,
  type MapOptions,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { LengthUnit } from '../geo/length.ts';
import type { Theme } from '../ui/health.ts';
import { showLoadFailure } from '../ui/later.tsx';
import { LoadedOnDemand } from '../ui/loaded-on-demand.ts';
import { basemapStyle, CLOSE_FILES, CLOSE_ZOOM, FIRST_NAMES, LATER_FILES } from './basemap-style.ts';
import { MapCamera } from './camera.ts';
import type { CircleControl } from './circle-control.ts';
import { drawImage } from './images.ts';
import { DrawPace, LoadWriter, samePlace } from './load-writer.ts';
import { animateMarkers, type MarkerAnimation } from './marker-animation.ts';
import {
  FOCUS,
  focusFeatures,
  LAYER_MARKERS,
  LOADS,
  MAX_ZOOM,
  OVERLAY_SOURCES,
  overlayLayers,
} from './overlay.ts';
import type { PlaceControl } from './place-control.ts';
import { listenToPointer } from './pointer.ts';
import { steadyFrames } from './steady-frames.ts';
import type { TrailControl } from './trail-control.ts';
import {
  type Camera,
  type MapCircle,
  type MapEngineApi,
  type MapEngineOptions,
  type MapEvents,
  type MapImagery,
  type MapLoad,
  type MapPlace,
  type MapTruck,
  MapUnavailableError,
  type Padding,
  type Trail,
} from './types.ts';

/** North America without the empty north: where the map starts and where "fit all" goes with no loads. */
const HOME = { west: -125, south: 18, east: -65, north: 52 };
const MIN_ZOOM = 1.5;
/** Where land is drawn late, what is on it is held back no longer than this. */
const LAND_AT_LATEST_MS = 3_000;
const STEP_AT_LATEST_MS = 1_000;
/** How close a selected load is viewed, at least. */
const SELECTION_ZOOM = 8;

// A file of our own origin: the strict content policy allows no worker from a blob.
setWorkerUrl(new URL(workerUrl, document.baseURI).href);

export class MapEngine implements MapEngineApi {
  readonly #map: LibraryMap;
  readonly #camera: MapCamera;
  readonly #events: MapEvents;
  readonly #writer: LoadWriter;
  readonly #motion: MarkerAnimation;
  readonly #pace = new DrawPace({
    frame: (callback) => requestAnimationFrame(callback),
    now: () => performance.now(),
  });
  /** Comes with the first circle, drawing or truck of a circle: the board starts with none. */
  readonly #circles = new LoadedOnDemand(async () => {
    const { CircleControl } = await import('./circle-control.ts');
    return new CircleControl(this.#parts());
  }, showLoadFailure);
  /** Comes with the first places: only few maps have any. */
  readonly #places = new LoadedOnDemand(async () => {
    const { PlaceControl } = await import('./place-control.ts');
    return new PlaceControl(this.#parts());
  }, showLoadFailure);
  readonly #trails = new LoadedOnDemand(async () => {
    const { TrailControl } = await import('./trail-control.ts');
    return new TrailControl(this.#map, LAYER_MARKERS);
  }, showLoadFailure);
  /** Comes with the first close look at a map that has streets, or with imagery. */
  readonly #detail = new LoadedOnDemand(async () => {
    const { DetailControl } = await import('./detail-control.ts');
    return new DetailControl({ map: this.#map, below: [FIRST_NAMES, overlayLayers('light')[0]?.id ?? ''] });
  }, showLoadFailure);
  readonly #files = new URL(`${import.meta.env.BASE_URL}basemap/`, document.baseURI).href;
  #theme: Theme;
  /** Of the style that was last asked for. */
  #styledFor: Theme;
  #ownBasemap: boolean;
  #ready = false;
  /** Land is on the screen. */
  #seen = false;
  /** So is everything else: from now on markers glide, which keeps the graphics card at work. */
  #complete = false;
  #closeAsked = false;
  #streets: string | null = null;
  #imagery: MapImagery | null = null;
  #gone = false;
  #shown = false;
  #selection: string | null = null;
  #hover: string | null = null;
  #focusDrawn: readonly [Placed | null, Placed | null] = [null, null];
  #trail: Trail | null = null;

  /** @throws MapUnavailableError when the browser gives no WebGL 2. */
  constructor({ container, theme, map_style_url, camera, label, events }: MapEngineOptions) {
    this.#theme = theme;
    this.#styledFor = theme;
    this.#events = events;
    this.#ownBasemap = map_style_url === null;
    this.#map = createMap({
      container,
      ...(camera
        ? { center: [camera.longitude, camera.latitude], zoom: camera.zoom }
        : { bounds: [HOME.west, HOME.south, HOME.east, HOME.north] }),
      minZoom: MIN_ZOOM,
      maxZoom: MAX_ZOOM,
      maxPitch: 0,
      pitchWithRotate: false,
      attributionControl: false,
      // Labels that fade in have the map drawn for as long after each write of loads: half of all drawings.
      fadeDuration: 0,
      locale: { 'Map.Title': label ?? 'Map of loads. The list shows the same loads.' },
    });
    // Nothing is seen before there is land. Not hidden from the keyboard: it may have the focus already.
    if (this.#ownBasemap) this.#map.getContainer().style.opacity = '0';
    this.#map.touchPitch.disable();
    this.#camera = new MapCamera(this.#map, events.onMove);
    this.#map.addControl(new AttributionControl({ compact: false }), 'bottom-left');
    this.#writer = new LoadWriter({
      write: async (diff, moves) => {
        const begun = this.#motion.begin(moves, diff.add, diff.remove);
        this.#drawFocus();
        if (begun) await begun;
        await this.#source(LOADS)?.updateData(diff);
        this.#loadsWritten();
      },
      schedule: (callback, delay) => {
        const inFrame = () => requestAnimationFrame(callback);
        if (delay > 0) setTimeout(inFrame, delay);
        else inFrame();
      },
      now: () => performance.now(),
      drawsSlowly: () => this.#pace.slow,
    });
    this.#motion = animateMarkers({
      ...this.#parts(),
      ready: () => this.#complete && !this.#pace.slow,
      focused: () => [this.#selection, this.#hover],
      stepped: () => this.#drawFocus(),
    });
    this.#listen();
    this.#map.setStyle(map_style_url ?? basemapStyle(theme, this.#files), {
      transformStyle: (_before, next) => this.#withOverlay(next),
      // Ours is known to be right (style.test.ts), and checking it takes as long as reading it.
      validate: map_style_url !== null,
    });
  }

  setLoads(loads: readonly MapLoad[]): void {
    this.#writer.setLoads(loads);
    this.#drawFocus();
  }

  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void {
    this.#writer.applyDiff(changed, removed);
    this.#drawFocus();
  }

  setSelection(load_id: string | null): void {
    this.#selection = load_id;
    this.#drawFocus();
  }

  setHover(load_id: string | null): void {
    this.#hover = load_id;
    this.#drawFocus();
  }

  setTrail(trail: Trail | null): void {
    this.#trail = trail;
    this.#drawTrail();
  }

  #drawTrail(): void {
    const draw = (trails: TrailControl) => this.#ready && !this.#gone && trails.set(this.#trail, this.#theme);
    if (this.#trail) this.#trails.use(draw);
    else this.#trails.ifThere(draw);
  }

  setCircles(circles: readonly MapCircle[], selected_id: string | null, unit: LengthUnit): void {
    this.#withCircles(circles.length > 0, (control) => control.setCircles(circles, selected_id, unit));
  }

  setDrawing(unit: LengthUnit | null): void {
    this.#withCircles(unit !== null, (control) => control.setDrawing(unit));
  }

  setTruck(truck: MapTruck | null): void {
    this.#withCircles(truck !== null, (control) => control.setTruck(truck));
  }

  setPlaces(places: readonly MapPlace[], selected_id: string | null): void {
    this.#withPlaces((control) => control.set(places, selected_id));
  }

  setTheme(theme: Theme): void {
    if (theme === this.#theme) return;
    this.#theme = theme;
    if (this.#ready) this.#applyTheme();
  }

  setStreets(url: string | null): void {
    this.#streets = url && new URL(url, document.baseURI).href;
    this.#readStreets();
  }

  setImagery(imagery: MapImagery | null): void {
    if (imagery === this.#imagery) return;
    this.#imagery = imagery;
    this.#drawImagery();
  }

  setPadding(padding: Padding): void {
    this.#camera.setPadding(padding, this.#selectedLoad() ?? this.#circles.it?.selected ?? null);
  }

  fitAll(): void {
    this.#camera.pursue(() => this.#camera.fit(boundsOf(this.#writer.loads.values()) ?? HOME, this.#shown));
  }

  fitSelection(): void {
    this.#camera.pursue(() => {
      const load = this.#selectedLoad();
      if (load) this.#camera.ease(load, Math.max(this.#camera.get().zoom, SELECTION_ZOOM));
    });
  }

  showSelection(): void {
    this.#camera.pursue(() => {
      const load = this.#selectedLoad();
      if (load) this.#camera.reveal(load);
    });
  }

  fitCircles(): void {
    this.#withCircles(true, (control) => this.#camera.pursue(() => control.fit()));
  }

  showCircle(id: string): void {
    this.#withCircles(true, (control) => this.#camera.pursue(() => control.show(id)));
  }

  fitPlaces(): void {
    this.#withPlaces((control) => this.#camera.pursue(() => control.fit()));
  }

  showPlace(id: string): void {
    this.#withPlaces((control) => this.#camera.pursue(() => control.show(id)));
  }

  focus(): void {
    this.#map.getCanvas().focus({ preventScroll: true });
  }

  zoomIn(): void {
    this.#camera.zoomBy(1);
  }

  zoomOut(): void {
    this.#camera.zoomBy(-1);
  }

  resetNorth(): void {
    this.#map.resetNorth();
  }

  setCamera(camera: Camera): void {
    this.#camera.jump(camera);
  }

  destroy(): void {
    this.#ready = false;
    this.#gone = true;
    this.#writer.close();
    this.#motion.forget();
    this.#circles.ifThere((control) => control.close());
    this.#map.remove();
  }

  /** In the order in which it was asked for; never on a map that is gone. @param needed false: what has no circles yet stays without. */
  #withCircles(needed: boolean, act: (control: CircleControl) => void): void {
    const onMap = (control: CircleControl) => !this.#gone && act(control);
    if (needed) this.#circles.use(onMap);
    else this.#circles.ifUsed(onMap);
  }

  /** In the order in which it was asked for; never on a map that is gone. */
  #withPlaces(act: (control: PlaceControl) => void): void {
    this.#places.use((control) => !this.#gone && act(control));
  }

  #listen(): void {
    const map = this.#map;
    map.setMissingStyleImageResolver(async (name) => {
      const image = drawImage(name, window.devicePixelRatio || 1);
      if (image && !map.hasImage(name)) {
        const { data, ...placing } = image;
        map.addImage(name, data, placing);
      }
    });
    map.on('style.load', () => this.#styleLoaded());
    map.on('error', ({ error }) => this.#failed(error));
    map.on('zoomend', () => {
      this.#readCloseFiles();
      this.#readStreets();
    });
    listenToPointer({
      ...this.#parts(),
      circles: () => this.#circles.it,
      loads: this.#writer.loads,
      hover: (load_id) => {
        if (load_id === this.#hover) return;
        this.setHover(load_id);
        this.#events.onHover(load_id);
      },
    });
  }

  /** Our sources and layers on top of whatever basemap. */
  #withOverlay(style: StyleSpecification): StyleSpecification {
    return {
      ...style,
      sources: { ...style.sources, ...OVERLAY_SOURCES },
      layers: [...style.layers, ...overlayLayers(this.#styledFor)],
    };
  }

  #styleLoaded(): void {
    this.#ready = true;
    // It may have changed while the style was on its way.
    if (this.#theme !== this.#styledFor) this.#applyTheme();
    this.#closeAsked = false;
    this.#readCloseFiles();
    this.#readStreets();
    if (this.#imagery) this.#drawImagery();
    this.#focusDrawn = [null, null];
    this.#motion.forget();
    this.#circles.ifThere((control) => control.open());
    this.#places.ifThere((control) => control.open());
    this.#drawFocus();
    this.#drawTrail();
    void this.#showInSteps();
  }

  /**
   * Land, then markers, then corridors and names: each has shaders of its own, and all of them in one frame would hold the page up where a computer draws in
   * software.
   */
  async #showInSteps(): Promise<void> {
    if (!this.#seen && this.#ownBasemap) await this.#next('load', LAND_AT_LATEST_MS);
    if (this.#gone) return;
    if (!this.#seen) {
      this.#seen = true;
      this.#map.getContainer().style.opacity = '';
      this.#events.onSeen();
    }
    this.#writer.open();
    for (const [source, file] of Object.entries(this.#ownBasemap ? LATER_FILES : {})) {
      await this.#next('idle', STEP_AT_LATEST_MS);
      await steadyFrames();
      // Null when the map is gone.
      void this.#source(source)?.setData(`${this.#files}${file}`);
    }
    await this.#next('idle', STEP_AT_LATEST_MS);
    this.#complete = true;
    this.#map.on('render', this.#pace.drawn);
  }

  /** Resolves with the event, or when it does not come in time. */
  #next(event: 'load' | 'idle', at_latest_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#map.off(event, end);
        resolve();
      };
      const timer = setTimeout(end, at_latest_ms);
      this.#map.on(event, end);
    });
  }

  /** Values only, never another style, so that nothing on the map is lost. Equal values cost nothing. */
  #applyTheme(): void {
    const base = this.#ownBasemap ? basemapStyle(this.#theme, this.#files).layers : [];
    const later: LayerSpecification[] = [];
    this.#detail.ifThere((detail) => later.push(...detail.layers(this.#theme)));
    this.#trails.ifThere((trails) => later.push(...trails.layers(this.#theme)));
    const unchecked = { validate: false };
    for (const layer of [...base, ...later, ...overlayLayers(this.#theme)]) {
      if (!this.#map.getLayer(layer.id)) continue;
      const { paint = {}, layout = {} } = layer as LayerValues;
      for (const [name, value] of Object.entries(paint))
        this.#map.setPaintProperty(layer.id, name as never, value as never, unchecked);
      for (const [name, value] of Object.entries(layout))
        this.#map.setLayoutProperty(layer.id, name as never, value as never, unchecked);
    }
  }

  #failed(error: { message: string }): void {
    if (error instanceof GPUInitializationError) {
      this.#events.onUnavailable(noWebGl(error));
    } else if (!this.#ready && !this.#ownBasemap) {
      this.#ownBasemap = true;
      this.#styledFor = this.#theme;
      // Neither compared with the style that never came, nor held back until it comes, as a transform would.
      const style = this.#withOverlay(basemapStyle(this.#theme, this.#files));
      this.#map.setStyle(style, { diff: false, transformStyle: undefined });
      this.#events.onBasemapFailed(error.message);
    }
  }

  #readCloseFiles(): void {
    if (this.#closeAsked || !this.#ready || !this.#ownBasemap || this.#map.getZoom() < CLOSE_ZOOM) return;
    this.#closeAsked = true;
    for (const [source, file] of Object.entries(CLOSE_FILES))
      void this.#source(source)?.setData(`${this.#files}${file}`);
  }

  #readStreets(): void {
    const url = this.#streets;
    if (!url || !this.#ready || !this.#ownBasemap || this.#map.getZoom() < CLOSE_ZOOM) return;
    this.#detail.use((detail) => this.#ready && detail.showStreets(url, this.#theme));
  }

  #drawImagery(): void {
    if (!this.#ready) return;
    this.#detail.use((detail) => this.#ready && detail.setImagery(this.#imagery));
  }

  /** What a control that comes later works with. */
  #parts() {
    return {
      map: this.#map,
      camera: this.#camera,
      events: this.#events,
      source: (id: string) => this.#source(id),
    };
  }

  #loadsWritten(): void {
    if (this.#shown || this.#writer.loads.size === 0) return;
    this.#shown = true;
    this.#map.once('render', () => this.#events.onFirstMarkers());
    this.#map.triggerRepaint();
  }

  #drawFocus(): void {
    const selected = this.#placed(this.#selection);
    const hovered = this.#placed(this.#hover);
    const [before, hoveredBefore] = this.#focusDrawn;
    if (!this.#ready || (samePlaced(selected, before) && samePlaced(hovered, hoveredBefore))) return;
    this.#focusDrawn = [selected, hovered];
    const placed = (one: Placed | null) => one && { ...one.load, ...one.at };
    void this.#source(FOCUS)?.setData(focusFeatures(placed(selected), placed(hovered)));
  }

  /** A load where its marker is drawn: it may glide, or not be written yet. */
  #placed(load_id: string | null): Placed | null {
    const load = load_id === null ? undefined : this.#writer.loads.get(load_id);
    if (!load) return null;
    const { latitude, longitude } =
      this.#motion.at(load.load_id) ?? this.#writer.drawn.get(load.load_id) ?? load;
    return { load, at: { latitude, longitude } };
  }

  #selectedLoad(): MapLoad | null {
    return this.#writer.loads.get(this.#selection ?? '') ?? null;
  }

  #source(id: string): GeoJSONSource | null {
    const source = this.#ready ? this.#map.getSource(id) : undefined;
    return source instanceof GeoJSONSource ? source : null;
  }
}

interface Placed {
  readonly load: MapLoad;
  readonly at: LatLon;
}

function samePlaced(a: Placed | null, b: Placed | null): boolean {
  return a === b || (a?.load === b?.load && !!a && !!b && samePlace(a.at, b.at));
}

type LayerValues = Readonly<Partial<Record<'paint' | 'layout', Readonly<Record<string, unknown>>>>>;

function createMap(options: MapOptions): LibraryMap {
  try {
    return new LibraryMap(options);
  } catch (error) {
    if (!(error instanceof GPUInitializationError)) throw error;
    throw new MapUnavailableError(noWebGl(error), { cause: error });
  }
}

function noWebGl({ statusMessage }: GPUInitializationError): string {
  return `The map needs WebGL 2, which this browser does not support${statusMessage ? ` (${statusMessage})` : ''}.`;
}
