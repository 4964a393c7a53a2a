/** Outgoing webhooks, for administrators. */
import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { OutgoingWebhooks } from './webhooks.ts';

export function mountOutgoingWebhooks(router: Router, webhooks: OutgoingWebhooks): void {
  const routes = OUTGOING_WEBHOOK_ROUTES;
  mount(router, routes.listOutgoingWebhooks, async () => ({
    status: 200,
    body: { items: await webhooks.list() },
  }));

  mount(router, routes.createOutgoingWebhook, async ({ body, session }) => ({
    status: 201,
    body: await webhooks.create(body, session),
  }));

  mount(router, routes.updateOutgoingWebhook, async ({ params, body, session }) => ({
    status: 200,
    body: await webhooks.update(params.webhook_id, body, session),
  }));

  mount(router, routes.replaceOutgoingSecret, async ({ params, session }) => ({
    status: 200,
    body: await webhooks.replaceSecret(params.webhook_id, session),
  }));

  mount(router, routes.testOutgoingWebhook, async ({ params, session }) => ({
    status: 202,
    body: await webhooks.test(params.webhook_id, session),
  }));

  mount(router, routes.deleteOutgoingWebhook, async ({ params, session }) => {
    await webhooks.delete(params.webhook_id, session);
    return { status: 204 };
  });

  mount(router, routes.listOutgoingDeliveries, async ({ params, query }) => ({
    status: 200,
    body: await webhooks.deliveries(params.webhook_id, query),
  }));

  mount(router, routes.readOutgoingDelivery, async ({ params }) => ({
    status: 200,
    body: await webhooks.delivery(params.delivery_id),
  }));

  mount(router, routes.resendOutgoingDelivery, async ({ params, session }) => ({
    status: 202,
    body: await webhooks.resend(params.delivery_id, session),
  }));
}
