/** Outgoing webhooks, for administrators. */
import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { OutgoingWebhooks } from './webhooks.ts';

export function mountOutgoingWebhooks(router: Router, webhooks: OutgoingWebhooks): void {
  const routes = OUTGOING_WEBHOOK_ROUTES;
  mount(router, routes.listOutgoingWebhooks, async () => ({ items: await webhooks.list() }));

  mount(router, routes.createOutgoingWebhook, ({ body, session }) => webhooks.create(body, session));

  mount(router, routes.updateOutgoingWebhook, ({ params, body, session }) =>
    webhooks.update(params.webhook_id, body, session),
  );

  mount(router, routes.replaceOutgoingSecret, ({ params, session }) =>
    webhooks.replaceSecret(params.webhook_id, session),
  );

  mount(router, routes.testOutgoingWebhook, ({ params, session }) =>
    webhooks.test(params.webhook_id, session),
  );

  mount(router, routes.deleteOutgoingWebhook, ({ params, session }) =>
    webhooks.delete(params.webhook_id, session),
  );

  mount(router, routes.listOutgoingDeliveries, ({ params, query }) =>
    webhooks.deliveries(params.webhook_id, query),
  );

  mount(router, routes.readOutgoingDelivery, ({ params }) => webhooks.delivery(params.delivery_id));

  mount(router, routes.resendOutgoingDelivery, ({ params, session }) =>
    webhooks.resend(params.delivery_id, session),
  );
}
