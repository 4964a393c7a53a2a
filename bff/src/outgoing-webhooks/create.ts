import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import { mountRoutes } from '../http/route.ts';
import type { Triage } from '../triage/triage.ts';
import type { Capability, Wiring } from '../wiring.ts';
import { OutgoingCollector } from './collector.ts';
import { Destinations } from './post.ts';
import { OutgoingSender } from './sender.ts';
import { OutgoingWebhooks } from './webhooks.ts';

interface CreateOutgoingWebhooksOptions
  extends Pick<
    Wiring,
    'config' | 'log' | 'db' | 'box' | 'activity' | 'board' | 'cluster' | 'monitors' | 'jobs'
  > {
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
