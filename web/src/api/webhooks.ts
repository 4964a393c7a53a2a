/** Addresses for events, as the page of deliveries and the form of a new monitor both read them. */
import { queryOptions } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import type { WebhookAddress } from '@waypost/contract/api/webhooks';
import type { Http } from './http.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 15_000;

/** The first request is a person's; those that follow by themselves keep no session alive. */
export function webhooksQuery(http: Http) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.webhooks(),
    queryFn: async ({ signal }): Promise<readonly WebhookAddress[]> => {
      const background = asked;
      asked = true;
      return (await http.call(WEBHOOK_ROUTES.listWebhooks, { background, signal })).items;
    },
    refetchInterval: REFRESH_MS,
    staleTime: 2_000,
  });
}
