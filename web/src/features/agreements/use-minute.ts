/** The time, told anew with each minute: what the dates mean changes by itself. */
import { useMemo } from 'react';
import { useLive, useNow } from '../../live/context.ts';

const MINUTE = 60_000;

/** The server's clock, milliseconds. */
export function useMinute(): number {
  const { clock } = useLive();
  const minute = useNow((now) => Math.floor(now / MINUTE));
  return useMemo(() => clock.now(), [clock, minute]);
}
