/**
 * Streets, buildings and their labels from a vector tile archive in the Protomaps schema (version 4 and older), in
 * both themes. Drawn on top of the built-in basemap and below its labels; where the archive has no data, the
 * basemap shows. Layer ids start with `street-`.
 */
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { FONT, FONT_MEDIUM, roadNumbers } from './basemap-style.ts';
import { PALETTE } from './palette.ts';

export const STREETS = 'streets';
/** Below this zoom the built-in basemap has more detail. */
export const STREET_ZOOM = 8;
/** The first street label layer; imagery goes below it. */
export const FIRST_STREET_NAME = 'street-names';
export const SIMULATED_ATTRIBUTION = 'Simulated streets';
export const STREET_ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">© OpenStreetMap</a>';

/** Low contrast like the basemap, so that loads stand out. */
const LIGHT = {
  park: '#eaefe8',
  built: '#eceef0',
  building: '#e2e5e8',
  building_line: '#d0d5da',
  street: '#ffffff',
  street_casing: '#d2d8de',
  road: '#ffffff',
  road_casing: '#bcc5ce',
  highway: '#dfe5eb',
  highway_casing: '#a9b4bf',
  rail: '#c5ccd3',
  name: '#5b6672',
  water_name: '#5f7384',
};
const DARK: typeof LIGHT = {
  park: '#232a27',
  built: '#262b31',
  building: '#2b3138',
  building_line: '#363d45',
  street: '#30373e',
  street_casing: '#1b1f23',
  road: '#3a424a',
  road_casing: '#1b1f23',
  highway: '#4c5660',
  highway_casing: '#171a1e',
  rail: '#3d454d',
  name: '#9aa5b0',
  water_name: '#8597a8',
};
export const STREET_PALETTE: Readonly<Record<Theme, typeof LIGHT>> = { light: LIGHT, dark: DARK };

/** Schemas before version 4 use `pmap:kind`. */
const KIND: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'pmap:kind'], ''];
const kind = (...kinds: string[]): ExpressionSpecification => ['in', KIND, ['literal', kinds]];
/** `motorway_link`, in archives that keep the attribute of OpenStreetMap. */
const HIGHWAY: ExpressionSpecification = ['coalesce', ['get', 'highway'], ''];
/** Set on ramps only; some tile writers set `false` or 0 on all other roads. */
const IS_RAMP: ExpressionSpecification = [
  'any',
  ['to-boolean', ['coalesce', ['get', 'is_link'], ['get', 'link'], ['get', 'pmap:link']]],
  ['in', '_link', HIGHWAY],
];
/** Older versions also have medium roads. */
const MAJOR = kind('major_road', 'medium_road');
const ROAD = kind('highway', 'major_road', 'medium_road', 'minor_road');
const name: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']];
/**
 * A road's number as on our corridors: `I-280`, `US-101`, `CA-1`. From `ref` ("US 101;CA 1": the first one), because `shield_text`
 * and `network` differ between archives ("US101" of "other", "101" of "US", "101" of "US:US").
 */
const FIRST_REF: ExpressionSpecification = ['at', 0, ['split', ['to-string', ['get', 'ref']], ';']];
const SHIELD: ExpressionSpecification = ['to-string', ['get', 'shield_text']];
export const ROAD_NUMBER: ExpressionSpecification = [
  'case',
  ['has', 'ref'],
  ['join', ['split', FIRST_REF, ' '], '-'],
  ['match', ['get', 'network'], ['US:I', 'US:US', 'US'], true, false],
  ['concat', ['match', ['get', 'network'], 'US:I', 'I-', 'US-'], SHIELD],
  SHIELD,
];
/** Longer ones are names of spurs and detours ("US-101-Spur"). */
const MAX_NUMBER_CHARS = 7;

/** City, town or village: `kind_detail` in version 4; older versions call some towns a neighbourhood and keep `place`. */
const PLACE: ExpressionSpecification = [
  'coalesce',
  ['get', 'place'],
  ['get', 'kind_detail'],
  ['get', 'pmap:kind_detail'],
  KIND,
];
const isPlace = (...places: string[]): ExpressionSpecification => ['in', PLACE, ['literal', places]];
const isTown = isPlace('city', 'town', 'village', 'locality');
const PEOPLE: ExpressionSpecification = ['to-number', ['get', 'population'], 0];
/** Roughly the US, Canada and Mexico, whose cities and towns the built-in basemap names (web/basemap/places.ts). */
const OUR_NAMES: ExpressionSpecification = [
  'within',
  {
    type: 'Polygon',
    coordinates: [
      [
        [-180, 84],
        [-180, 17],
        [-118, 14],
        [-92.2, 14.4],
        [-91, 17.9],
        [-88.3, 18],
        [-86.3, 18.3],
        [-86, 24],
        [-80, 24],
        [-79.6, 30],
        [-70, 40],
        [-65, 43],
        [-50, 44],
        [-60, 66],
        [-75, 77],
        [-60, 84],
        [-180, 84],
      ],
    ],
  },
];
/** Places with fewer people have no name on the built-in basemap. */
const OUR_SMALLEST = 2500;

