/** Webhook subscriptions of the tracking service, and a description of each purpose. */
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import { WEBHOOK_PURPOSES, type WebhookPurpose } from '@waypost/contract/api/webhooks';
import { queryKeys } from './query-keys.ts';
import { itemsOf, useRead } from './server-state.ts';

export const useWebhooks = (enabled = true) =>
  useRead(WEBHOOK_ROUTES.listWebhooks, queryKeys.webhooks(), {
    select: itemsOf,
    refetchInterval: 15_000,
    staleTime: 2_000,
    background: 'after_first',
    enabled,
  });

interface PurposeWords {
  readonly title: string;
  readonly what: string;
  /** One event of this kind. Null: invitation callbacks, which have no subscription. */
  readonly one: string | null;
}

export const PURPOSE: Readonly<Record<WebhookPurpose, PurposeWords>> = {
  geofence_monitor: {
    title: 'Monitors',
    what: 'Arrivals, departures and when monitors end',
    one: 'Monitor',
  },
  resource_operation: {
    title: 'Operations',
    what: 'Results of operations',
    one: 'Operation',
  },
  invitation: {
    title: 'Invitations',
    what: 'Invitations opened, accepted or declined',
    one: 'Invitation',
  },
  share_agreement: {
    title: 'Agreements',
    what: 'Agreements created, changed or ended',
    one: 'Agreement',
  },
  connection: {
    title: 'Connections',
    what: "Fleets' telematics connections",
    one: 'Connection',
  },
  invitation_callback: {
    title: 'Invitation callbacks',
    what: 'Part of each invitation; set up with the first one',
    one: null,
  },
};

export const isPurpose = (text: string): text is WebhookPurpose =>
  WEBHOOK_PURPOSES.some((one) => one === text);

export function purposeTitle(purpose: string): string {
  return isPurpose(purpose) ? PURPOSE[purpose].title : purpose;
}
