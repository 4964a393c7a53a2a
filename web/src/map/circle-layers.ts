/**
 * Layers of circles and of the truck shown with them. A circle's state is shown by line weight and dash, because
 * color is reserved for health: planned dashed, current heavy, done thin, site medium; the selected one has a halo.
 * Ids start with `circle-`, `live-` or `truck-`.
 */
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { FONT_MEDIUM, FONT_SEMIBOLD, kind } from './basemap-style.ts';
import { EMPTY } from './geojson.ts';
import { framed, PLACED } from './labels.ts';
import { BELOW_LOADS, LAYER_CIRCLES, type LazyOverlay } from './lazy-overlay.ts';
import { LAYER_FOCUS, markerLayout } from './overlay.ts';
import { PALETTE } from './palette.ts';

export const CIRCLES = 'circle-shapes';
export const LIVE = 'live-shapes';
export const TRUCK = 'truck-point';

const areaIn = (state: string): ExpressionSpecification => [
  'all',
  kind('area'),
  ['==', ['get', 'state'], state],
];

const LINES = [
  { state: 'planned', width: 1.75, dash: [3, 2.2], opacity: 0.9 },
  { state: 'current', width: 3, dash: null, opacity: 1 },
  { state: 'done', width: 1, dash: null, opacity: 0.6 },
  { state: 'site', width: 1.5, dash: null, opacity: 0.85 },
] as const;

function outlines(source: string, prefix: string, color: string, extra_width: number): LayerSpecification[] {
  return LINES.map(({ state, width, dash, opacity }) => ({
    id: `${prefix}-line-${state}`,
    type: 'line' as const,
    source,
    filter: areaIn(state),
    layout: { 'line-join': 'round' as const },
    paint: {
      'line-color': color,
      'line-width': width + extra_width,
      'line-opacity': opacity,
      ...(dash ? { 'line-dasharray': [...dash] } : {}),
    },
  }));
}

/** The number on the center, name and radius below. */
function centers(source: string, prefix: string, theme: Theme): LayerSpecification[] {
  const { ink, casing, surface, trail } = PALETTE[theme];
  const numbered: ExpressionSpecification = ['!=', ['get', 'number'], ''];
  const done: ExpressionSpecification = ['==', ['get', 'state'], 'done'];
  return [
    {
      id: `${prefix}-centers`,
      type: 'circle',
      source,
      filter: kind('center'),
      paint: {
        'circle-radius': ['case', numbered, 10, 3.5],
        'circle-color': ['case', ['==', ['get', 'state'], 'current'], ink, surface],
        'circle-stroke-color': trail,
        'circle-stroke-width': ['case', done, 1, 1.75],
      },
    },
    {
      id: `${prefix}-numbers`,
      type: 'symbol',
      source,
      filter: ['all', kind('center'), numbered],
      layout: {
        'text-field': ['get', 'number'],
        'text-font': FONT_SEMIBOLD,
        'text-size': 11,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ['case', ['==', ['get', 'state'], 'current'], surface, ink] },
    },
    // The label of an estimate says what the circle means, so it is never left out.
    ...[false, true].map(
      (estimate): LayerSpecification => ({
        id: `${prefix}-${estimate ? 'estimates' : 'names'}`,
        type: 'symbol',
        source,
        filter: ['all', kind('center'), ['==', ['boolean', ['get', 'estimate'], false], estimate]],
        layout: {
          'text-field': [
            'format',
            ['get', 'label'],
            {},
            ['case', ['==', ['get', 'label'], ''], '', '\n'],
            {},
            ['get', 'radius'],
            { 'font-scale': 0.9 },
          ],
          'text-font': FONT_MEDIUM,
          'text-size': 12,
          ...PLACED,
          'text-allow-overlap': estimate,
        },
        paint: { 'text-color': ink, 'text-halo-color': casing, 'text-halo-width': 1.6 },
      }),
    ),
  ];
}

function circleLayers(theme: Theme): LayerSpecification[] {
  const { trail } = PALETTE[theme];
  return [
    {
      id: LAYER_CIRCLES,
      type: 'fill',
      source: CIRCLES,
      filter: kind('area'),
      paint: { 'fill-color': trail, 'fill-opacity': 0.07 },
    },
    ...outlines(CIRCLES, 'circle', trail, 0),
    ...centers(CIRCLES, 'circle', theme),
  ];
}

function liveLayers(theme: Theme): LayerSpecification[] {
  const { accent, casing, ink, surface } = PALETTE[theme];
  const ghost: ExpressionSpecification = ['boolean', ['get', 'ghost'], false];
  return [
    {
      id: 'live-fill',
      type: 'fill',
      source: LIVE,
      filter: kind('area'),
      paint: { 'fill-color': accent, 'fill-opacity': ['case', ghost, 0.06, 0.14] },
    },
    {
      id: 'live-halo',
      type: 'line',
      source: LIVE,
      filter: ['all', kind('area'), ['!', ghost]],
      paint: { 'line-color': accent, 'line-width': 8, 'line-opacity': 0.22 },
    },
    ...outlines(LIVE, 'live', accent, 0.75),
    {
      id: 'live-radius',
      type: 'line',
      source: LIVE,
      filter: kind('radius'),
      paint: { 'line-color': accent, 'line-width': 1.5, 'line-dasharray': [3, 3] },
    },
    ...centers(LIVE, 'live', theme),
    {
      id: 'live-cross',
      type: 'symbol',
      source: LIVE,
      filter: ['any', kind('cross'), kind('middle')],
      layout: { 'icon-image': `cross/${theme}`, 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
    {
      id: 'live-edges',
      type: 'circle',
      source: LIVE,
      filter: kind('edge'),
      paint: {
        'circle-radius': 7,
        'circle-color': surface,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.25,
      },
    },
    {
      id: 'live-length',
      type: 'symbol',
      source: LIVE,
      filter: kind('length'),
      layout: {
        ...framed(theme),
        'icon-ignore-placement': true,
        'text-field': ['get', 'text'],
        'text-font': FONT_SEMIBOLD,
        'text-size': 12,
        'text-anchor': ['get', 'anchor'],
        // Keeps clear of the edge handle.
        'text-offset': [
          'match',
          ['get', 'anchor'],
          'left',
          ['literal', [1.7, 0]],
          'right',
          ['literal', [-1.7, 0]],
          ['literal', [0, 0]],
        ],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ink },
    },
    {
      id: 'live-name',
      type: 'symbol',
      source: LIVE,
      filter: kind('name'),
      layout: {
        'text-field': ['get', 'label'],
        'text-font': FONT_SEMIBOLD,
        'text-size': 12,
        ...PLACED,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink, 'text-halo-color': casing, 'text-halo-width': 1.8 },
    },
  ];
}

export const CIRCLE_OVERLAY: LazyOverlay = {
  sources: {
    // Tolerance 0: rings must not be simplified.
    [CIRCLES]: { type: 'geojson', data: EMPTY, tolerance: 0 },
    [LIVE]: { type: 'geojson', data: EMPTY, tolerance: 0 },
    [TRUCK]: { type: 'geojson', data: EMPTY },
  },
  layers: (theme) => [
    // Their names are placed before those of other loads.
    ...circleLayers(theme).map(
      (layer) => [layer, /names|estimates/.test(layer.id) ? [LAYER_FOCUS] : BELOW_LOADS] as const,
    ),
    [{ id: 'truck-marker', type: 'symbol', source: TRUCK, layout: markerLayout(theme) }, [LAYER_FOCUS]],
    ...liveLayers(theme).map((layer) => [layer, []] as const),
  ],
};
