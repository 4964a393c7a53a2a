/** A trail as features: the way driven, dashed where nobody knows it, and a dot at every ping. */
import type { Feature, FeatureCollection, Position } from 'geojson';
import { EMPTY } from './style-values.ts';
import type { Trail } from './types.ts';

/**
 * `kind` is `way` (pings in their rhythm), `gap` (a silence longer than `gap_seconds`) or `ping`. A longitude that
 * jumps by more than half the world is brought to the near side, so that a trail over the antimeridian is not drawn
 * around the globe.
 */
export function trailFeatures(trail: Trail | null): FeatureCollection {
  if (!trail || trail.points.length === 0) return EMPTY;
  const features: Feature[] = [];
  let way: Position[] = [];
  let before: { position: Position; at: number } | null = null;
  const endWay = () => {
    if (way.length > 1) features.push(line('way', way));
    way = [];
  };
  for (const { latitude, longitude, occurred_at } of trail.points) {
    const near: number = before ? nearSide(longitude, before.position[0] ?? longitude) : longitude;
    const position: Position = [near, latitude];
    const at = Date.parse(occurred_at);
    if (before && at - before.at > trail.gap_seconds * 1000) {
      endWay();
      features.push(line('gap', [before.position, position]));
    }
    way.push(position);
    features.push({
      type: 'Feature',
      properties: { kind: 'ping' },
      geometry: { type: 'Point', coordinates: position },
    });
    before = { position, at };
  }
  endWay();
  return { type: 'FeatureCollection', features };
}

function line(kind: 'way' | 'gap', coordinates: Position[]): Feature {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } };
}

function nearSide(longitude: number, reference: number): number {
  return longitude - 360 * Math.round((longitude - reference) / 360);
}
