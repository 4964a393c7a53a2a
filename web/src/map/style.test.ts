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
  DEFERRED_FILES,
  EMPTY,
  FIRST_NAMES,
  FIRST_SOURCE,
} from './basemap-style.ts';
import { OVERLAY_SOURCES, overlayLayers } from './overlay.ts';
import { PALETTE } from './palette.ts';
import { FIRST_STREET_NAME, STREET_PALETTE, STREET_ZOOM, STREETS, streetLayers } from './street-layers.ts';
import { REPLAY, TRAIL, trailLayers } from './trail-control.ts';

const THEMES: Theme[] = ['light', 'dark'];
const FILES = 'https://board.example/basemap/';

const points = { type: 'geojson', data: EMPTY } as const;

function completeStyle(theme: Theme) {
  const base = basemapStyle(theme, FILES);
  return {
    ...base,
    sources: { ...base.sources, ...OVERLAY_SOURCES, [TRAIL]: points, [REPLAY]: points },
    layers: [...base.layers, ...overlayLayers(theme), ...trailLayers(theme)],
  };
}

/** Layer ids with the names of their properties, which a theme change may set. */
function propertyNames(layers: readonly LayerSpecification[]) {
  return layers.map((layer) => {
    const { id, paint = {}, layout = {} } = layer as { id: string; paint?: object; layout?: object };
    return [id, Object.keys(paint), Object.keys(layout)];
  });
}

/** Whether a layer draws a feature with these properties. */
function isDrawn(
  layers: readonly LayerSpecification[],
  id: string,
  zoom: number,
  properties: object,
): boolean {
  const at = layers.findIndex((layer) => layer.id === id);
  const { filter = true } = layers[at] as { filter?: FilterSpecification };
  const feature = { type: 'Point', properties, geometry: [] };
  return featureFilter(filter, `layers[${at}].filter`).filter({ zoom }, feature as never);
}

describe.each(THEMES)('the %s style', (theme) => {
  it('is valid', () => {
    expect(validateStyleMin(completeStyle(theme)).map(({ message }) => message)).toEqual([]);
  });

  it('requests only its own files: no glyphs, no sprite, no external data', () => {
    const style = completeStyle(theme);
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    const urls = Object.values(style.sources).flatMap((source) =>
      source.type === 'geojson' && typeof source.data === 'string' ? [source.data] : [],
    );
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) expect(url).toMatch(/^https:\/\/board\.example\/basemap\/\w+\.json$/);
  });

  it('draws loads above every basemap layer', () => {
    const { layers } = completeStyle(theme);
    const lastBase = layers.findLastIndex(({ id }) => id.startsWith('base-'));
    const above = layers.slice(lastBase + 1).map((layer) => ('source' in layer ? layer.source : ''));
    const { sources } = basemapStyle(theme, FILES);
    expect(above.length).toBeGreaterThan(0);
    expect(above.filter((source) => source in sources)).toEqual([]);
  });

  it('keeps the contrast of health colors on land and surface', () => {
    expect(contrast(PALETTE[theme].land, SURFACES[theme].at(-1) ?? '')).toBeLessThan(1.1);
    for (const { [theme]: colors } of Object.values(HEALTH)) {
      expect(contrast(colors.shape, PALETTE[theme].land)).toBeGreaterThanOrEqual(3);
      expect(contrast(colors.shape, PALETTE[theme].casing)).toBeGreaterThanOrEqual(3);
    }
  });

  it('has labels with enough contrast', () => {
    const { city_label, ink, land, surface } = PALETTE[theme];
    expect(contrast(city_label, land)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, surface)).toBeGreaterThanOrEqual(7);
  });
});

describe.each(THEMES)('the street layers in the %s theme', (theme) => {
  const streets = streetLayers(theme);
  const style = {
    ...completeStyle(theme),
    sources: { ...completeStyle(theme).sources, [STREETS]: { type: 'vector' as const, url: 'pmtiles://x' } },
    layers: [...completeStyle(theme).layers, ...streets],
  };

  it('are valid, and start at the street zoom', () => {
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
    for (const { minzoom } of streets) expect(minzoom).toBeGreaterThanOrEqual(STREET_ZOOM);
  });

  it('have labels with enough contrast', () => {
    const { name, water_name } = STREET_PALETTE[theme];
    expect(contrast(name, PALETTE[theme].land)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(water_name, PALETTE[theme].water)).toBeGreaterThanOrEqual(3.5);
  });

  it('have their labels last, so that imagery can go below them', () => {
    const ids = basemapStyle(theme, FILES).layers.map(({ id }) => id);
    expect(ids).toContain(FIRST_NAMES);
    const first = streets.findIndex(({ type }) => type === 'symbol');
    expect(streets[first]?.id).toBe(FIRST_STREET_NAME);
    expect(streets.slice(first).every(({ type }) => type === 'symbol')).toBe(true);
  });

  it('do not label cities, which the basemap does', () => {
    const place = (properties: object) => isDrawn(streets, 'street-quarters', 12, properties);
    expect(place({ kind: 'locality', population: 115_000 })).toBe(false);
    expect(place({ kind: 'locality', population: 800 })).toBe(true);
    expect(place({ kind: 'neighbourhood' })).toBe(true);
  });
});

describe('cities', () => {
  const { layers } = basemapStyle('light', FILES);
  const layout = layers.find(({ id }) => id === 'base-cities')?.layout as Readonly<Record<string, unknown>>;
  const at = (zoom: number, rank: number) => isDrawn(layers, 'base-cities', zoom, { kind: 'city', rank });

  it('are labelled from a zoom that depends on their rank, larger ones first', () => {
    expect(layout['symbol-sort-key']).toEqual(['-', 0, ['get', 'rank']]);
    expect([at(3, 1300), at(3, 300), at(5, 300)]).toEqual([true, false, true]);
    for (const zoom of [3, 4, 5, 6, 7, 8]) expect(at(zoom, 1300)).toBe(true);
  });

  it('have label positions outside of a marker on top of them', () => {
    const anchors = layout['text-variable-anchor-offset'] as (string | [number, number])[];
    const distances = anchors.flatMap((anchor) =>
      typeof anchor === 'string' ? [] : [Math.hypot(...anchor)],
    );
    // A cluster of ten has a radius of 20 pixels, and the smallest labels have 10-pixel letters.
    expect(Math.max(...distances) * 10).toBeGreaterThan(20);
  });
});

it('both themes have the same layers and properties, so that the theme can change', () => {
  expect(propertyNames(completeStyle('light').layers)).toEqual(propertyNames(completeStyle('dark').layers));
  expect(propertyNames(streetLayers('light'))).toEqual(propertyNames(streetLayers('dark')));
});

it('credits every source whose license requires it', () => {
  for (const name of ['Natural Earth', 'US Census', 'GeoNames']) expect(ATTRIBUTION).toContain(name);
});

it('has sources for all deferred files', () => {
  expect(Object.keys(basemapStyle('light', FILES).sources)).toEqual(
    expect.arrayContaining([FIRST_SOURCE, ...Object.keys(DEFERRED_FILES), ...Object.keys(CLOSE_FILES)]),
  );
});
