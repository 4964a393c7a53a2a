/** Writes a small archive of vector tiles: a town with a street grid, in Protomaps' open schema unless another one is asked for. */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { LatLon } from '@waypost/geo/geodesy';
import { zxyToTileId } from 'pmtiles';

type Position = [longitude: number, latitude: number];
interface Feature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Position[][] }
    | { readonly type: 'LineString'; readonly coordinates: Position[] }
    | { readonly type: 'Point'; readonly coordinates: Position };
}
type Layers = Readonly<Record<string, readonly Feature[]>>;

const MIN_ZOOM = 8;
const MAX_ZOOM = 14;
/** Half of the town's width, degrees. */
const REACH = 0.06;
const STREETS = 12;
const HEADER_BYTES = 127;

/** `protomaps-2`: attributes have a prefix, railways a layer of their own, and the metadata declares no layers. */
type TownSchema = 'protomaps-4' | 'protomaps-2' | 'shortbread';

/** Writes the archive of a town around a place: land, water, streets of every kind, buildings, a neighborhood. */
export function writeTown(path: string, center: LatLon, schema: TownSchema = 'protomaps-4'): void {
  const layers = townLayers(center);
  if (schema === 'protomaps-4') writeFileSync(path, archiveOf(layers, center));
  else if (schema === 'shortbread') {
    const { roads = [], buildings = [], earth = [] } = layers;
    writeFileSync(path, archiveOf({ streets: roads, buildings, land: earth }, center));
  } else {
    const older = Object.entries(layers).map(([name, features]) => [
      name,
      features.map((feature) => {
        const { kind, shield_text: _, network: __, ...rest } = feature.properties;
        return { ...feature, properties: { ...rest, ...(kind ? { 'pmap:kind': kind } : {}) } };
      }),
    ]);
    writeFileSync(path, archiveOf(Object.fromEntries(older), center, {}));
  }
}

/** As declared in the metadata. */
function declared(layers: Layers) {
  return {
    vector_layers: Object.entries(layers).map(([id, features]) => ({
      id,
      fields: Object.fromEntries(
        features.flatMap(({ properties }) => Object.keys(properties).map((key) => [key, 'String'])),
      ),
    })),
  };
}

function townLayers({ longitude, latitude }: LatLon): Layers {
  const box = (x: number, y: number, width: number, height: number): Position[][] => [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ];
  const polygon = (kind: string, coordinates: Position[][]): Feature => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'Polygon', coordinates },
  });
  const [west, south, side] = [longitude - REACH, latitude - REACH, 2 * REACH];
  const step = side / STREETS;
  const numbers = Array.from({ length: STREETS - 1 }, (_, i) => i + 1);
  const road = (kind: string, name: string, from: Position, to: Position, more = {}): Feature => ({
    type: 'Feature',
    properties: { kind, name, ...more },
    geometry: { type: 'LineString', coordinates: [from, to] },
  });
  const kindOf = (i: number) => (i === STREETS / 2 ? 'highway' : i % 3 === 0 ? 'major_road' : 'minor_road');
  return {
    earth: [polygon('earth', box(west, south, side, side))],
    landuse: [polygon('park', box(west + step, south + step, step * 2, step * 2))],
    water: [polygon('lake', box(west + step * 8, south + step * 2, step * 3, step))],
    roads: numbers.flatMap((i) => [
      road(kindOf(i), `Street ${i}`, [west, south + step * i], [west + side, south + step * i], {
        ...(kindOf(i) === 'highway' ? { ref: 'I 64', shield_text: '64', network: 'US:I' } : {}),
      }),
      road(kindOf(i), `Avenue ${i}`, [west + step * i, south], [west + step * i, south + side]),
    ]),
    buildings: numbers.flatMap((i) =>
      numbers.map((j) =>
        polygon('building', box(west + step * (i + 0.2), south + step * (j + 0.3), step * 0.4, step * 0.3)),
      ),
    ),
    places: [
      {
        type: 'Feature',
        properties: { kind: 'neighbourhood', name: 'Old Mill' },
        geometry: { type: 'Point', coordinates: [longitude + step / 2, latitude + step / 2] },
      },
    ],
  };
}

interface Entry {
  readonly id: number;
  readonly data: Buffer;
}

function archiveOf(layers: Layers, center: LatLon, metadata: object = declared(layers)): Buffer {
  const indexes = Object.entries(layers).map(([name, features]) => {
    const data = { type: 'FeatureCollection', features: [...features] } as const;
    return [name, new GeoJSONVT(data, { maxZoom: MAX_ZOOM, indexMaxZoom: MAX_ZOOM })] as const;
  });
  const entries: Entry[] = [];
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const [left, top] = tileOf({ longitude: center.longitude - REACH, latitude: center.latitude + REACH }, z);
    const [right, bottom] = tileOf(
      { longitude: center.longitude + REACH, latitude: center.latitude - REACH },
      z,
    );
    for (let x = left; x <= right; x++)
      for (let y = top; y <= bottom; y++) {
        const tiles = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(z, x, y);
          return tile ? [[name, tile] as const] : [];
        });
        if (tiles.length === 0) continue;
        const data = fromGeojsonVt(Object.fromEntries(tiles), { version: 2, extent: 4096 });
        entries.push({ id: zxyToTileId(z, x, y), data: gzipSync(data) });
      }
  }
  entries.sort((a, b) => a.id - b.id);
  return assemble(entries, center, { name: 'Town', ...metadata });
}

function tileOf({ longitude, latitude }: LatLon, z: number): [x: number, y: number] {
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return [Math.floor(((longitude + 180) / 360) * 2 ** z), Math.floor(((1 - north) / 2) * 2 ** z)];
}

/** Header, root directory, metadata and tiles of PMTiles version 3. */
function assemble(entries: readonly Entry[], center: LatLon, metadata_content: object): Buffer {
  const varints: number[] = [];
  const push = (value: number) => {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) varints.push((rest % 0x80) + 0x80);
    varints.push(rest);
  };
  push(entries.length);
  entries.forEach(({ id }, i) => {
    push(id - (entries[i - 1]?.id ?? 0));
  });
  for (const _ of entries) push(1);
  for (const { data } of entries) push(data.length);
  // Each tile follows the previous one.
  entries.forEach((_, i) => {
    push(i === 0 ? 1 : 0);
  });
  const directory = gzipSync(Buffer.from(varints));
  const metadata = gzipSync(JSON.stringify(metadata_content));
  const tiles = Buffer.concat(entries.map(({ data }) => data));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let offset = HEADER_BYTES;
  for (const [at, length] of [
    [8, directory.length],
    [24, metadata.length],
    [40, 0],
    [56, tiles.length],
  ] as const) {
    header.writeBigUInt64LE(BigInt(offset), at);
    header.writeBigUInt64LE(BigInt(length), at + 8);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), at);
  // Clustered; directories and tiles gzipped; vector tiles.
  header.set([1, 2, 2, 1, MIN_ZOOM, MAX_ZOOM], 96);
  const degrees = [
    center.longitude - REACH,
    center.latitude - REACH,
    center.longitude + REACH,
    center.latitude + REACH,
  ];
  degrees.forEach((value, i) => {
    header.writeInt32LE(Math.round(value * 1e7), 102 + 4 * i);
  });
  header[118] = MAX_ZOOM;
  header.writeInt32LE(Math.round(center.longitude * 1e7), 119);
  header.writeInt32LE(Math.round(center.latitude * 1e7), 123);
  return Buffer.concat([header, directory, metadata, tiles]);
}
