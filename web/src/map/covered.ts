import type { CSSProperties } from 'react';
import type { Padding } from './types.ts';

export const NO_PADDING: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

/** The library puts its attribution into a corner of the whole map; a sheet over that corner would hide it. */
export function attributionAt(left: number, bottom: number): CSSProperties & Record<`--${string}`, string> {
  return { '--attribution-left': `${left}px`, '--attribution-bottom': `${bottom}px` };
}
