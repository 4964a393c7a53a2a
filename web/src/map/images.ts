/** Draws every image the map asks for by name, at the screen's pixel ratio. */
import { HEALTH, type Theme } from '../ui/health.ts';
import { type Arc, type ClusterMix, parseClusterImage } from './cluster.ts';
import { MARKER_SIZE, markerStrokes, parseMarkerIcon, type Stroke } from './markers.ts';
import { PALETTE } from './palette.ts';

/** What the library needs to place an image; `stretch` and `content` are in the image's own pixels. */
export interface DrawnImage {
  readonly data: ImageData;
  readonly pixelRatio: number;
  readonly stretchX?: [number, number][];
  readonly stretchY?: [number, number][];
  readonly content?: [number, number, number, number];
}

type Brush = CanvasRenderingContext2D;

function sheet(width: number, height: number, pixelRatio: number, draw: (brush: Brush) => void): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * pixelRatio);
  canvas.height = Math.ceil(height * pixelRatio);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (!brush) throw new Error('this browser gives no 2D canvas');
  brush.scale(pixelRatio, pixelRatio);
  brush.lineJoin = 'round';
  brush.lineCap = 'round';
  draw(brush);
  return brush.getImageData(0, 0, canvas.width, canvas.height);
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

/** Width and dash of an arc: the kind of health shows without color too. */
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

/** A rounded box that grows with the text on it. */
function box(fill: string, line: string, radius: number, pixelRatio: number): DrawnImage {
  const side = 2 * radius + 4;
  const data = sheet(side, side, pixelRatio, (brush) => {
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
    data,
    pixelRatio,
    stretchX: [[from, to]],
    stretchY: [[from, to]],
    content: [2 * pixelRatio, 2 * pixelRatio, (side - 2) * pixelRatio, (side - 2) * pixelRatio],
  };
}

/**
 * The image of that name: `marker/light/stale-2`, `cluster/dark/40/0.6.0.18`, `city/light`, `shield/dark`,
 * `label/light`, `cross/dark`. Null for a name that is none of ours (an operator's style has its own).
 */
export function drawImage(name: string, pixelRatio: number): DrawnImage | null {
  const mix = parseClusterImage(name);
  if (mix) {
    const side = mix.diameter + 4;
    return { data: sheet(side, side, pixelRatio, (brush) => paintCluster(brush, mix)), pixelRatio };
  }
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
      const data = sheet(MARKER_SIZE, MARKER_SIZE, ratio, (brush) => {
        for (const stroke of markerStrokes(marker.kind, theme, marker.step)) paint(brush, stroke);
      });
      return { data, pixelRatio: ratio };
    }
    case 'city': {
      const dot = 'M4 1.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8Z';
      const data = sheet(8, 8, ratio, (brush) =>
        paint(brush, { path: dot, fill: surface, stroke: city_dot, width: 1.4 }),
      );
      return { data, pixelRatio: ratio };
    }
    case 'cross': {
      const lines = 'M11 2V20M2 11H20';
      const data = sheet(22, 22, ratio, (brush) => {
        paint(brush, { path: lines, stroke: casing, width: 4.5 });
        paint(brush, { path: lines, stroke: accent, width: 2 });
      });
      return { data, pixelRatio: ratio };
    }
    case 'shield':
      return box(land, state_line, 3, ratio);
    case 'label':
      return box(surface, accent, 5, ratio);
    default:
      return null;
  }
}
