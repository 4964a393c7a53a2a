/** A page that could not be shown: the server was away when it opened, or this page has a fault of its own. */
import { useEffect } from 'react';
import { ProblemState } from '../api/ProblemState.tsx';
import { asProblem } from '../api/problem.ts';
import { FramedPage } from './FramedPage.tsx';

export interface FailedPageProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** While the server is away, it is asked again by itself this often. */
const AGAIN_MS = 4_000;

export function FailedPage({ error, onRetry }: FailedPageProps) {
  const problem = asProblem(error);
  const away = problem.reason === 'offline' || problem.reason === 'server_unreachable' || problem.code >= 500;
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(onRetry, AGAIN_MS);
    return () => clearInterval(timer);
  }, [away, onRetry]);
  return (
    <FramedPage title="Page unavailable">
      {(alone) => <ProblemState page={alone} problem={problem} onRetry={onRetry} />}
    </FramedPage>
  );
}