/** Interpolates between pairs of zoom and width in pixels. */
const width = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops,
];

const fill = (id: string, layer: string, color: string, filter: FilterSpecification): LayerSpecification => ({
  id: `street-${id}`,
  type: 'fill',
  source: STREETS,
  'source-layer': layer,
  minzoom: STREET_ZOOM,
  filter,
  paint: { 'fill-color': color },
});

function line(
  id: string,
  layer: string,
  color: string,
  line_width: ExpressionSpecification,
  filter: FilterSpecification,
  minzoom = STREET_ZOOM,
): LayerSpecification {
  return {
    id: `street-${id}`,
    type: 'line',
    source: STREETS,
    'source-layer': layer,
    minzoom,
    filter,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': color, 'line-width': line_width },
  };
}

/** Without tracks that are disused or abandoned. */
const OLDER_RAIL = [
  'all',
  kind('rail', 'railway'),
  ['match', ['get', 'railway'], ['disused', 'abandoned', 'razed', 'proposed'], false, true],
] as ExpressionSpecification;

/** Each kind of road has a casing below it; all casings come first, so that crossings are open. */
function roads(theme: Theme): LayerSpecification[] {
  const colors = STREET_PALETTE[theme];
  const highways = ['all', kind('highway'), ['!', IS_RAMP]] as ExpressionSpecification;
  const ramps = ['all', kind('highway'), IS_RAMP] as ExpressionSpecification;
  return [
    line('paths', 'roads', colors.street_casing, width(14, 0.6, 18, 2), kind('path', 'other'), 14),
    line('rails', 'roads', colors.rail, width(10, 0.6, 16, 2), kind('rail'), 11),
    line('older-rails', 'transit', colors.rail, width(10, 0.6, 16, 2), OLDER_RAIL, 11),
    line('runways', 'roads', colors.street_casing, width(10, 1, 16, 30), kind('aeroway'), 10),
    line('older-runways', 'transit', colors.street_casing, width(10, 1, 16, 30), kind('aeroway'), 10),
    line('minor-casing', 'roads', colors.street_casing, width(12, 1, 14, 4, 18, 22), kind('minor_road'), 12),
    line('major-casing', 'roads', colors.road_casing, width(8, 0.8, 12, 3.5, 14, 6.5, 18, 30), MAJOR),
    line('ramps-casing', 'roads', colors.highway_casing, width(10, 1, 14, 5, 18, 22), ramps, 10),
    line('highways-casing', 'roads', colors.highway_casing, width(8, 2, 12, 5, 14, 9, 18, 38), highways),
    line('minor', 'roads', colors.street, width(12, 0.5, 14, 2.6, 18, 19), kind('minor_road'), 12),
    line('major', 'roads', colors.road, width(8, 0.4, 12, 2.2, 14, 5, 18, 27), MAJOR),
    line('ramps', 'roads', colors.highway, width(10, 0.5, 14, 3.4, 18, 19), ramps, 10),
    line('highways', 'roads', colors.highway, width(8, 1.2, 12, 3.4, 14, 7, 18, 34), highways),
  ];
}

