/** The age of a time, ticking; the absolute time on hover. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useFormatKey } from '../ui/prefs.ts';
import { ageText, agoText, elapsedText, fullDateTime } from '../ui/time.ts';
import { useLive } from './context.ts';

interface AgeProps {
  /** ISO 8601. */
  readonly at: string;
  /** True: `2 min ago`; otherwise `2 min`. */
  readonly ago?: boolean;
  /** `1 d 15 h ago` instead of a date, where how old it is matters most. */
  readonly elapsed?: boolean;
  /** For a narrow column: `46 min ahead` instead of `clock ahead by 46 min`. */
  readonly brief?: boolean;
  readonly className?: string;
}

/** Writes to the DOM element directly: every row has an age, and most change every second. */
export function Age({ at, ago = false, elapsed = false, brief = false, className }: AgeProps) {
  const { clock, ticker } = useLive();
  const writing = useFormatKey();
  const element = useRef<HTMLTimeElement>(null);
  useLayoutEffect(() => {
    let shown: string | null = null;
    const update = () => {
      const now = clock.now();
      const text = !ago ? ageText(at, now, brief) : elapsed ? elapsedText(at, now) : agoText(at, now);
      if (text === shown || !element.current) return;
      element.current.textContent = text;
      shown = text;
    };
    update();
    return ticker.subscribe(update);
  }, [at, ago, elapsed, brief, clock, ticker, writing]);
  const title = useMemo(() => fullDateTime(at), [at, writing]);
  return <time ref={element} dateTime={at} title={title} className={className} />;
}
