/** A MapLibre map of 800 x 600 pixels that records data instead of rendering. Camera movements take effect immediately. */
import type { Feature } from 'geojson';
import {
  Evented,
  GeoJSONSource,
  type Map as LibraryMap,
  LngLat,
  Event as MapEvent,
  type PaddingOptions,
  Point,
  type StyleSpecification,
} from 'maplibre-gl';
import { EMPTY, pointFeature } from '../geojson.ts';
import type { ScreenPoint } from '../types.ts';
import { fakeView } from './draw-driver.ts';

type Data = Parameters<GeoJSONSource['setData']>[0];
type Diff = Parameters<GeoJSONSource['updateData']>[0];

interface CameraMove {
  readonly center?: [number, number];
  readonly zoom?: number;
  readonly around?: [number, number];
}

class Parent extends Evented {}

export class FakeSource extends GeoJSONSource {
  /** All data in the order written. */
  readonly written: Data[] = [];
  readonly diffs: Diff[] = [];

  constructor(id: string) {
    const nobody = { getActor: () => ({}) } as unknown as ConstructorParameters<typeof GeoJSONSource>[2];
    super(id, { type: 'geojson', data: EMPTY }, nobody, new Parent());
  }
  override async setData(data: Data): Promise<void> {
    this.written.push(data);
  }
  override async updateData(diff: Diff): Promise<void> {
    this.diffs.push(diff);
  }
  /** Load ids that every cluster returns. */
  members: readonly string[] = [];
  override async getClusterLeaves(): Promise<Feature[]> {
    return this.members.map((load_id) => pointFeature({ latitude: 0, longitude: 0 }, { load_id }));
  }
  /** Properties of the current features. */
  shown(): Record<string, unknown>[] {
    const data = this.written.at(-1);
    if (typeof data !== 'object') return [];
    const features =
      data.type === 'FeatureCollection' ? data.features : data.type === 'Feature' ? [data] : [];
    return features.map(({ properties }) => properties ?? {});
  }
}

/** Elements have no size in happy-dom. */
function sized<E extends HTMLElement>(element: E): E {
  Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
  return element;
}

export class FakeMaplibreMap extends Evented {
  readonly element = sized(document.body.appendChild(document.createElement('div')));
  readonly canvas = sized(this.element.appendChild(document.createElement('canvas')));
  readonly sources = new Map<string, FakeSource>();
  /** All requested styles in order: URLs, or style objects with our overlay. */
  readonly styles: (StyleSpecification | string)[] = [];
  /** `layer property` of each value that was set. */
  readonly values = new Set<string>();
  readonly painted = new Map<string, unknown>();
  /** Camera methods that were called. */
  readonly calls: string[] = [];
  readonly touchPitch = { disable: () => undefined };
  /** Features returned by queries at the pointer. */
  under: unknown[] = [];
  removed = false;
  center = { latitude: 40, longitude: -100 };
  zoom = 5;
  #transform: ((before: undefined, next: StyleSpecification) => StyleSpecification) | undefined;

