/** Draws the images that the map requests by name, at the screen's pixel ratio. */
import { boundsOf } from '@waypost/geo/bounds';
import { distanceMeters, type LatLon } from '@waypost/geo/geodesy';
import type { ExpressionSpecification } from 'maplibre-gl';
import { HEALTH, HEALTH_ORDER, type HealthKey, type Theme } from '../ui/health.ts';
import { MARKER_SIZE, markerStrokes, parseMarkerIcon, type Stroke } from './markers.ts';
import { PALETTE } from './palette.ts';

/** Image data in the format of MapLibre; `stretch` and `content` are in image pixels. */
interface DrawnImage {
  readonly data: ImageData;
  readonly pixelRatio: number;
  readonly stretchX?: [number, number][];
  readonly stretchY?: [number, number][];
  readonly content?: [number, number, number, number];
}

type Brush = OffscreenCanvasRenderingContext2D;

/** @param side in CSS pixels */
function square(side: number, pixelRatio: number, draw: (brush: Brush) => void): DrawnImage {
  const canvas = new OffscreenCanvas(Math.ceil(side * pixelRatio), Math.ceil(side * pixelRatio));
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('this browser gives no 2D canvas');
  brush.scale(pixelRatio, pixelRatio);
  brush.lineJoin = 'round';
  brush.lineCap = 'round';
  draw(brush);
  return { data: brush.getImageData(0, 0, canvas.width, canvas.height), pixelRatio };
}

function paint(brush: Brush, { path, fill, stroke, width, dash }: Stroke): void {
  const shape = new Path2D(path);
  if (fill) {
    brush.fillStyle = fill;
    brush.fill(shape);
  }
  if (stroke) {
    brush.strokeStyle = stroke;
    brush.lineWidth = width ?? 1;
    brush.lineCap = dash ? 'butt' : 'round';
    brush.setLineDash([...(dash ?? [])]);
    brush.stroke(shape);
  }
}

/** Line width and dash of an arc, so that health is visible without color. */
const ARC_STYLE: Readonly<Record<Arc, { width: number; dash?: number[] }>> = {
  check: { width: 6.5 },
  stale: { width: 3 },
  unknown: { width: 3, dash: [2, 2] },
  live: { width: 5 },
};
const RING = 5;
const GAP_RADIANS = 0.07;

