/** What is created at the service: written down before it is sent, and found again when its answer is lost (rule 25). */

import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Finder } from './finder.ts';
import type { IntentListener } from './intents.ts';
import { Intents } from './intents.ts';
import { Resolver } from './resolver.ts';
import { mountIntents } from './routes.ts';

/** Also what those need who keep something of their own beside an intent. */
export type CreateIntentsOptions = Pick<
  Wiring,
  'config' | 'log' | 'db' | 'box' | 'activity' | 'auth' | 'cluster' | 'upstream' | 'webhooks'
>;

export interface IntentsCapability extends Capability {
  readonly intents: Intents;
  /** To be called before the start. */
  readonly addListener: (listener: IntentListener) => void;
}

export function createIntents(options: CreateIntentsOptions): IntentsCapability {
  const { config, auth, cluster, upstream, webhooks, ...common } = options;
  const { client, endpoints } = upstream;
  const listeners: IntentListener[] = [];
  const shared = { ...common, assumptions: config.assumptions, listeners };
  const finder = new Finder({ client, endpoints });
  const resolver = new Resolver({ ...shared, finder, tokenOf: auth.tokenOfPerson });
  const intents = new Intents({ ...shared, client, endpoints, resolver });
  return {
    intents,
    addListener: (listener) => void listeners.push(listener),
    routes: (router) => mountIntents(router, { db: common.db, intents, actorOf: auth.actorOf }),
    start: async () => {
      // While another server lives, what is being sent may be sent by it.
      if (cluster.bus.isFirst) await resolver.open();
      resolver.listen(webhooks.processor);
      resolver.wake();
    },
    stop: () => resolver.stop(),
  };
}
