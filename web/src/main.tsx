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
