/** What a wall screen shows in place of all pages: the wall board, or why it has ended. */
import { useInterval } from '@mantine/hooks';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useApi, useSession } from '../../api/context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import shared from '../../ui/shared.module.css';

/** Nobody is there to try again. */
const RECHECK_MS = 15_000;

export default function WallScreen() {
  const state = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (path === '/wall-link') return <Outlet />;
  if (state.phase === 'ended') return <WallScreenEnded reason={state.reason} />;
  return path === '/wall' ? <Outlet /> : <Navigate to="/wall" replace />;
}

/** The loads leave the screen with its session. In type that is read from across a room. */
function WallScreenEnded({ reason }: { readonly reason: string | null }) {
  const { session } = useApi();
  useInterval(() => void session.refresh(), RECHECK_MS, { autoInvoke: true });
  return (
    <main className={shared.column} style={{ justifyContent: 'center', minHeight: '50dvh', zoom: 2 }}>
      <EmptyState page title="This wall screen is off" role="alert">
        <p>
          {reason === null ? 'Its link no longer works.' : `${reason}.`} Ask an administrator for a new link.
        </p>
      </EmptyState>
    </main>
  );
}
