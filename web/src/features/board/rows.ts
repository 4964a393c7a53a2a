/**
 * Lines of the list (group headings, and the loads of unfolded groups), their offsets, and which of them are visible. Offsets are computed
 * once per order, in a single pass over numbers, so that fifty thousand rows take no more than a millisecond.
 */
import {
  type RefObject,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ListedGroups } from '../../live/attention.ts';

const HEADING = '#';
/** Key of a group's heading among the lines; the key of a load is its id. */
export const headingKey = (group: string): string => HEADING + group;
/** Group of a heading; null: the line is a load. */
export const groupOfLine = (line: string): string | null =>
  line.startsWith(HEADING) ? line.slice(HEADING.length) : null;

/** A group with an empty key has no heading. @param isFolded null: no headings at all */
export function linesOf(
  { ids, groups }: ListedGroups,
  isFolded: ((group: string) => boolean) | null,
): readonly string[] {
  if (isFolded === null) return ids;
  const lines: string[] = [];
  for (const { key, from, count } of groups) {
    if (key !== '') lines.push(headingKey(key));
    if (isFolded(key)) continue;
    for (let at = from; at < from + count; at += 1) lines.push(ids[at] as string);
  }
  return lines;
}

export interface LineHeights {
  /** Pixels. */
  readonly row: number;
  readonly heading: number;
}

type Layout = ReturnType<typeof layoutOf>;

export function layoutOf(lines: readonly string[], heights: LineHeights) {
  const count = lines.length;
  const tops = new Float64Array(count + 1);
  for (let at = 0; at < count; at += 1) {
    const line = lines[at] as string;
    tops[at + 1] = (tops[at] as number) + (line.startsWith(HEADING) ? heights.heading : heights.row);
  }
  const top = (at: number) => tops[at] ?? 0;
  return {
    count,
    /** Height of all rows, pixels. */
    total: top(count),
    /** Top edge of a row, pixels; `total` for the one after the last. */
    top,
    /** The row at an offset in pixels, or the nearest one. */
    at: (pixels: number) => {
      let [low, high] = [0, Math.max(0, count - 1)];
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if (top(middle) <= pixels) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

interface VisibleRange {
  /** First rendered row, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** First row that the pinned heading does not cover. */
  readonly first: number;
}

/**
 * @param overscan additional rows at each end, so that fast scrolling shows no gaps
 * @param pinned height of the pinned heading, pixels
 */
export function visibleRange(
  layout: Layout,
  scrolled: number,
  height: number,
  overscan: number,
  pinned = 0,
): VisibleRange {
  if (layout.count === 0 || height === 0) return { from: 0, to: 0, first: 0 };
  const first = layout.at(scrolled);
  return {
    from: Math.max(0, first - overscan),
    to: Math.min(layout.count, layout.at(scrolled + height) + 1 + overscan),
    first: layout.at(scrolled + Math.max(0, pinned - 1)),
  };
}

/** Pixels of the visible part that something else covers. */
interface Covered {
  readonly head: number;
  /** Pinned heading of the current group. */
  readonly heading: number;
}

/** Scroll offset that brings a row into view; null if it is visible. */
export function scrollFor(
  layout: Layout,
  at: number,
  scrolled: number,
  height: number,
  { head, heading }: Covered,
): number | null {
  const top = Math.max(0, layout.top(at) - heading);
  const bottom = layout.top(at + 1) + head;
  if (top < scrolled) return top;
  return bottom > scrolled + height ? bottom - height : null;
}

const OVERSCAN = 6;

interface RowsOptions {
  readonly lines: readonly string[];
  readonly heights: LineHeights;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly covered: Covered;
}

/** Visible rows of a scrolling list. Renders when the visible range changes, not with every pixel. */
export function useRows({ lines, heights, scroller, covered }: RowsOptions) {
  const layout = useMemo(() => layoutOf(lines, heights), [lines, heights]);
  const [window, setWindow] = useState({ scrolled: 0, height: 0 });
  /** As last measured; `window` may be some pixels behind. */
  const measured = useRef(window);

  const refresh = useEffectEvent(() => {
    const { scrolled, height } = measured.current;
    setWindow((previous) => {
      const [a, b] = [
        visibleRange(layout, previous.scrolled, previous.height, OVERSCAN, covered.heading),
        visibleRange(layout, scrolled, height, OVERSCAN, covered.heading),
      ];
      const same = a.from === b.from && a.to === b.to && a.first === b.first;
      return same ? previous : { scrolled, height };
    });
  });
  // Other rows do not change the element, and reading it would make the browser lay out the page at each change.
  useLayoutEffect(() => refresh(), [layout, covered]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      measured.current = { scrolled: element.scrollTop, height: element.offsetHeight };
      refresh();
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [scroller]);

  const scrollTo = useCallback(
    (at: number) => {
      const element = scroller.current;
      const to = element && scrollFor(layout, at, element.scrollTop, element.offsetHeight, covered);
      if (element && to !== null) element.scrollTop = to;
    },
    [layout, scroller, covered],
  );
  return {
    layout,
    visible: visibleRange(layout, window.scrolled, window.height, OVERSCAN, covered.heading),
    scrollTo,
  };
}
