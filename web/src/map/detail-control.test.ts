// @vitest-environment happy-dom
import { Event as MapEvent } from 'maplibre-gl';
import { PMTiles } from 'pmtiles';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DetailControl } from './detail-control.ts';
import { STREETS } from './street-layers.ts';
import { FakeMaplibreMap } from './testing/maplibre.fake.ts';

afterEach(() => vi.restoreAllMocks());

/** Shows an archive of another server with this metadata. */
async function show(metadata: object) {
  vi.spyOn(PMTiles.prototype, 'getMetadata').mockResolvedValue(metadata);
  const map = new FakeMaplibreMap();
  const onStreetsProblem = vi.fn<(problem: string | null) => void>();
  const control = new DetailControl({
    map: map.library,
    below: [],
    theme: () => 'light',
    onStreetsProblem,
  });
  control.showStreets('https://tiles.example/region.pmtiles', false);
  await vi.waitFor(() => expect(PMTiles.prototype.getMetadata).toHaveResolved());
  await Promise.resolve();
  return { map, onStreetsProblem };
}
const layers = (...ids: string[]) => ({
  vector_layers: ids.map((id) => ({ id, fields: { kind: 'String' } })),
});

describe('an archive of another server', () => {
  it('is drawn without a note when it has our schema', async () => {
    const { map, onStreetsProblem } = await show(layers('roads', 'earth'));
    expect(map.added).toContain('street-major');
    expect(onStreetsProblem).not.toHaveBeenCalled();
  });

  it('is removed when it has another schema, which the map names', async () => {
    const { map, onStreetsProblem } = await show(layers('streets', 'land'));
    await vi.waitFor(() => expect(map.getSource(STREETS)).toBeUndefined());
    expect(map.added).toEqual([]);
    expect(onStreetsProblem).toHaveBeenCalledWith(
      'No streets: the archive uses the schema Shortbread. Administrators: only Protomaps is supported.',
    );
  });

  it('without declared layers is judged by its tiles, and the map says so while they have no roads', async () => {
    const { map, onStreetsProblem } = await show({});
    map.fire(new MapEvent('idle'));
    expect(onStreetsProblem).toHaveBeenLastCalledWith(expect.stringContaining('does not name its schema'));
    map.roads = [{ properties: { 'pmap:kind': 'highway' } }];
    map.fire(new MapEvent('idle'));
    expect(onStreetsProblem).toHaveBeenLastCalledWith(null);
    onStreetsProblem.mockClear();
    map.fire(new MapEvent('idle'));
    expect(onStreetsProblem).not.toHaveBeenCalled();
  });
});
