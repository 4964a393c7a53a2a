/** Outgoing webhooks as the server has them, and what an administrator does to them. Secrets never come into the cache. */
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type {
  OutgoingDelivery,
  OutgoingWebhook,
  OutgoingWebhookCreate,
  OutgoingWebhookUpdate,
} from '@waypost/contract/api/outgoing-webhooks';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';

const REFRESH_MS = 5_000;
/** While something is about to be sent. */
const POLL_MS = 1_000;
const SOON_MS = 5_000;
/** With more pages than this on the screen the log is read again on request only. */
const MOST_PAGES = 3;

const isSoon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < SOON_MS;

/** Newest first. */
export function useOutgoingWebhooks() {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.outgoingWebhooks(),
    queryFn: async ({ signal, client }) => {
      // What follows by itself does not keep the session alive.
      const background = client.getQueryData(queryKeys.outgoingWebhooks()) !== undefined;
      return (await http.call(OUTGOING_WEBHOOK_ROUTES.listOutgoingWebhooks, { signal, background })).items;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ next_try_at }) => isSoon(next_try_at)) ? POLL_MS : REFRESH_MS,
    staleTime: POLL_MS,
  });
}

/** Newest first, a page at a time. */
export function useOutgoingDeliveries(webhook_id: string, state: OutgoingDelivery['state'] | null) {
  const { http } = useApi();
  const query = useInfiniteQuery({
    queryKey: queryKeys.outgoingDeliveries(webhook_id, state),
    queryFn: ({ pageParam, signal, client }) => {
      const background = client.getQueryData(queryKeys.outgoingDeliveries(webhook_id, state)) !== undefined;
      return http.call(OUTGOING_WEBHOOK_ROUTES.listOutgoingDeliveries, {
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

export function useOutgoingDelivery(delivery_id: string) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.outgoingDelivery(delivery_id),
    queryFn: ({ signal, client }) =>
      http.call(OUTGOING_WEBHOOK_ROUTES.readOutgoingDelivery, {
        params: { delivery_id },
        background: client.getQueryData(queryKeys.outgoingDelivery(delivery_id)) !== undefined,
        signal,
      }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'waiting') return false;
      return isSoon(data.next_try_at) ? POLL_MS : REFRESH_MS;
    },
    staleTime: POLL_MS,
  });
}

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useOutgoingWriting() {
  const { http } = useApi();
  const client = useQueryClient();
  const routes = OUTGOING_WEBHOOK_ROUTES;
  const change = (next: (before: readonly OutgoingWebhook[]) => readonly OutgoingWebhook[]) =>
    client.setQueryData<readonly OutgoingWebhook[]>(
      queryKeys.outgoingWebhooks(),
      (before) => before && next(before),
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
  const create = useMutation({
    mutationFn: (body: OutgoingWebhookCreate) => http.call(routes.createOutgoingWebhook, { body }),
    onSuccess: ({ webhook }) => put(webhook),
    // The answer holds the secret: it is not kept here.
    gcTime: 0,
  });
  const update = useMutation({
    mutationFn: ({ webhook_id, body }: { webhook_id: string; body: OutgoingWebhookUpdate }) =>
      http.call(routes.updateOutgoingWebhook, { params: { webhook_id }, body }),
    onSuccess: (webhook) => {
      put(webhook);
      void client.invalidateQueries({ queryKey: queryKeys.outgoingDeliveries(webhook.webhook_id) });
    },
  });
  const replaceSecret = useMutation({
    mutationFn: (webhook_id: string) => http.call(routes.replaceOutgoingSecret, { params: { webhook_id } }),
    onSuccess: ({ webhook }) => put(webhook),
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: (webhook_id: string) => http.call(routes.deleteOutgoingWebhook, { params: { webhook_id } }),
    onSuccess: (_, id) => change((before) => before.filter(({ webhook_id }) => webhook_id !== id)),
  });
  const test = useMutation({
    mutationFn: (webhook_id: string) => http.call(routes.testOutgoingWebhook, { params: { webhook_id } }),
    onSuccess: sent,
  });
  const resend = useMutation({
    mutationFn: (delivery_id: string) =>
      http.call(routes.resendOutgoingDelivery, { params: { delivery_id } }),
    onSuccess: sent,
  });
  return { create, update, replaceSecret, remove, test, resend };
}
