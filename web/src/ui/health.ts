/**
 * Word, colors and marker of each `tracking_health` value and of our own flag of a truck in doubt. The only source for list,
 * chips, panel, map and legend. The colors maximize the smallest distance between any two under normal and color-blind
 * sight while meeting the contrast: `text` 4.5:1 and `shape` 3:1 on every surface of the theme (health.test.ts).
 */
import type { HealthKey } from '@waypost/triage/health';

export type Theme = 'light' | 'dark';

export { HEALTH_ORDER, type HealthKey, healthKey } from '@waypost/triage/health';

/** How a load with a position is drawn on the map; `null` in the table: such a load has no position. */
export type MarkerKind = 'live' | 'live-parked' | 'stale' | 'unknown' | 'check';

interface HealthColors {
  readonly text: string;
  /** For icons, markers and bars. */
  readonly shape: string;
}

interface HealthToken {
  readonly word: string;
  readonly light: HealthColors;
  readonly dark: HealthColors;
  readonly marker: MarkerKind | null;
}

/** Backgrounds of health colors: page, raised surface, land on the map. */
export const SURFACES = {
  light: ['#ffffff', '#f6f7f8', '#eff1f3'],
  dark: ['#1a1d21', '#22262b', '#23272d'],
} as const;

export const HEALTH: Readonly<Record<HealthKey, HealthToken>> = {
  live: {
    word: 'Live',
    light: { text: '#02684f', shape: '#02755a' },
    dark: { text: '#38c28d', shape: '#38c28d' },
    marker: 'live',
  },
  stale: {
    word: 'Stale',
    light: { text: '#8a5a0a', shape: '#b97a1e' },
    dark: { text: '#f1c648', shape: '#f1c648' },
    marker: 'stale',
  },
  no_signal: {
    word: 'No signal',
    light: { text: '#2e4053', shape: '#2e4053' },
    dark: { text: '#8fa3b8', shape: '#808ea1' },
    marker: null,
  },
  not_shared: {
    word: 'Not shared',
    light: { text: '#93358c', shape: '#a63f9e' },
    dark: { text: '#e592df', shape: '#e592df' },
    marker: null,
  },
  unassigned: {
    word: 'Unassigned',
    light: { text: '#1c64b4', shape: '#2f80e6' },
    dark: { text: '#5aa5f5', shape: '#2a8df0' },
    marker: null,
  },
  unknown: {
    word: 'Unknown',
    light: { text: '#65676a', shape: '#898a8d' },
    dark: { text: '#cfd1d4', shape: '#cfd1d4' },
    marker: 'unknown',
  },
  check: {
    // Several causes, one of which is a possible wrong truck.
    word: 'Truck in doubt',
    light: { text: '#b03803', shape: '#b63a03' },
    dark: { text: '#f98047', shape: '#f46e32' },
    marker: 'check',
  },
};
