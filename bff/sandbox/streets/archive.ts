/** Writes vector tiles into one archive (PMTiles version 3), clustered and gzipped. */
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Position } from '@waypost/geo/circle';
import { zxyToTileId } from 'pmtiles';

export interface TileFeature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Position[][] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: Position[][][] }
    | { readonly type: 'LineString'; readonly coordinates: Position[] }
    | { readonly type: 'MultiLineString'; readonly coordinates: Position[][] }
    | { readonly type: 'Point'; readonly coordinates: Position };
}
/** Features by the layer of the tiles that they belong to. */
export type TileLayers = Readonly<Record<string, readonly TileFeature[]>>;

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
type VectorTile = Parameters<typeof fromGeojsonVt>[0][string];

const HEADER_BYTES = 127;
/** Readers fetch header and root directory in one request of 16 KiB. */
const MAX_ROOT_ENTRIES = 2048;
/** Tile units per side: less than a meter where the last zoom is 12. */
const EXTENT = 8192;
const [GZIP, VECTOR] = [2, 1];

export class ArchiveWriter {
  /** Layers of each tile, by its id. */
  readonly #tiles = new Map<number, Record<string, VectorTile>>();
  readonly #fields = new Map<string, Set<string>>();
  #box: Box = { west: 180, south: 90, east: -180, north: -90 };
  #zooms: [min: number, max: number] = [30, 0];

  /** Adds features to the tiles from `minZoom` to `maxZoom`; a tile may get features several times. */
  add(layers: TileLayers, minZoom: number, maxZoom: number): void {
    this.#zooms = [Math.min(this.#zooms[0], minZoom), Math.max(this.#zooms[1], maxZoom)];
    for (const [name, features] of Object.entries(layers)) {
      if (features.length === 0) continue;
      const fields = this.#fields.get(name) ?? new Set();
      this.#fields.set(name, fields);
      for (const { properties } of features) for (const key of Object.keys(properties)) fields.add(key);
      const box = boxOf(features);
      const { west, south, east, north } = this.#box;
      this.#box = {
        west: Math.min(west, box.west),
        south: Math.min(south, box.south),
        east: Math.max(east, box.east),
        north: Math.max(north, box.north),
      };
      const data = { type: 'FeatureCollection', features: [...features] } as const;
      // Cuts the one tile that is asked for, without an index of all: the features are those of one town.
      const index = new GeoJSONVT(data, {
        maxZoom,
        indexMaxZoom: maxZoom,
        indexMaxPoints: 0,
        extent: EXTENT,
      });
      for (let z = minZoom; z <= maxZoom; z++) this.#addZoom(name, index, box, z);
    }
  }

  #addZoom(name: string, index: GeoJSONVT, { west, south, east, north }: Box, z: number): void {
    const [left, top] = tileOf(west, north, z);
    const [right, bottom] = tileOf(east, south, z);
    for (let x = left; x <= right; x++)
      for (let y = top; y <= bottom; y++) {
        const tile = index.getTile(z, x, y);
        if (!tile || tile.features.length === 0) continue;
        const id = zxyToTileId(z, x, y);
        const layers = this.#tiles.get(id) ?? {};
        this.#tiles.set(id, layers);
        const features = [...(layers[name]?.features ?? []), ...tile.features];
        layers[name] = { features } as VectorTile;
      }
  }

  /** The archive's bytes. `metadata` is completed by the layers with their attributes, unless it has them. */
  finish(metadata: object): Buffer {
    const entries = [...this.#tiles]
      .sort(([a], [b]) => a - b)
      .map(([id, layers]): Entry => {
        const data = gzipSync(fromGeojsonVt(layers, { version: 2, extent: EXTENT }));
        return { id, length: data.length, data };
      });
    const vector_layers = [...this.#fields].map(([id, fields]) => ({
      id,
      fields: Object.fromEntries([...fields].map((field) => [field, 'String'])),
    }));
    return this.#assemble(entries, gzipSync(JSON.stringify({ vector_layers, ...metadata })));
  }

  /** Header, root directory, metadata, leaf directories and tiles. */
  #assemble(entries: readonly Entry[], metadata: Buffer): Buffer {
    const [root, leaves] = directoriesOf(entries);
    const tiles = Buffer.concat(entries.map(({ data }) => data));
    const header = Buffer.alloc(HEADER_BYTES);
    header.write('PMTiles', 'latin1');
    header[7] = 3;
    let offset = HEADER_BYTES;
    for (const [at, { length }] of [
      [8, root],
      [24, metadata],
      [40, leaves],
      [56, tiles],
    ] as const) {
      header.writeBigUInt64LE(BigInt(offset), at);
      header.writeBigUInt64LE(BigInt(length), at + 8);
      offset += length;
    }
    for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), at);
    const [minZoom, maxZoom] = this.#zooms;
    const clustered = 1;
    header.set([clustered, GZIP, GZIP, VECTOR, minZoom, maxZoom], 96);
    const { west, south, east, north } = this.#box;
    const degrees = (value: number, at: number) => header.writeInt32LE(Math.round(value * 1e7), at);
    for (const [i, value] of [west, south, east, north].entries()) degrees(value, 102 + 4 * i);
    header[118] = maxZoom;
    degrees((west + east) / 2, 119);
    degrees((south + north) / 2, 123);
    return Buffer.concat([header, root, metadata, leaves, tiles]);
  }
}

