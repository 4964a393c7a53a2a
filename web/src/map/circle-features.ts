/**
 * Circles as features for the map. `kind` says what a feature is: `area` (ring of the circle), `center` (number, name and
 * radius), `radius` (dashed line to the edge), `length` (its label), `edge` and `middle` (handles), `cross` (a center
 * about to be placed).
 */
import { circleRing, type Position } from '@waypost/geo/circle';
import { geodesicDestination, geodesicDistance } from '@waypost/geo/ellipsoid';
import { bearingDegrees, type LatLon } from '@waypost/geo/geodesy';
import type { Feature, FeatureCollection } from 'geojson';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import { EMPTY } from './basemap-style.ts';
import type { DrawView, Grab } from './draw-reducer.ts';
import type { CircleShape, MapCircle, ScreenPoint } from './types.ts';

type CircleKind = 'area' | 'center' | 'radius' | 'length' | 'edge' | 'middle' | 'cross';

export const HANDLES = [0, 90, 180, 270] as const;

/** The circle that is worked on: selected, drawn, or about to be placed. */
export interface LiveCircle {
  readonly shape: CircleShape;
  readonly circle: MapCircle | null;
  /** Where the radius line leads: the pointer; null: east. */
  readonly towards: LatLon | null;
  readonly handles: boolean;
  /** Its radius on the screen has room for the label of its length; else that stands outside. */
  readonly roomy: boolean;
  /** Not there yet: what a click would make. */
  readonly ghost: boolean;
}

/** A book of thousands is drawn again whenever one of them is taken up: rings are reckoned once for each. */
const areas = new WeakMap<MapCircle, Feature>();

export function circleFeatures(circles: readonly MapCircle[], unit: LengthUnit): FeatureCollection {
  if (circles.length === 0) return EMPTY;
  return {
    type: 'FeatureCollection',
    features: circles.flatMap((circle) => {
      const ring = areas.get(circle) ?? area(circle, { state: circle.state });
      areas.set(circle, ring);
      return [ring, center(circle, circle.state, unit)];
    }),
  };
}

export function liveFeatures(live: LiveCircle | null, unit: LengthUnit): FeatureCollection {
  if (!live) return EMPTY;
  const { shape, circle, handles, ghost } = live;
  const at = position(shape, shape);
  const features: Feature[] = [];
  const hasSize = shape.radius_meters > 0;
  if (hasSize) features.push(area(shape, { state: circle?.state ?? 'site', ghost }));
  if (hasSize && (handles || circle === null)) features.push(...radiusLine(live, unit));
  if (circle && !handles) features.push(center({ ...circle, ...shape }, circle.state, unit));
  if (circle && handles) features.push(point('name', at, { label: nameOf(circle) }));
  if (handles) {
    for (const bearing of HANDLES) {
      const edge = geodesicDestination(shape, bearing, shape.radius_meters);
      features.push(point('edge', position(edge, shape), {}));
    }
    features.push(point('middle', at, {}));
  }
  if (circle === null) features.push(point('cross', at, {}));
  return { type: 'FeatureCollection', features };
}

function radiusLine({ shape, towards, roomy }: LiveCircle, unit: LengthUnit): Feature[] {
  const bearing = towards ? bearingDegrees(shape, towards) : 90;
  const at = position(shape, shape);
  const edge = position(geodesicDestination(shape, bearing, shape.radius_meters), shape);
  const halfway: Position = [(at[0] + edge[0]) / 2, (at[1] + edge[1]) / 2];
  const anchor = roomy ? 'center' : bearing > 180 ? 'right' : 'left';
  return [
    {
      type: 'Feature',
      properties: { kind: 'radius' },
      geometry: { type: 'LineString', coordinates: [at, edge] },
    },
    point('length', roomy ? halfway : edge, { text: lengthText(shape.radius_meters, unit), anchor }),
  ];
}

function area(shape: CircleShape, properties: Readonly<Record<string, unknown>>): Feature {
  return {
    type: 'Feature',
    properties: { kind: 'area', ...properties },
    geometry: { type: 'Polygon', coordinates: [circleRing(shape)] },
  };
}

function center(circle: MapCircle, state: MapCircle['state'], unit: LengthUnit): Feature {
  return point('center', position(circle, circle), {
    state,
    number: circle.number ?? '',
    label: circle.label,
    radius: lengthText(circle.radius_meters, unit),
  });
}

function point(
  kind: CircleKind | 'name',
  coordinates: Position,
  properties: Readonly<Record<string, unknown>>,
): Feature {
  return { type: 'Feature', properties: { kind, ...properties }, geometry: { type: 'Point', coordinates } };
}

function nameOf({ number, label }: MapCircle): string {
  return number === null ? label : `${number}  ${label}`.trim();
}

/** On the same side of the antimeridian as the center, so that no line runs around the world. */
function position({ latitude, longitude }: LatLon, near: LatLon): Position {
  return [longitude - 360 * Math.round((longitude - near.longitude) / 360), latitude];
}

/** Pixels to either side: handles are taken hold of within 28 pixels by mouse, 44 by finger. */
export const HANDLE_REACH = { mouse: 14, finger: 22 } as const;

/** The circle at a place: by its edge or center within reach, else the smallest that holds it; null for none. */
export function circleAt<T extends CircleShape & { readonly id: string }>(
  circles: readonly T[],
  at: LatLon,
  reach_meters: number,
): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const circle of circles) {
    const distance = geodesicDistance(circle, at);
    if (distance === null || distance > circle.radius_meters + reach_meters) continue;
    const close = Math.min(distance, Math.abs(distance - circle.radius_meters)) <= reach_meters;
    // What is touched goes before what merely lies around, and a small circle before a large one.
    const rank = circle.radius_meters + (close ? 0 : 1e9);
    if (rank < least) [best, least] = [circle, rank];
  }
  return best;
}

export function handleAt(
  circle: { readonly id: string; readonly shape: CircleShape },
  point: ScreenPoint,
  view: DrawView,
  reach: number,
): Grab | null {
  const { id, shape } = circle;
  const middle = view.project(shape);
  let part: Grab['part'] = 'center';
  let nearest = Math.hypot(middle.x - point.x, middle.y - point.y);
  for (const bearing of HANDLES) {
    const { x, y } = view.project(geodesicDestination(shape, bearing, shape.radius_meters));
    const distance = Math.hypot(x - point.x, y - point.y);
    if (distance < nearest) [part, nearest] = ['edge', distance];
  }
  return nearest <= reach ? { id, shape, part } : null;
}
