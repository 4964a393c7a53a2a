import { useSyncExternalStore } from 'react';
import type { Theme } from './health.ts';
import { usePrefs } from './prefs.ts';

export type Layout = 'phone' | 'tablet' | 'desk';

/** Minimum widths in pixels; style sheets have the same. */
const MIN_WIDTH = { tablet: 640, desk: 1100 } as const;

/** Below it, pixels, a window has the layout of a phone however wide it is: a phone on its side has no room for bars above a list. */
const MIN_HEIGHT = 480;

/** Rounding of the window width in pixels, so that resizing re-renders less often. */
const STEP = 20;

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function layoutOf(width: number, height: number): Layout {
  if (height < MIN_HEIGHT) return 'phone';
  if (width >= MIN_WIDTH.desk) return 'desk';
  return width >= MIN_WIDTH.tablet ? 'tablet' : 'phone';
}

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layoutOf(window.innerWidth, window.innerHeight));
}

/** Window width in pixels, rounded down to a multiple of 20. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(window.innerWidth / STEP) * STEP);
}

/** Window widths in pixels from which the navigation shows labels, unless the person has chosen. A table needs the space. */
const RAIL_PINNED_FROM = { rows: 1440, table: 1680 } as const;

/** @param with_columns the address names columns of a table, whatever the person has chosen */
export function useRailPinned(with_columns: boolean): boolean {
  const { rail_pinned, list_form } = usePrefs();
  const wide = useWindowWidth() >= RAIL_PINNED_FROM[with_columns ? 'table' : (list_form ?? 'rows')];
  return rail_pinned ?? wide;
}

const DARK = '(prefers-color-scheme: dark)';

function subscribeToDark(listener: () => void): () => void {
  const query = window.matchMedia(DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useSystemTheme(): Theme {
  return useSyncExternalStore(subscribeToDark, () => (window.matchMedia(DARK).matches ? 'dark' : 'light'));
}

/** What Mantine's hook of this kind returns, without its script. */
export function useTheme(): Theme {
  const { theme } = usePrefs();
  const of_system = useSystemTheme();
  return theme === 'system' ? of_system : theme;
}
