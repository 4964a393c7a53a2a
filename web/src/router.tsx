/** The routes as a tree. A new page adds its file in routes/ and a row here. */
import { createRouter } from '@tanstack/react-router';
import type { SessionStore } from './api/session.ts';
import { boardRoute } from './routes/board.tsx';
import { deliveriesRoute } from './routes/deliveries.tsx';
import { monitorRoute, monitorsRoute, newMonitorRoute } from './routes/monitors.tsx';
import { rootRoute } from './routes/root.tsx';
import { parseSearch, stringifySearch } from './routes/search-params.ts';
import { signInRoute } from './routes/sign-in.tsx';
import { sitesRoute } from './routes/sites.tsx';

const routeTree = rootRoute.addChildren([
  boardRoute,
  monitorsRoute,
  newMonitorRoute,
  monitorRoute,
  sitesRoute,
  deliveriesRoute,
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
