import { useSyncExternalStore } from 'react';
import { usePrefs } from './prefs.ts';

export type Layout = 'phone' | 'tablet' | 'desk';

/** Minimum widths in pixels. */
const MIN_WIDTH = { tablet: 640, desk: 1100 } as const;

/** Rounding of the window width in pixels, so that resizing re-renders less often. */
const STEP = 20;

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

export function layoutOf(width: number): Layout {
  if (width >= MIN_WIDTH.desk) return 'desk';
  return width >= MIN_WIDTH.tablet ? 'tablet' : 'phone';
}

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layoutOf(window.innerWidth));
}

/** Window width in pixels, rounded down to a multiple of 20. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(window.innerWidth / STEP) * STEP);
}

/** Window width in pixels from which the navigation shows labels, unless the person has chosen. */
const RAIL_PINNED_FROM = 1440;

export function useRailPinned(): boolean {
  const wide = useWindowWidth() >= RAIL_PINNED_FROM;
  return usePrefs().rail_pinned ?? wide;
}
