/** The rows in sight of a list that scrolls: drawn again when other rows come into sight, not with every pixel. */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import {
  type Covered,
  type Layout,
  type LineHeights,
  layoutOf,
  type Sight,
  scrollFor,
  sightOf,
} from './rows.ts';

const OVERSCAN = 6;

export interface RowsOptions {
  readonly lines: readonly string[];
  readonly tall: ReadonlySet<string>;
  readonly heights: LineHeights;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly covered: Covered;
}

export interface Rows {
  readonly layout: Layout;
  readonly sight: Sight;
  readonly scrollTo: (at: number) => void;
}

export function useRows({ lines, tall, heights, scroller, covered }: RowsOptions): Rows {
  const layout = useMemo(() => layoutOf(lines, tall, heights), [lines, tall, heights]);
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
        const same = a.from === b.from && a.to === b.to && a.first === b.first;
        return same ? before : { scrolled, height };
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
