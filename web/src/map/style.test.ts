import { type LayerSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { contrast } from '../ui/color.ts';
import { HEALTH, SURFACES, type Theme } from '../ui/health.ts';
import { ATTRIBUTION, basemapStyle, CLOSE_FILES, FIRST_SOURCE, LATER_FILES } from './basemap-style.ts';
import { OVERLAY_SOURCES, overlayLayers } from './overlay.ts';
import { PALETTE } from './palette.ts';

const THEMES: Theme[] = ['light', 'dark'];
const FILES = 'https://board.example/basemap/';

function whole(theme: Theme) {
  const base = basemapStyle(theme, FILES);
  return {
    ...base,
    sources: { ...base.sources, ...OVERLAY_SOURCES },
    layers: [...base.layers, ...overlayLayers(theme)],
  };
}

/** Ids with the names of their values: what a change of theme may set. */
function shape(layers: readonly LayerSpecification[]) {
  return layers.map((layer) => {
    const { id, paint = {}, layout = {} } = layer as { id: string; paint?: object; layout?: object };
    return [id, Object.keys(paint), Object.keys(layout)];
  });
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
    const ids = whole(theme).layers.map(({ id }) => id);
    const lastBase = ids.findLastIndex((id) => id.startsWith('base-'));
    expect(
      ids.slice(lastBase + 1).every((id) => /^(trail|load|focus|circle|place|live|truck)-/.test(id)),
    ).toBe(true);
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

it('both themes have the same layers and values, so that one turns into the other', () => {
  expect(shape(whole('light').layers)).toEqual(shape(whole('dark').layers));
});

it('names every source whose licence asks for it', () => {
  for (const name of ['Natural Earth', 'US Census', 'GeoNames']) expect(ATTRIBUTION).toContain(name);
});

it('reads the files that come later into sources that exist', () => {
  expect(Object.keys(basemapStyle('light', FILES).sources)).toEqual(
    expect.arrayContaining([FIRST_SOURCE, ...Object.keys(LATER_FILES), ...Object.keys(CLOSE_FILES)]),
  );
});
