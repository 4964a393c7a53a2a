/** A page that could not be shown: the server was away when it opened, or this page has a fault of its own. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSession } from '../api/context.ts';
import { ProblemState } from '../api/ProblemState.tsx';
import { asProblem } from '../api/problem.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LazyBoundary, lazyWithRetry } from '../ui/lazy-with-retry.tsx';

/** While the server is away, it is asked again by itself this often. */
const AGAIN_MS = 4_000;

export function FailedPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const problem = asProblem(error);
  const away = problem.reason === 'offline' || problem.reason === 'server_unreachable' || problem.code >= 500;
  useEffect(() => {
    if (!away) return;
    const timer = setInterval(onRetry, AGAIN_MS);
    return () => clearInterval(timer);
  }, [away, onRetry]);
  return (
    <FramedPage title="Page unavailable">
      {(alone) => (
        <ProblemState
          page={alone}
          problem={problem}
          // The router remembers a page that did not load: only a reload fetches it again.
          onRetry={problem.reason === 'not_loaded' ? () => location.reload() : onRetry}
        />
      )}
    </FramedPage>
  );
}

/** An address that leads nowhere. */
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

const PageFrame = lazyWithRetry(async () => ({ default: (await import('./PageFrame.tsx')).PageFrame }));

interface FramedPageProps {
  readonly title: string;
  /** @param alone no frame is around it: it has the page's heading itself */
  readonly children: (alone: boolean) => ReactNode;
}

/** What is said in place of a page, in the frame of the others once the frame's script is there. Signed out there is none. */
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
