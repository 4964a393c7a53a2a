/**
 * Plain points: places with a count, joined where they are close. No health, so no color: size and number say how much.
 * Ids begin with `place-`.
 */
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { PALETTE } from './palette.ts';
import { EMPTY, FONT_SEMIBOLD } from './style-values.ts';
import type { MapPlace } from './types.ts';

export const PLACES = 'place-points';
export const PLACE_CHOSEN = 'place-chosen';
export const LAYER_PLACES = 'place-dots';

/** From here on every place stands by itself. */
const PARTED_ZOOM = 13;

export const PLACE_SOURCES: Readonly<Record<string, SourceSpecification>> = {
  [PLACES]: {
    type: 'geojson',
    data: EMPTY,
    cluster: true,
    clusterRadius: 36,
    clusterMaxZoom: PARTED_ZOOM - 1,
    clusterProperties: { count: ['+', ['get', 'count']] },
  },
  [PLACE_CHOSEN]: { type: 'geojson', data: EMPTY },
};

/** Its area grows with the count. */
const radius = (more: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['sqrt', ['get', 'count']],
  ...[1, 5 + more, 4, 10 + more, 16, 16 + more, 64, 26 + more, 200, 38 + more],
];
/** A number needs room. */
const NUMBERED = 10;

export function placeLayers(theme: Theme): LayerSpecification[] {
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
      source: PLACE_CHOSEN,
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
      filter: ['>=', ['get', 'count'], NUMBERED],
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

export function placeFeatures(places: readonly MapPlace[]): FeatureCollection {
  if (places.length === 0) return EMPTY;
  return {
    type: 'FeatureCollection',
    features: places.map(({ id, latitude, longitude, count }) => ({
      type: 'Feature',
      properties: { id, count },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
