/** The routes as a tree. A new page adds its file in routes/ and a row here. */
import { createRouter } from '@tanstack/react-router';
import type { SessionStore } from './api/session.ts';
import { activityRoute } from './routes/activity.tsx';
import { agreementsRoute } from './routes/agreements.tsx';
import { apiKeysRoute } from './routes/api-keys.tsx';
import { archiveRoute } from './routes/archive.tsx';
import { boardRoute } from './routes/board.tsx';
import { bulkJobRoute, bulkRoute, newBulkRoute } from './routes/bulk.tsx';
import { deliveriesRoute } from './routes/deliveries.tsx';
import { driversRoute, newDriverRoute } from './routes/drivers.tsx';
import { fleetRoute, fleetsRoute } from './routes/fleets.tsx';
import { fuelRoute } from './routes/fuel.tsx';
import { handoverRoute } from './routes/handover.tsx';
import { invitationsRoute, newInvitationRoute } from './routes/invitations.tsx';
import { newLoadRoute } from './routes/loads.tsx';
import { monitorRoute, monitorsRoute, newMonitorRoute } from './routes/monitors.tsx';
import { outgoingWebhooksRoute } from './routes/outgoing-webhooks.tsx';
import { rootRoute } from './routes/root.tsx';
import { parseSearch, stringifySearch } from './routes/search-params.ts';
import { settingsRoute } from './routes/settings.tsx';
import { signInRoute } from './routes/sign-in.tsx';
import { sitesRoute } from './routes/sites.tsx';
import { usageRoute } from './routes/usage.tsx';
import { wallRoute } from './routes/wall.tsx';

const routeTree = rootRoute.addChildren([
  boardRoute,
  wallRoute,
  newLoadRoute,
  archiveRoute,
  handoverRoute,
  monitorsRoute,
  newMonitorRoute,
  monitorRoute,
  sitesRoute,
  fuelRoute,
  invitationsRoute,
  newInvitationRoute,
  fleetsRoute,
  fleetRoute,
  agreementsRoute,
  deliveriesRoute,
  usageRoute,
  driversRoute,
  newDriverRoute,
  activityRoute,
  apiKeysRoute,
  outgoingWebhooksRoute,
  bulkRoute,
  newBulkRoute,
  bulkJobRoute,
  settingsRoute,
  signInRoute,
]);

export function makeRouter(session: SessionStore) {
  return createRouter({
    routeTree,
    context: { session },
    parseSearch,
    stringifySearch,
    defaultPreload: false,
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
