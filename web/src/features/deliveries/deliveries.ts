import { useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import {
  type Delivery,
  type DeliveryDetail,
  PROCESSED_AGAIN,
  WEBHOOK_PURPOSES,
  type WebhookAddress,
} from '@waypost/contract/api/webhooks';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { usePages, useRead, useWrite } from '../../api/server-state.ts';
import { isPurpose, PURPOSE } from '../../api/webhooks.ts';
import { shorten } from '../../ui/MonoId.tsx';
import { numberText, plural } from '../../ui/units.ts';
import type { DeliveriesSearch } from './search.ts';

const plain = (name: string) => name.replaceAll(/[._]+/g, ' ').trim();
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `Monitor: stop arrived`. Parses the name rather than looking it up, since new names may appear. */
export function eventWords(event_name: string | null): string {
  if (event_name === null) return 'Unreadable event';
  const dot = event_name.indexOf('.');
  const family = dot < 0 ? event_name : event_name.slice(0, dot);
  const action = dot < 0 ? '' : plain(event_name.slice(dot + 1));
  const one = (isPurpose(family) ? PURPOSE[family].one : null) ?? capital(plain(family));
  return action === '' ? one : `${one}: ${action}`;
}

export const FAMILIES: readonly { readonly value: string; readonly label: string }[] =
  WEBHOOK_PURPOSES.flatMap((purpose) =>
    PURPOSE[purpose].one === null ? [] : [{ value: `${purpose}.*`, label: PURPOSE[purpose].title }],
  );

export const DELIVERY_STATE_WORD: Readonly<Record<Delivery['state'], string>> = {
  unverified: 'Not verified',
  stored: 'Waiting',
  done: 'Done',
  failed: 'Failed',
};

const DUPLICATE = /^duplicate of (\S+)$/;

export function duplicateOf({ outcome }: Pick<Delivery, 'outcome'>): string | null {
  return DUPLICATE.exec(outcome?.split(PROCESSED_AGAIN)[0] ?? '')?.[1] ?? null;
}

type WithOutcome = Pick<Delivery, 'state' | 'outcome'>;

/** The first result of a delivery that was processed again; null for others. */
export function firstOutcomeText(delivery: WithOutcome): string | null {
  const [first, again] = delivery.outcome?.split(PROCESSED_AGAIN) ?? [];
  return first === undefined || again === undefined
    ? null
    : outcomeText({ ...delivery, state: 'done', outcome: first });
}

export function outcomeText(delivery: WithOutcome): string {
  const { state } = delivery;
  const outcome = delivery.outcome?.split(PROCESSED_AGAIN).at(-1) || null;
  if (state === 'unverified') return `Stored, not processed: ${outcome ?? 'not verified'}`;
  if (state === 'stored')
    return outcome ? `${capital(outcome)}; retrying automatically` : 'Not processed yet';
  if (duplicateOf(delivery)) return 'Duplicate of an earlier delivery';
  if (outcome === 'kept') return 'Stored; not needed yet';
  return outcome ? capital(outcome) : DELIVERY_STATE_WORD[state];
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export const shortenIds = (text: string): string => text.replaceAll(UUID, (id) => shorten(id, 13));

export const WEBHOOK_STATE_WORD: Readonly<Record<WebhookAddress['state'], string>> = {
  active: 'Active',
  pending: 'Not subscribed yet',
  by_hand: 'Register manually',
};

/** `3 active, 1 to register manually, 2 not subscribed` */
export function webhooksSummary(webhooks: readonly WebhookAddress[]): string {
  const count = (state: WebhookAddress['state']) => webhooks.filter((one) => one.state === state).length;
  const none = WEBHOOK_PURPOSES.filter(
    (purpose) => PURPOSE[purpose].one !== null && !webhooks.some((one) => one.purpose === purpose),
  ).length;
  const refused = webhooks.reduce((sum, one) => sum + one.refused.count, 0);
  const unverified = webhooks.reduce((sum, one) => sum + one.unverified.count, 0);
  const parts: readonly (readonly [number, string])[] = [
    [count('by_hand'), 'to register manually'],
    [count('pending'), 'not subscribed yet'],
    [refused, plural(refused, 'delivery rejected', 'deliveries rejected')],
    [unverified, plural(unverified, 'delivery not verified', 'deliveries not verified')],
    [count('active'), 'active'],
    [none, 'not subscribed'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${numberText(number)} ${words}`)
    .join(', ');
}

export const needsAttention = ({ state, refused, unverified }: WebhookAddress): boolean =>
  state !== 'active' || refused.count > 0 || unverified.count > 0;

/** `812 B`, `3.4 kB`, `1.2 MB` */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export const REFRESH_MS = 15_000;
/** With more pages on screen, the list refetches on request only, as each page is a request. */
const MAX_REFRESHED_PAGES = 5;
const POLL_MS = 1_000;

type DeliveryFilter = Pick<DeliveriesSearch, 'state' | 'event'>;

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
    refetchInterval: (pages) => (pages > MAX_REFRESHED_PAGES ? false : REFRESH_MS),
  });
  /** `auto_refreshes`: false when the list refetches on request only. */
  return { ...list, auto_refreshes: list.pages <= MAX_REFRESHED_PAGES };
}

export const useDelivery = (id: string) =>
  useRead(WEBHOOK_ROUTES.readDelivery, queryKeys.delivery(id), {
    params: { id },
    refetchInterval: ({ state: { data } }) => (data?.state === 'stored' ? POLL_MS : false),
    staleTime: 2_000,
    gcTime: 60_000,
    background: 'after_first',
  });

/** Processes a delivery again. The response only accepts the request, so the delivery is polled until done. */
export function useReplay(id: string) {
  const client = useQueryClient();
  return useWrite(WEBHOOK_ROUTES.replayDelivery, {
    params: { id },
    onSuccess: async (delivery: Delivery) => {
      // A response in flight may be older.
      await client.cancelQueries({ queryKey: queryKeys.delivery(id) });
      client.setQueryData<DeliveryDetail>(
        queryKeys.delivery(id),
        (before) => before && { ...before, ...delivery },
      );
    },
  });
}

export function useInvalidateDeliveries(): () => void {
  const client = useQueryClient();
  return useMemo(() => () => void client.invalidateQueries({ queryKey: queryKeys.deliveries() }), [client]);
}

/** Mutations that update the cached list at once. They reject with a Problem. */
export function useWebhookMutations() {
  const client = useQueryClient();
  const onSuccess = (webhook: WebhookAddress) =>
    client.setQueryData<{ readonly items: readonly WebhookAddress[] }>(
      queryKeys.webhooks(),
      (list) => list && { items: [...list.items.filter(({ id }) => id !== webhook.id), webhook] },
    );
  // Also after a failure: the address may have been created before the service rejected it.
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
