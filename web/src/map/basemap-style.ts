/**
 * The built-in basemap as a MapLibre style: land, water, borders, counties at close zoom, highway corridors, names. Uses
 * only the files written by web/basemap/build.ts; no external requests. A style without `glyphs` makes MapLibre draw
 * labels with the web fonts in `text-font`. Layer ids start with `base-`. Both themes have the same layers and
 * properties, so that a theme change only sets values instead of loading a new style, which would drop the other layers.
 */
import type {
  ExpressionSpecification,
  LayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { EMPTY } from './geojson.ts';
import { PALETTE } from './palette.ts';

/** From this zoom on, fine coastlines, counties and towns are shown; their files are fetched when it is first reached. */
export const CLOSE_ZOOM = 6;

export const FIRST_SOURCE = 'base-overview';

/** Numbers of corridors. */
export const CORRIDOR_NUMBERS = 'base-corridor-numbers';

/** The first layer with area and city names; streets and imagery go below it. */
export const FIRST_NAMES = 'base-state-names';

/** Sources filled after the first frame, in this order, with their files. */
export const DEFERRED_FILES = { 'base-corridors': 'corridors.json', 'base-places': 'places.json' } as const;

/** Sources filled when the close zoom is first reached, with their files. */
export const CLOSE_FILES = { 'base-close': 'close.json', 'base-towns': 'towns.json' } as const;

/** Required by the licenses; always shown. */
export const ATTRIBUTION =
  '<a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">Natural Earth</a> · ' +
  '<a href="https://www.census.gov" target="_blank" rel="noreferrer">US Census</a> · ' +
  '<a href="https://www.geonames.org" target="_blank" rel="noreferrer">GeoNames</a>';

export const kind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name];

/** Minimum rank of a city (thousands of people, web/basemap/places.ts) by zoom. */
const CITY_FROM = [
  'step',
  ['zoom'],
  ...[3000, 3, 1200, 4, 500, 5, 200, 6, 60, 7, 20, 8, 8, 9.5, 0],
] as unknown as ExpressionSpecification;

/** Label positions in ems: next to the city's dot, or farther away when a marker or cluster covers it. */
const LABEL_ANCHORS = [0.5, 2.4, 3.2].flatMap((distance): (string | [number, number])[] => [
  'left',
  [distance, 0],
  'right',
  [-distance, 0],
  'top',
  [0, distance],
  'bottom',
  [0, -distance],
]);

function fills(theme: Theme): LayerSpecification[] {
  const { water, land } = PALETTE[theme];
  const fill = (id: string, source: string, name: string, color: string, minzoom = 0) => ({
    id: `base-${id}`,
    type: 'fill' as const,
    source,
    minzoom,
    filter: kind(name),
    paint: { 'fill-color': color, 'fill-antialias': true },
  });
  const stack = (source: string, minzoom = 0) => {
    const suffix = minzoom === 0 ? '' : '-close';
    return [
      fill(`land${suffix}`, source, 'land', land, minzoom),
      fill(`great-lakes${suffix}`, source, 'great-lake', water, minzoom),
      fill(`us${suffix}`, source, 'us', land, minzoom),
      fill(`lakes${suffix}`, source, 'lake', water, minzoom),
    ];
  };
  return [
    { id: 'base-background', type: 'background', paint: { 'background-color': water } },
    ...stack('base-overview'),
    fill('sheet', 'base-close', 'water', water, CLOSE_ZOOM),
    ...stack('base-close', CLOSE_ZOOM),
  ];
}

/** Interpolates between pairs of zoom and value. */
export const byZoom = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  ...stops,
];

/** Coarse lines at low zoom, fine lines of the same borders at close zoom. */
function borders(theme: Theme): LayerSpecification[] {
  const colors = PALETTE[theme];
  const line = (id: string, name: string, close: boolean, paint: LineLayerSpecification['paint']) => ({
    id: `base-${id}`,
    type: 'line' as const,
    source: close ? 'base-close' : 'base-overview',
    ...(close ? { minzoom: CLOSE_ZOOM } : { maxzoom: CLOSE_ZOOM + 1 }),
    filter: kind(name),
    layout: { 'line-join': 'round' as const },
    paint,
  });
  const state = { 'line-color': colors.state_line, 'line-dasharray': [3, 2] };
  const country = { 'line-color': colors.country_line };
  return [
    {
      // Coarse geometry: at close zoom, rivers would diverge from the borders that follow them.
      id: 'base-rivers',
      type: 'line',
      source: 'base-overview',
      maxzoom: 8,
      filter: kind('river'),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colors.water,
        'line-width': byZoom(3, 0.6, 6, 1.4, 8, 2),
        'line-opacity': byZoom(6.5, 1, 8, 0),
      },
    },
    {
      id: 'base-county-line',
      type: 'line',
      source: 'base-close',
      minzoom: CLOSE_ZOOM,
      filter: kind('county-line'),
      paint: {
        'line-color': colors.county_line,
        'line-width': 0.75,
        'line-opacity': byZoom(6, 0, 7, 1),
      },
    },
    line('state-line', 'state-line', false, { ...state, 'line-width': byZoom(3, 0.8, 6, 1) }),
    line('state-line-close', 'state-line', true, { ...state, 'line-width': 1.2 }),
    line('country-line', 'country-line', false, { ...country, 'line-width': byZoom(2, 0.6, 6, 1.3) }),
    line('country-line-close', 'country-line', true, { ...country, 'line-width': 1.4 }),
  ];
}

