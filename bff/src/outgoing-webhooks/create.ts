/** Events that go out to other systems: their addresses, what is collected for them, and how it is sent. */
import type { Capability } from '../lib/capability.ts';
import type { Triage } from '../triage/triage.ts';
import type { Wiring } from '../wiring.ts';
import { OutgoingCollector } from './collector.ts';
import { Destinations } from './destination.ts';
import { mountOutgoingWebhooks } from './routes.ts';
import { OutgoingSender } from './sender.ts';
import { OutgoingWebhooks } from './webhooks.ts';

export interface CreateOutgoingWebhooksOptions
  extends Pick<Wiring, 'config' | 'log' | 'db' | 'box' | 'activity' | 'board' | 'cluster' | 'monitors'> {
  readonly triage: Triage;
}

export function createOutgoingWebhooks(options: CreateOutgoingWebhooksOptions): Capability {
  const { config, log, db, box, activity, board, cluster, monitors, triage } = options;
  const { isLeader } = cluster;
  const destinations = new Destinations(config.outgoingNetworks);
  const webhooks = new OutgoingWebhooks({
    db,
    box,
    destinations,
    activity,
    onQueued: () => sender.wake(),
  });
  const secretOf = webhooks.secretOf.bind(webhooks);
  const sender = new OutgoingSender({ db, destinations, secretOf, activity, isLeader, log });
  const collector = new OutgoingCollector({
    db,
    board,
    triage,
    monitors,
    isLeader,
    onCollected: () => sender.wake(),
    log,
  });
  return {
    routes: (router) => mountOutgoingWebhooks(router, webhooks),
    start: () => {
      collector.start();
      sender.wake();
    },
    stop: async () => {
      await Promise.all([collector.stop(), sender.stop()]);
    },
  };
}
