/** Makes everything that lives as long as the page, and joins it. The only place where live, api and features meet. */
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { factsOf } from '@waypost/triage/facts';
import { ConfigStore } from './api/config.ts';
import type { Api } from './api/context.ts';
import { Http } from './api/http.ts';
import { SessionStore } from './api/session.ts';
import { readSlices, textOf } from './api/slices.ts';
import { ChangeFeed } from './live/change-feed.ts';
import { ServerClock } from './live/clock.ts';
import { Connection, STREAM_TYPES } from './live/connection.ts';
import type { Live } from './live/context.ts';
import { ExceptionWatch } from './live/exceptions.ts';
import { FleetTally } from './live/fleets.ts';
import { keepSnapshot } from './live/keep-snapshot.ts';
import { LastSnapshot } from './live/last-snapshot.ts';
import { MonitorFeed } from './live/monitor-feed.ts';
import { browserPage, Readiness } from './live/readiness.ts';
import { nextFrame } from './live/schedule.ts';
import { SharedStream } from './live/shared-stream.ts';
import { LoadStore } from './live/store.ts';
import { Ticker } from './live/ticker.ts';
import { whenQuiet } from './ui/later.tsx';
import { prefs } from './ui/prefs.ts';

interface Services {
  readonly api: Api;
  readonly live: Live;
  readonly connection: Connection;
}

/** How often facts are checked that time alone may have changed. */
const SWEEP_MS = 20_000;
export function createServices(): Services {
  const http = new Http();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('waypost-session');
  const session = new SessionStore(http, channel);
  const clock = new ServerClock();
  const store = new LoadStore({ derive: factsOf, now: clock.now, schedule: nextFrame });
  const fleets = new FleetTally(store);
  const exceptions = new ExceptionWatch(store, fleets.exceptionOf);
  const monitors = new MonitorFeed();
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
    monitors,
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
    ...{ session, store },
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
      monitors,
      changes,
      readiness: new Readiness(browserPage),
    },
    connection,
  };
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
