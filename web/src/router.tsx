/** The router over all pages. */
import { createRouter } from '@tanstack/react-router';
import type { SessionStore } from './api/session.ts';
import { routeTree } from './routes/pages.tsx';
import { parseSearch, stringifySearch } from './routes/search-params.ts';

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
