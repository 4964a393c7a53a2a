/** The trail of the open load, and where it still goes. Loaded on demand. */
import type { LatLon } from '@waypost/geo/geodesy';
import type { Feature, FeatureCollection } from 'geojson';
import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as LibraryMap,
} from 'maplibre-gl';
import type { Theme } from '../ui/health.ts';
import { byZoom, FONT_MEDIUM, FONT_SEMIBOLD, kind } from './basemap-style.ts';
import { collection, EMPTY, lineFeature, near, pointFeature } from './geojson.ts';
import type { LabelPlacer } from './label-placer.ts';
import { framed, PLACED, wrapped } from './labels.ts';
import { LAYER_TRAIL, type LazyOverlay } from './lazy-overlay.ts';
import { LAYER_FOCUS, LAYER_FOCUS_LABELS, LAYER_MARKERS } from './overlay.ts';
import { PALETTE } from './palette.ts';
import type { StopAhead, Trail, TrailPoint } from './types.ts';

/** From a stop to its label, pixels. */
const STOP_GAP = 11;
/** Number of opacity steps by age. */
const AGES = 8;
/** With more points, only every second, third, … dot is drawn. */
const MAX_DOTS = 4_000;

/**
 * `kind` is `way` (regular pings), `gap` (no pings for longer than `gap_seconds`) or `ping`; `age` is 0 for the
 * newest and 1 for the oldest part. Longitudes are normalized to the side of the previous point, so that a trail
 * across the antimeridian is not drawn around the globe.
 */
