/** Deliveries as the server has them: the list in pages, one with its body, and handling one again. */

import { useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import type { Delivery, DeliveryDetail, WebhookAddress } from '@waypost/contract/api/webhooks';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { usePages, useRead, useWrite } from '../../api/server-state.ts';
import type { DeliveriesSearch } from './search.ts';

export const REFRESH_MS = 15_000;
/** With more pages than this on the screen the list is read again on request only: each is a question of its own. */
const MOST_PAGES = 5;
/** While it is handled. */
const POLL_MS = 1_000;

export type DeliveryFilter = Pick<DeliveriesSearch, 'state' | 'event'>;

const idOf = ({ id }: Delivery) => id;

export function useDeliveries({ state, event }: DeliveryFilter) {
  const { http } = useApi();
  const list = usePages({
    queryKey: queryKeys.deliveries(state ?? null, event ?? null),
    read: ({ cursor, by_person, signal }) =>
      http.call(WEBHOOK_ROUTES.listDeliveries, {
        query: { state, event, cursor },
        background: !by_person,
        signal,
      }),
    idOf,
    refetchInterval: (pages) => (pages > MOST_PAGES ? false : REFRESH_MS),
  });
  /** False when it is read again only on request. */
  return { ...list, follows: list.pages <= MOST_PAGES };
}

export const useDelivery = (id: string) =>
  useRead(WEBHOOK_ROUTES.readDelivery, queryKeys.delivery(id), {
    params: { id },
    refetchInterval: ({ state: { data } }) => (data?.state === 'stored' ? POLL_MS : false),
    staleTime: 2_000,
    gcTime: 60_000,
    background: 'after_first',
  });

/** Handles one once more: the answer is only that it will be; the delivery is then followed until it is done. */
export function useReplay(id: string) {
  const client = useQueryClient();
  return useWrite(WEBHOOK_ROUTES.replayDelivery, {
    params: { id },
    onSuccess: async (delivery: Delivery) => {
      // An answer under way says how it was before.
      await client.cancelQueries({ queryKey: queryKeys.delivery(id) });
      client.setQueryData<DeliveryDetail>(
        queryKeys.delivery(id),
        (before) => before && { ...before, ...delivery },
      );
    },
  });
}

export function useReadListAgain(): () => void {
  const client = useQueryClient();
  return useMemo(() => () => void client.invalidateQueries({ queryKey: queryKeys.deliveries() }), [client]);
}

/** What an administrator does to event addresses. Each puts its answer into the list at once. Rejects with a Problem. */
export function useWebhookWriting() {
  const client = useQueryClient();
  const onSuccess = (webhook: WebhookAddress) =>
    client.setQueryData<{ readonly items: readonly WebhookAddress[] }>(
      queryKeys.webhooks(),
      (list) => list && { items: [...list.items.filter(({ id }) => id !== webhook.id), webhook] },
    );
  // Also after a failure: the address may have been made before the service refused.
  const onSettled = () => void client.invalidateQueries({ queryKey: queryKeys.webhooks() });
  const subscribe = useWrite(WEBHOOK_ROUTES.subscribeWebhook, { onSuccess, onSettled });
  const register = useWrite(WEBHOOK_ROUTES.registerWebhook, { onSuccess, onSettled });
  const verify = useWrite(WEBHOOK_ROUTES.verifyDeliveries, {
    onSettled: () => {
      onSettled();
      void client.invalidateQueries({ queryKey: queryKeys.deliveries() });
    },
  });
  const replay = useWrite(WEBHOOK_ROUTES.requestReplay);
  return { subscribe, register, verify, replay };
}
