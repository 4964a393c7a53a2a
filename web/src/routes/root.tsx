/** Above every page: the one search, the overlay of an ended session, unknown paths, pages that failed. */
import { createRootRouteWithContext, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { SessionGate } from '../features/session/SessionGate.tsx';
import { FailedPage } from '../pages/FailedPage.tsx';
import { NotFoundPage } from '../pages/NotFoundPage.tsx';
import { OneSearch } from '../pages/OneSearch.tsx';
import { useWritingKey } from '../ui/prefs.ts';
import type { RouterContext } from './context.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

function Root() {
  const here = useLocation({ select: ({ href }) => href });
  const writing = useWritingKey();
  // The page of settings follows by itself: drawn anew, it would take the control from under the hand.
  const at_settings = useLocation({ select: ({ pathname }) => pathname === '/settings' });
  return (
    <>
      <Outlet key={at_settings ? 'settings' : writing} />
      <OneSearch />
      <SessionGate here={here} />
    </>
  );
}

function NotFound() {
  return <NotFoundPage path={useLocation({ select: ({ pathname }) => pathname })} />;
}

function Failed({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return <FailedPage error={error} onRetry={() => void router.invalidate()} />;
}
