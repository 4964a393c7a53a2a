/** Layouts of the frame, by width: phone, tablet, desk, wall. Heights and columns follow from them. */
import { useSyncExternalStore } from 'react';

export type Layout = 'phone' | 'tablet' | 'desk' | 'wall';

/** Smallest width of each, pixels. */
const FROM = { tablet: 640, desk: 1100, wall: 2200 } as const;

const queries = () => Object.values(FROM).map((width) => matchMedia(`(min-width: ${width}px)`));

function subscribe(then: () => void): () => void {
  const lists = queries();
  for (const list of lists) list.addEventListener('change', then);
  return () => {
    for (const list of lists) list.removeEventListener('change', then);
  };
}

export function layoutOf(width: number): Layout {
  if (width >= FROM.wall) return 'wall';
  if (width >= FROM.desk) return 'desk';
  return width >= FROM.tablet ? 'tablet' : 'phone';
}

export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => layoutOf(window.innerWidth));
}
