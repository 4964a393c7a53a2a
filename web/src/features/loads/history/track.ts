import type { LoadHistory } from '@waypost/contract/api/history';
import type { CsvCell } from '@waypost/contract/csv';
import { bearingDegrees, distanceMeters, type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { csvText } from '../../../ui/csv.ts';

export interface TrackPoint extends LatLon {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A longer silence is a gap: while a truck drives, pings normally come every few minutes. */
export const GAP_MS = 20 * 60_000;
/** A truck that has moved less than this has not left. */
const SAME_PLACE_METERS = 250;
const NOISE_METERS = 40;

export const pointsOf = ({ positions }: LoadHistory): readonly TrackPoint[] =>
  positions.map(([at, latitude, longitude]) => ({ at, latitude, longitude }));

interface Leg {
  readonly meters: number;
  readonly ms: number;
  /** The route in between is unknown. */
  readonly gap: boolean;
}

/** From the previous point to this one; null for the first. */
export function legTo(points: readonly TrackPoint[], index: number): Leg | null {
  const [previous, current] = [points[index - 1], points[index]];
  if (!previous || !current) return null;
  const ms = current.at - previous.at;
  const meters = distanceMeters(previous, current);
  return { meters, ms, gap: ms > GAP_MS && meters > SAME_PLACE_METERS };
}

/** Mean speed since the previous point, meters per second; null if unknown. */
export function speedAt(points: readonly TrackPoint[], index: number): number | null {
  const leg = legTo(points, index);
  if (!leg || leg.gap || leg.ms <= 0) return null;
  return leg.meters > NOISE_METERS ? leg.meters / (leg.ms / 1000) : 0;
}

/** Course at a point, degrees clockwise from north; null while it is stopped. */
export function courseAt(points: readonly TrackPoint[], index: number): number | null {
  const [previous, current] = [points[index - 1], points[index]];
  if (!previous || !current || distanceMeters(previous, current) <= NOISE_METERS) return null;
  return Math.round(bearingDegrees(previous, current));
}

/** Minimum distance since `since`, in straight lines from ping to ping. A leg that began earlier counts by its share of time. */
export function drivenSince(points: readonly TrackPoint[], since: number) {
  let [meters, gaps] = [0, 0];
  for (let index = 1; index < points.length; index += 1) {
    const [previous, current] = [points[index - 1] as TrackPoint, points[index] as TrackPoint];
    if (current.at <= since) continue;
    const leg = legTo(points, index) as Leg;
    if (leg.meters <= NOISE_METERS) continue;
    meters += leg.meters * Math.min(1, (current.at - since) / Math.max(1, current.at - previous.at));
    if (leg.gap) gaps += 1;
  }
  return { meters, gaps };
}

const MPH_PER_MPS = 3600 / METERS_PER_MILE;
const HEAD = [
  'reported_at_utc',
  'latitude',
  'longitude',
  'minutes_since_previous',
  'miles_since_previous',
  'mph_since_previous',
  'course_degrees',
  'gap_before',
] as const;

const round = (value: number | null | undefined, digits: number): number | null =>
  value == null ? null : Number(value.toFixed(digits));

export function trackCsv(points: readonly TrackPoint[]): string {
  const rows = points.map(({ at, latitude, longitude }, index): CsvCell[] => {
    const leg = legTo(points, index);
    const speed = speedAt(points, index);
    return [
      new Date(at).toISOString(),
      latitude,
      longitude,
      round(leg && leg.ms / 60_000, 1),
      round(leg && leg.meters / METERS_PER_MILE, 2),
      round(speed === null ? null : speed * MPH_PER_MPS, 1),
      courseAt(points, index),
      leg?.gap ? 'yes' : '',
    ];
  });
  return csvText(HEAD, rows);
}

/** A segment for each stretch without a gap, so that no program draws a route through a gap. */
export function trackGpx(name: string, points: readonly TrackPoint[]): string {
  const segments: TrackPoint[][] = [];
  points.forEach((point, index) => {
    if (index === 0 || legTo(points, index)?.gap) segments.push([]);
    segments.at(-1)?.push(point);
  });
  const segment = (segment_points: readonly TrackPoint[]) => {
    const lines = segment_points.map(
      ({ at, latitude, longitude }) =>
        `      <trkpt lat="${latitude}" lon="${longitude}"><time>${new Date(at).toISOString()}</time></trkpt>`,
    );
    return `    <trkseg>\n${lines.join('\n')}\n    </trkseg>`;
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Waypost" xmlns="http://www.topografix.com/GPX/1/1">',
    '  <trk>',
    `    <name>${escaped(name)}</name>`,
    ...segments.map(segment),
    '  </trk>',
    '</gpx>',
    '',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Names come from other systems, and XML does not allow control characters. */
const escaped = (text: string) =>
  [...text]
    .filter((character) => character >= ' ')
    .join('')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
