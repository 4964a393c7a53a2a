/** Webhook subscriptions and replay (assumed). A single event returns an object, a family a list. */
import type { Webhook } from '@waypost/contract/webhooks';
import type { Events } from '../events/events.ts';
import { EVENT_NAMES, eventNamesOf, type Subscription } from '../events/subscriptions.ts';
import type { Handlers } from '../http/api.ts';
import { invalid, ServiceError } from '../http/problem.ts';
import { isLoopback } from '../identity/client.ts';

/** @param secret returned once, if the service generated it */
function toWebhookResponse(subscription: Subscription, secret: string | undefined): Webhook {
  const { id, webhook_group_id, url, event_name, filters, created_at } = subscription;
  return {
    id,
    webhook_group_id,
    url,
    event_name,
    filters,
    status: 'active',
    created_at,
    updated_at: created_at,
    ...(secret === undefined ? {} : { secret }),
  };
}

export function webhookHandlers(
  events: Events,
  now: () => number,
): Pick<Handlers, 'createWebhook' | 'replayWebhook'> {
  return {
    createWebhook({ body }) {
      const { url, event_name, secret } = body;
      if (url.startsWith('http:') && !isLoopback(url))
        throw invalid('url', url, 'must start with https://; plain http is for this machine only');
      if (eventNamesOf(event_name).length === 0) {
        const families = Object.keys(EVENT_NAMES).map((family) => `${family}.*`);
        throw invalid(
          'event_name',
          event_name,
          `must be the name of an event or of a family: ${families.join(', ')}`,
        );
      }
      const created = events.subscribe(body, new Date(now()).toISOString());
      const responses = created.map((subscription) =>
        toWebhookResponse(subscription, secret === undefined ? subscription.secret : undefined),
      );
      return { status: 201, body: responses.length > 1 ? responses : responses[0] };
    },
    replayWebhook({ params: { webhook_id }, body: { from, to } }) {
      if (events.subscriptions.of(webhook_id).length === 0)
        throw new ServiceError(404, `webhook ${webhook_id} not found`);
      events.replay(webhook_id, Date.parse(from), Date.parse(to));
      return { status: 202 };
    },
  };
}
