/**
 * Everything that belongs to the service itself: world, events, handlers, API and control routes. A reset makes a new one, while
 * the identity provider beside it stays.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { SandboxConfig } from './config.ts';
import { Events } from './events/events.ts';
import { createPost } from './events/post.ts';
import { serviceHandlers } from './handlers/wiring.ts';
import { createApi } from './http/api.ts';
import { Failures } from './http/failures.ts';
import { RateLimit } from './http/rate-limit.ts';
import type { Caller } from './identity/access.ts';
import { beginWorld } from './state/begin.ts';
import { keepChanges } from './state/changes.ts';
import { keepEvents } from './state/events.ts';
import type { State } from './state/state.ts';
import type { Timers } from './timers.ts';
import type { Clock, MovedClock } from './world/clock.ts';
import type { Track } from './world/gpx.ts';
import type { World } from './world/world.ts';

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
  readonly onError: (error: unknown) => void;
}

export interface Service {
  readonly world: World;
  readonly events: Events;
  readonly failures: Failures;
  readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Ends what goes on in the background. */
  readonly close: () => void;
}

export function createService(parts: ServiceParts): Service {
  const { config, state, clock, realClock, timers, newId } = parts;
  const world = beginWorld(parts);
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
  const failures = new Failures();
  const api = createApi({
    endpoints: serviceEndpoints(),
    handlers: serviceHandlers({ world, events, state, newId, seed: config.seed }),
    authenticate: parts.authenticate,
    rateLimit: new RateLimit(config.rate_limit, 1000),
    failures,
    now: () => realClock.now(),
    onError: parts.onError,
  });
  return { world, events, failures, api, close: () => events.close() };
}
