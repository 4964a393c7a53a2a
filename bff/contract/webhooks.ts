/** Webhook subscriptions and replay, all assumed. What they deliver is in events.ts. */
import { z } from 'zod';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { dateTime, dateTimeWithOffset, filterList, uuid } from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import type { EventFamily } from './events.ts';

const filters = z.strictObject({ fleet_ids: filterList(uuid), fleet_refs: filterList(z.string()) });

/** Body of subscribing. An `event_name` that ends in `.*` subscribes to the whole family. */
export const webhookCreate = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
    .max(2083),
  event_name: z.string().min(1),
  filters: filters.optional(),
  /** Signs the deliveries. Left out, the service may make one and show it once. */
  secret: z.string().min(1).optional(),
});
export type WebhookCreate = z.infer<typeof webhookCreate>;

/** Subscription. Its `secret` may come in clear, once. */
export const webhook = z.looseObject({
  id: uuid,
  webhook_group_id: uuid.nullish(),
  url: z.string().nullish(),
  event_name: z.string().nullish(),
  filters: z.record(z.string(), z.unknown()).nullish(),
  secret: z.string().nullish(),
  status: z.string().nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
});
export type Webhook = z.infer<typeof webhook>;

/** Answer of subscribing: one subscription, or one for each event of a family. */
export const webhookCreated = z.union([webhook, z.array(webhook).min(1)]);
export type WebhookCreated = z.infer<typeof webhookCreated>;

/** Identifier that a monitor takes as `webhook_group_id`: the field of that name, else the subscription's `id`. */
export function webhookGroupIdOf(created: WebhookCreated, a: Assumptions = ASSUMPTIONS): string | null {
  const all = Array.isArray(created) ? created : [created];
  for (const one of all) {
    const group = one[a.fields.webhook_group_id];
    if (typeof group === 'string') return group;
  }
  return all[0]?.id ?? null;
}

/**
 * Names to subscribe to so that every event of a family comes: the family's own name with the suffix, or the names one by one where
 * the operator has given them no beginning in common.
 */
export function subscribedNames(family: EventFamily, a: Assumptions = ASSUMPTIONS): readonly string[] {
  const names = Object.values<string>(a.events[family]);
  const [first = [], ...others] = names.map((name) => name.split('.').slice(0, -1));
  const end = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  const common = end < 0 ? first : first.slice(0, end);
  return common.length === 0 ? names : [common.join('.') + a.webhooks.family_suffix];
}

/** Body of asking for the events of a period once more. */
export const webhookReplay = z.strictObject({ from: dateTimeWithOffset, to: dateTimeWithOffset });

export const webhookParams = z.strictObject({ webhook_id: uuid });

export function webhookEndpoints(a: Assumptions) {
  return {
    createWebhook: endpoint({
      name: 'createWebhook',
      assumed: true,
      method: 'POST',
      path: a.paths.webhooks,
      body: webhookCreate,
      bodyNames: a.webhooks.subscription,
      response: webhookCreated,
      success: [201, 200],
      errors: COMMON_ERRORS_AND_501,
    }),
    /** Sends again what could not be delivered, or was delivered in that period. */
    replayWebhook: endpoint({
      name: 'replayWebhook',
      assumed: true,
      method: 'POST',
      path: a.paths.webhook_replay,
      params: webhookParams,
      body: webhookReplay,
      bodyNames: a.webhooks.replay,
      success: [202, 200],
      errors: COMMON_ERRORS_AND_501,
    }),
  } as const;
}
