/** Webhook subscriptions and replay, all assumed. See events.ts for the delivered events. */
import { z } from 'zod';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import {
  dateTime,
  dateTimeWithOffset,
  displayText,
  filterList,
  receivedDetail,
  receivedReference,
  uuid,
} from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import type { EventFamily } from './events.ts';

const filters = z.strictObject({ fleet_ids: filterList(uuid), fleet_refs: filterList(z.string()) });

/** An `event_name` ending in `.*` subscribes to the whole family. */
export const webhookCreate = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
    .max(2083),
  event_name: z.string().min(1),
  filters: filters.optional(),
  /** Signs deliveries. When omitted, the service may generate one and return it once. */
  secret: z.string().min(1).optional(),
});
export type WebhookCreate = z.infer<typeof webhookCreate>;

/** Subscription. Its `secret` may be returned in plain text, once. */
export const webhook = z.looseObject({
  id: uuid,
  webhook_group_id: uuid.nullish(),
  url: receivedDetail.nullish(),
  event_name: receivedReference.nullish(),
  filters: z.record(z.string(), z.unknown()).nullish(),
  secret: receivedDetail.nullish(),
  status: displayText.nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
});
export type Webhook = z.infer<typeof webhook>;

/** One subscription, or one for each event of a family. */
export const webhookCreated = z.union([webhook, z.array(webhook).min(1)]);
export type WebhookCreated = z.infer<typeof webhookCreated>;

/** Value for a monitor's `webhook_group_id`: the configured field, otherwise the subscription's `id`. */
export function webhookGroupIdOf(created: WebhookCreated, a: Assumptions = ASSUMPTIONS): string | null {
  const all = Array.isArray(created) ? created : [created];
  for (const one of all) {
    const group = one[a.fields.webhook_group_id];
    if (typeof group === 'string') return group;
  }
  return all[0]?.id ?? null;
}

/**
 * Event names that cover a whole family: the common prefix with the wildcard suffix, or each name when the operator's names share
 * no prefix.
 */
export function subscribedNames(family: EventFamily, a: Assumptions = ASSUMPTIONS): readonly string[] {
  const names = Object.values<string>(a.events[family]);
  const [first = [], ...others] = names.map((name) => name.split('.').slice(0, -1));
  const diverging = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  const common = diverging < 0 ? first : first.slice(0, diverging);
  return common.length === 0 ? names : [common.join('.') + a.webhooks.family_suffix];
}

/** Period whose events are delivered again. */
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
    /** Redelivers the events of a period, delivered or not. */
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
