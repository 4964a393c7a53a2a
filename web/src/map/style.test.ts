import {
  type FilterSpecification,
  featureFilter,
  type LayerSpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { contrast } from '../testing/color.ts';
import { HEALTH, SURFACES, type Theme } from '../ui/health.ts';
import {
  ATTRIBUTION,
  basemapStyle,
  CLOSE_FILES,
  EMPTY,
  FIRST_NAMES,
  FIRST_SOURCE,
  LATER_FILES,
} from './basemap-style.ts';
import { OVERLAY_SOURCES, overlayLayers } from './overlay.ts';
import { PALETTE } from './palette.ts';
import { FIRST_STREET_NAME, STREET_PALETTE, STREET_ZOOM, STREETS, streetLayers } from './street-layers.ts';
import { REPLAY, TRAIL, trailLayers } from './trail-control.ts';

const THEMES: Theme[] = ['light', 'dark'];
const FILES = 'https://board.example/basemap/';

const points = { type: 'geojson', data: EMPTY } as const;

function whole(theme: Theme) {
  const base = basemapStyle(theme, FILES);
  return {
    ...base,
    sources: { ...base.sources, ...OVERLAY_SOURCES, [TRAIL]: points, [REPLAY]: points },
    layers: [...base.layers, ...overlayLayers(theme), ...trailLayers(theme)],
  };
}

/** Ids with the names of their values: what a change of theme may set. */
function shape(layers: readonly LayerSpecification[]) {
  return layers.map((layer) => {
    const { id, paint = {}, layout = {} } = layer as { id: string; paint?: object; layout?: object };
    return [id, Object.keys(paint), Object.keys(layout)];
  });
}

/** Whether a layer draws a feature with these properties. */
function drawn(layers: readonly LayerSpecification[], id: string, zoom: number, properties: object): boolean {
  const at = layers.findIndex((layer) => layer.id === id);
  const { filter = true } = layers[at] as { filter?: FilterSpecification };
  const feature = { type: 'Point', properties, geometry: [] };
  return featureFilter(filter, `layers[${at}].filter`).filter({ zoom }, feature as never);
}

describe.each(THEMES)('the %s style', (theme) => {
  it('is valid', () => {
    expect(validateStyleMin(whole(theme)).map(({ message }) => message)).toEqual([]);
  });

  it('asks nobody but its own folder: no glyphs, no sprite, no foreign data', () => {
    const style = whole(theme);
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    const addresses = Object.values(style.sources).flatMap((source) =>
      source.type === 'geojson' && typeof source.data === 'string' ? [source.data] : [],
    );
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(address).toMatch(/^https:\/\/board\.example\/basemap\/\w+\.json$/);
  });

  it('draws loads above every name of the basemap', () => {
    const { layers } = whole(theme);
    const lastBase = layers.findLastIndex(({ id }) => id.startsWith('base-'));
    const above = layers.slice(lastBase + 1).map((layer) => ('source' in layer ? layer.source : ''));
    const { sources } = basemapStyle(theme, FILES);
    expect(above.length).toBeGreaterThan(0);
    expect(above.filter((source) => source in sources)).toEqual([]);
  });

  it('has land and surface on which health keeps its contrast', () => {
    expect(contrast(PALETTE[theme].land, SURFACES[theme].at(-1) ?? '')).toBeLessThan(1.1);
    for (const { [theme]: colors } of Object.values(HEALTH)) {
      expect(contrast(colors.shape, PALETTE[theme].land)).toBeGreaterThanOrEqual(3);
      expect(contrast(colors.shape, PALETTE[theme].casing)).toBeGreaterThanOrEqual(3);
    }
  });

  it('has names that can be read', () => {
    const { city_label, ink, land, surface } = PALETTE[theme];
    expect(contrast(city_label, land)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, surface)).toBeGreaterThanOrEqual(7);
  });
});

describe.each(THEMES)('the streets in %s', (theme) => {
  const streets = streetLayers(theme);
  const style = {
    ...whole(theme),
    sources: { ...whole(theme).sources, [STREETS]: { type: 'vector' as const, url: 'pmtiles://x' } },
    layers: [...whole(theme).layers, ...streets],
  };

  it('are valid, and begin where the basemap has no more to say', () => {
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
    for (const { minzoom } of streets) expect(minzoom).toBeGreaterThanOrEqual(STREET_ZOOM);
  });

  it('have names that can be read', () => {
    const { name, water_name } = STREET_PALETTE[theme];
    expect(contrast(name, PALETTE[theme].land)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(water_name, PALETTE[theme].water)).toBeGreaterThanOrEqual(3.5);
  });

  it('go under the names of the basemap, and imagery under their own', () => {
    const ids = basemapStyle(theme, FILES).layers.map(({ id }) => id);
    expect(ids).toContain(FIRST_NAMES);
    const first = streets.findIndex(({ type }) => type === 'symbol');
    expect(streets[first]?.id).toBe(FIRST_STREET_NAME);
    expect(streets.slice(first).every(({ type }) => type === 'symbol')).toBe(true);
  });

  it('write no city twice: the basemap has those', () => {
    const place = (properties: object) => drawn(streets, 'street-quarters', 12, properties);
    expect(place({ kind: 'locality', population: 115_000 })).toBe(false);
    expect(place({ kind: 'locality', population: 800 })).toBe(true);
    expect(place({ kind: 'neighbourhood' })).toBe(true);
  });
});

describe('cities', () => {
  const { layers } = basemapStyle('light', FILES);
  const layout = layers.find(({ id }) => id === 'base-cities')?.layout as Readonly<Record<string, unknown>>;
  const at = (zoom: number, rank: number) => drawn(layers, 'base-cities', zoom, { kind: 'city', rank });

  it('are written from the zoom on that their rank is worth, the larger first', () => {
    expect(layout['symbol-sort-key']).toEqual(['-', 0, ['get', 'rank']]);
    expect([at(3, 1300), at(3, 300), at(5, 300)]).toEqual([true, false, true]);
    for (const zoom of [3, 4, 5, 6, 7, 8]) expect(at(zoom, 1300)).toBe(true);
  });

  it('find a place beside a marker that stands over them', () => {
    const anchors = layout['text-variable-anchor-offset'] as (string | [number, number])[];
    const away = anchors.flatMap((one) => (typeof one === 'string' ? [] : [Math.hypot(...one)]));
    // A cluster of ten is 20 pixels from its middle to its edge, and a letter of the smallest names is 10.
    expect(Math.max(...away) * 10).toBeGreaterThan(20);
  });
});

it('both themes have the same layers and values, so that one turns into the other', () => {
  expect(shape(whole('light').layers)).toEqual(shape(whole('dark').layers));
  expect(shape(streetLayers('light'))).toEqual(shape(streetLayers('dark')));
});

it('names every source whose licence asks for it', () => {
  for (const name of ['Natural Earth', 'US Census', 'GeoNames']) expect(ATTRIBUTION).toContain(name);
});

it('reads the files that come later into sources that exist', () => {
  expect(Object.keys(basemapStyle('light', FILES).sources)).toEqual(
    expect.arrayContaining([FIRST_SOURCE, ...Object.keys(LATER_FILES), ...Object.keys(CLOSE_FILES)]),
  );
});
