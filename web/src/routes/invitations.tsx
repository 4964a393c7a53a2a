/** `/invitations`; `/invitations/new` is the same page with the form open. */
import { createRoute, redirect } from '@tanstack/react-router';
import { invitationsSearch } from '../features/invitations/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const invitationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations',
  validateSearch: invitationsSearch,
  beforeLoad: needsSession,
  component: lazyView(
    async () => (await import('../features/invitations/InvitationsView.tsx')).InvitationsView,
  ),
});

export const newInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/new',
  validateSearch: invitationsSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/invitations', search: { ...search, invitation: 'new' }, replace: true });
  },
});
