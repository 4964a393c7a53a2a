/** The map engine, without React: owns the MapLibre map. Only this folder imports maplibre-gl. */
import { boundsOf } from '@waypost/geo/bounds';
import type { LatLon } from '@waypost/geo/geodesy';
import {
  AttributionControl,
  GeoJSONSource,
  GPUInitializationError,
  type Map as LibraryMap,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { LengthUnit } from '../geo/length.ts';
import type { Theme } from '../ui/health.ts';
import { LazyValue } from '../ui/lazy-value.ts';
import { showLoadFailure } from '../ui/lazy-with-retry.tsx';
import { basemapStyle, CLOSE_FILES, CLOSE_ZOOM, DEFERRED_FILES, FIRST_NAMES } from './basemap-style.ts';
import { FIT_ZOOM, LABELED_SHARE, MapCamera } from './camera.ts';
import type { CircleControl } from './circle-control.ts';
import { createMap, noWebGl } from './create-map.ts';
import { drawImage } from './images.ts';
import { setLayerValues, stepBack } from './layer-values.ts';
import { ABOVE_BASEMAP, joinStyle, type LazyOverlay } from './lazy-overlay.ts';
import { FrameRateMonitor, LoadWriter, type PlacedLoad, samePlace, samePlaced } from './load-writer.ts';
import { FOCUS, focusFeatures, LOADS, MAX_ZOOM, OVERLAY_SOURCES, overlayLayers } from './overlay.ts';
import type { PlaceControl } from './place-control.ts';
import { listenToPointer, listenToZoomKeys } from './pointer.ts';
import { steadyFrames } from './steady-frames.ts';
import type { TrailControl } from './trail-control.ts';
import type {
  Camera,
  MapCircle,
  MapEngineApi,
  MapEngineOptions,
  MapEvents,
  MapImagery,
  MapLoad,
  MapPlace,
  MapTruck,
  Padding,
  StopAhead,
  Trail,
} from './types.ts';

/** North America without the far north: the initial view, and the target of "fit all" without loads. */
const HOME = { west: -125, south: 18, east: -65, north: 52 };
const MIN_ZOOM = 1.5;
/** The map becomes visible after this time even when land has not been drawn. */
const LAND_TIMEOUT_MS = 3_000;
const STEP_TIMEOUT_MS = 1_000;
/** Minimum zoom of a fit to the selected load. */
const SELECTION_ZOOM = 8;
const VIEW_CHANGE_MS = 250;

// A file of our origin, because the CSP forbids workers from blobs.
setWorkerUrl(new URL(workerUrl, document.baseURI).href);

export class MapEngine implements MapEngineApi {
  readonly #map: LibraryMap;
  readonly #camera: MapCamera;
  readonly #events: MapEvents;
  readonly #writer: LoadWriter;
  /** Loaded with the first label beside a load, a stop or a circle. */
  readonly #labels = new LazyValue(async () => {
    const { LabelPlacer } = await import('./label-placer.ts');
    return new LabelPlacer(this.#map);
  }, showLoadFailure);
  /** Loaded with the first moves of a map that is drawn; without it, markers jump. */
  readonly #animation = new LazyValue(
    async () => {
      const { animateMarkers } = await import('./marker-animation.ts');
      return animateMarkers({
        ...this.#controlOptions(),
        ready: () => this.#complete && !this.#frameRate.slow,
        focused: () => [this.#selection, this.#hover],
        onStep: () => this.#drawFocus(),
      });
    },
    () => undefined,
  );
  readonly #frameRate = new FrameRateMonitor({
    frame: (callback) => requestAnimationFrame(callback),
    now: () => performance.now(),
  });
  /** Loaded with the first circle, drawing or truck; the board starts with none. */
  readonly #circles = new LazyValue(async () => {
    const { CircleControl } = await import('./circle-control.ts');
    return new CircleControl({ ...this.#controlOptions(), labels: await this.#labels.loaded() });
  }, showLoadFailure);
  /** Loaded with the first places, which few maps have. */
  readonly #places = new LazyValue(async () => {
    const { PlaceControl } = await import('./place-control.ts');
    return new PlaceControl(this.#controlOptions());
  }, showLoadFailure);
  readonly #trails = new LazyValue(async () => {
    const { TrailControl } = await import('./trail-control.ts');
    return new TrailControl({ ...this.#controlOptions(), labels: await this.#labels.loaded() });
  }, showLoadFailure);
  /** Loaded at close zoom when there are streets, or with imagery. */
  readonly #detail = new LazyValue(async () => {
    const { DetailControl } = await import('./detail-control.ts');
    return new DetailControl({
      map: this.#map,
      below: [FIRST_NAMES, ...ABOVE_BASEMAP],
      theme: () => this.#theme,
      onStreetsProblem: this.#events.onStreetsProblem,
    });
  }, showLoadFailure);
  /** What the style has beside its first layers. */
  readonly #joined = new Set<LazyOverlay>();
  readonly #files = new URL(`${import.meta.env.BASE_URL}basemap/`, document.baseURI).href;
  #theme: Theme;
  /** The theme of the last requested style. */
  #styleTheme: Theme;
  #isBuiltInBasemap: boolean;
  #ready = false;
  /** Land has been drawn. */
  #visible = false;
  /** All layers have been drawn. Only then markers are animated, because animation keeps the graphics card busy. */
  #complete = false;
  #closeFilesRequested = false;
  #streets: string | null = null;
  #streetsSimulated = false;
  #imagery: MapImagery | null = null;
  #destroyed = false;
  #markersDrawn = false;
  #selection: string | null = null;
  #hover: string | null = null;
  #drawnFocus: readonly [PlacedLoad | null, PlacedLoad | null] = [null, null];
  #trail: Trail | null = null;
  #beside: readonly LatLon[] = [];
  #ahead: readonly StopAhead[] = [];
  #following = false;
  #viewTimer: ReturnType<typeof setTimeout> | undefined;

  /** @throws MapUnavailableError when the browser does not support WebGL 2 */
  constructor({ container, theme, map_style_url, camera, label, events }: MapEngineOptions) {
    this.#theme = theme;
    this.#styleTheme = theme;
    this.#events = events;
    this.#isBuiltInBasemap = map_style_url === null;
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
      // Fading labels would repaint the map after every write of loads, which doubles the number of frames.
      fadeDuration: 0,
      locale: { 'Map.Title': label ?? 'Map of loads. The list shows the same loads.' },
    });
    // Invisible until land is drawn; by opacity, so that it can already have the keyboard focus.
    if (this.#isBuiltInBasemap) this.#map.getContainer().style.opacity = '0';
    this.#map.touchPitch.disable();
    this.#camera = new MapCamera(this.#map, events.onMove, () => this.#endFollow());
    this.#map.on('moveend', () => {
      this.#viewChanged();
      // Also after a resize: labels move to where they have room now; those of stops and circles do so by themselves.
      this.#redrawFocus();
    });
    this.#map.on('zoomend', () => this.#writer.zoomed());
    this.#map.addControl(new AttributionControl({ compact: false }), 'bottom-left');
    this.#writer = new LoadWriter({
      write: async (diff, moves) => {
        if (this.#complete && moves.length > 0) this.#animation.request();
        const animation_started = this.#animation.value?.begin(moves, diff.add, diff.remove);
        this.#drawFocus();
        if (animation_started) await animation_started;
        await this.#source(LOADS)?.updateData(diff);
        this.#loadsWritten();
      },
      schedule: (callback, delay) => {
        const inFrame = () => requestAnimationFrame(callback);
        if (delay > 0) setTimeout(inFrame, delay);
        else inFrame();
      },
      now: () => performance.now(),
      pixels: (a, b) => this.#camera.pixels(a, b),
      isSlow: () => this.#frameRate.slow,
    });
    this.#listen();
    this.#map.setStyle(map_style_url ?? basemapStyle(theme, this.#files), {
      transformStyle: (_before, next) => this.#withOverlay(next),
      // Our style is validated by style.test.ts; validating it here would take as long as parsing it.
      validate: map_style_url !== null,
    });
  }

  setLoads(loads: readonly MapLoad[]): void {
    this.#changeLoads(() => this.#writer.setLoads(loads));
  }

  applyDiff(changed: readonly MapLoad[], removed: readonly string[]): void {
    this.#changeLoads(() => this.#writer.applyDiff(changed, removed));
  }

  #changeLoads(change: () => void): void {
    const before = this.#selectedLoad();
    change();
    this.#drawFocus();
    this.#follow(before);
    this.#viewChanged();
  }

  setSelection(load_id: string | null): void {
    if (load_id !== this.#selection) this.#endFollow();
    this.#selection = load_id;
    this.#drawLabeledFocus(load_id);
  }

  setHover(load_id: string | null): void {
    this.#hover = load_id;
    this.#drawLabeledFocus(load_id);
  }

  setTrail(trail: Trail | null): void {
    this.#trail = trail;
    this.#drawTrail();
  }

  setAhead(stops: readonly StopAhead[]): void {
    this.#ahead = stops;
    this.#drawTrail();
  }

  #drawTrail(): void {
    const draw = (trails: TrailControl) => {
      if (!this.#ready || this.#destroyed) return;
      trails.set(this.#trail);
      trails.setAhead(this.#selectedLoad(), this.#ahead);
    };
    if (this.#trail || this.#ahead.length > 0) this.#trails.run(draw);
    else this.#trails.runIfLoaded(draw);
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
    const changed = theme !== this.#theme;
    this.#theme = theme;
    if (changed && this.#ready) this.#applyTheme();
  }

  setStreets(url: string | null, simulated: boolean): void {
    this.#streetsSimulated = simulated;
    this.#streets = url && new URL(url, document.baseURI).href;
    this.#loadStreets();
  }

  setImagery(imagery: MapImagery | null): void {
    if (imagery === this.#imagery) return;
    this.#imagery = imagery;
    this.#drawImagery();
  }

  setPadding(padding: Padding): void {
    this.#camera.setPadding(padding, this.#kept());
  }

  setFollow(on: boolean): void {
    this.#following = on;
    if (on) this.centerSelection();
  }

  countOutside(): number {
    return this.#camera.countOutside([...this.#writer.loads.values()]);
  }

  fitAll(most = false): void {
    this.#endFollow();
    this.#camera.runFit(() => {
      const loads = [...this.#writer.loads.values()];
      this.#camera.fit((most ? this.#camera.most(loads) : boundsOf(loads)) ?? HOME, this.#markersDrawn);
    });
  }

  fitSelection(): void {
    const around = [...this.#ahead, ...this.#beside];
    const fit = (load: MapLoad) =>
      this.#camera.fit(boundsOf([load, ...around]) ?? HOME, true, FIT_ZOOM, LABELED_SHARE);
    if (around.length > 0) this.#moveTo(fit);
    else this.centerSelection();
  }

  openSelection(): void {
    const load = this.#selectedLoad();
    const around = [...this.#ahead, ...this.#beside];
    if (!load || around.length === 0 || !this.#camera.showsWell([load, ...around])) this.fitSelection();
  }

  setBeside(places: readonly LatLon[]): void {
    this.#beside = places;
    if (places.length > 0 && this.#camera.fitted) this.openSelection();
  }

  centerSelection(): void {
    this.#moveTo((load) => this.#camera.ease(load, Math.max(this.#camera.get().zoom, SELECTION_ZOOM)));
  }

  showSelection(): void {
    this.#moveTo((load) => this.#camera.reveal(load));
  }

  #moveTo(move: (load: MapLoad) => void): void {
    if (!this.#selectedLoad()) return;
    this.#camera.runFit(() => {
      const load = this.#selectedLoad();
      if (load) move(load);
    });
  }

  fitCircles(): void {
    this.#withCircles(true, (control) => this.#camera.runFit(() => control.fit()));
  }

  showCircle(id: string): void {
    this.#withCircles(true, (control) => this.#camera.runFit(() => control.show(id)));
  }

  fitPlaces(): void {
    this.#withPlaces((control) => this.#camera.runFit(() => control.fit()));
  }

  showPlace(id: string): void {
    this.#withPlaces((control) => this.#camera.runFit(() => control.show(id)));
  }

  focus(): void {
    this.#map.getCanvas().focus({ preventScroll: true });
  }

  zoomBy(steps: number): void {
    this.#camera.zoomBy(steps, this.#kept());
  }

  resetNorth(): void {
    this.#map.resetNorth();
  }

  setCamera(camera: Camera): void {
    this.#endFollow();
    this.#camera.jump(camera);
  }

  destroy(): void {
    this.#ready = false;
    this.#destroyed = true;
    clearTimeout(this.#viewTimer);
    this.#writer.close();
    this.#animation.value?.reset();
    this.#circles.runIfLoaded((control) => control.close());
    this.#detail.runIfLoaded((detail) => detail.close());
    this.#map.remove();
  }

  /** Runs in the order of the calls; never on a destroyed map. @param needed false: does not load the control */
  #withCircles(needed: boolean, callback: (control: CircleControl) => void): void {
    const onMap = (control: CircleControl) => !this.#destroyed && callback(control);
    if (needed) this.#circles.run(onMap);
    else this.#circles.runIfRequested(onMap);
  }

  #withPlaces(callback: (control: PlaceControl) => void): void {
    this.#places.run((control) => !this.#destroyed && callback(control));
  }

  #listen(): void {
    const map = this.#map;
    map.setMissingStyleImageResolver(async (name) => {
      const image = drawImage(name, window.devicePixelRatio || 1);
      if (image && !map.hasImage(name)) {
        const { data, ...options } = image;
        map.addImage(name, data, options);
      }
    });
    map.on('style.load', () => this.#styleLoaded());
    map.on('error', ({ error }) => this.#onError(error));
    map.on('zoomend', () => {
      this.#loadCloseFiles();
      this.#loadStreets();
    });
    listenToZoomKeys(map, (steps) => {
      const keeps_load = this.#selectedLoad() !== null;
      if (keeps_load) this.zoomBy(steps);
      return keeps_load;
    });
    listenToPointer({
      ...this.#controlOptions(),
      circles: () => this.#circles.value,
      loads: this.#writer.loads,
      hover: (load_id) => {
        if (load_id === this.#hover) return;
        this.setHover(load_id);
        this.#events.onHover(load_id);
      },
    });
  }

  /** Adds our sources and layers on top of any basemap. */
  #withOverlay(style: StyleSpecification): StyleSpecification {
    return {
      ...style,
      sources: { ...style.sources, ...OVERLAY_SOURCES },
      layers: [...style.layers, ...overlayLayers(this.#styleTheme)],
    };
  }

  #styleLoaded(): void {
    this.#ready = true;
    // The theme may have changed while the style was loading.
    if (this.#theme !== this.#styleTheme) this.#applyTheme();
    this.#closeFilesRequested = false;
    this.#loadCloseFiles();
    this.#loadStreets();
    if (this.#imagery) this.#drawImagery();
    this.#animation.value?.reset();
    this.#circles.runIfLoaded((control) => control.open());
    this.#places.runIfLoaded((control) => control.open());
    this.#redrawFocus();
    this.#drawTrail();
    void this.#showInSteps();
  }

  /** Each step compiles its own shaders; all of them in one frame would block the page with software rendering. */
  async #showInSteps(): Promise<void> {
    if (!this.#visible && this.#isBuiltInBasemap) await this.#waitFor('load', LAND_TIMEOUT_MS);
    if (this.#destroyed) return;
    if (!this.#visible) {
      this.#visible = true;
      this.#map.getContainer().style.opacity = '';
      this.#events.onVisible();
    }
    this.#writer.open();
    for (const [source, file] of Object.entries(this.#isBuiltInBasemap ? DEFERRED_FILES : {})) {
      await this.#waitFor('idle', STEP_TIMEOUT_MS);
      await steadyFrames();
      // Null when the map has been destroyed.
      void this.#source(source)?.setData(`${this.#files}${file}`);
    }
    await this.#waitFor('idle', STEP_TIMEOUT_MS);
    this.#complete = true;
    this.#map.on('render', this.#frameRate.onRender);
  }

  /** Resolves with the event, or after the timeout. */
  #waitFor(event: 'load' | 'idle', timeout_ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#map.off(event, end);
        resolve();
      };
      const timer = setTimeout(end, timeout_ms);
      this.#map.on(event, end);
    });
  }

  #applyTheme(): void {
    const base = this.#isBuiltInBasemap ? basemapStyle(this.#theme, this.#files).layers : [];
    const joined = [...this.#joined].flatMap(({ layers }) => layers(this.#theme).map(([layer]) => layer));
    const streets = this.#detail.value?.layers(this.#theme) ?? [];
    setLayerValues(this.#map, [...base, ...streets, ...joined, ...overlayLayers(this.#theme)]);
  }

  #onError(error: { message: string }): void {
    if (error instanceof GPUInitializationError) {
      this.#events.onUnavailable(noWebGl(error));
    } else if (!this.#ready && !this.#isBuiltInBasemap) {
      this.#isBuiltInBasemap = true;
      this.#styleTheme = this.#theme;
      // Without diff and transform, both of which would wait for the style that failed.
      const style = this.#withOverlay(basemapStyle(this.#theme, this.#files));
      this.#map.setStyle(style, { diff: false, transformStyle: undefined });
      this.#events.onBasemapFailed(error.message);
    }
  }

  #loadCloseFiles(): void {
    const needed = this.#ready && this.#isBuiltInBasemap && this.#map.getZoom() >= CLOSE_ZOOM;
    if (this.#closeFilesRequested || !needed) return;
    this.#closeFilesRequested = true;
    for (const [source, file] of Object.entries(CLOSE_FILES))
      void this.#source(source)?.setData(`${this.#files}${file}`);
  }

  #loadStreets(): void {
    const url = this.#streets;
    if (!url || !this.#ready || !this.#isBuiltInBasemap || this.#map.getZoom() < CLOSE_ZOOM) return;
    this.#detail.run((detail) => this.#ready && detail.showStreets(url, this.#streetsSimulated));
  }

  #drawImagery(): void {
    if (this.#ready) this.#detail.run((detail) => this.#ready && detail.setImagery(this.#imagery));
  }

  /** Options of the controls that are loaded on demand. */
  #controlOptions() {
    return {
      map: this.#map,
      camera: this.#camera,
      events: this.#events,
      source: (id: string, of?: LazyOverlay) => this.#source(id, of),
    };
  }

  #loadsWritten(): void {
    if (this.#markersDrawn || this.#writer.loads.size === 0) return;
    this.#markersDrawn = true;
    this.#map.once('render', () => this.#events.onFirstMarkers());
    this.#map.triggerRepaint();
  }

  /** @param before the selected load before its position changed */
  #follow(before: MapLoad | null): void {
    const load = this.#selectedLoad();
    if (!load || (before && samePlace(before, load))) return;
    if (this.#ahead.length > 0) this.#drawTrail();
    if (this.#following) this.#camera.runFit(() => this.#camera.ease(load, this.#camera.get().zoom));
  }

  /** Delayed, because counting projects every load, and trucks move in every frame. */
  #viewChanged(): void {
    this.#viewTimer ??= setTimeout(() => {
      this.#viewTimer = undefined;
      this.#events.onViewChange();
    }, VIEW_CHANGE_MS);
  }

  #endFollow(): void {
    if (!this.#following) return;
    this.#following = false;
    this.#events.onFollowEnd();
  }

  /** Draws the label below the load until it can be placed. */
  #drawLabeledFocus(load_id: string | null): void {
    this.#drawFocus();
    if (load_id !== null && !this.#labels.value) this.#labels.run(() => this.#redrawFocus());
  }

  #redrawFocus(): void {
    this.#drawnFocus = [null, null];
    this.#drawFocus();
  }

  #drawFocus(): void {
    const selected = this.#placed(this.#selection);
    const hovered = this.#placed(this.#hover);
    const [before, hoveredBefore] = this.#drawnFocus;
    if (!this.#ready || (samePlaced(selected, before) && samePlaced(hovered, hoveredBefore))) return;
    this.#drawnFocus = [selected, hovered];
    const drawn = (load: PlacedLoad | null) => load && { ...load.load, ...load.at };
    void this.#source(FOCUS)?.setData(focusFeatures(drawn(selected), drawn(hovered), this.#labels.value));
    stepBack(this.#map, selected !== null);
  }

  /** A load at the position of its marker, which may be animated or not written yet. */
  #placed(load_id: string | null): PlacedLoad | null {
    const load = load_id === null ? undefined : this.#writer.loads.get(load_id);
    if (!load) return null;
    const { latitude, longitude } =
      this.#animation.value?.at(load.load_id) ?? this.#writer.drawn.get(load.load_id) ?? load;
    return { load, at: { latitude, longitude } };
  }

  #selectedLoad(): MapLoad | null {
    return this.#writer.loads.get(this.#selection ?? '') ?? null;
  }

  /** What neither a panel nor a zoom may take out of view. */
  #kept(): LatLon | null {
    return this.#selectedLoad() ?? this.#circles.value?.selected ?? null;
  }

  /** Null until the style has loaded. @param of joins the style if it has not yet */
  #source(id: string, of?: LazyOverlay): GeoJSONSource | null {
    if (this.#ready && of) joinStyle(this.#map, of, this.#theme, this.#joined);
    const source = this.#ready ? this.#map.getSource(id) : undefined;
    return source instanceof GeoJSONSource ? source : null;
  }
}
