/** What is created at the service: written down before it is sent, and found again when its answer is lost (rule 25). */
import type { Logger } from 'pino';
import type { Activity } from '../activity/activity.ts';
import type { Auth } from '../auth/create.ts';
import type { SecretBox } from '../auth/keys.ts';
import type { Cluster } from '../cluster/create.ts';
import type { Config } from '../config.ts';
import type { Capability } from '../lib/capability.ts';
import type { Database } from '../store/database.ts';
import type { Upstream } from '../upstream/create.ts';
import type { Webhooks } from '../webhooks/create.ts';
import { Finder } from './finder.ts';
import type { IntentListener } from './intent-listener.ts';
import { Intents } from './intents.ts';
import { Resolver } from './resolver.ts';
import { mountIntents } from './routes.ts';

/** Also what those need who keep something of their own beside an intent. */
export interface CreateIntentsOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly box: SecretBox;
  readonly activity: Activity;
  readonly auth: Auth;
  readonly cluster: Cluster;
  readonly upstream: Upstream;
  readonly webhooks: Webhooks;
}

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
