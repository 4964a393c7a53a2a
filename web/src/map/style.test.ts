import {
  createExpression,
  type FilterSpecification,
  featureFilter,
  type LayerSpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec';
import type { LatLon } from '@waypost/geo/geodesy';
import { describe, expect, it } from 'vitest';
import { contrast } from '../testing/color.ts';
import { HEALTH, SURFACES, type Theme } from '../ui/health.ts';
import {
  ATTRIBUTION,
  basemapStyle,
  CLOSE_FILES,
  DEFERRED_FILES,
  FIRST_NAMES,
  FIRST_SOURCE,
} from './basemap-style.ts';
import { CIRCLE_OVERLAY } from './circle-layers.ts';
import { OVERLAY_SOURCES, overlayLayers } from './overlay.ts';
import { PALETTE } from './palette.ts';
import { PLACE_OVERLAY } from './place-layers.ts';
import {
  FIRST_STREET_NAME,
  ROAD_NUMBER,
  STREET_PALETTE,
  STREET_ZOOM,
  STREETS,
  streetLayers,
} from './street-layers.ts';
import { TRAIL_OVERLAY } from './trail-control.ts';

const THEMES: Theme[] = ['light', 'dark'];
const FILES = 'https://board.example/basemap/';

const JOINING = [CIRCLE_OVERLAY, PLACE_OVERLAY, TRAIL_OVERLAY];

function completeStyle(theme: Theme) {
  const base = basemapStyle(theme, FILES);
  return {
    ...base,
    sources: {
      ...base.sources,
      ...OVERLAY_SOURCES,
      ...CIRCLE_OVERLAY.sources,
      ...PLACE_OVERLAY.sources,
      ...TRAIL_OVERLAY.sources,
    },
    layers: [
      ...base.layers,
      ...overlayLayers(theme),
      ...JOINING.flatMap(({ layers }) => layers(theme).map(([layer]) => layer)),
    ],
  };
}

/** Layer ids with the names of their properties, which a theme change may set. */
function propertyNames(layers: readonly LayerSpecification[]) {
  return layers.map((layer) => {
    const { id, paint = {}, layout = {} } = layer as { id: string; paint?: object; layout?: object };
    return [id, Object.keys(paint), Object.keys(layout)];
  });
}

const TILE = { z: 14, extent: 8192 };
/** Position within the tile at the zoom of `TILE`. */
function inTile({ longitude, latitude }: LatLon) {
  const world = 2 ** TILE.z;
  const x = ((longitude + 180) / 360) * world;
  const y = ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * world;
  const canonical = { z: TILE.z, x: Math.floor(x), y: Math.floor(y) };
  const point = { x: (x % 1) * TILE.extent, y: (y % 1) * TILE.extent };
  return { canonical, geometry: [[point]] };
}

/** Whether a layer draws a feature with these properties. */
function isDrawn(
  layers: readonly LayerSpecification[],
  id: string,
  zoom: number,
  properties: object,
  place: LatLon = KANSAS,
): boolean {
  const at = layers.findIndex((layer) => layer.id === id);
  const { filter = true } = layers[at] as { filter?: FilterSpecification };
  const { canonical, geometry } = inTile(place);
  const feature = { type: 1, properties, geometry };
  return featureFilter(filter, `layers[${at}].filter`).filter({ zoom }, feature as never, canonical as never);
}
const KANSAS = { latitude: 39, longitude: -96 };
const FLORENCE = { latitude: 43.77, longitude: 11.25 };

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

  it('label cities only where the basemap does not', () => {
    const city = { kind: 'locality', kind_detail: 'city', population: 115_000 };
    const drawn = (properties: object, place: LatLon) =>
      ['street-quarters', 'street-towns'].filter((id) => isDrawn(streets, id, 12, properties, place));
    expect(drawn(city, KANSAS)).toEqual([]);
    expect(drawn(city, FLORENCE)).toEqual(['street-towns']);
    for (const [name, latitude, longitude] of [
      ['Honolulu', 21.3, -157.86],
      ['Anchorage', 61.2, -149.9],
      ['Halifax', 44.65, -63.57],
      ['St. John’s', 47.56, -52.71],
      ['Miami', 25.77, -80.19],
      ['Cancún', 21.16, -86.85],
      ['Tapachula', 14.91, -92.26],
    ] as const)
      expect([name, ...drawn(city, { latitude, longitude })]).toEqual([name]);
    for (const [name, latitude, longitude] of [
      ['Havana', 23.13, -82.36],
      ['Guatemala', 14.63, -90.5],
      ['Nassau', 25.06, -77.34],
    ] as const)
      expect([name, ...drawn(city, { latitude, longitude })]).toEqual([name, 'street-towns']);
    expect(drawn({ ...city, population: 800 }, KANSAS)).toEqual(['street-quarters']);
    expect(drawn({ kind: 'neighbourhood' }, KANSAS)).toEqual(['street-quarters']);
  });

  it('draw rails, rivers, numbers and towns of older archives', () => {
    const drawn = (id: string, properties: object) => isDrawn(streets, id, 12, properties, FLORENCE);
    expect(drawn('street-older-rails', { 'pmap:kind': 'railway', railway: 'rail' })).toBe(true);
    expect(drawn('street-older-rails', { 'pmap:kind': 'railway', railway: 'disused' })).toBe(false);
    expect(drawn('street-older-rivers', { 'pmap:kind': 'waterway', waterway: 'river' })).toBe(true);
    expect(drawn('street-numbers', { 'pmap:kind': 'highway', ref: 'A11' })).toBe(true);
    const town = { 'pmap:kind': 'neighbourhood', place: 'town', population: '50609' };
    expect(drawn('street-towns', town)).toBe(true);
    expect(drawn('street-towns', { 'pmap:kind': 'city', place: 'city', population: '382808' })).toBe(true);
    expect(drawn('street-quarters', town)).toBe(false);
    expect(drawn('street-ramps', { 'pmap:kind': 'highway', highway: 'motorway_link' })).toBe(true);
    expect(drawn('street-highways', { 'pmap:kind': 'highway', highway: 'motorway_link' })).toBe(false);
  });
});