function names(theme: Theme): LayerSpecification[] {
  const { land } = PALETTE[theme];
  const colors = STREET_PALETTE[theme];
  const halo = { 'text-halo-color': land, 'text-halo-width': 1.4 };
  const plain = { 'text-field': name, 'text-font': FONT };
  return [
    {
      id: FIRST_STREET_NAME,
      type: 'symbol',
      source: STREETS,
      'source-layer': 'roads',
      minzoom: 12,
      filter: ['all', ['has', 'name'], ROAD],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 300,
        // Highways take precedence over streets.
        'symbol-sort-key': ['match', KIND, 'highway', 0, 'major_road', 1, 2],
        ...plain,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 17, 13],
        'text-padding': 4,
      },
      paint: { 'text-color': colors.name, ...halo },
    },
    {
      id: 'street-numbers',
      type: 'symbol',
      source: STREETS,
      'source-layer': 'roads',
      minzoom: 9,
      filter: [
        'all',
        ['any', ['has', 'ref'], ['has', 'shield_text']],
        ROAD,
        ['<=', ['length', ROAD_NUMBER], MAX_NUMBER_CHARS],
      ],
      ...roadNumbers(theme, ROAD_NUMBER, 400),
    },
    {
      id: 'street-water-names',
      type: 'symbol',
      source: STREETS,
      'source-layer': 'water',
      minzoom: 11,
      filter: ['all', ['has', 'name'], ['==', ['geometry-type'], 'Point']],
      layout: { ...plain, 'text-size': 11, 'text-max-width': 7 },
      paint: { 'text-color': colors.water_name, ...halo },
    },
    {
      id: 'street-quarters',
      type: 'symbol',
      source: STREETS,
      'source-layer': 'places',
      minzoom: 11,
      filter: [
        'any',
        isPlace('macrohood', 'neighbourhood', 'suburb', 'quarter', 'hamlet'),
        ['all', isTown, ['<', PEOPLE, OUR_SMALLEST]],
      ],
      layout: {
        ...plain,
        'text-size': 11,
        'text-letter-spacing': 0.06,
        'text-max-width': 8,
        'text-padding': 6,
      },
      paint: { 'text-color': colors.name, ...halo },
    },
    {
      id: 'street-towns',
      type: 'symbol',
      source: STREETS,
      'source-layer': 'places',
      minzoom: STREET_ZOOM,
      filter: ['all', isTown, ['>=', PEOPLE, OUR_SMALLEST], ['!', OUR_NAMES]],
      layout: {
        ...plain,
        'symbol-sort-key': ['-', 0, PEOPLE],
        'text-font': FONT_MEDIUM,
        'text-size': ['interpolate', ['linear'], PEOPLE, 2500, 11, 500_000, 15],
        'text-max-width': 9,
        'text-padding': 4,
      },
      paint: { 'text-color': PALETTE[theme].city_label, ...halo },
    },
  ];
}

/** Older versions have the level of OpenStreetMap instead of a kind. */
const boundary = (name: string, level: number): ExpressionSpecification => [
  'any',
  kind(name),
  ['==', ['get', 'pmap:min_admin_level'], level],
];

export function streetLayers(theme: Theme): LayerSpecification[] {
  const { land, water, state_line, country_line } = PALETTE[theme];
  const colors = STREET_PALETTE[theme];
  return [
    {
      id: 'street-earth',
      type: 'fill',
      source: STREETS,
      'source-layer': 'earth',
      minzoom: STREET_ZOOM,
      paint: { 'fill-color': land },
    },
    fill(
      'parks',
      'landuse',
      colors.park,
      kind('park', 'forest', 'wood', 'nature_reserve', 'national_park', 'golf_course', 'cemetery', 'grass'),
    ),
    fill(
      'built',
      'landuse',
      colors.built,
      kind('industrial', 'commercial', 'railway', 'aerodrome', 'hospital', 'university', 'school', 'pier'),
    ),
    fill('older-woods', 'natural', colors.park, [
      'any',
      kind('forest', 'wood'),
      ['==', ['get', 'natural'], 'wood'],
      ['==', ['get', 'landuse'], 'forest'],
    ]),
    fill('water', 'water', water, ['==', ['geometry-type'], 'Polygon']),
    line('rivers', 'water', water, width(8, 0.8, 12, 2, 16, 8), ['==', ['geometry-type'], 'LineString']),
    line('older-rivers', 'physical_line', water, width(8, 0.8, 12, 2, 16, 8), [
      'in',
      ['coalesce', ['get', 'waterway'], KIND],
      ['literal', ['river', 'canal', 'stream']],
    ]),
    {
      id: 'street-buildings',
      type: 'fill',
      source: STREETS,
      'source-layer': 'buildings',
      minzoom: 13,
      paint: { 'fill-color': colors.building, 'fill-outline-color': colors.building_line },
    },
    ...roads(theme),
    line('state-lines', 'boundaries', state_line, width(8, 1.2, 14, 2), boundary('region', 4)),
    line('country-lines', 'boundaries', country_line, width(8, 1.4, 14, 2.4), boundary('country', 2)),
    ...names(theme),
  ];
}
