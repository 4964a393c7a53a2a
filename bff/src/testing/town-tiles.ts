/** Writes a small archive of vector tiles: a town with a street grid, in Protomaps' open schema unless another one is asked for. */
import { writeFileSync } from 'node:fs';
import type { Position } from '@waypost/geo/circle';
import type { LatLon } from '@waypost/geo/geodesy';
import { ArchiveWriter, type TileFeature, type TileLayers } from '@waypost/sandbox/streets/archive';

const MIN_ZOOM = 8;
const MAX_ZOOM = 14;
/** Half of the town's width, degrees. */
const REACH = 0.06;
const STREETS = 12;

/** `protomaps-2`: attributes have a prefix, railways a layer of their own, and the metadata declares no layers. */
type TownSchema = 'protomaps-4' | 'protomaps-2' | 'shortbread';

/** Writes the archive of a town around a place: land, water, streets of every kind, buildings, a neighborhood. */
export function writeTown(path: string, center: LatLon, schema: TownSchema = 'protomaps-4'): void {
  const layers = townLayers(center);
  if (schema === 'protomaps-4') writeFileSync(path, archiveOf(layers));
  else if (schema === 'shortbread') {
    const { roads = [], buildings = [], earth = [] } = layers;
    writeFileSync(path, archiveOf({ streets: roads, buildings, land: earth }));
  } else {
    const older = Object.entries(layers).map(([name, features]) => [
      name,
      features.map((feature) => {
        const { kind, shield_text: _, network: __, ...rest } = feature.properties;
        return { ...feature, properties: { ...rest, ...(kind ? { 'pmap:kind': kind } : {}) } };
      }),
    ]);
    writeFileSync(path, archiveOf(Object.fromEntries(older), { vector_layers: undefined }));
  }
}

/** @param metadata replaces the declared layers */
function archiveOf(layers: TileLayers, metadata: object = {}): Buffer {
  const writer = new ArchiveWriter();
  writer.add(layers, MIN_ZOOM, MAX_ZOOM);
  return writer.finish({ name: 'Town', ...metadata });
}

function townLayers({ longitude, latitude }: LatLon): TileLayers {
  const box = (x: number, y: number, width: number, height: number): Position[][] => [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ];
  const polygon = (kind: string, coordinates: Position[][]): TileFeature => ({
    type: 'Feature',
    properties: { kind },
    geometry: { type: 'Polygon', coordinates },
  });
  const [west, south, side] = [longitude - REACH, latitude - REACH, 2 * REACH];
  const step = side / STREETS;
  const numbers = Array.from({ length: STREETS - 1 }, (_, i) => i + 1);
  const road = (kind: string, name: string, from: Position, to: Position, more = {}): TileFeature => ({
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