function paintCluster(brush: Brush, { diameter, shares, theme }: ClusterMix): void {
  const { casing, surface } = PALETTE[theme];
  const middle = diameter / 2 + 2;
  brush.fillStyle = casing;
  brush.beginPath();
  brush.arc(middle, middle, diameter / 2 + 1.5, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = surface;
  brush.beginPath();
  brush.arc(middle, middle, diameter / 2, 0, 2 * Math.PI);
  brush.fill();
  const drawn = shares.filter(({ share }) => share > 0);
  const gap = drawn.length > 1 ? GAP_RADIANS : 0;
  let from = -Math.PI / 2;
  brush.lineCap = 'butt';
  for (const { arc, share } of drawn) {
    const to = from + share * 2 * Math.PI;
    const { width, dash } = ARC_STYLE[arc];
    brush.strokeStyle = HEALTH[arc][theme].shape;
    brush.lineWidth = width;
    brush.setLineDash(dash ?? []);
    brush.beginPath();
    brush.arc(middle, middle, diameter / 2 - RING / 2, from + gap / 2, to - gap / 2);
    brush.stroke();
    from = to;
  }
}

/** A rounded box that stretches with its text. */
function box(fill: string, line: string, radius: number, pixelRatio: number): DrawnImage {
  const side = 2 * radius + 4;
  const image = square(side, pixelRatio, (brush) => {
    brush.beginPath();
    brush.roundRect(0.5, 0.5, side - 1, side - 1, radius);
    brush.fillStyle = fill;
    brush.fill();
    brush.strokeStyle = line;
    brush.lineWidth = 1;
    brush.stroke();
  });
  const [from, to] = [radius * pixelRatio, (radius + 4) * pixelRatio];
  return {
    ...image,
    stretchX: [[from, to]],
    stretchY: [[from, to]],
    content: [2 * pixelRatio, 2 * pixelRatio, (side - 2) * pixelRatio, (side - 2) * pixelRatio],
  };
}

/**
 * Draws the image with a name such as `marker/light/stale-2`, `cluster/dark/40/0.6.0.18`, `city/light`,
 * `shield/dark`, `label/light`, `cross/dark`. Null for other names, which belong to the operator's style.
 */
export function drawImage(name: string, pixelRatio: number): DrawnImage | null {
  const mix = parseClusterImage(name);
  if (mix) return square(mix.diameter + 4, pixelRatio, (brush) => paintCluster(brush, mix));
  const [family, theme, icon = ''] = name.split('/');
  if (theme !== 'light' && theme !== 'dark') return null;
  return drawNamed(family, theme, icon, pixelRatio);
}

function drawNamed(family: string | undefined, theme: Theme, icon: string, ratio: number): DrawnImage | null {
  const { land, surface, state_line, city_dot, accent, casing } = PALETTE[theme];
  switch (family) {
    case 'marker': {
      const marker = parseMarkerIcon(icon);
      if (!marker) return null;
      return square(MARKER_SIZE, ratio, (brush) => {
        for (const stroke of markerStrokes(marker.kind, theme, marker.step)) paint(brush, stroke);
      });
    }
    case 'city': {
      const dot = 'M4 1.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8Z';
      return square(8, ratio, (brush) =>
        paint(brush, { path: dot, fill: surface, stroke: city_dot, width: 1.4 }),
      );
    }
    case 'cross': {
      const lines = 'M11 2V20M2 11H20';
      return square(22, ratio, (brush) => {
        paint(brush, { path: lines, stroke: casing, width: 4.5 });
        paint(brush, { path: lines, stroke: accent, width: 2 });
      });
    }
    case 'shield':
      return box(land, state_line, 3, ratio);
    case 'label':
      return box(surface, accent, 5, ratio);
    default:
      return null;
  }
}

// Clusters are rings divided by health with the count inside. MapLibre's worker counts the health of a cluster's
// loads; the style computes an image name from the counts, and the image is drawn when it is first requested.
// Shares are rounded to 24ths, so that thousands of clusters share few images.

/** Health values with an arc; all others count as `unknown`. */
export const ARCS = HEALTH_ORDER.filter(
  (key): key is 'check' | 'stale' | 'unknown' | 'live' =>
    key === 'check' || key === 'stale' || key === 'unknown' || key === 'live',
);
type Arc = (typeof ARCS)[number];

export const PARTS = 24;

const CLUSTER_SIZES = [
  { from: 0, diameter: 34 },
  { from: 10, diameter: 40 },
  { from: 100, diameter: 48 },
  { from: 1000, diameter: 58 },
] as const;

export function arcOf(health: HealthKey): Arc {
  return (ARCS as readonly string[]).includes(health) ? (health as Arc) : 'unknown';
}

/** `clusterProperties` of the source: the number of loads per arc. */
export const CLUSTER_PROPERTIES: Record<string, ExpressionSpecification> = Object.fromEntries(
  ARCS.map((arc) => [arc, ['+', ['case', ['==', ['get', 'arc'], arc], 1, 0]]]),
);

/** Style expression for a cluster's image name. Rounds problems up: one wrong truck among a thousand stays visible. */
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

interface ClusterMix {
  readonly theme: Theme;
  /** In CSS pixels. */
  readonly diameter: number;
  /** Shares of the ring in the order of ARCS; their sum is 1. */
  readonly shares: readonly { readonly arc: Arc; readonly share: number }[];
}

/** Null when it is not the name of a cluster image. */
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

/** Trucks within this distance are in one yard. */
const YARD_METERS = 60;
/** Larger clusters are not expanded on hover. */
export const MAX_LISTED = 300;

/** Whether all points are within YARD_METERS, measured across their bounding box. */
export function isOneYard(points: readonly LatLon[]): boolean {
  const box = boundsOf(points);
  if (!box) return false;
  const across = distanceMeters(
    { latitude: box.south, longitude: box.west },
    { latitude: box.north, longitude: box.east },
  );
  return across <= YARD_METERS;
}
