/** Collects a town's features as layers of vector tiles, in the schema of Protomaps (version 4). */
import type { Position } from '@waypost/geo/circle';
import type { TileFeature, TileLayers } from './archive.ts';
import { cornersOf, type Plane, type Point, type Rect } from './plane.ts';

type Properties = TileFeature['properties'];

/** Features of one layer with equal properties, as one feature: tiles are smaller, and are written faster. */
interface Group {
  readonly properties: Properties;
  readonly lines: Position[][];
  readonly areas: Position[][][];
}

export class Drawing {
  readonly #plane: Plane;
  readonly #near = new Map<string, Map<string, Group>>();
  readonly #far = new Map<string, Map<string, Group>>();
  readonly #quarters: TileFeature[] = [];

  constructor(plane: Plane) {
    this.#plane = plane;
  }

  /** Everything, for the closest zoom. */
  get near(): TileLayers {
    return { ...featuresOf(this.#near), places: this.#quarters };
  }

  /** Highways, major roads, parks and water, for the zooms before. */
  get far(): TileLayers {
    return featuresOf(this.#far);
  }

  road(points: readonly Point[], properties: Properties): void {
    const isFar = properties.kind !== 'minor_road' && properties.kind !== 'path' && !properties.is_link;
    this.#add('roads', properties, isFar, ({ lines }) => lines.push(this.#positions(points)));
  }

  area(layer: 'landuse' | 'water', kind: string, points: readonly Point[]): void {
    this.#add(layer, { kind }, true, ({ areas }) => areas.push([this.#positions(points)]));
  }

  building(rect: Rect): void {
    const ring = this.#positions(cornersOf(rect));
    this.#add('buildings', { kind: 'building' }, false, ({ areas }) => areas.push([ring]));
  }

  quarter(point: Point, name: string): void {
    const properties = { kind: 'neighbourhood', name };
    const geometry = { type: 'Point', coordinates: this.#plane.positionOf(point) } as const;
    this.#quarters.push({ type: 'Feature', properties, geometry });
  }

  #positions(points: readonly Point[]): Position[] {
    return points.map((point) => this.#plane.positionOf(point));
  }

  #add(layer: string, properties: Properties, isFar: boolean, put: (group: Group) => void): void {
    const key = JSON.stringify(properties);
    for (const layers of isFar ? [this.#near, this.#far] : [this.#near]) {
      const groups = layers.get(layer) ?? new Map<string, Group>();
      layers.set(layer, groups);
      const group = groups.get(key) ?? { properties, lines: [], areas: [] };
      groups.set(key, group);
      put(group);
    }
  }
}

function featuresOf(layers: ReadonlyMap<string, ReadonlyMap<string, Group>>): TileLayers {
  const features = ({ properties, lines, areas }: Group): TileFeature => ({
    type: 'Feature',
    properties,
    geometry:
      lines.length > 0
        ? { type: 'MultiLineString', coordinates: lines }
        : { type: 'MultiPolygon', coordinates: areas },
  });
  return Object.fromEntries(
    [...layers].map(([layer, groups]) => [layer, [...groups.values()].map(features)]),
  );
}
