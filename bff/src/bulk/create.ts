/** Jobs of many invitations or users. */

import type { Intents } from '../intents/intents.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Bulk } from './bulk.ts';
import { mountBulk } from './routes.ts';
import { RowSender } from './sender.ts';

export interface CreateBulkOptions
  extends Pick<Wiring, 'log' | 'db' | 'box' | 'activity' | 'cluster' | 'events' | 'onboarding'> {
  readonly intents: Intents;
}

export interface BulkCapability extends Capability {
  readonly bulk: Bulk;
}

export function createBulk(options: CreateBulkOptions): BulkCapability {
  const { box, cluster, events, intents, onboarding, ...common } = options;
  const bulk = new Bulk({
    ...common,
    box,
    isLeader: cluster.isLeader,
    broadcaster: events.broadcaster,
    sender: new RowSender({ box, intents, added: (body, actor) => onboarding.added(body, actor) }),
  });
  events.onRelayed('bulk', (keys) => bulk.progress.publishRelayed(keys));
  return {
    bulk,
    routes: (router) => mountBulk(router, { bulk, onboarding }),
    start: () => bulk.start(),
    stop: () => bulk.stop(),
  };
}
