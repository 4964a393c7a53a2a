/** Brings the overlay of an ended session, whose script waits in the browser from soon after the start. */
import { useEffect } from 'react';
import { useSession } from '../../api/context.ts';
import { lazyWithRetry, PartBoundary } from '../../ui/later.tsx';

const load = () => import('./SessionEnded.tsx');
const SessionEnded = lazyWithRetry(load);
/** After the first screen is there, and long before a session can end. */
const FETCH_AFTER_MS = 10_000;

export function SessionGate({ here }: { readonly here: string }) {
  const { phase } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <PartBoundary>{phase === 'ended' && <SessionEnded here={here} />}</PartBoundary>;
}