interface Entry {
  readonly id: number;
  readonly length: number;
  readonly data: Buffer;
}

/** The root directory and all leaf directories, which exist only when the root would be too long. */
function directoriesOf(entries: readonly Entry[]): [root: Buffer, leaves: Buffer] {
  if (entries.length <= MAX_ROOT_ENTRIES) return [directory(entries, 1), Buffer.alloc(0)];
  const leaves: Entry[] = [];
  for (let from = 0; from < entries.length; from += MAX_ROOT_ENTRIES) {
    const part = entries.slice(from, from + MAX_ROOT_ENTRIES);
    const before = entries.slice(0, from).reduce((sum, { length }) => sum + length, 0);
    const data = directory(part, 1, before);
    leaves.push({ id: (part[0] as Entry).id, length: data.length, data });
  }
  return [directory(leaves, 0), Buffer.concat(leaves.map(({ data }) => data))];
}

/**
 * @param run_length 1 for tiles, 0 for leaf directories
 * @param offset of the first entry; each following one is right after the previous one
 */
function directory(entries: readonly Omit<Entry, 'data'>[], run_length: 0 | 1, offset = 0): Buffer {
  const bytes: number[] = [];
  const push = (value: number) => {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
    bytes.push(rest);
  };
  push(entries.length);
  entries.forEach(({ id }, i) => {
    push(id - (entries[i - 1]?.id ?? 0));
  });
  for (const _ of entries) push(run_length);
  for (const { length } of entries) push(length);
  entries.forEach((_, i) => {
    push(i === 0 ? offset + 1 : 0);
  });
  return gzipSync(Buffer.from(bytes));
}

function boxOf(features: readonly TileFeature[]): Box {
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const { geometry } of features) {
    for (const [longitude, latitude] of positionsOf(geometry)) {
      box.west = Math.min(box.west, longitude);
      box.east = Math.max(box.east, longitude);
      box.south = Math.min(box.south, latitude);
      box.north = Math.max(box.north, latitude);
    }
  }
  return box;
}

function positionsOf({ type, coordinates }: TileFeature['geometry']): Position[] {
  switch (type) {
    case 'Point':
      return [coordinates];
    case 'LineString':
      return coordinates;
    case 'MultiPolygon':
      return coordinates.flat(2);
    default:
      return coordinates.flat();
  }
}

function tileOf(longitude: number, latitude: number, z: number): [x: number, y: number] {
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return [Math.floor(((longitude + 180) / 360) * 2 ** z), Math.floor(((1 - north) / 2) * 2 ** z)];
}
