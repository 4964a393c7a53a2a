/** Rows of known height, only those in sight drawn, for lists of any length (scaled.ts). */
import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { scaleOf } from '../../ui/resource-list/scale.ts';

export interface ScaledRowsOptions {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly height: number;
  /** Covered at the top by a head that stays. */
  readonly head: number;
}

export function useScaledRows({ scroller, count, height, head }: ScaledRowsOptions) {
  const total = count * height;
  const scale = scaleOf(total, scroller.current?.clientHeight ?? 0);
  const { ratio } = scale;
  /** Moves the rows to where the scroll bar is. */
  const mover = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    scrollPaddingStart: head,
    observeElementOffset: (instance, told) =>
      observeElementOffset(instance, (offset, scrolling) => {
        if (mover.current)
          mover.current.style.transform = ratio === 1 ? '' : `translateY(${offset - offset * ratio}px)`;
        told(offset * ratio, scrolling);
      }),
    scrollToFn: (offset, { adjustments = 0 }, instance) =>
      instance.scrollElement?.scrollTo({ top: (offset + adjustments) / ratio }),
  });
  // Heights are known, never measured.
  useEffect(() => virtual.measure(), [virtual, height, ratio]);
  return { virtual, mover, height: scale.height };
}
