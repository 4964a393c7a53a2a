/** Brings the overlay of an ended session, whose script waits in the browser from soon after the start. */
import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../../api/context.ts';

const load = () => import('./SessionEnded.tsx');
const SessionEnded = lazy(load);
/** After the first screen is there, and long before a session can end. */
const FETCH_AFTER_MS = 10_000;

export function SessionGate({ here }: { readonly here: string }) {
  const { phase } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void load(), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{phase === 'ended' && <SessionEnded here={here} />}</Suspense>;
}
