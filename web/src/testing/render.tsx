/** Draws a component with everything around it that the page gives it, on fakes that the test can reach. */
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { BoardLoad, BoardLoads } from '@waypost/contract/api/board';
import type { PublicConfig, Role, Session } from '@waypost/contract/api/session';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { factsOf } from '@waypost/triage/facts';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { ApiContext, ConfigStore } from '../api/context.ts';
import { Http } from '../api/http.ts';
import { SessionStore } from '../api/session.ts';
import { ChangeFeed } from '../live/change-feed.ts';
import { ServerClock } from '../live/clock.ts';
import type { ConnectionState } from '../live/connection.ts';
import { LiveContext } from '../live/context.ts';
import { ExceptionWatch } from '../live/exceptions.ts';
import { FleetTally } from '../live/fleets.ts';
import { PresenceStore } from '../live/presence.ts';
import { Readiness } from '../live/readiness.ts';
import { LoadStore } from '../live/store.ts';
import { fakeMap } from '../map/testing/engine.fake.ts';
import { MapEngineContext } from '../map/use-engine.ts';
import { Cell } from '../ui/signal.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { cssVariables, theme } from '../ui/theme.ts';
import { toasts } from '../ui/toasts.ts';
import { ago, list, NOW } from './loads.ts';

afterEach(() => {
  for (const { id } of toasts.get()) toasts.hide(id);
  // A form that goes stores what was typed.
  cleanup();
  sessionStorage.clear();
});

export type Answer = { status?: number; body?: unknown } | Error;
/** `GET /api/loads/…` -> answer; the first that the start of "METHOD path" fits. */
export type Answers = Record<string, Answer | ((init: RequestInit) => Answer | Promise<Answer>)>;

/** How the server refuses an ID in the address that cannot be one. */
export const NO_UUID = {
  code: 422,
  message: 'Some values are not valid',
  detail: [{ path: 'path.id', input: 'none', message: 'must be a UUID', error_type: 'invalid_format' }],
  reason: 'invalid',
};

export interface Setup {
  readonly loads?: readonly BoardLoad[];
  readonly status?: BoardLoads['status'];
  readonly roles?: readonly Role[];
  readonly answers?: Answers;
  readonly connection?: ConnectionState;
  readonly unavailable_map?: Error;
  readonly config?: Partial<PublicConfig>;
}

export function personSession(roles: readonly Role[]): Session {
  return {
    signed_in: true,
    user: { sub: 'dana', name: 'Dana Ortiz', roles: [...roles] },
    expires_at: ago(-3600_000),
    idle_expires_at: ago(-1800_000),
  };
}

export async function draw(element: ReactNode, setup: Setup = {}) {
  const answers: Answers = {
    'GET /bff/config': {
      body: {
        simulated: false,
        sandbox_sign_in: false,
        map_style_url: null,
        map_tiles_url: null,
        map_tiles_simulated: false,
        map_satellite: null,
        access_contact: null,
        version: '0',
        company: { name: null, logo_url: null },
        behavior: ASSUMPTIONS.behavior,
        ...setup.config,
      },
    },
    'GET /bff/session': { body: personSession(setup.roles ?? ['dispatcher']) },
    ...setup.answers,
  };
  const asked = vi.fn(async (path: string, init: RequestInit) => {
    const line = `${init.method} ${path}`;
    const found = Object.entries(answers).find(([start]) => line.startsWith(start))?.[1];
    const answer =
      typeof found === 'function'
        ? await found(init)
        : (found ?? {
            status: 404,
            body: { code: 404, message: 'Not found', detail: null, reason: 'not_found' },
          });
    if (answer instanceof Error) throw answer;
    const { status = 200, body } = answer;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'X-Request-Id': 'req-1' },
    });
  });
  const http = new Http({ fetch: asked as unknown as typeof fetch });
  const session = new SessionStore(http, null);
  const config = new ConfigStore(http);
  await Promise.all([session.refresh(), config.load()]);

  const clock = new ServerClock(() => NOW);
  const frames: (() => void)[] = [];
  const store = new LoadStore({
    derive: factsOf,
    now: clock.now,
    schedule: (flush) => void frames.push(flush),
  });
  const marked = vi.fn();
  const fleets = new FleetTally(store);
  const changes = new ChangeFeed();
  const connection = new Cell<ConnectionState>(setup.connection ?? { phase: 'live' });
  const live = {
    store,
    clock,
    connection: {
      get: connection.get,
      subscribe: connection.subscribe,
      checkAlive: () => undefined,
      start: () => undefined,
    },
    ticker: { subscribe: () => () => undefined },
    exceptions: new ExceptionWatch(store, fleets.exceptionOf),
    fleets,
    changes,
    presence: new PresenceStore(changes),
    readiness: new Readiness({
      setTimer: () => undefined,

      afterPaint: (then) => then(),
      afterFirstContentfulPaint: (then) => then(),
      mark: marked,
    }),
  };
  if (setup.loads) {
    const { status } = setup;
    store.replaceAll(list(setup.loads, status ? { status } : {}));
    store.flush();
  }
  const map = fakeMap(setup.unavailable_map);

  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => element });
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() });
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <MapEngineContext value={map.factory}>
        <ApiContext value={{ http, session, config }}>
          <LiveContext value={live}>
            <RouterProvider router={router as never} />
            <Toaster />
          </LiveContext>
        </ApiContext>
      </MapEngineContext>
    </MantineProvider>,
  );
  // Frames and lazily loaded parts.
  const frame = async () => {
    await act(async () => {
      for (const flush of frames.splice(0)) flush();
      await vi.dynamicImportSettled();
      await new Promise((then) => setTimeout(then));
    });
  };
  await frame();
  const reached = { asked, http, store, session, map, marked, live, connection, router };
  return { ...view, ...reached, frame, user: userEvent.setup() };
}

/** The session ends, and the person goes to sign in again: the page is left. */
export function leaveToSignIn({
  session,
  unmount,
}: Pick<Awaited<ReturnType<typeof draw>>, 'session' | 'unmount'>) {
  act(() => session.end());
  window.dispatchEvent(new Event('pagehide'));
  unmount();
}
