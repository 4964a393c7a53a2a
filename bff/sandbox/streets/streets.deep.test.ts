import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import { Network } from '@waypost/geo/network';
import { PMTiles } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { buildHubs } from '../world/sites.ts';
import type { TileLayers } from './archive.ts';
import { landFrom } from './land.ts';
import { streetArchive, streetsOf } from './streets.ts';

const everywhere = () => true;
const hubs = buildHubs(1, 500, new Network(), 'believable');
const some = hubs.filter((_, i) => i % 20 === 0);

/** Distance from a place to the nearest road. */
function metersToRoad({ roads = [] }: TileLayers, place: LatLon): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { geometry } of roads)
    if (geometry.type === 'MultiLineString')
      for (const line of geometry.coordinates)
        for (let i = 1; i < line.length; i++) {
          const [a, b] = [line[i - 1], line[i]];
          if (!a || !b) continue;
          const scale = Math.cos((place.latitude * Math.PI) / 180);
          const [dx, dy] = [(b[0] - a[0]) * scale, b[1] - a[1]];
          const along = (place.longitude - a[0]) * scale * dx + (place.latitude - a[1]) * dy;
          const share = Math.min(1, Math.max(0, along / (dx * dx + dy * dy || 1)));
          const [longitude, latitude] = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
          nearest = Math.min(nearest, distanceMeters(place, { latitude, longitude }));
        }
  return nearest;
}

describe('the simulated street map', () => {
  it('has streets within 500 m of every site', () => {
    const far = hubs.flatMap((hub) => {
      const { near } = streetsOf(hub, everywhere);
      return hub.sites.filter((site) => metersToRoad(near, site) > 500).map(({ name }) => name);
    });
    expect(hubs.flatMap(({ sites }) => sites).length).toBeGreaterThan(900);
    expect(far).toEqual([]);
  });

  it('is an archive that the map library reads, with a tile at every site', async () => {
    const bytes = streetArchive(some, everywhere);
    const archive = new PMTiles({
      getKey: () => 'streets',
      getBytes: async (offset, length) => ({
        data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
      }),
    });
    const { minZoom, maxZoom } = await archive.getHeader();
    expect(await archive.getMetadata()).toMatchObject({ simulated: true });
    for (const { latitude, longitude } of some.flatMap(({ sites }) => sites))
      for (const z of [minZoom, maxZoom]) {
        const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
        const [x, y] = [((longitude + 180) / 360) * 2 ** z, ((1 - north) / 2) * 2 ** z].map(Math.floor);
        const tile = await archive.getZxy(z, x as number, y as number);
        expect(tile?.data.byteLength).toBeGreaterThan(100);
      }
  });

  it('is the same each time, whatever else is on the map', () => {
    expect(streetArchive(some, everywhere)).toEqual(streetArchive(some, everywhere));
    const layers = (list: typeof hubs) => list.map((hub) => streetsOf(hub, everywhere).near);
    expect(layers(some.toReversed()).reverse()).toEqual(layers(some));
  });

  it('has the real highways, and Spanish names in Mexico', () => {
    const roadsOf = (name: string) => {
      const hub = hubs.find(({ node }) => node.name === name);
      return hub ? (streetsOf(hub, everywhere).near.roads ?? []).map(({ properties }) => properties) : [];
    };
    expect(roadsOf('Amarillo')).toContainEqual({ kind: 'highway', kind_detail: 'motorway' });
    expect(roadsOf('Amarillo').map(({ name }) => name)).toContain('Main St');
    expect(roadsOf('Monterrey').map(({ name }) => name)).toContain('Av. Juárez');
    expect(roadsOf('Corpus Christi').map(({ name }) => name)).toContain('Main St');
  });

  it('has no major road in the sea', () => {
    const isWest = ({ longitude }: LatLon) => longitude < -117.2;
    const sanDiego = hubs.filter(({ node }) => node.name === 'San Diego');
    const roads = sanDiego.flatMap((hub) => streetsOf(hub, (place) => !isWest(place)).near.roads ?? []);
    const west = roads
      .filter(({ properties }) => properties.kind === 'major_road')
      .flatMap(({ geometry }) => (geometry.type === 'MultiLineString' ? geometry.coordinates.flat() : []))
      .filter(([longitude, latitude]) => isWest({ longitude, latitude }));
    expect(roads.length).toBeGreaterThan(50);
    // Only around a site that the coast puts into the sea, and corners of blocks that are on land.
    const sites = sanDiego.flatMap((hub) => hub.sites.filter(isWest));
    for (const [longitude, latitude] of west)
      expect(Math.min(...sites.map((site) => distanceMeters(site, { latitude, longitude })))).toBeLessThan(
        3500,
      );
  });
});

describe('land', () => {
  const ring = (x: number, y: number, side: number) => [
    [
      [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
        [x, y],
      ],
    ],
  ];
  const area = (kind: string, coordinates: unknown) => ({
    properties: { kind },
    geometry: { type: 'MultiPolygon', coordinates },
  });
  const features = [
    area('land', ring(-100, 30, 20)),
    area('great-lake', ring(-95, 35, 5)),
    area('us', ring(-95, 35, 1)),
  ];
  const isLand = landFrom(JSON.stringify({ features }));

  it('is where the basemap draws it: lakes are none, the finer shore of the US takes precedence', () => {
    expect(isLand({ latitude: 32, longitude: -98 })).toBe(true);
    expect(isLand({ latitude: 38, longitude: -92 })).toBe(false);
    expect(isLand({ latitude: 35.5, longitude: -94.5 })).toBe(true);
    expect(isLand({ latitude: 20, longitude: -98 })).toBe(false);
  });
});
