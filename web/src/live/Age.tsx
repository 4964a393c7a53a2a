/** The age of a time, ticking; the absolute time on hover. */
import type { BoardLoad } from '@waypost/contract/api/board';
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
  readonly className?: string;
}

/** Writes to the DOM element directly: every row has an age, and most change every second. */
export function Age({ at, ago = false, elapsed = false, className }: AgeProps) {
  const { clock, ticker } = useLive();
  const writing = useFormatKey();
  const element = useRef<HTMLTimeElement>(null);
  useLayoutEffect(() => {
    let shown: string | null = null;
    const update = () => {
      const now = clock.now();
      const text = !ago ? ageText(at, now) : elapsed ? elapsedText(at, now) : agoText(at, now);
      if (text === shown || !element.current) return;
      element.current.textContent = text;
      shown = text;
    };
    update();
    return ticker.subscribe(update);
  }, [at, ago, elapsed, clock, ticker, writing]);
  const title = useMemo(() => fullDateTime(at), [at, writing]);
  return <time ref={element} dateTime={at} title={title} className={className} />;
}

interface PositionAgeProps extends Omit<AgeProps, 'at'> {
  readonly load: Pick<BoardLoad, 'last_position' | 'clock_ahead_seconds'>;
}

/** Nothing without a position. Where the device's clock is ahead, the age is counted from when the position was read: it is older. */
export function PositionAge({
  load: { last_position, clock_ahead_seconds: ahead },
  ...age
}: PositionAgeProps) {
  const at = last_position?.occurred_at;
  if (!at) return null;
  return ahead ? (
    <>
      over <Age at={new Date(Date.parse(at) - ahead * 1000).toISOString()} {...age} />
    </>
  ) : (
    <Age at={at} {...age} />
  );
}
