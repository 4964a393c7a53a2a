/** All handlers in one table. Each resource has its own file; add it here. */
import type { Events } from '../events/events.ts';
import type { Handlers } from '../http/api.ts';
import type { Monitors } from '../monitors/monitors.ts';
import type { State } from '../state/state.ts';
import type { World } from '../world/world.ts';
import { loadHandlers } from './loads.ts';
import { monitorHandlers } from './monitors.ts';
import { webhookHandlers } from './webhooks.ts';

export interface HandlerParts {
  /** `world.clock.now()` is the service's time, which may be ahead of real time. */
  readonly world: World;
  readonly events: Events;
  readonly monitors: Monitors;
  readonly state: State;
  /** Generates ids of records that partners post. */
  readonly newId: () => string;
  readonly seed: number;
}

export function serviceHandlers(parts: HandlerParts): Handlers {
  return {
    ...loadHandlers(parts.world),
    ...monitorHandlers(parts),
    ...webhookHandlers(parts.events, () => parts.world.clock.now()),
  };
}
