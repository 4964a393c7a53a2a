/**
 * Clusters: a ring divided by health with the count inside. The worker sums the health of what a cluster holds; the
 * style makes of it the name of an image, and an image that nobody has drawn yet is drawn when it is asked for. The
 * mix is rounded to 24ths, so that thousands of clusters share few images.
 */

import { boundsOf } from '@waypost/geo/bounds';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { ExpressionSpecification } from 'maplibre-gl';
import { HEALTH_ORDER, type HealthKey, type Theme } from '../ui/health.ts';

/** Health that can stand on a map; whatever else a load is, its arc is `unknown`. */
export const ARCS = HEALTH_ORDER.filter(
  (key): key is 'check' | 'stale' | 'unknown' | 'live' =>
    key === 'check' || key === 'stale' || key === 'unknown' || key === 'live',
);
export type Arc = (typeof ARCS)[number];

/** Rounding of the mix. */
export const PARTS = 24;

export const CLUSTER_SIZES = [
  { from: 0, diameter: 34 },
  { from: 10, diameter: 40 },
  { from: 100, diameter: 48 },
  { from: 1000, diameter: 58 },
] as const;

export function arcOf(health: HealthKey): Arc {
  return (ARCS as readonly string[]).includes(health) ? (health as Arc) : 'unknown';
}

/** For the source's `clusterProperties`: how many of each arc a cluster holds. */
export const CLUSTER_PROPERTIES: Record<string, ExpressionSpecification> = Object.fromEntries(
  ARCS.map((arc) => [arc, ['+', ['case', ['==', ['get', 'arc'], arc], 1, 0]]]),
);

/**
 * Image name of a cluster, worked out by the style: `cluster/light/40/1.6.0.17`. Trouble is rounded up, so that one
 * wrong truck among a thousand still shows.
 */
export function clusterImage(theme: Theme): ExpressionSpecification {
  const [first, ...larger] = CLUSTER_SIZES;
  const diameter: ExpressionSpecification = [
    'step',
    ['get', 'point_count'],
    String(first.diameter),
    ...larger.flatMap(({ from, diameter }) => [from, String(diameter)]),
  ] as ExpressionSpecification;
  const parts = ARCS.flatMap((arc, i): (string | ExpressionSpecification)[] => {
    const share: ExpressionSpecification = ['*', PARTS, ['/', ['get', arc], ['get', 'point_count']]];
    const part: ExpressionSpecification = ['to-string', [arc === 'live' ? 'round' : 'ceil', share]];
    return i === 0 ? [part] : ['.', part];
  });
  return ['concat', `cluster/${theme}/`, diameter, '/', ...parts] as ExpressionSpecification;
}

export interface ClusterMix {
  readonly theme: Theme;
  /** CSS pixels. */
  readonly diameter: number;
  /** Share of the ring, all together 1, in the order of ARCS. */
  readonly shares: readonly { readonly arc: Arc; readonly share: number }[];
}

/** Reads an image name; null when it is not a cluster's. */
export function parseClusterImage(name: string): ClusterMix | null {
  const match = /^cluster\/(light|dark)\/(\d+)\/(\d+(?:\.\d+)*)$/.exec(name);
  if (!match) return null;
  const parts = (match[3] ?? '').split('.').map(Number);
  const sum = parts.reduce((a, b) => a + b, 0);
  if (parts.length !== ARCS.length || sum === 0) return null;
  return {
    theme: match[1] as Theme,
    diameter: Number(match[2]),
    shares: ARCS.map((arc, i) => ({ arc, share: (parts[i] ?? 0) / sum })),
  };
}

/** Trucks within this of each other are in one yard. */
const YARD_METERS = 60;
/** What a larger cluster holds is not worked out each time that the pointer crosses it. */
export const MOST_LISTED = 300;

/** Whether all of them stand within YARD_METERS, measured across the box around them. */
export function isOneYard(points: readonly LatLon[]): boolean {
  const box = boundsOf(points);
  if (!box) return false;
  const across = distanceMeters(
    { latitude: box.south, longitude: box.west },
    { latitude: box.north, longitude: box.east },
  );
  return across <= YARD_METERS;
}
