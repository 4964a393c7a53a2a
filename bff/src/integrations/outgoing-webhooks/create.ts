import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { IntentsCapability } from '../../service/intents/create.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';
import type { Triage } from '../../tracking/triage/triage.ts';
import { OutgoingCollector } from './collector.ts';
import { Destinations } from './post.ts';
import { PostedLoadEvents } from './posted-loads.ts';
import { OutgoingSender } from './sender.ts';
import { OutgoingWebhooks } from './webhooks.ts';

interface CreateOutgoingWebhooksOptions extends Uses<'log' | 'db' | 'box' | 'activity'> {
  readonly config: Config;
  readonly board: Board;
  readonly cluster: Cluster;
  readonly directory: Directory;
  readonly intents: Pick<IntentsCapability, 'addListener'>;
  readonly monitors: Monitors;
  readonly jobs: Jobs;
  readonly triage: Triage;
}

export function createOutgoingWebhooks(options: CreateOutgoingWebhooksOptions): Capability {
  const { config, log, db, box, activity, board, cluster, directory, intents, monitors, triage, jobs } =
    options;
  const destinations = new Destinations(config.outgoingNetworks);
  const webhooks = new OutgoingWebhooks({
    db,
    box,
    destinations,
    activity,
    jobs,
  });
  const secretsOf = webhooks.secretsOf.bind(webhooks);
  new OutgoingSender({ db, destinations, secretsOf, activity, jobs, log });
  const collector = new OutgoingCollector({
    db,
    board,
    triage,
    monitors,
    directory,
    jobs,
    keepMs: config.retention.deliveries,
    log,
  });
  cluster.runExclusively('outgoing_events', collector);
  intents.addListener(new PostedLoadEvents(jobs));
  return {
    routes: (router) =>
      mountRoutes(router, OUTGOING_WEBHOOK_ROUTES, {
        listOutgoingWebhooks: async () => ({ items: await webhooks.list() }),
        createOutgoingWebhook: ({ body, session }) => webhooks.create(body, session),
        updateOutgoingWebhook: ({ params, body, session }) =>
          webhooks.update(params.webhook_id, body, session),
        replaceOutgoingSecret: ({ params, query, session }) =>
          webhooks.replaceSecret(params.webhook_id, query.overlap_hours, session),
        testOutgoingWebhook: ({ params, session }) => webhooks.test(params.webhook_id, session),
        replayOutgoingEvents: ({ params, body, session }) =>
          webhooks.replay(params.webhook_id, body, session),
        deleteOutgoingWebhook: ({ params, session }) => webhooks.delete(params.webhook_id, session),
        listOutgoingDeliveries: ({ params, query }) => webhooks.deliveries(params.webhook_id, query),
        readOutgoingDelivery: ({ params }) => webhooks.delivery(params.delivery_id),
        resendOutgoingDelivery: ({ params, session }) => webhooks.resend(params.delivery_id, session),
      }),
    machineRoutes: (router) =>
      mountRoutes(router, OUTGOING_WEBHOOK_ROUTES, {
        machineListOutgoingWebhooks: async () => ({ items: await webhooks.list() }),
        machineCreateOutgoingWebhook: ({ body, machine }) => webhooks.create(body, machine),
        machineUpdateOutgoingWebhook: ({ params, body, machine }) =>
          webhooks.update(params.webhook_id, body, machine),
        machineReplaceOutgoingSecret: ({ params, query, machine }) =>
          webhooks.replaceSecret(params.webhook_id, query.overlap_hours, machine),
        machineTestOutgoingWebhook: ({ params, machine }) => webhooks.test(params.webhook_id, machine),
        machineReplayOutgoingEvents: ({ params, body, machine }) =>
          webhooks.replay(params.webhook_id, body, machine),
        machineDeleteOutgoingWebhook: ({ params, machine }) => webhooks.delete(params.webhook_id, machine),
        machineListOutgoingDeliveries: ({ params, query }) => webhooks.deliveries(params.webhook_id, query),
        machineReadOutgoingDelivery: ({ params }) => webhooks.delivery(params.delivery_id),
        machineResendOutgoingDelivery: ({ params, machine }) => webhooks.resend(params.delivery_id, machine),
      }),
  };
}
