/** How old something is, ticking: relative under 24 h, with the absolute time on hover. */

import { ageText, agoText, fullDateTime } from '../ui/time.ts';
import { useTold } from './context.ts';

export interface AgeProps {
  /** ISO 8601. */
  readonly at: string;
  /** True: `2 min ago`; else `2 min`. */
  readonly ago?: boolean;
  readonly className?: string;
}

export function Age({ at, ago = false, className }: AgeProps) {
  const text = useTold((now) => (ago ? agoText(at, now) : ageText(at, now)));
  return (
    <time dateTime={at} title={fullDateTime(at)} className={className}>
      {text}
    </time>
  );
}
