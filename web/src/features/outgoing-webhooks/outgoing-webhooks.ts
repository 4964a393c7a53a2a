/** Queries, mutations and display texts for outgoing webhooks. Secrets are never cached. */

import { useQueryClient } from '@tanstack/react-query';
import { OUTGOING_WEBHOOK_ROUTES } from '@waypost/contract/api/outgoing-webhook-routes';
import type { OutgoingDelivery, OutgoingWebhook } from '@waypost/contract/api/outgoing-webhooks';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, usePages, usePutRecord, useRead, useWrite } from '../../api/server-state.ts';
import { EVENT_WORDS, eventText } from '../../live/outgoing-events.ts';
import { capital } from '../../ui/readable-name.ts';
import { agoText, fromNowText, shortDateTime } from '../../ui/time.ts';

/** "Every event", "Arrival, Departure" */
export const eventsText = ({ events }: Pick<OutgoingWebhook, 'events'>): string =>
  events.length === EVENT_WORDS.length ? 'Every event' : events.map(eventText).join(', ');

/** "tms.example.com/waypost" */
export const addressText = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

type WebhookStatus = 'active' | 'failing' | 'off';

export function statusOf({ off, failing }: OutgoingWebhook): WebhookStatus {
  if (off) return 'off';
  return failing ? 'failing' : 'active';
}

/** "Failing since 09:41, next try in 5 min", "Turned off 3 d ago by Ann" */
export function stateText(webhook: OutgoingWebhook, now: number): string {
  const { off, failing, next_try_at } = webhook;
  if (off) return `Turned off ${agoText(off.at, now)}${off.by_name === null ? '' : ` by ${off.by_name}`}`;
  if (!failing) return 'Active';
  const next = next_try_at === null ? '' : `, ${nextTryText(next_try_at, now)}`;
  return `Failing since ${shortDateTime(failing.since, now)}${next}`;
}

const SECOND_MS = 1_000;

const nextTryText = (at: string, now: number): string =>
  Date.parse(at) - now < SECOND_MS ? 'sending now' : `next try ${fromNowText(at, now)}`;

export const DELIVERY_WORD: Readonly<Record<OutgoingDelivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  given_up: 'Not delivered',
};

/** "Delivered, status 200", "Answered 500, next try in 2 min", "Not delivered: connection refused" */
export function resultText(delivery: OutgoingDelivery, now: number): string {
  const { state, status, problem, next_try_at } = delivery;
  if (state === 'delivered') return status === null ? 'Delivered' : `Delivered, status ${status}`;
  if (state === 'given_up') return `Not delivered: ${problem ?? 'Not attempted yet'}`;
  const next = next_try_at === null ? 'waits until the webhook is on' : nextTryText(next_try_at, now);
  return capital(problem === null ? next : `${problem}, ${next}`);
}

const ROUTES = OUTGOING_WEBHOOK_ROUTES;
const REFRESH_MS = 5_000;
const LOG_REFRESH_MS = 2_000;
/** While something is about to be sent. */
const POLL_MS = 1_000;
const SOON_MS = 5_000;
/** While somebody waits for the outcome of a first attempt, such as of a test. */
const FIRST_POLL_MS = 300;
/** With more pages on screen, the log refetches on request only. */
const MAX_REFRESHED_PAGES = 3;

const isSoon = (at: string | null) => at !== null && Date.parse(at) - Date.now() < SOON_MS;

export const useOutgoingWebhooks = () =>
  useRead(ROUTES.listOutgoingWebhooks, queryKeys.outgoingWebhooks(), {
    select: itemsOf,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ next_try_at }) => isSoon(next_try_at)) ? POLL_MS : REFRESH_MS,
    staleTime: POLL_MS,
    background: 'after_first',
  });

const idOf = ({ delivery_id }: OutgoingDelivery) => delivery_id;

export function useOutgoingDeliveries(webhook_id: string, state: OutgoingDelivery['state'] | null) {
  const { http } = useApi();
  return usePages({
    queryKey: queryKeys.outgoingDeliveries(webhook_id, state),
    read: async ({ cursor, by_person, signal }) => {
      const { items, next_page } = await http.call(ROUTES.listOutgoingDeliveries, {
        params: { webhook_id },
        query: { state: state ?? undefined, cursor },
        background: !by_person,
        signal,
      });
      return { items, next_page: next_page === null ? null : String(next_page) };
    },
    idOf,
    refetchInterval: (pages) => (pages > MAX_REFRESHED_PAGES ? false : LOG_REFRESH_MS),
  });
}

export const useOutgoingDelivery = (delivery_id: string) =>
  useRead(ROUTES.readOutgoingDelivery, queryKeys.outgoingDelivery(delivery_id), {
    params: { delivery_id },
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'waiting') return false;
      if (!isSoon(data.next_try_at)) return REFRESH_MS;
      return data.tries === 0 ? FIRST_POLL_MS : POLL_MS;
    },
    staleTime: POLL_MS,
    background: 'after_first',
  });

/** Mutations that update the cached list at once. They reject with a Problem. */
export function useOutgoingMutations() {
  const client = useQueryClient();
  const put = usePutRecord<OutgoingWebhook>(queryKeys.outgoingWebhooks(), ({ webhook_id }) => webhook_id);
  const invalidateDelivery = ({ webhook_id, delivery_id }: OutgoingDelivery) => {
    void client.invalidateQueries({ queryKey: queryKeys.outgoingDeliveries(webhook_id) });
    void client.invalidateQueries({ queryKey: queryKeys.outgoingDelivery(delivery_id) });
    void client.invalidateQueries({ queryKey: queryKeys.outgoingWebhooks() });
  };
  const create = useWrite(ROUTES.createOutgoingWebhook, {
    onSuccess: ({ webhook }) => put(webhook),
    // The response contains the secret, so it is not cached.
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
      client.setQueryData<{ readonly items: readonly OutgoingWebhook[] }>(
        queryKeys.outgoingWebhooks(),
        (list) => list && { items: list.items.filter(({ webhook_id }) => webhook_id !== params?.webhook_id) },
      ),
  });
  const test = useWrite(ROUTES.testOutgoingWebhook, { onSuccess: invalidateDelivery });
  const resend = useWrite(ROUTES.resendOutgoingDelivery, { onSuccess: invalidateDelivery });
  return { create, update, replaceSecret, remove, test, resend };
}
