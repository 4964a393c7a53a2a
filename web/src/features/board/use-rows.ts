/** The rows in sight of a list that scrolls: drawn again when other rows come into sight, not with every pixel. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { type Layout, layoutOf, type Sight, scrollFor, sightOf } from './rows.ts';

const OVERSCAN = 6;

export interface RowsOptions {
  readonly ids: readonly string[];
  readonly tall: ReadonlySet<string>;
  readonly heights: { readonly plain: number; readonly tall: number };
  readonly scroller: RefObject<HTMLElement | null>;
  /** Pixels of a sticky head, which is laid over the upper edge. */
  readonly covered: number;
}

export interface Rows {
  readonly layout: Layout;
  readonly sight: Sight;
  readonly scrollTo: (at: number) => void;
}

export function useRows({ ids, tall, heights, scroller, covered }: RowsOptions): Rows {
  const layout = useMemo(() => layoutOf(ids, tall, heights), [ids, tall, heights]);
  const [window, setWindow] = useState({ scrolled: 0, height: 0 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const [scrolled, height] = [element.scrollTop, element.offsetHeight];
      setWindow((before) => {
        const [a, b] = [
          sightOf(layout, before.scrolled, before.height, OVERSCAN),
          sightOf(layout, scrolled, height, OVERSCAN),
        ];
        return a.from === b.from && a.to === b.to ? before : { scrolled, height };
      });
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [layout, scroller]);

  const scrollTo = useCallback(
    (at: number) => {
      const element = scroller.current;
      const to = element && scrollFor(layout, at, element.scrollTop, element.offsetHeight, covered);
      if (element && to !== null) element.scrollTop = to;
    },
    [layout, scroller, covered],
  );
  return { layout, sight: sightOf(layout, window.scrolled, window.height, OVERSCAN), scrollTo };
}