/** A road's number in its shield, `spacing` pixels from the next one. */
export const roadNumbers = (theme: Theme, number: ExpressionSpecification, spacing: number) =>
  ({
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': spacing,
      'icon-image': `shield/${theme}`,
      'icon-text-fit': 'both',
      'icon-text-fit-padding': [1, 4, 1, 4],
      'icon-rotation-alignment': 'viewport',
      'text-rotation-alignment': 'viewport',
      'text-field': number,
      'text-font': FONT_MEDIUM,
      'text-size': 10,
      'text-padding': 6,
    },
    paint: { 'text-color': PALETTE[theme].corridor_label },
  }) satisfies Pick<SymbolLayerSpecification, 'layout' | 'paint'>;

function roads(theme: Theme): LayerSpecification[] {
  const colors = PALETTE[theme];
  return [
    {
      id: 'base-corridors',
      type: 'line',
      source: 'base-corridors',
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': colors.corridor,
        'line-width': byZoom(3, 0.7, 6, 2, 10, 3.5),
        'line-opacity': byZoom(3, 0.5, 5, 1),
      },
    },
    {
      id: CORRIDOR_NUMBERS,
      type: 'symbol',
      source: 'base-corridors',
      minzoom: CLOSE_ZOOM,
      ...roadNumbers(theme, ['get', 'ref'], 320),
    },
  ];
}

function areaNames(theme: Theme): LayerSpecification[] {
  const colors = PALETTE[theme];
  return [
    {
      id: FIRST_NAMES,
      type: 'symbol',
      source: 'base-places',
      minzoom: 3.4,
      maxzoom: 8,
      filter: kind('state'),
      layout: {
        'text-field': ['step', ['zoom'], ['get', 'code'], 4.7, ['get', 'name']],
        'text-font': FONT_MEDIUM,
        'text-size': byZoom(3.4, 9, 7, 12),
        'text-letter-spacing': 0.16,
        'text-max-width': 8,
        'text-padding': 4,
      },
      paint: {
        'text-color': colors.state_label,
        'text-halo-color': colors.land,
        'text-halo-width': 1,
        'text-opacity': byZoom(6.6, 1, 8, 0.4),
      },
    },
    {
      id: 'base-country-names',
      type: 'symbol',
      source: 'base-places',
      maxzoom: 3.6,
      filter: kind('country'),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT_MEDIUM,
        'text-size': 11,
        'text-letter-spacing': 0.14,
        'text-max-width': 7,
      },
      paint: { 'text-color': colors.country_label, 'text-halo-color': colors.land, 'text-halo-width': 1 },
    },
  ];
}

function cities(theme: Theme, id: string, source: string, minzoom: number): LayerSpecification {
  const colors = PALETTE[theme];
  const people: ExpressionSpecification = ['get', 'people'];
  const rank: ExpressionSpecification = ['get', 'rank'];
  return {
    id,
    type: 'symbol',
    source,
    minzoom,
    filter: ['all', kind('city'), ['>=', rank, CITY_FROM]],
    layout: {
      'symbol-sort-key': ['-', 0, rank],
      'icon-image': `city/${theme}`,
      'icon-size': ['interpolate', ['linear'], people, 20, 0.8, 1000, 1.2],
      // A city whose dot is covered by a truck keeps its name.
      'icon-optional': true,
      // The state code is appended to the name once the state's own name is hidden.
      'text-field': [
        'step',
        ['zoom'],
        ['get', 'name'],
        8,
        [
          'format',
          ['get', 'name'],
          {},
          ' ',
          {},
          ['get', 'code'],
          { 'font-scale': 0.85, 'text-color': colors.city_region },
        ],
      ],
      'text-font': [
        'step',
        ['zoom'],
        ['literal', FONT],
        5,
        ['case', ['>', people, 800], ['literal', FONT_SEMIBOLD], ['literal', FONT]],
      ],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        4,
        ['interpolate', ['linear'], people, 200, 10, 3000, 12],
        9,
        ['interpolate', ['linear'], people, 5, 10.5, 500, 14],
      ],
      'text-variable-anchor-offset': LABEL_ANCHORS,
      'text-justify': 'auto',
      'text-max-width': 9,
      'text-padding': 3,
    },
    paint: {
      'text-color': colors.city_label,
      'text-halo-color': colors.land,
      'text-halo-width': 1.2,
    },
  };
}

/** @param files base URL of the basemap files, with a trailing slash */
export function basemapStyle(theme: Theme, files: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      [FIRST_SOURCE]: {
        type: 'geojson',
        data: `${files}overview.json`,
        attribution: ATTRIBUTION,
        tolerance: 0.2,
      },
      'base-corridors': { type: 'geojson', data: EMPTY },
      'base-places': { type: 'geojson', data: EMPTY },
      'base-close': { type: 'geojson', data: EMPTY, maxzoom: 12, tolerance: 0.2 },
      'base-towns': { type: 'geojson', data: EMPTY, maxzoom: 12 },
    },
    layers: [
      ...fills(theme),
      ...borders(theme),
      ...roads(theme),
      ...areaNames(theme),
      cities(theme, 'base-towns', 'base-towns', CLOSE_ZOOM),
      cities(theme, 'base-cities', 'base-places', 2.5),
    ],
  };
}

/**
 * Fonts of map labels: the page's web font with MapLibre's sans-serif fallback, rendered by the browser. MapLibre derives the
 * weight from the first name in the stack. A variable font has the same name for all weights, so the first name only carries
 * the weight; no such font exists, and the browser uses the next one. MapLibre waits for the font to load before drawing text.
 */
export const FONT = ['Inter Variable'];
export const FONT_MEDIUM = ['medium', 'Inter Variable'];
export const FONT_SEMIBOLD = ['semibold', 'Inter Variable'];
