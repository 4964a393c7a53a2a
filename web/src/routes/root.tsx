/** Above every page: the one search, the overlay of an ended session, unknown paths, pages that failed. */
import { createRootRouteWithContext, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { SessionGate } from '../features/session/SessionGate.tsx';
import { FailedPage, NotFoundPage } from '../pages/FailedPage.tsx';
import { OneSearch } from '../pages/OneSearch.tsx';
import type { RouterContext } from './needs-session.ts';

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

function Root() {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <>
      <Outlet />
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
