/** Addresses for events, as the page of deliveries and the form of a new monitor both read them. */
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
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