  /** Typed as the library's map. */
  get library(): LibraryMap {
    return this as unknown as LibraryMap;
  }
  get #view() {
    return fakeView(this.center, this.zoom);
  }

  /** Finishes loading the last requested style; a URL becomes an empty style. */
  loadStyle(): void {
    const requested = this.styles.at(-1);
    const loaded: StyleSpecification =
      typeof requested === 'object' ? requested : { version: 8, sources: {}, layers: [] };
    const style = this.#transform?.(undefined, loaded) ?? loaded;
    this.sources.clear();
    for (const id of Object.keys(style.sources)) this.sources.set(id, new FakeSource(id));
    this.layers.splice(0, Infinity, ...style.layers.map(({ id }) => id));
    this.fire(new MapEvent('style.load'));
  }
  /** Throws when the style has no such source. */
  of(id: string): FakeSource {
    const source = this.sources.get(id);
    if (!source) throw new Error(`no source ${id}`);
    return source;
  }
  mouse(type: 'click' | 'mousemove', { x, y }: ScreenPoint): void {
    this.fire(new MapEvent(type, { point: new Point(x, y), originalEvent: new MouseEvent(type) }));
  }

  setStyle(
    style: StyleSpecification | string,
    {
      transformStyle,
    }: { transformStyle?: (before: undefined, next: StyleSpecification) => StyleSpecification },
  ): void {
    this.styles.push(style);
    this.#transform = transformStyle;
  }
  /** Ids of layers added besides the style. */
  readonly added: string[] = [];
  /** Attributions of sources added besides the style. */
  readonly attributions: (string | undefined)[] = [];
  addSource(id: string, { attribution }: { attribution?: string }): void {
    this.attributions.push(attribution);
    this.sources.set(id, new FakeSource(id));
  }
  removeSource(id: string): void {
    this.sources.delete(id);
  }
  /** Ids of all layers, from the bottom up. */
  readonly layers: string[] = [];
  addLayer({ id }: { id: string }, before?: string): void {
    this.added.push(id);
    this.layers.splice(before === undefined ? this.layers.length : this.layers.indexOf(before), 0, id);
  }
  removeLayer(id: string): void {
    this.added.splice(this.added.indexOf(id), 1);
    this.layers.splice(this.layers.indexOf(id), 1);
  }
  /** What loaded tiles have in the layer of roads. */
  roads: readonly { readonly properties: Readonly<Record<string, unknown>> }[] = [];
  querySourceFeatures() {
    return this.roads;
  }
  getSource(id: string) {
    return this.sources.get(id);
  }
  getLayer(id: string) {
    return this.layers.includes(id) ? { id } : undefined;
  }
  setPaintProperty(layer: string, name: string, value: unknown): void {
    this.painted.set(`${layer} ${name}`, value);
    this.values.add(`${layer} ${name}`);
  }
  setLayoutProperty(layer: string, name: string): void {
    this.values.add(`${layer} ${name}`);
  }
  isSourceLoaded(): boolean {
    return true;
  }
  isMoving(): boolean {
    return false;
  }
  addControl(): void {}
  setMissingStyleImageResolver(): void {}
  setFeatureState(): void {}
  removeFeatureState(): void {}
  queryRenderedFeatures(area?: unknown) {
    return Array.isArray(area) ? this.under : [];
  }
  triggerRepaint(): void {}
  /** Fires the event of the first complete frame. */
  drawBasemap(): void {
    this.fire(new MapEvent('load'));
  }
  idle(): void {
    this.fire(new MapEvent('idle'));
  }
  frame(): void {
    this.fire(new MapEvent('render'));
  }
  getContainer() {
    return this.element;
  }
  getCanvasContainer() {
    return this.element;
  }
  getCanvas() {
    return this.canvas;
  }
  getCenter() {
    return new LngLat(this.center.longitude, this.center.latitude);
  }
  getZoom() {
    return this.zoom;
  }
  getBearing(): number {
    return 0;
  }
  getPitch(): number {
    return 0;
  }
  project(at: [number, number] | LngLat) {
    const { lng, lat } = LngLat.convert(at);
    const { x, y } = this.#view.project({ latitude: lat, longitude: lng });
    return new Point(x, y);
  }
  unproject([x, y]: [number, number]) {
    const { latitude, longitude } = this.#view.unproject({ x, y });
    return new LngLat(longitude, latitude);
  }
  setPadding(): void {}
  padding: Partial<PaddingOptions> = {};
  getPadding() {
    return this.padding;
  }
  jumpTo({ center, zoom }: { center: [number, number]; zoom: number }): void {
    this.calls.push('jumpTo');
    this.#go(center, zoom);
  }
  easeTo({ center, zoom = this.zoom, around }: CameraMove): void {
    this.calls.push('easeTo');
    const before = this.#view.project({ latitude: around?.[1] ?? 0, longitude: around?.[0] ?? 0 });
    if (center || zoom !== this.zoom) this.#go(center ?? this.getCenter(), zoom);
    if (!around) return;
    const { x, y } = this.project(around);
    this.#go(this.unproject([400 + x - before.x, 300 + y - before.y]), zoom);
  }
  zoomTo(zoom: number): void {
    this.calls.push('zoomTo');
    this.#go([this.center.longitude, this.center.latitude], zoom);
  }
  fitBounds(bounds: readonly number[]): void {
    this.calls.push(`fitBounds ${bounds.map((edge) => edge.toFixed(2)).join(' ')}`);
  }
  resetNorth(): void {
    this.calls.push('resetNorth');
  }
  #go(center: [number, number] | LngLat, zoom: number): void {
    const { lng, lat } = LngLat.convert(center);
    this.center = { latitude: lat, longitude: lng };
    this.zoom = zoom;
    this.fire(new MapEvent('zoomend'));
    this.fire(new MapEvent('moveend'));
  }
  remove(): void {
    this.removed = true;
    this.sources.clear();
    this.element.remove();
  }
}
