/** Marker shapes as paths, for canvas and SVG. Silhouettes are distinct: health is never shown by color alone. */
import { mix } from '../ui/color.ts';
import { HEALTH, type MarkerKind, type Theme } from '../ui/health.ts';
import { PALETTE } from './palette.ts';

/** Side of a marker's square in CSS pixels; path coordinates use the same units, with the position in the center. */
export const MARKER_SIZE = 28;

/** Widths are in CSS pixels. */
export interface Stroke {
  readonly path: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
}

const circle = (r: number, x = 14, y = 14) =>
  `M${x} ${y - r}a${r} ${r} 0 1 0 0 ${2 * r}a${r} ${r} 0 1 0 0 ${-2 * r}Z`;

const ARROW = 'M14 4.2L21.4 22.4L14 18.6L6.6 22.4Z';
const QUESTION = 'M11.7 12.1c0-1.5 1-2.4 2.4-2.4s2.4.9 2.4 2.2c0 1.8-2.4 1.9-2.4 3.5';
const TRIANGLE = 'M14 6.2L22 20.2H6Z';

/** Fade steps of stale markers; more could not be distinguished. */
export const FADE_STEPS = 4;
/** How far the oldest stale marker fades to gray; limited, so that it stays recognizable and keeps a contrast of 3:1. */
const MAX_FADE = 0.6;

/** Maps 0..1 to a step 0..3, clamped. */
export function fadeStep(age_fade: number): number {
  return Math.min(FADE_STEPS - 1, Math.max(0, Math.floor((age_fade || 0) * FADE_STEPS)));
}

export function staleColor(step: number, theme: Theme): string {
  return mix(HEALTH.stale[theme].shape, HEALTH.unknown[theme].shape, (MAX_FADE * step) / (FADE_STEPS - 1));
}

/** Strokes from bottom to top. `step` applies to stale markers only. */
export function markerStrokes(kind: MarkerKind, theme: Theme, step = 0): Stroke[] {
  const { casing } = PALETTE[theme];
  const live = HEALTH.live[theme].shape;
  const grey = HEALTH.unknown[theme].shape;
  const question = HEALTH.unknown[theme].text;
  const check = HEALTH.check[theme].shape;
  switch (kind) {
    case 'live':
      return [
        { path: ARROW, stroke: casing, width: 4 },
        { path: ARROW, fill: live, stroke: live, width: 1.2 },
      ];
    case 'live-parked':
      return [
        { path: circle(8), fill: casing },
        { path: circle(6), fill: live },
      ];
    case 'stale':
      return [
        { path: circle(8.5), fill: casing },
        { path: circle(6), stroke: staleColor(step, theme), width: 3.2 - step * 0.4 },
      ];
    case 'unknown':
      return [
        { path: circle(9.6), fill: casing },
        { path: circle(8), stroke: question, width: 1.8, dash: [1.7, 2.49] },
        { path: QUESTION, stroke: question, width: 1.8 },
        { path: circle(1.1, 14.1, 18), fill: question },
      ];
    case 'check':
      return [
        { path: circle(11.5), fill: casing },
        { path: circle(10.2), fill: mix(casing, grey, 0.3), stroke: grey, width: 1.4 },
        { path: TRIANGLE, stroke: casing, width: 4 },
        { path: TRIANGLE, fill: check, stroke: check, width: 1.6 },
        { path: 'M14 11V15.2', stroke: casing, width: 1.9 },
        { path: circle(1.05, 14, 18), fill: casing },
      ];
  }
}

/** Image name within a theme: `stale-2`, `check`. */
export function markerIcon(kind: MarkerKind, age_fade: number): string {
  return kind === 'stale' ? `stale-${fadeStep(age_fade)}` : kind;
}

/** Inverse of `markerIcon`; null for other names. */
export function parseMarkerIcon(icon: string): { kind: MarkerKind; step: number } | null {
  const stale = /^stale-([0-3])$/.exec(icon);
  if (stale) return { kind: 'stale', step: Number(stale[1]) };
  return icon === 'live' || icon === 'live-parked' || icon === 'unknown' || icon === 'check'
    ? { kind: icon, step: 0 }
    : null;
}
