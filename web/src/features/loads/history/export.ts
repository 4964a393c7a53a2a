/** A truck's recorded positions as files: for maps (GPX 1.1) and for spreadsheets. */
import { METERS_PER_MILE } from '@waypost/geo/geodesy';
import { type CsvCell, csvText } from '../../../ui/csv.ts';
import { courseAt, legTo, speedAt, type TrackPoint } from './track.ts';

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

/** A segment for each stretch without a gap: no program draws a way where nobody knows it. */
export function trackGpx(name: string, points: readonly TrackPoint[]): string {
  const segments: TrackPoint[][] = [];
  points.forEach((point, index) => {
    if (index === 0 || legTo(points, index)?.gap) segments.push([]);
    segments.at(-1)?.push(point);
  });
  const segment = (some: readonly TrackPoint[]) => {
    const lines = some.map(
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
/** Names come from other people's systems; some characters no XML may hold. */
const escaped = (text: string) =>
  [...text]
    .filter((one) => one >= ' ')
    .join('')
    .replace(/[&<>"]/g, (one) => ENTITIES[one] as string);