describe('the number of a road', () => {
  const number = (properties: object) => {
    const expression = createExpression(ROAD_NUMBER, 'layers[0].layout.text-field');
    if (expression.result === 'error') throw new Error(expression.value.map(String).join());
    return expression.value.evaluate({ zoom: 12 }, { type: 2, properties, geometry: [] } as never);
  };

  it('is the same for every way in which archives write it', () => {
    expect(number({ ref: 'I 280', shield_text: '280', network: 'US:I' })).toBe('I-280');
    expect(number({ ref: 'I 280', shield_text: 'I280', network: 'other' })).toBe('I-280');
    expect(number({ shield_text: '280', network: 'US:I' })).toBe('I-280');
    for (const road of [
      { ref: 'US 101', shield_text: '101', network: 'US' },
      { ref: 'US 101', shield_text: 'US101', network: 'other' },
      { ref: 'US 101;CA 1', shield_text: 'US101', network: 'other' },
      { shield_text: '101', network: 'US' },
      { shield_text: '101', network: 'US:US' },
    ])
      expect(number(road)).toBe('US-101');
    expect(number({ ref: 'CA 35', shield_text: 'CA35', network: 'other' })).toBe('CA-35');
    expect(number({ ref: 'A11' })).toBe('A11');
  });

  it('is not drawn for spurs, trains and runways', () => {
    const streets = streetLayers('light');
    const drawn = (properties: object) => isDrawn(streets, 'street-numbers', 12, properties);
    expect(drawn({ kind: 'highway', ref: 'US 101' })).toBe(true);
    expect(drawn({ kind: 'highway', ref: 'US 101 Spur' })).toBe(false);
    expect(drawn({ kind: 'aeroway', ref: '10L/28R' })).toBe(false);
    expect(drawn({ kind: 'rail', ref: 'N', network: 'Muni' })).toBe(false);
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
