/** Composition root: services, providers, router; and what must begin before anything is drawn. */
import './ui/styles.ts';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiContext } from './api/context.ts';
import { LiveContext } from './live/context.ts';
import { MapDataProvider } from './map/MapDataProvider.tsx';
import { loadBoardPage, makeRouter } from './routes/pages.tsx';
import { createServices } from './services.ts';
import { releaseLater, whenQuiet } from './ui/later.tsx';
import { Toaster } from './ui/Toaster.tsx';
import { colorSchemeManager, cssVariables, followMotion, theme } from './ui/theme.ts';

followMotion(document.documentElement);

const { api, live, connection } = createServices();
const router = makeRouter(api.session);

// Session, loads and the board's script are asked for side by side: the list stands as soon as the last of them is here.
void api.session.ask();
void api.config.ask();
if (location.pathname !== '/sign-in') {
  connection.start();
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
