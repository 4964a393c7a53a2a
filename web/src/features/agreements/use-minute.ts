/** The time, told anew with each minute: what the dates mean changes by itself. */
import { useMemo } from 'react';
import { useLive, useTold } from '../../live/context.ts';

const MINUTE = 60_000;

/** The server's clock, milliseconds. */
export function useMinute(): number {
  const { clock } = useLive();
  const minute = useTold((now) => Math.floor(now / MINUTE));
  return useMemo(() => clock.now(), [clock, minute]);
}