export function trailFeatures(trail: Trail | null): FeatureCollection {
  if (!trail) return EMPTY;
  const { points, gap_seconds } = trail;
  const times = points.map(({ occurred_at }) => Date.parse(occurred_at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const ageAt = (at: number) =>
    last === first ? 0 : Math.min(AGES - 1, Math.floor(((last - at) / (last - first)) * AGES)) / (AGES - 1);
  const every = Math.ceil(points.length / MAX_DOTS);
  const features: Feature[] = [];
  let way: LatLon[] = [];
  let age = ageAt(first);
  const endWay = () => {
    if (way.length > 1) features.push(lineFeature(way, { kind: 'way', age }));
    way = [];
  };
  let before: { place: LatLon; at: number } | null = null;
  points.forEach((point, index) => {
    const place = near(point, (before?.place ?? point).longitude);
    const at = times[index] as number;
    if (before && at - before.at > gap_seconds * 1000) {
      endWay();
      features.push(lineFeature([before.place, place], { kind: 'gap', age: ageAt(at) }));
    }
    way.push(place);
    if (ageAt(at) !== age) {
      endWay();
      way = [place];
      age = ageAt(at);
    }
    if (index % every === 0 || index === points.length - 1)
      features.push(pointFeature(place, { kind: 'ping', age: ageAt(at) }));
    before = { place, at };
  });
  endWay();
  return collection(features);
}

function replayFeatures(replay: Trail['replay']): FeatureCollection {
  if (!replay) return EMPTY;
  const { bearing_degrees } = replay;
  const properties = { arrow: bearing_degrees === null ? '' : '▲', bearing: bearing_degrees ?? 0 };
  return collection([pointFeature(replay, properties)]);
}

/**
 * A dashed line from the truck over its stops. It is straight: the roads that the truck will take are not known.
 */
export function aheadFeatures(
  from: LatLon | null,
  stops: readonly StopAhead[],
  labels: Pick<LabelPlacer, 'place'>,
): Feature[] {
  const [first] = stops;
  const places = labels.place(
    'ahead',
    stops.map((stop) => ({ at: stop, text: stop.label, size: 12, gap: STOP_GAP })),
  );
  if (!first) return [];
  const at = (place: LatLon) => near(place, (from ?? first).longitude);
  const way = [...(from ? [from] : []), ...stops].map(at);
  const points = stops.map((stop, index) => {
    const place = places[index];
    return pointFeature(at(stop), { kind: 'stop', label: wrapped(stop.label, place?.wrap), ...place });
  });
  return way.length > 1 ? [lineFeature(way, { kind: 'gap', age: 0 }), ...points] : points;
}

/** Older parts are fainter, arrows show the direction of travel, gaps are dashed. Ids start with `trail-`. */
export const TRAIL = 'trail-shapes';
export const REPLAY = 'trail-replay';
export const AHEAD = 'trail-ahead';

const AHEAD_LABELS = 'trail-ahead-labels';

/** Interpolates from the newest part to the oldest. */
const byAge = (newest: number, oldest: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['get', 'age'],
  ...[0, newest, 1, oldest],
];

function trailLayers(theme: Theme): LayerSpecification[] {
  const { trail, casing, accent, ink } = PALETTE[theme];
  return [
    {
      id: LAYER_TRAIL,
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
        'circle-radius': byZoom(5, 1.2, 10, 3),
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
      id: 'trail-ahead-way',
      type: 'line',
      source: AHEAD,
      filter: kind('gap'),
      paint: { 'line-color': accent, 'line-width': 1.8, 'line-dasharray': [1, 2], 'line-opacity': 0.8 },
    },
    {
      id: 'trail-ahead-stops',
      type: 'circle',
      source: AHEAD,
      filter: kind('stop'),
      paint: {
        'circle-radius': 5,
        'circle-color': casing,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2,
      },
    },
    {
      id: AHEAD_LABELS,
      type: 'symbol',
      source: AHEAD,
      filter: kind('stop'),
      layout: {
        'text-field': ['get', 'label'],
        'text-font': FONT_MEDIUM,
        'text-size': 12,
        ...PLACED,
        'text-allow-overlap': true,
        ...framed(theme),
      },
      paint: { 'text-color': ink },
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

export const TRAIL_OVERLAY: LazyOverlay = {
  sources: {
    [TRAIL]: { type: 'geojson', data: EMPTY },
    [AHEAD]: { type: 'geojson', data: EMPTY },
    [REPLAY]: { type: 'geojson', data: EMPTY },
  },
  // The replay position is drawn on top, the way to the next stops above the clusters, and their labels also above the selected truck.
  layers: (theme) =>
    trailLayers(theme).map((layer) => {
      if (layer.id === AHEAD_LABELS) return [layer, [LAYER_FOCUS_LABELS]];
      if (layer.id.startsWith(AHEAD)) return [layer, [LAYER_FOCUS]];
      return [layer, layer.id.startsWith(REPLAY) ? [] : [LAYER_MARKERS]];
    }),
};

interface TrailControlOptions {
  readonly map: LibraryMap;
  readonly labels: LabelPlacer;
  /** Null until the style has loaded. */
  readonly source: (id: string, of: LazyOverlay) => GeoJSONSource | null;
}

export class TrailControl {
  readonly #options: TrailControlOptions;
  #drawn: readonly TrailPoint[] | null = null;
  #ahead: Feature[] = [];
  /** What `setAhead` was last called with. */
  #stops: readonly [from: LatLon | null, stops: readonly StopAhead[]] = [null, []];

  constructor(options: TrailControlOptions) {
    this.#options = options;
    options.map.on('moveend', () => this.setAhead(...this.#stops));
  }

  /** Draws the trail on the current style; null removes it. */
  set(trail: Trail | null): void {
    const points = trail?.points ?? null;
    // The replay position changes often, the trail rarely.
    if (points !== this.#drawn) {
      this.#drawn = points;
      void this.#source(TRAIL)?.setData(trailFeatures(trail));
    }
    void this.#source(REPLAY)?.setData(replayFeatures(trail?.replay));
  }

  /** @param from the truck; null: not on the map, so only its stops are drawn */
  setAhead(from: LatLon | null, stops: readonly StopAhead[]): void {
    this.#stops = [from, stops];
    const features = aheadFeatures(from, stops, this.#options.labels);
    if (JSON.stringify(features) === JSON.stringify(this.#ahead)) return;
    this.#ahead = features;
    void this.#source(AHEAD)?.setData(collection(features));
  }

  #source(id: string): GeoJSONSource | null {
    return this.#options.source(id, TRAIL_OVERLAY);
  }
}
