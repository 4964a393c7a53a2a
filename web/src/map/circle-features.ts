/**
 * Circles as map features. Values of `kind`: `area` (the circle's ring), `center` (number, name and radius), `radius`
 * (dashed line to the edge), `length` (its label), `edge` and `middle` (handles), `cross` (a center about to be placed).
 */
import { circleRing } from '@waypost/geo/circle';
import { geodesicDestination, geodesicDistance } from '@waypost/geo/ellipsoid';
import { bearingDegrees, type LatLon } from '@waypost/geo/geodesy';
import type { Feature, FeatureCollection } from 'geojson';
import { type LengthUnit, lengthText, roundLengthText } from '../geo/length.ts';
import type { DrawView, Grab } from './draw-reducer.ts';
import { collection, EMPTY, lineFeature, near, pointFeature } from './geojson.ts';
import type { LabelPlacer } from './label-placer.ts';
import { type LabelPlace, wrapped } from './labels.ts';
import type { CircleShape, MapCircle, ScreenPoint } from './types.ts';

type Placer = Pick<LabelPlacer, 'place'>;
/** Size of a circle's name, and its distance to the circle's center, pixels. */
const NAME = { size: 12, gap: 14 } as const;

type CircleKind = 'center' | 'name' | 'length' | 'edge' | 'middle' | 'cross';

export const HANDLES = [0, 90, 180, 270] as const;

/** The active circle: selected, being drawn, or about to be placed. */
export interface LiveCircle {
  readonly shape: CircleShape;
  readonly circle: MapCircle | null;
  /** Direction of the radius line: the pointer; null: east. */
  readonly towards: LatLon | null;
  readonly handles: boolean;
  /** Whether the length label fits on the radius line; otherwise it is placed outside. */
  readonly label_fits: boolean;
  /** A preview of what a click would create. */
  readonly ghost: boolean;
}

/** Caches each circle's ring, because thousands of circles are redrawn whenever the selection changes. */
const areas = new WeakMap<MapCircle, Feature>();

export function circleFeatures(
  circles: readonly MapCircle[],
  unit: LengthUnit,
  labels: Placer,
): FeatureCollection {
  const places = labels.place(
    'circles',
    circles.map((circle) => ({ at: circle, text: `${circle.label}\n${radiusText(circle, unit)}`, ...NAME })),
  );
  return collection(
    circles.flatMap((circle, index) => {
      const ring = areas.get(circle) ?? area(circle, { state: circle.state });
      areas.set(circle, ring);
      return [ring, center(circle, unit, places[index])];
    }),
  );
}

export function liveFeatures(live: LiveCircle | null, unit: LengthUnit, labels: Placer): FeatureCollection {
  const named = live?.circle ?? null;
  const text = named && (live?.handles ? nameOf(named) : `${named.label}\n${radiusText(named, unit)}`);
  const [place] = labels.place('live', live && text ? [{ at: live.shape, text, ...NAME }] : []);
  if (!live) return EMPTY;
  const { shape, circle, handles, ghost } = live;
  const features: Feature[] = [];
  const hasSize = shape.radius_meters > 0;
  if (hasSize) features.push(area(shape, { state: circle?.state ?? 'site', ghost }));
  if (hasSize && (handles || circle === null)) features.push(...radiusLine(live, unit));
  if (circle && !handles) features.push(center({ ...circle, ...shape }, unit, place));
  if (circle && handles)
    features.push(point('name', shape, { label: wrapped(nameOf(circle), place?.wrap), ...place }));
  if (handles) {
    for (const bearing of HANDLES) {
      const edge = geodesicDestination(shape, bearing, shape.radius_meters);
      features.push(point('edge', near(edge, shape.longitude)));
    }
    features.push(point('middle', shape));
  }
  if (circle === null) features.push(point('cross', shape));
  return collection(features);
}

function radiusLine({ shape, towards, label_fits }: LiveCircle, unit: LengthUnit): Feature[] {
  const bearing = towards ? bearingDegrees(shape, towards) : 90;
  const { latitude, longitude } = shape;
  const edge = near(geodesicDestination(shape, bearing, shape.radius_meters), longitude);
  const halfway = { latitude: (latitude + edge.latitude) / 2, longitude: (longitude + edge.longitude) / 2 };
  const anchor = label_fits ? 'center' : bearing > 180 ? 'right' : 'left';
  return [
    lineFeature([shape, edge], { kind: 'radius' }),
    point('length', label_fits ? halfway : edge, { text: lengthText(shape.radius_meters, unit), anchor }),
  ];
}

function area(shape: CircleShape, properties: Readonly<Record<string, unknown>>): Feature {
  return {
    type: 'Feature',
    properties: { kind: 'area', ...properties },
    geometry: { type: 'Polygon', coordinates: [circleRing(shape)] },
  };
}

function center(circle: MapCircle, unit: LengthUnit, place: LabelPlace | undefined): Feature {
  return point('center', circle, {
    state: circle.state,
    number: circle.number ?? '',
    label: wrapped(circle.label, place?.wrap),
    radius: radiusText(circle, unit),
    ...(circle.approximate && { estimate: true }),
    ...place,
  });
}

const radiusText = ({ approximate, radius_meters }: MapCircle, unit: LengthUnit): string =>
  approximate ? `within about ${roundLengthText(radius_meters, unit)}` : lengthText(radius_meters, unit);

const point = (kind: CircleKind, at: LatLon, properties?: Readonly<Record<string, unknown>>): Feature =>
  pointFeature(at, { kind, ...properties });

function nameOf({ number, label }: MapCircle): string {
  return number === null ? label : `${number}  ${label}`.trim();
}

/** Pixels to each side; hit areas are 28 pixels wide by mouse and 44 by touch. */
export const HANDLE_REACH = { mouse: 14, finger: 22 } as const;

/** The circle at a position: one with its edge or center within reach, else the smallest around it; null when there is none. */
export function circleAt<T extends CircleShape & { readonly id: string }>(
  circles: readonly T[],
  at: LatLon,
  reach_meters: number,
): T | null {
  let best: T | null = null;
  let best_rank = Infinity;
  for (const circle of circles) {
    const distance = geodesicDistance(circle, at);
    if (distance === null || distance > circle.radius_meters + reach_meters) continue;
    const close = Math.min(distance, Math.abs(distance - circle.radius_meters)) <= reach_meters;
    // Hit edges and centers before surrounding circles, then small circles before large ones.
    const rank = circle.radius_meters + (close ? 0 : 1e9);
    if (rank < best_rank) [best, best_rank] = [circle, rank];
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
