/**
 * Our own sources and layers, on top of any basemap: circles (circle-layers.ts), places, loads, what glides, clusters, and
 * the focus (what is selected or pointed at). Ids begin with `load-` or `focus-` here; a trail (trail-control.ts) comes under the loads when one is shown.
 *
 * Why the focus has a source of its own, and not feature state on the loads: a load inside a cluster has no feature on
 * the map that could bear a state, and it must still be found when its row is pointed at.
 */
import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { EMPTY, FONT_MEDIUM, FONT_SEMIBOLD } from './basemap-style.ts';
import { CIRCLE_SOURCES, circleLayers, liveLayers, truckLayers } from './circle-layers.ts';
import { arcOf, CLUSTER_PROPERTIES, clusterImage } from './images.ts';
import { markerIcon } from './markers.ts';
import { PALETTE } from './palette.ts';
import type { MapLoad, MapPlace } from './types.ts';

export const LOADS = 'load-points';
export const FOCUS = 'focus-points';
export const GLIDES = 'load-glides';
export const LAYER_MARKERS = 'load-markers';
export const LAYER_GLIDING = 'load-gliding';
export const LAYER_CLUSTERS = 'load-clusters';

/** From this zoom on nothing would be clustered any more. */
const PARTED_ZOOM = 17;
/** Closest zoom of the map: short of that, so that trucks on one spot always are a cluster, which opens as a list. */
export const MAX_ZOOM = PARTED_ZOOM - 0.1;
/** From here on a marker carries its label. */
const LABEL_ZOOM = 9;

/** Properties of a load's feature; `arc` is for the cluster's sums, `rank` draws the worse above. */
export interface LoadProperties {
  readonly load_id: string;
  readonly label: string;
  readonly icon: string;
  readonly arc: string;
  readonly bearing: number;
  readonly rank: number;
}

const RANK = { check: 3, unknown: 2, stale: 1, 'live-parked': 0, live: 0 } as const;

export function loadProperties(load: MapLoad): LoadProperties {
  const { load_id, label, marker, health, age_fade, bearing_degrees } = load;
  return {
    load_id,
    label,
    icon: markerIcon(marker, age_fade),
    arc: arcOf(health),
    // Five degrees cannot be distinguished, and a drawing that does not change needs no new write.
    bearing: marker === 'live' ? Math.round((bearing_degrees ?? 0) / 5) * 5 : 0,
    rank: RANK[marker],
  };
}

export function focusFeatures(selected: MapLoad | null, hovered: MapLoad | null): FeatureCollection {
  const feature = (load: MapLoad, role: 'selected' | 'hovered') => ({
    type: 'Feature' as const,
    properties: { ...loadProperties(load), role },
    geometry: { type: 'Point' as const, coordinates: [load.longitude, load.latitude] },
  });
  const features = selected ? [feature(selected, 'selected')] : [];
  if (hovered && hovered.load_id !== selected?.load_id) features.push(feature(hovered, 'hovered'));
  return features.length > 0 ? { type: 'FeatureCollection', features } : EMPTY;
}

// Plain points: places with a count, joined where they are close. No health, so no color: size and number say how much.

export const PLACES = 'place-points';
export const PLACE_CHOSEN = 'place-chosen';
export const LAYER_PLACES = 'place-dots';

/** From here on every place stands by itself. */
const PLACES_PARTED_ZOOM = 13;

