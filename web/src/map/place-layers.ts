/** Places: points with a count, clustered when close. They have no health and thus no color; size and number show the count. */
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { FONT_SEMIBOLD } from './basemap-style.ts';
import { collection, EMPTY, pointFeature } from './geojson.ts';
import { BELOW_LOADS, LAYER_PLACES, type LazyOverlay } from './lazy-overlay.ts';
import { PALETTE } from './palette.ts';
import type { MapPlace } from './types.ts';

export const PLACES = 'place-points';
export const SELECTED_PLACE = 'place-chosen';

/** Zoom from which places are not clustered. */
const PLACES_UNCLUSTERED_ZOOM = 13;

/** The area of a point grows with its count. */
const radius = (extra: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['sqrt', ['get', 'count']],
  ...[1, 5 + extra, 4, 10 + extra, 16, 16 + extra, 64, 26 + extra, 200, 38 + extra],
];
/** Smaller points have no space for a number. */
const MIN_NUMBERED_COUNT = 10;

function placeLayers(theme: Theme): LayerSpecification[] {
  const { accent, casing, trail } = PALETTE[theme];
  return [
    {
      id: LAYER_PLACES,
      type: 'circle',
      source: PLACES,
      paint: {
        'circle-radius': radius(0),
        'circle-color': trail,
        'circle-opacity': 0.92,
        'circle-stroke-color': casing,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'place-ring',
      type: 'circle',
      source: SELECTED_PLACE,
      paint: {
        'circle-radius': radius(5),
        'circle-opacity': 0,
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'place-counts',
      type: 'symbol',
      source: PLACES,
      filter: ['>=', ['get', 'count'], MIN_NUMBERED_COUNT],
      layout: {
        'text-field': [
          'case',
          ['>=', ['get', 'count'], 10_000],
          ['concat', ['to-string', ['round', ['/', ['get', 'count'], 1000]]], 'k'],
          ['to-string', ['get', 'count']],
        ],
        'text-font': FONT_SEMIBOLD,
        'text-size': ['step', ['get', 'count'], 10, 100, 11, 1000, 12],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': casing },
    },
  ];
}

export const PLACE_OVERLAY: LazyOverlay = {
  sources: {
    [PLACES]: {
      type: 'geojson',
      data: EMPTY,
      cluster: true,
      clusterRadius: 36,
      clusterMaxZoom: PLACES_UNCLUSTERED_ZOOM - 1,
      clusterProperties: { count: ['+', ['get', 'count']] },
    },
    [SELECTED_PLACE]: { type: 'geojson', data: EMPTY },
  },
  layers: (theme) => placeLayers(theme).map((layer) => [layer, BELOW_LOADS]),
};

export const placeFeatures = (places: readonly MapPlace[]): FeatureCollection =>
  collection(places.map((place) => pointFeature(place, { id: place.id, count: place.count })));
