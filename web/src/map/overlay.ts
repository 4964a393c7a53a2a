/**
 * Our sources and layers on top of any basemap: loads, animated markers, clusters, and the focus (selected or hovered
 * load). Ids start with `load-` or `focus-`; circles, places and trails join them when they are first drawn
 * (lazy-overlay.ts). The focus has a source of its own instead of feature state, because a load
 * inside a cluster has no feature that could have state, but must still be found when its row is hovered.
 */
import type { FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { FONT_MEDIUM, FONT_SEMIBOLD } from './basemap-style.ts';
import { collection, EMPTY, pointFeature } from './geojson.ts';
import { arcOf, CLUSTER_PROPERTIES, clusterImage } from './images.ts';
import type { LabelPlacer } from './label-placer.ts';
import { framed, PLACED, UNPLACED } from './labels.ts';
import { markerIcon } from './markers.ts';
import { PALETTE } from './palette.ts';
import type { MapLoad } from './types.ts';

export const LOADS = 'load-points';
export const FOCUS = 'focus-points';
export const GLIDES = 'load-glides';
export const LAYER_MARKERS = 'load-markers';
export const LAYER_GLIDING = 'load-gliding';
export const LAYER_CLUSTERS = 'load-clusters';
export const LAYER_FOCUS_LABELS = 'focus-labels';
export const LAYER_FOCUS = 'focus-halo';

/** Zoom from which nothing is clustered. */
const UNCLUSTERED_ZOOM = 17;
/** Slightly below the unclustered zoom, so that trucks at one spot always form a cluster, which opens as a list. */
export const MAX_ZOOM = UNCLUSTERED_ZOOM - 0.1;
/** Zoom from which markers have labels. */
const LABEL_ZOOM = 9;

/** `arc` is summed per cluster; a higher `rank` is drawn on top. */
export interface LoadProperties {
  readonly load_id: string;
  readonly label: string;
  readonly icon: string;
  readonly arc: string;
  readonly bearing: number;
  readonly rank: number;
  /** Hue of the label, degrees; missing: the color of text. */
  readonly hue?: number;
}

const RANK = { check: 3, unknown: 2, stale: 1, 'live-parked': 0, live: 0 } as const;

export function loadProperties(load: MapLoad): LoadProperties {
  const { load_id, label, marker, health, age_fade, bearing_degrees, owner_hue } = load;
  return {
    load_id,
    label,
    icon: markerIcon(marker, age_fade),
    arc: arcOf(health),
    // Rounded to five degrees, which is not visible and avoids writes.
    bearing: marker === 'live' ? Math.round((bearing_degrees ?? 0) / 5) * 5 : 0,
    rank: RANK[marker],
    ...(owner_hue === undefined ? {} : { hue: owner_hue }),
  };
}

/** From the middle of a halo to the label beside it, pixels. */
const HALO = 23;

export function focusFeatures(
  selected: MapLoad | null,
  hovered: MapLoad | null,
  /** Undefined: not loaded yet. */
  labels: Pick<LabelPlacer, 'place'> | undefined,
): FeatureCollection {
  const focused = [selected, hovered].filter(
    (load, index) => load !== null && (index === 0 || load.load_id !== selected?.load_id),
  ) as MapLoad[];
  const places = labels?.place(
    'focus',
    focused.map((load) => ({ at: load, text: load.label, size: 12, gap: HALO })),
  );
  return collection(
    focused.map((load, index) =>
      pointFeature(load, {
        ...loadProperties(load),
        ...(places?.[index] ?? UNPLACED),
        role: load === selected ? 'selected' : 'hovered',
      }),
    ),
  );
}

export const OVERLAY_SOURCES: Readonly<Record<string, SourceSpecification>> = {
  [LOADS]: {
    type: 'geojson',
    data: EMPTY,
    promoteId: 'load_id',
    maxzoom: UNCLUSTERED_ZOOM,
    cluster: true,
    clusterRadius: 42,
    clusterMaxZoom: UNCLUSTERED_ZOOM - 1,
    clusterProperties: CLUSTER_PROPERTIES,
  },
  [GLIDES]: { type: 'geojson', data: EMPTY, maxzoom: UNCLUSTERED_ZOOM },
  [FOCUS]: { type: 'geojson', data: EMPTY },
};

/** Feature state of animated loads (marker-animation.ts), whose static markers are hidden. */
export const GLIDING = 'gliding';
const unlessGliding: ExpressionSpecification = ['case', ['boolean', ['feature-state', GLIDING], false], 0, 1];

export const markerLayout = (theme: Theme) =>
  ({
    'icon-image': ['concat', `marker/${theme}/`, ['get', 'icon']],
    'icon-rotate': ['get', 'bearing'],
    'icon-rotation-alignment': 'map',
    'icon-allow-overlap': true,
  }) satisfies SymbolLayerSpecification['layout'];

const role = (name: string): ExpressionSpecification => ['==', ['get', 'role'], name];

const loadLayout = (theme: Theme) =>
  ({
    ...markerLayout(theme),
    'symbol-sort-key': ['get', 'rank'],
    // Labels give way to those of layers above: of the selected load, its stops and circles.
    'text-optional': true,
    'text-field': ['step', ['zoom'], '', LABEL_ZOOM, ['get', 'label']],
    'text-font': FONT_MEDIUM,
    'text-size': 11,
    'text-anchor': 'top',
    'text-offset': [0, 1.1],
  }) satisfies SymbolLayerSpecification['layout'];

/** The color of an owner's initials, as in the list. */
const inkOf = (theme: Theme): ExpressionSpecification => [
  'case',
  ['has', 'hue'],
  [
    'to-color',
    ['concat', 'hsl(', ['to-string', ['get', 'hue']], theme === 'light' ? ', 60%, 26%)' : ', 60%, 82%)'],
  ],
  PALETTE[theme].ink,
];

/** Like the static markers, but they take no room from labels nearby, which would flicker. */
function glidingLayer(theme: Theme): LayerSpecification {
  const { casing } = PALETTE[theme];
  return {
    id: LAYER_GLIDING,
    type: 'symbol',
    source: GLIDES,
    layout: {
      ...loadLayout(theme),
      'icon-ignore-placement': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': inkOf(theme), 'text-halo-color': casing, 'text-halo-width': 1.4 },
  };
}

/** Markers may overlap each other; basemap labels are hidden by markers, which are placed first. */
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
      },
      paint: {
        'icon-opacity': unlessGliding,
        'text-opacity': unlessGliding,
        'text-color': inkOf(theme),
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

/** The hovered load never covers the selected one. */
const SELECTED_ABOVE: ExpressionSpecification = ['case', role('selected'), 1, 0];

function focusLayers(theme: Theme): LayerSpecification[] {
  const { accent, ink, casing } = PALETTE[theme];
  const isHovered = role('hovered');
  return [
    {
      id: LAYER_FOCUS,
      type: 'circle',
      source: FOCUS,
      filter: role('selected'),
      paint: {
        'circle-radius': 20,
        // Nearly opaque, so that a selected truck stands out from its cluster.
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
        ...markerLayout(theme),
        'symbol-sort-key': SELECTED_ABOVE,
      },
    },
    {
      id: LAYER_FOCUS_LABELS,
      type: 'symbol',
      source: FOCUS,
      layout: {
        'symbol-sort-key': SELECTED_ABOVE,
        ...framed(theme),
        'text-field': ['get', 'label'],
        'text-font': FONT_SEMIBOLD,
        'text-size': 12,
        ...PLACED,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': ink },
    },
  ];
}

export function overlayLayers(theme: Theme): LayerSpecification[] {
  return [...loadLayers(theme), glidingLayer(theme), ...focusLayers(theme)];
}
