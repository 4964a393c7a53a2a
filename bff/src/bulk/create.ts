/** Jobs of many invitations or users. */
import type { Logger } from 'pino';
import type { Activity } from '../activity/activity.ts';
import type { SecretBox } from '../auth/keys.ts';
import type { Cluster } from '../cluster/create.ts';
import type { Events } from '../events/create.ts';
import type { Intents } from '../intents/intents.ts';
import type { Capability } from '../lib/capability.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Database } from '../store/database.ts';
import { Bulk } from './bulk.ts';
import { mountBulk } from './routes.ts';
import { RowSender } from './sender.ts';

export interface CreateBulkOptions {
  readonly log: Logger;
  readonly db: Database;
  readonly box: SecretBox;
  readonly activity: Activity;
  readonly cluster: Cluster;
  readonly events: Events;
  readonly intents: Intents;
  readonly onboarding: Onboarding;
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
