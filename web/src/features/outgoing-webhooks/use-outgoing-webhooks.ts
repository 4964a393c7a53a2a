/** Outgoing webhooks as the server has them, and what an administrator does to them. Secrets never come into the cache. */

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type { OutgoingDelivery, OutgoingWebhook } from '@waypost/contract/api/outgoing-webhooks';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';

const ROUTES = OUTGOING_WEBHOOK_ROUTES;
const REFRESH_MS = 5_000;
/** While something is about to be sent. */
const POLL_MS = 1_000;
const SOON_MS = 5_000;
/** With more pages than this on the screen the log is read again on request only. */
const MOST_PAGES = 3;

const isSoon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < SOON_MS;

/** Newest first. */
export const useOutgoingWebhooks = () =>
  useRead(ROUTES.listOutgoingWebhooks, queryKeys.outgoingWebhooks(), {
    select: itemsOf,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ next_try_at }) => isSoon(next_try_at)) ? POLL_MS : REFRESH_MS,
    staleTime: POLL_MS,
    background: 'after_first',
  });

/** Newest first, a page at a time. */
export function useOutgoingDeliveries(webhook_id: string, state: OutgoingDelivery['state'] | null) {
  const { http } = useApi();
  const query = useInfiniteQuery({
    queryKey: queryKeys.outgoingDeliveries(webhook_id, state),
    queryFn: ({ pageParam, signal, client }) => {
      const background = client.getQueryData(queryKeys.outgoingDeliveries(webhook_id, state)) !== undefined;
      return http.call(ROUTES.listOutgoingDeliveries, {
        params: { webhook_id },
        query: { state: state ?? undefined, cursor: pageParam ?? undefined },
        background,
        signal,
      });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_page }) => next_page,
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? [];
      if (pages.length > MOST_PAGES) return false;
      const soon = pages.some(({ items }) => items.some(({ next_try_at }) => isSoon(next_try_at)));
      return soon ? POLL_MS : REFRESH_MS;
    },
    placeholderData: keepPreviousData,
    staleTime: POLL_MS,
  });
  const { data } = query;
  const items = useMemo(() => {
    // A page that was read a moment later may repeat the last row of the one before.
    const byId = new Map(data?.pages.flatMap((page) => page.items).map((one) => [one.delivery_id, one]));
    return data && [...byId.values()];
  }, [data]);
  return { ...query, items };
}

export const useOutgoingDelivery = (delivery_id: string) =>
  useRead(ROUTES.readOutgoingDelivery, queryKeys.outgoingDelivery(delivery_id), {
    params: { delivery_id },
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'waiting') return false;
      return isSoon(data.next_try_at) ? POLL_MS : REFRESH_MS;
    },
    staleTime: POLL_MS,
    background: 'after_first',
  });

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useOutgoingWriting() {
  const client = useQueryClient();
  const change = (next: (before: readonly OutgoingWebhook[]) => readonly OutgoingWebhook[]) =>
    client.setQueryData<{ readonly items: readonly OutgoingWebhook[] }>(
      queryKeys.outgoingWebhooks(),
      (before) => before && { items: next(before.items) },
    );
  const put = (webhook: OutgoingWebhook) =>
    change((before) =>
      [webhook, ...before.filter(({ webhook_id }) => webhook_id !== webhook.webhook_id)].toSorted(
        (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
      ),
    );
  const sent = ({ webhook_id, delivery_id }: OutgoingDelivery) => {
    void client.invalidateQueries({ queryKey: queryKeys.outgoingDeliveries(webhook_id) });
    void client.invalidateQueries({ queryKey: queryKeys.outgoingDelivery(delivery_id) });
    void client.invalidateQueries({ queryKey: queryKeys.outgoingWebhooks() });
  };
  const create = useWrite(ROUTES.createOutgoingWebhook, {
    onSuccess: ({ webhook }) => put(webhook),
    // The answer holds the secret: it is not kept here.
    gcTime: 0,
  });
  const update = useWrite(ROUTES.updateOutgoingWebhook, {
    onSuccess: (webhook) => {
      put(webhook);
      void client.invalidateQueries({ queryKey: queryKeys.outgoingDeliveries(webhook.webhook_id) });
    },
  });
  const replaceSecret = useWrite(ROUTES.replaceOutgoingSecret, {
    onSuccess: ({ webhook }) => put(webhook),
    gcTime: 0,
  });
  const remove = useWrite(ROUTES.deleteOutgoingWebhook, {
    onSuccess: (_gone, { params }) =>
      change((before) => before.filter(({ webhook_id }) => webhook_id !== params?.webhook_id)),
  });
  const test = useWrite(ROUTES.testOutgoingWebhook, { onSuccess: sent });
  const resend = useWrite(ROUTES.resendOutgoingDelivery, { onSuccess: sent });
  return { create, update, replaceSecret, remove, test, resend };
}
