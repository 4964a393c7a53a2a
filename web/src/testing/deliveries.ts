import type { Delivery, WebhookAddress } from '@waypost/contract/api/webhooks';
import { ago } from './loads.ts';

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

export function webhookOf(over: Partial<WebhookAddress> = {}): WebhookAddress {
  return {
    id: idOf(900),
    purpose: 'geofence_monitor',
    state: 'active',
    message: null,
    address: null,
    signed: true,
    webhook_group_id: null,
    created_at: ago(3600_000),
    event_names: ['geofence_monitor.*'],
    unverified: { count: 0, last_at: null, reason: null },
    refused: { count: 0, last_at: null, reason: null },
    ...over,
  };
}

/** A higher `at` is older. */
export function deliveryOf(at: number, over: Partial<Delivery> = {}): Delivery {
  return {
    id: idOf(at),
    subscription_id: idOf(900),
    purpose: 'geofence_monitor',
    event_id: `event-${at}`,
    event_name: 'geofence_monitor.stop_arrived',
    subject: 'Denver run',
    received_at: ago(at * 60_000),
    bytes: 2048,
    content_type: 'application/json',
    content_encoding: null,
    signed_at: '1795190000',
    state: 'done',
    outcome: 'handled: arrived at stop 1',
    tries: 1,
    handled_at: ago(at * 60_000 - 500),
    ...over,
  };
}