const PLACE_SOURCES: Readonly<Record<string, SourceSpecification>> = {
  [PLACES]: {
    type: 'geojson',
    data: EMPTY,
    cluster: true,
    clusterRadius: 36,
    clusterMaxZoom: PLACES_PARTED_ZOOM - 1,
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

export const OVERLAY_SOURCES: Readonly<Record<string, SourceSpecification>> = {
  ...CIRCLE_SOURCES,
  ...PLACE_SOURCES,
  [LOADS]: {
    type: 'geojson',
    data: EMPTY,
    promoteId: 'load_id',
    maxzoom: PARTED_ZOOM,
    cluster: true,
    clusterRadius: 42,
    clusterMaxZoom: PARTED_ZOOM - 1,
    clusterProperties: CLUSTER_PROPERTIES,
  },
  [GLIDES]: { type: 'geojson', data: EMPTY, maxzoom: PARTED_ZOOM },
  [FOCUS]: { type: 'geojson', data: EMPTY },
};

/** Feature state of a load whose marker glides (marker-animation.ts): the standing one is not seen meanwhile. */
export const GLIDING = 'gliding';
const unlessGliding: ExpressionSpecification = ['case', ['boolean', ['feature-state', GLIDING], false], 0, 1];

const marker = (theme: Theme): ExpressionSpecification => ['concat', `marker/${theme}/`, ['get', 'icon']];
const role = (name: string): ExpressionSpecification => ['==', ['get', 'role'], name];

/** A load's marker with its label below it. */
const loadLayout = (theme: Theme) =>
  ({
    'symbol-sort-key': ['get', 'rank'],
    'icon-image': marker(theme),
    'icon-rotate': ['get', 'bearing'],
    'icon-rotation-alignment': 'map',
    'icon-allow-overlap': true,
    'text-field': ['step', ['zoom'], '', LABEL_ZOOM, ['get', 'label']],
    'text-font': FONT_MEDIUM,
    'text-size': 11,
    'text-anchor': 'top',
    'text-offset': [0, 1.1],
  }) satisfies SymbolLayerSpecification['layout'];

/** As the standing markers, but in nobody's way: the names around do not flicker while it passes. */
function glidingLayer(theme: Theme): LayerSpecification {
  const { ink, casing } = PALETTE[theme];
  return {
    id: LAYER_GLIDING,
    type: 'symbol',
    source: GLIDES,
    layout: {
      ...loadLayout(theme),
      'icon-ignore-placement': true,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': ink, 'text-halo-color': casing, 'text-halo-width': 1.4 },
  };
}

/** Markers may overlap each other; names of the basemap give way to them, since they are placed later. */
function loadLayers(theme: Theme): LayerSpecification[] {
  const { ink, casing } = PALETTE[theme];
  return [
    {
      id: LAYER_MARKERS,
      type: 'symbol',
      source: LOADS,
      filter: ['!', ['has', 'point_count']],
      layout: {
        ...loadLayout(theme),
        'icon-padding': 0,
        'text-optional': true,
      },
      paint: {
        'icon-opacity': unlessGliding,
        'text-opacity': unlessGliding,
        'text-color': ink,
        'text-halo-color': casing,
        'text-halo-width': 1.4,
      },
    },
    {
      id: LAYER_CLUSTERS,
      type: 'symbol',
      source: LOADS,
      filter: ['has', 'point_count'],
      layout: {
        'symbol-sort-key': ['get', 'point_count'],
        'icon-image': clusterImage(theme),
        'icon-allow-overlap': true,
        'icon-padding': 0,
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': FONT_SEMIBOLD,
        'text-size': ['step', ['get', 'point_count'], 12, 100, 13, 1000, 15],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink },
    },
  ];
}

/** What is pointed at beside it never covers the selected load, wherever the two lie. */
const SELECTED_ABOVE: ExpressionSpecification = ['case', role('selected'), 1, 0];

function focusLayers(theme: Theme): LayerSpecification[] {
  const { accent, ink, casing } = PALETTE[theme];
  const isHovered = role('hovered');
  return [
    {
      id: 'focus-halo',
      type: 'circle',
      source: FOCUS,
      filter: role('selected'),
      paint: {
        'circle-radius': 20,
        // Nearly opaque: a selected truck stands out of the cluster that holds it.
        'circle-color': casing,
        'circle-opacity': 0.9,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'focus-ring',
      type: 'circle',
      source: FOCUS,
      filter: isHovered,
      paint: {
        'circle-radius': 16,
        'circle-opacity': 0,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2,
        'circle-stroke-opacity': 0.8,
      },
    },
    {
      id: 'focus-markers',
      type: 'symbol',
      source: FOCUS,
      layout: {
        'symbol-sort-key': SELECTED_ABOVE,
        'icon-image': marker(theme),
        'icon-rotate': ['get', 'bearing'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
      },
    },
    {
      id: 'focus-labels',
      type: 'symbol',
      source: FOCUS,
      layout: {
        'symbol-sort-key': SELECTED_ABOVE,
        'icon-image': `label/${theme}`,
        'icon-text-fit': 'both',
        'icon-text-fit-padding': [2, 6, 2, 6],
        'icon-allow-overlap': true,
        'text-field': ['get', 'label'],
        'text-font': FONT_SEMIBOLD,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 2.1],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink },
    },
  ];
}

export function overlayLayers(theme: Theme): LayerSpecification[] {
  return [
    ...circleLayers(theme),
    ...placeLayers(theme),
    ...loadLayers(theme),
    glidingLayer(theme),
    ...truckLayers(theme),
    ...focusLayers(theme),
    ...liveLayers(theme),
  ];
}
