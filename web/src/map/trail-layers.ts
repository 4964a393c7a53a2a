/** How a trail is drawn: older parts fainter, arrows in the direction of travel, gaps dashed. Ids begin with `trail-`. */
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { PALETTE } from './palette.ts';
import { FONT_SEMIBOLD } from './style-values.ts';

export const TRAIL = 'trail-shapes';
export const REPLAY = 'trail-replay';

const kind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name];
/** Of a new part, and of the oldest. */
const byAge = (fresh: number, old: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['get', 'age'],
  0,
  fresh,
  1,
  old,
];

export function trailLayers(theme: Theme): LayerSpecification[] {
  const { trail, casing, accent } = PALETTE[theme];
  return [
    {
      id: 'trail-ways',
      type: 'line',
      source: TRAIL,
      filter: kind('way'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': trail, 'line-width': 2.5, 'line-opacity': byAge(0.9, 0.4) },
    },
    {
      id: 'trail-gaps',
      type: 'line',
      source: TRAIL,
      filter: kind('gap'),
      paint: {
        'line-color': trail,
        'line-width': 1.8,
        'line-dasharray': [2, 2.5],
        'line-opacity': byAge(0.8, 0.4),
      },
    },
    {
      id: 'trail-pings',
      type: 'circle',
      source: TRAIL,
      filter: kind('ping'),
      paint: {
        'circle-color': casing,
        'circle-stroke-color': trail,
        'circle-stroke-width': 1.5,
        'circle-opacity': byAge(1, 0.5),
        'circle-stroke-opacity': byAge(1, 0.5),
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 1.2, 10, 3],
      },
    },
    {
      id: 'trail-arrows',
      type: 'symbol',
      source: TRAIL,
      filter: kind('way'),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 90,
        'text-field': '›',
        'text-font': FONT_SEMIBOLD,
        'text-size': 20,
        'text-keep-upright': false,
        'text-rotation-alignment': 'map',
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': trail, 'text-halo-color': casing, 'text-halo-width': 1.5 },
    },
    {
      id: 'trail-replay-ring',
      type: 'circle',
      source: REPLAY,
      paint: {
        'circle-radius': 11,
        'circle-color': casing,
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'trail-replay-arrow',
      type: 'symbol',
      source: REPLAY,
      layout: {
        'text-field': ['get', 'arrow'],
        'text-font': FONT_SEMIBOLD,
        'text-size': 13,
        'text-rotate': ['get', 'bearing'],
        'text-rotation-alignment': 'map',
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': accent },
    },
  ];
}
