/** Width of the place that a chart has: it is drawn in true pixels, so that its letters keep their size. */
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Until it is known, and where nothing has a size. */
const USUAL = 640;

export function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
