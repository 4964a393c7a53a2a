import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';
import type { Triage } from '../../tracking/triage/triage.ts';
import { OutgoingCollector } from './collector.ts';
import { Destinations } from './post.ts';
import { OutgoingSender } from './sender.ts';
import { OutgoingWebhooks } from './webhooks.ts';

interface CreateOutgoingWebhooksOptions extends Uses<'log' | 'db' | 'box' | 'activity'> {
  readonly config: Config;
  readonly board: Board;
  readonly cluster: Cluster;
  readonly monitors: Monitors;
  readonly jobs: Jobs;
  readonly triage: Triage;
}

export function createOutgoingWebhooks(options: CreateOutgoingWebhooksOptions): Capability {
  const { config, log, db, box, activity, board, cluster, monitors, triage, jobs } = options;
  const destinations = new Destinations(config.outgoingNetworks);
  const webhooks = new OutgoingWebhooks({
    db,
    box,
    destinations,
    activity,
    jobs,
  });
  const secretOf = webhooks.secretOf.bind(webhooks);
  new OutgoingSender({ db, destinations, secretOf, activity, jobs, log });
  const collector = new OutgoingCollector({
    db,
    board,
    triage,
    monitors,
    jobs,
    keepMs: config.retention.deliveries,
    log,
  });
  cluster.runExclusively('outgoing_events', collector);
  return {
    routes: (router) =>
      mountRoutes(router, OUTGOING_WEBHOOK_ROUTES, {
        listOutgoingWebhooks: async () => ({ items: await webhooks.list() }),
        createOutgoingWebhook: ({ body, session }) => webhooks.create(body, session),
        updateOutgoingWebhook: ({ params, body, session }) =>
          webhooks.update(params.webhook_id, body, session),
        replaceOutgoingSecret: ({ params, session }) => webhooks.replaceSecret(params.webhook_id, session),
        testOutgoingWebhook: ({ params, session }) => webhooks.test(params.webhook_id, session),
        deleteOutgoingWebhook: ({ params, session }) => webhooks.delete(params.webhook_id, session),
        listOutgoingDeliveries: ({ params, query }) => webhooks.deliveries(params.webhook_id, query),
        readOutgoingDelivery: ({ params }) => webhooks.delivery(params.delivery_id),
        resendOutgoingDelivery: ({ params, session }) => webhooks.resend(params.delivery_id, session),
      }),
  };
}
