/**
 * The service itself: world, events, handlers, API and control routes. A reset creates a new one, while the identity provider
 * remains.
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
import { JoinedFleets } from './invitations/joined-fleets.ts';
import { Monitors } from './monitors/monitors.ts';
import { seededMonitors } from './monitors/seeded.ts';
import { createResources } from './resources.ts';
import { persistChanges } from './state/changes.ts';
import { createWorld } from './state/create-world.ts';
import type { State } from './state/state.ts';
import { persistEvents, persistMonitors } from './state/state.ts';
import type { Timers } from './timers.ts';
import type { Clock, OffsetClock } from './world/clock.ts';
import type { Track } from './world/gpx.ts';
import type { World } from './world/world.ts';

/** How often monitors catch up without requests, in real milliseconds. */
const TICK_MS = 1000;

export interface ServiceParts {
  readonly config: SandboxConfig;
  readonly tracks: readonly Track[];
  readonly state: State;
  /** The service's clock, and the real one below it. */
  readonly clock: OffsetClock;
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
  readonly overrideAgreement: ReturnType<typeof createResources>['overrideAgreement'];
  /** Pages of the invitations' magic links. */
  readonly invite: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Secrets other than tokens: webhook secrets, invitation tokens, and the URLs of both. */
  readonly secrets: () => { secrets: string[]; addresses: string[] };
  /** Stops background work. */
  readonly close: () => void;
}

export function createService(parts: ServiceParts): Service {
  const { config, state, clock, realClock, timers, newId } = parts;
  const world = createWorld(parts);
  const joined = new JoinedFleets(world, state);
  persistChanges(state, world);
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
  persistEvents(state, events);
  const monitors = new Monitors(world, events);
  const resources = createResources({
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
  // Last, because monitors catch up immediately and need the restored fleets and agreements.
  persistMonitors(state, monitors);
  if (config.world === 'believable' && monitors.all.length === 0)
    monitors.load(seededMonitors(world, config.seed));
  const failures = new Failures();
  const answer = createApi({
    endpoints: serviceEndpoints(config.assumptions),
    handlers: resources.instrument({
      ...serviceHandlers({ world, events, monitors, state, newId, seed: config.seed }),
      ...vehicleLocationHandlers(world, resources.connectionIdOf),
      ...resources.handlers,
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
    // Catch up before the request, because trucks remember only their last trips.
    monitors.settle();
    return answer(request, response);
  };
  const close = () => {
    cancelTick();
    resources.close();
    events.close();
  };
  return {
    world,
    events,
    monitors,
    failures,
    api,
    invite: resources.invite,
    overrideAgreement: resources.overrideAgreement,
    secrets: () => {
      const { tokens, links } = resources.invitationSecrets();
      const webhooks = events.subscriptions.all;
      return {
        secrets: [...tokens, ...webhooks.map(({ secret }) => secret)],
        addresses: [...links, ...webhooks.map(({ url }) => new URL(url).pathname)],
      };
    },
    close,
  };
}
