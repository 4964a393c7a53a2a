/** A trail as features: the way driven, dashed where nobody knows it, older parts fainter, and a dot at every ping. */
import type { Feature, FeatureCollection, Position } from 'geojson';
import { EMPTY } from './style-values.ts';
import type { Trail } from './types.ts';

/** Steps of age from the oldest to the newest part of a trail. */
const AGES = 8;
/** More dots than this are a smear: every second, third, … is drawn. */
const MOST_DOTS = 4_000;

/**
 * `kind` is `way` (pings in their rhythm), `gap` (a silence longer than `gap_seconds`) or `ping`; `age` 0 is new, 1 is as old as the
 * trail. A longitude that jumps by more than half the world is brought to the near side, so that a trail over the antimeridian is not
 * drawn around the globe.
 */
export function trailFeatures(trail: Trail | null): FeatureCollection {
  if (!trail || trail.points.length === 0) return EMPTY;
  const { points, gap_seconds } = trail;
  const times = points.map(({ occurred_at }) => Date.parse(occurred_at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const ageAt = (at: number) =>
    last === first ? 0 : Math.min(AGES - 1, Math.floor(((last - at) / (last - first)) * AGES)) / (AGES - 1);
  const every = Math.ceil(points.length / MOST_DOTS);
  const features: Feature[] = [];
  let way: Position[] = [];
  let age = ageAt(first);
  const endWay = () => {
    if (way.length > 1) features.push(line('way', age, way));
    way = [];
  };
  let before: { position: Position; at: number } | null = null;
  points.forEach(({ latitude, longitude }, index) => {
    const near: number = before ? nearSide(longitude, before.position[0] ?? longitude) : longitude;
    const position: Position = [near, latitude];
    const at = times[index] as number;
    if (before && at - before.at > gap_seconds * 1000) {
      endWay();
      features.push(line('gap', ageAt(at), [before.position, position]));
    }
    way.push(position);
    if (ageAt(at) !== age) {
      endWay();
      way = [position];
      age = ageAt(at);
    }
    if (index % every === 0 || index === points.length - 1) {
      features.push({
        type: 'Feature',
        properties: { kind: 'ping', age: ageAt(at) },
        geometry: { type: 'Point', coordinates: position },
      });
    }
    before = { position, at };
  });
  endWay();
  return { type: 'FeatureCollection', features };
}

/** The place at the selected moment. */
export function replayFeatures(replay: Trail['replay']): FeatureCollection {
  if (!replay) return EMPTY;
  const { latitude, longitude, bearing_degrees } = replay;
  const feature: Feature = {
    type: 'Feature',
    properties: { arrow: bearing_degrees === null ? '' : '▲', bearing: bearing_degrees ?? 0 },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
  return { type: 'FeatureCollection', features: [feature] };
}

function line(kind: 'way' | 'gap', age: number, coordinates: Position[]): Feature {
  return { type: 'Feature', properties: { kind, age }, geometry: { type: 'LineString', coordinates } };
}

function nearSide(longitude: number, reference: number): number {
  return longitude - 360 * Math.round((longitude - reference) / 360);
}
