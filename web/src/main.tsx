/** Composition root: styles, services, providers, router; and what must begin before anything is drawn. */

// Style sheets in the order that they need: what the component library's parts in use stand on, those parts, then ours. The library's whole
// sheet would be twice as much.
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Kbd.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Tooltip.css';
import './ui/base.css';
import './ui/shared.module.css';

import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { factsOf } from '@waypost/triage/facts';
import { type ReactNode, StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { type Api, ApiContext, ConfigStore, useConfig } from './api/context.ts';
import { Http } from './api/http.ts';
import { SessionStore } from './api/session.ts';
import { readSlices, textOf } from './api/slices.ts';
import { ChangeFeed } from './live/change-feed.ts';
import { nextFrame, ServerClock, Ticker } from './live/clock.ts';
import { Connection, STREAM_TYPES } from './live/connection.ts';
import { type Live, LiveContext } from './live/context.ts';
import { ExceptionWatch } from './live/exceptions.ts';
import { FleetTally } from './live/fleets.ts';
import { keepSnapshot, LastSnapshot } from './live/last-snapshot.ts';
import { browserPage, Readiness } from './live/readiness.ts';
import { SharedStream } from './live/shared-stream.ts';
import { LoadStore } from './live/store.ts';
import { MapDataContext } from './map/use-engine.ts';
import { loadBoardPage, makeRouter } from './routes/pages.tsx';
import { releaseLater, whenQuiet } from './ui/later.tsx';
import { prefs } from './ui/prefs.ts';
import { Toaster } from './ui/Toaster.tsx';
import { colorSchemeManager, cssVariables, followMotion, theme } from './ui/theme.ts';

/** How often facts are checked that time alone may have changed. */
const SWEEP_MS = 20_000;

/** Makes everything that lives as long as the page, and joins it. The only place where live, api and features meet. */
function createServices(): { readonly api: Api; readonly live: Live } {
  const http = new Http();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost-session');
  const session = new SessionStore(http, channel);
  const clock = new ServerClock();
  const store = new LoadStore({ derive: factsOf, now: clock.now, schedule: nextFrame });
  const fleets = new FleetTally(store);
  const exceptions = new ExceptionWatch(store, fleets.exceptionOf);
  const changes = new ChangeFeed();
  const stream = new SharedStream({
    open: (last_event_id) => new EventSource(`${BOARD_ROUTES.events.path}?last_event_id=${last_event_id}`),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost-stream'),
    locks: navigator.locks ?? null,
    tab: crypto.randomUUID(),
    types: STREAM_TYPES,
  });
  const connection = new Connection({
    store,
    clock,
    changes,
    list: async (reading) =>
      readSlices(textOf(await http.open(BOARD_ROUTES.listLoads, { signal: reading.signal })), reading),
    openStream: stream.open,
    sessionOver: async () => (await session.ask()).phase !== 'in' && session.get().phase !== 'unreachable',
    onSessionEnded: () => session.end(),
    online: () => navigator.onLine,
  });
  follow(session, connection);
  keepSnapshot({
    session,
    store,
    snapshot: new LastSnapshot({
      caches: globalThis.caches ?? null,
      read: () => http.open(BOARD_ROUTES.listLoads, { background: true }),
    }),
    hidden: () => document.hidden,
  });
  setInterval(() => store.sweep(), SWEEP_MS);
  followAlerts({ store, exceptions, fleets });

  return {
    api: { http, session, config: new ConfigStore(http) },
    live: {
      store,
      connection,
      clock,
      ticker: new Ticker(document),
      exceptions,
      fleets,
      changes,
      readiness: new Readiness(browserPage),
    },
  };
}

/** What the operator has set up for the maps of the page. */
function MapDataProvider({ children }: { readonly children: ReactNode }) {
  const config = useConfig();
  const data = useMemo(
    () => ({ tiles_url: config?.map_tiles_url ?? null, imagery: config?.map_satellite ?? null }),
    [config],
  );
  return <MapDataContext value={data}>{children}</MapDataContext>;
}

/** Their script comes when the page has a quiet moment, for those who want them. */
function followAlerts(live: Pick<Live, 'store' | 'exceptions' | 'fleets'>): void {
  let begun = false;
  const look = () => {
    if (begun || prefs.get().alert_from === 'off') return;
    begun = true;
    void import('./live/alerts.ts').then(
      ({ startAlerts }) => startAlerts(live),
      () => {
        begun = false;
      },
    );
  };
  void whenQuiet().then(() => {
    look();
    prefs.subscribe(look);
  });
}

/** The stream lives while somebody is signed in, and wakes with the network and the page. */
function follow(session: SessionStore, connection: Connection): void {
  let signedIn = false;
  session.subscribe(() => {
    const now = session.get().phase === 'in';
    if (now && !signedIn && connection.get().phase === 'ended') connection.start();
    // Without the cookie no event can be followed up, though a stream that was opened with it lives on.
    else if (!now && signedIn) connection.end();
    signedIn = now;
  });
  const look = () => connection.look();
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
}

followMotion(document.documentElement);

const { api, live } = createServices();
const router = makeRouter(api.session);

// Session, loads and the board's script are asked for side by side: the list stands as soon as the last of them is here.
void api.session.ask();
void api.config.ask();
if (location.pathname !== '/sign-in') {
  live.connection.start();
  void loadBoardPage();
}
// Other pages have no list and map to wait for.
if (location.pathname !== '/') releaseLater();

void import('./features/settings/follow.ts').then(
  ({ followPreferences }) =>
    followPreferences(api, (path) => void router.navigate({ href: path, replace: true })),
  // Without it the page writes as this browser remembers it.
  () => undefined,
);

// What the first view does not need comes when that view is there. Without it hints are not shown, and loads leave silently.
void whenQuiet().then(() => {
  const ignore = () => undefined;
  void import('./ui/tips.ts').then(({ showTips }) => void showTips(document), ignore);
  void import('./features/archive/follow.ts').then(
    ({ followArchive }) => void followArchive(api, live.changes),
    ignore,
  );
});

// After a new version of the page was put out, parts of the old one are gone: one reload brings the new one. A server
// that does not answer is no new version: the page stays, with what it knows.
const RELOADED = 'waypost.reloaded_at';
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 60_000) return;
  void fetch('/healthz', { cache: 'no-store' }).then(
    (answer) => {
      if (!answer.ok) return;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    },
    () => undefined,
  );
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <ApiContext value={api}>
        <LiveContext value={live}>
          <MapDataProvider>
            <RouterProvider router={router} />
          </MapDataProvider>
          <Toaster />
        </LiveContext>
      </ApiContext>
    </MantineProvider>
  </StrictMode>,
);
