/**
 * Everything that belongs to the service itself: world, events, handlers, API and control routes. A reset makes a new one, while
 * the identity provider beside it stays.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { isUndescribedRead } from '@waypost/contract/undescribed';
import type { SandboxConfig } from './config.ts';
import { Events } from './events/events.ts';
import { createPost } from './events/post.ts';
import { vehicleLocationHandlers } from './handlers/vehicle-locations.ts';
import { serviceHandlers } from './handlers/wiring.ts';
import { createApi } from './http/api.ts';
import { Failures } from './http/failures.ts';
import { RateLimit } from './http/rate-limit.ts';
import type { Caller } from './identity/access.ts';
import { JoinedFleets } from './invitations/joined.ts';
import { Monitors } from './monitors/monitors.ts';
import { createOffice } from './office.ts';
import { beginWorld } from './state/begin.ts';
import { keepChanges } from './state/changes.ts';
import type { State } from './state/state.ts';
import { keepEvents, keepMonitors } from './state/state.ts';
import type { Timers } from './timers.ts';
import type { Clock, MovedClock } from './world/clock.ts';
import type { Track } from './world/gpx.ts';
import type { World } from './world/world.ts';

/** How often monitors catch up by themselves, in real milliseconds. */
const TICK_MS = 1000;

export interface ServiceParts {
  readonly config: SandboxConfig;
  readonly tracks: readonly Track[];
  readonly state: State;
  /** The service's own clock, and the real one below it. */
  readonly clock: MovedClock;
  readonly realClock: Clock;
  readonly timers: Timers;
  readonly newId: () => string;
  readonly authenticate: (token: string) => Caller | null;
  /** Known once the server listens. */
  readonly baseUrl: () => string;
  readonly onError: (error: unknown) => void;
}

export interface Service {
  readonly world: World;
  readonly events: Events;
  readonly monitors: Monitors;
  readonly failures: Failures;
  readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly orderAgreement: ReturnType<typeof createOffice>['orderAgreement'];
  /** Pages behind the magic links of invitations. */
  readonly invite: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** What opens something, besides tokens: secrets of webhooks and tokens of invitations, and the addresses of both. */
  readonly secrets: () => { secrets: string[]; addresses: string[] };
  /** Ends the work in the background. */
  readonly close: () => void;
}

export function createService(parts: ServiceParts): Service {
  const { config, state, clock, realClock, timers, newId } = parts;
  const world = beginWorld(parts);
  const joined = new JoinedFleets(world, state);
  keepChanges(state, world);
  const events = new Events({
    newId,
    post: createPost(timers, ASSUMPTIONS.webhooks.answer_within_seconds * 1000),
    timers,
    serviceNow: () => clock.now(),
    realNow: () => realClock.now(),
    seed: config.seed,
    duplicates: config.webhook_duplicates,
    reorder: config.webhook_reorder,
  });
  keepEvents(state, events);
  const monitors = new Monitors(world, events);
  const office = createOffice({
    world,
    joined,
    events,
    state,
    timers,
    newId,
    realNow: () => realClock.now(),
    baseUrl: parts.baseUrl,
    fuelRows: config.fuel_rows,
    usageRows: config.usage_rows,
    assumptions: config.assumptions,
  });
  // Last, as they catch up at once: by then fleets and agreements are as they were.
  keepMonitors(state, monitors);
  const failures = new Failures();
  const answer = createApi({
    endpoints: serviceEndpoints(config.assumptions),
    handlers: office.attended({
      ...serviceHandlers({ world, events, monitors, state, newId, seed: config.seed }),
      ...vehicleLocationHandlers(world, office.connectionIdOf),
      ...office.handlers,
    }),
    isUndescribed: (path) => isUndescribedRead(path, config.assumptions),
    authenticate: parts.authenticate,
    rateLimit: new RateLimit(config.rate_limit, 1000),
    failures,
    now: () => realClock.now(),
    onError: parts.onError,
  });
  let cancelTick = () => {};
  const tick = () => {
    monitors.catchUp();
    cancelTick = timers.after(TICK_MS, tick);
  };
  tick();
  const api: Service['api'] = (request, response) => {
    // Before anybody asks where trucks are now: they remember their last trips only.
    monitors.settle();
    return answer(request, response);
  };
  const close = () => {
    cancelTick();
    office.close();
    events.close();
  };
  return {
    world,
    events,
    monitors,
    failures,
    api,
    invite: office.invite,
    orderAgreement: office.orderAgreement,
    secrets: () => {
      const { tokens, links } = office.invitationSecrets();
      const webhooks = events.subscriptions.all;
      return {
        secrets: [...tokens, ...webhooks.map(({ secret }) => secret)],
        addresses: [...links, ...webhooks.map(({ url }) => new URL(url).pathname)],
      };
    },
    close,
  };
}
