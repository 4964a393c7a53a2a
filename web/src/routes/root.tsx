/** Above every page: the command palette, the overlay of an ended session, unknown paths, failed pages. */
import { createRootRouteWithContext, Outlet, redirect, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../api/context.ts';
import { isWallScreen, type SessionStore } from '../api/session.ts';
import { CommandPalette } from '../pages/CommandPalette.tsx';
import { FailedPage, NotFoundPage } from '../pages/FailedPage.tsx';
import { LazyBoundary, lazyWithRetry } from '../ui/lazy-with-retry.tsx';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

function Root() {
  const here = useLocation({ select: ({ href }) => href });
  if (isWallScreen(useSession()))
    return (
      <LazyBoundary>
        <WallScreen />
      </LazyBoundary>
    );
  return (
    <>
      <Outlet />
      <CommandPalette />
      <SessionGate here={here} />
    </>
  );
}

const WallScreen = lazyWithRetry(() => import('../features/session/WallScreen.tsx'));
const loadSessionEnded = () => import('../features/session/SessionEnded.tsx');
const SessionEnded = lazyWithRetry(loadSessionEnded);
/** After the first view has loaded, and long before a session can end. */
const FETCH_AFTER_MS = 10_000;

/** Shows the overlay of an ended session. Its script is prefetched, because it may be needed while the network is down. */
export function SessionGate({ here }: { readonly here: string }) {
  const { phase } = useSession();
  useEffect(() => {
    const timer = setTimeout(() => void loadSessionEnded().catch(() => undefined), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <LazyBoundary>{phase === 'ended' && <SessionEnded here={here} />}</LazyBoundary>;
}

function NotFound() {
  return <NotFoundPage path={useLocation({ select: ({ pathname }) => pathname })} />;
}

function Failed({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return <FailedPage error={error} onRetry={() => void router.invalidate()} />;
}

interface RouterContext {
  readonly session: SessionStore;
}

/** Guard of every page except the sign-in page: redirects to sign-in, which then returns to the requested page. */
export async function needsSession({
  context,
  location,
}: {
  readonly context: RouterContext;
  readonly location: { readonly href: string };
}): Promise<void> {
  const state = await context.session.ready();
  if (state.phase === 'unreachable') throw state.problem;
  // Not the identity provider's page, on a wall that nobody is in front of.
  if (state.phase === 'out' && state.was_wall_screen) throw redirect({ to: '/wall-link' });
  if (state.phase === 'out')
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { return_to: location.href } });
}
