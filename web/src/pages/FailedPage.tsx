import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useSession } from '../api/context.ts';
import { ProblemState } from '../api/ProblemState.tsx';
import { asProblem } from '../api/problem.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LazyBoundary, lazyNamed, reloadIfReachable, reloadOrExplain } from '../ui/lazy-with-retry.tsx';

export const RETRY_MS = 4_000;

export function FailedPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const problem = asProblem(error);
  const unavailable =
    problem.reason === 'offline' || problem.reason === 'server_unreachable' || problem.code >= 500;
  useEffect(() => {
    if (!unavailable) return;
    const timer = setInterval(onRetry, RETRY_MS);
    return () => clearInterval(timer);
  }, [unavailable, onRetry]);
  const not_loaded = problem.reason === 'not_loaded';
  useEffect(() => {
    if (!not_loaded) return;
    // Only when the server comes back: if it responds now, the page failed for another reason, and would fail again.
    let was_down = false;
    const timer = setInterval(async () => {
      if (was_down) await reloadIfReachable();
      else
        was_down = !(await fetch('/healthz', { cache: 'no-store' }).then(
          ({ ok }) => ok,
          () => false,
        ));
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [not_loaded]);
  return (
    <FramedPage title="Page unavailable">
      {(alone) => (
        <ProblemState
          page={alone}
          problem={problem}
          // Browsers and the router cache a script that failed to load; only a reload fetches it again.
          onRetry={not_loaded ? reloadOrExplain : onRetry}
        />
      )}
    </FramedPage>
  );
}

export function NotFoundPage({ path }: { readonly path: string }) {
  useEffect(() => {
    document.title = 'Page not found · Waypost';
  }, []);
  return (
    <FramedPage title="Page not found">
      {(alone) => (
        <EmptyState
          page={alone}
          title="Page not found"
          action={
            <Button variant="filled" renderRoot={(props) => <Link to="/" {...props} />}>
              Back to board
            </Button>
          }
        >
          <p>
            <code>{path.length > 80 ? `${path.slice(0, 80)}…` : path}</code> does not exist. The address may
            be cut off or mistyped.
          </p>
        </EmptyState>
      )}
    </FramedPage>
  );
}

const PageFrame = lazyNamed(async () => (await import('./PageFrame.tsx')).PageFrame);

interface FramedPageProps {
  readonly title: string;
  /** @param alone there is no frame, so the content provides the page's heading */
  readonly children: (alone: boolean) => ReactNode;
}

/** Content in the page frame once that has loaded. Without a session there is no frame. */
function FramedPage({ title, children }: FramedPageProps) {
  const { phase } = useSession();
  const bare = <main>{children(true)}</main>;
  if (phase !== 'in' && phase !== 'ended') return bare;
  return (
    <LazyBoundary fallback={bare} failed={bare}>
      <PageFrame title={title}>{children(false)}</PageFrame>
    </LazyBoundary>
  );
}
