/** Layouts of the frame, by width: phone, tablet, desk. Heights and columns follow from them. */
import { useSyncExternalStore } from 'react';

export type Layout = 'phone' | 'tablet' | 'desk';

/** Smallest width of each, pixels. */
const FROM = { tablet: 640, desk: 1100 } as const;

/** Pixels: a window that is drawn wider or narrower draws the page anew at each of these. */
const STEP = 20;

function subscribe(then: () => void): () => void {
  window.addEventListener('resize', then);
  return () => window.removeEventListener('resize', then);
}

export function layoutOf(width: number): Layout {
  if (width >= FROM.desk) return 'desk';
  return width >= FROM.tablet ? 'tablet' : 'phone';
}

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layoutOf(window.innerWidth));
}

/** Width of the window in pixels, at most 19 too small. */
export function useWindowWidth(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(window.innerWidth / STEP) * STEP);
}
