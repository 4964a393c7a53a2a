/** Events from the service: our addresses, what is delivered there, and what is asked for once more. */

import type { Router } from 'express';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Processor } from './processor.ts';
import { mountReceiver } from './receiver.ts';
import { Replays } from './replays.ts';
import { mountWebhooks } from './routes.ts';
import { WebhookSubscriptions } from './subscriptions.ts';
import { Verifier } from './verifier.ts';

export type WebhooksOptions = Pick<Wiring, 'config' | 'log' | 'db' | 'box' | 'activity' | 'upstream'>;

export interface Webhooks extends Capability {
  readonly subscriptions: WebhookSubscriptions;
  readonly processor: Processor;
  readonly replays: Replays;
  /** The addresses that the service delivers to. `accepts`: false from the moment that the server stops. */
  readonly mountReceiver: (router: Router, accepts: () => boolean) => void;
}

export async function createWebhooks({ config, upstream, ...common }: WebhooksOptions): Promise<Webhooks> {
  const { assumptions } = config;
  const { client, endpoints } = upstream;
  const subscriptions = new WebhookSubscriptions({
    ...common,
    client,
    endpoints,
    assumptions,
    publicUrl: config.hooksPublicUrl,
    serviceUrl: config.service.baseUrl,
  });
  await subscriptions.open();
  const processor = new Processor({ ...common, assumptions });
  const verifier = new Verifier({ ...common, subscriptions, assumptions });
  const replays = new Replays({ ...common, client, endpoints, subscriptions });
  const parts = { ...common, assumptions, subscriptions, verifier, processor, replays };
  return {
    subscriptions,
    processor,
    replays,
    mountReceiver: (router, accepts) =>
      mountReceiver(router, { ...parts, accepts, onStored: () => processor.wake() }),
    routes: (router) => mountWebhooks(router, parts),
    start: () => {
      processor.wake();
      replays.wake();
    },
    stop: async () => {
      await Promise.all([processor.stop(), replays.stop()]);
    },
  };
}
