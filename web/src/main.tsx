/** Composition root: styles, services, providers, router, and requests that must start before the first render. */

// Order matters: Mantine's base, the Mantine components in use, then our own. Mantine's complete style sheet would
// be twice as large.
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
import { isSigningIn, SessionStore } from './api/session.ts';
import { readSlices, textOf } from './api/slices.ts';
import { ChangeFeed } from './live/change-feed.ts';
import { ServerClock, schedulePublication, Ticker } from './live/clock.ts';
import { Connection, STREAM_TYPES } from './live/connection.ts';
import { type Live, LiveContext } from './live/context.ts';
import { ExceptionWatch } from './live/exceptions.ts';
import { FleetTally } from './live/fleets.ts';
import { LastSnapshot, persistSnapshot } from './live/last-snapshot.ts';
import { PresenceStore } from './live/presence.ts';
import { browserPage, Readiness } from './live/readiness.ts';
import { SharedStream } from './live/shared-stream.ts';
import { LoadStore } from './live/store.ts';
import { MapDataContext } from './map/use-engine.ts';
import { loadBoardPage, makeRouter } from './routes/pages.tsx';
import { markFirstViewReady, whenFirstViewReady } from './ui/deferred.tsx';
import { type Choice, prefs } from './ui/prefs.ts';
import { Toaster } from './ui/Toaster.tsx';
import { applyMotionPreference, colorSchemeManager, cssVariables, theme } from './ui/theme.ts';

/** Interval for rechecking facts that may change with time alone. */
const SWEEP_MS = 20_000;

/** Nobody is signed in yet on these pages; the connection starts with the session. */
const SIGNS_IN = location.pathname === '/sign-in' || location.pathname === '/wall-link';

/** Creates and wires everything that lives as long as the page. The only place where live, api and features meet. */
function createServices(): { readonly api: Api; readonly live: Live } {
  const http = new Http();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost-session');
  const session = new SessionStore(http, channel);
  const clock = new ServerClock();
  const store = new LoadStore({ derive: factsOf, now: clock.now, schedule: schedulePublication });
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
    sessionOver: async () =>
      (await session.refresh()).phase !== 'in' && session.get().phase !== 'unreachable',
    onSessionEnded: (reason) => session.end(reason),
    online: () => navigator.onLine,
  });
  connectWhileSignedIn(session, connection);
  session.subscribe(() => {
    const state = session.get();
    if (state.phase === 'in' && state.session.preferences) prefs.begin(state.session.preferences);
  });
  if (SIGNS_IN) connection.end();
  else connection.start();
  persistSnapshot({
    session,
    store,
    snapshot: new LastSnapshot({
      caches: globalThis.caches ?? null,
      fetchList: () => http.open(BOARD_ROUTES.listLoads, { background: true }),
    }),
    hidden: () => document.hidden,
  });
  setInterval(() => store.sweep(), SWEEP_MS);
  followAlerts({ store, exceptions, fleets, clock });

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
      presence: new PresenceStore(changes),
      readiness: new Readiness(browserPage),
    },
  };
}

/** Provides the map settings that the operator configured. */
function MapDataProvider({ children }: { readonly children: ReactNode }) {
  const config = useConfig();
  const data = useMemo(
    () => ({
      map_style_url: config?.map_style_url ?? null,
      tiles_url: config?.map_tiles_url ?? null,
      streets_simulated: config?.map_tiles_simulated ?? false,
      imagery: config?.map_satellite ?? null,
    }),
    [config],
  );
  return <MapDataContext value={data}>{children}</MapDataContext>;
}

/** Loads the alerts' script when the page is idle, and only for people who have turned alerts on. */
function followAlerts(live: Pick<Live, 'store' | 'exceptions' | 'fleets' | 'clock'>): void {
  let started = false;
  const startOnce = () => {
    if (started || prefs.get().alert_from === 'off') return;
    started = true;
    void import('./features/loads/alerts.ts').then(
      ({ startAlerts }) => startAlerts(live),
      () => {
        started = false;
      },
    );
  };
  void whenFirstViewReady().then(() => {
    startOnce();
    prefs.subscribe(startOnce);
  });
}

/** Keeps the event stream open while someone is signed in, and rechecks it when the network or the page comes back. */
function connectWhileSignedIn(session: SessionStore, connection: Connection): void {
  let signedIn = false;
  session.subscribe(() => {
    const now = session.get().phase === 'in';
    if (now && !signedIn && connection.get().phase === 'ended') connection.start();
    // Without the session cookie no request succeeds, although a stream opened with it stays open.
    else if (!now && signedIn) connection.end();
    signedIn = now;
  });
  const recheck = () => connection.checkAlive();
  window.addEventListener('online', recheck);
  window.addEventListener('offline', recheck);
  window.addEventListener('pageshow', recheck);
  document.addEventListener('visibilitychange', recheck);
}

applyMotionPreference(document.documentElement);

const { api, live } = createServices();
const router = makeRouter(api.session);

// Session, loads and the board's script are requested in parallel, so the list renders as soon as the slowest of them arrives.
void api.session.refresh();
void api.config.load();
if (!SIGNS_IN) void loadBoardPage();
// Other pages have no list or map that should load first.
if (location.pathname !== '/') markFirstViewReady();

/** What the person chooses before the preferences are synchronized. */
const chosen: Choice[] = [];
const stopNoting = prefs.onUserChange((...choice) => chosen.push(choice));
function syncPreferences(): void {
  void import('./features/settings/follow.ts').then(
    ({ followPreferences }) => {
      stopNoting();
      followPreferences(api, chosen, (path) => void router.navigate({ href: path, replace: true }));
    },
    // If it fails, the page uses the preferences stored in this browser.
    () => undefined,
  );
}
// The preferred start page may be another one; everybody else begins with the copy of this browser or of the session.
if (isSigningIn()) syncPreferences();
else void whenFirstViewReady().then(syncPreferences);

// Loaded after the first view. If loading fails, hints are not shown and archived loads disappear without a message.
void whenFirstViewReady().then(() => {
  const ignore = () => undefined;
  void import('./ui/after-first-view.ts').then(({ completePage }) => completePage(document), ignore);
  void import('./ui/parts.ts').then(({ fetchParts }) => fetchParts(document), ignore);
  void import('./live/shared-text.ts').then(({ followLists }) => followLists(live.store), ignore);
  void import('./api/queries.tsx').then(
    ({ refetchFailed }) =>
      live.changes.subscribe('presence', { onChange: ignore, onOpened: () => void refetchFailed() }),
    ignore,
  );
  void import('./features/archive/follow.ts').then(
    ({ followArchive }) => void followArchive(api, live.changes),
    ignore,
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
