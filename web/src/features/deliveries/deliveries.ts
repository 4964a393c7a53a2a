import { useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import {
  type Delivery,
  type DeliveryDetail,
  PROCESSED_AGAIN,
  WEBHOOK_PURPOSES,
  type WebhookAddress,
} from '@waypost/contract/api/webhooks';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { usePages, usePutRecord, useRead, useWrite } from '../../api/server-state.ts';
import { isPurpose, PURPOSE } from '../../api/webhooks.ts';
import { shorten } from '../../ui/MonoId.tsx';
import { capital } from '../../ui/readable-name.ts';
import { numberText, plural } from '../../ui/units.ts';
import type { DeliveriesSearch } from './search.ts';

const plain = (name: string) => name.replaceAll(/[._]+/g, ' ').trim();

/** What happened, where the name of the event alone is not how people say it. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  'connection.created': 'The fleet connected a provider',
  'connection.staled': 'A connection stopped sending data',
  'geofence_monitor.cancelled': 'Monitor cancelled',
  'geofence_monitor.completed': 'The truck left the last stop',
  'geofence_monitor.expired': "The monitor's tracking window ended",
  'geofence_monitor.stop_arrived': 'The truck arrived at a stop',
  'geofence_monitor.stop_departed': 'The truck left a stop',
  'invitation.accepted': 'The fleet accepted the invitation',
  'invitation.declined': 'The fleet declined the invitation',
  'invitation.deleted': 'Invitation withdrawn',
  'invitation.expired': 'Invitation expired without an answer',
  'invitation.viewed': 'The fleet opened the invitation',
  'resource_operation.created': 'A driver user was requested',
  'resource_operation.failed': 'A driver user could not be created',
  'resource_operation.succeeded': 'A driver user was created',
  'share_agreement.created': 'An agreement started',
  'share_agreement.deleted': 'An agreement ended',
  'share_agreement.updated': 'An agreement changed',
};

/** `The truck arrived at a stop`. Other names are parsed, since new ones may appear: `Agreement: paused next year`. */
export function eventWords(event_name: string | null): string {
  if (event_name === null) return 'Unreadable event';
  const words = Object.hasOwn(EVENT_WORDS, event_name) ? EVENT_WORDS[event_name] : undefined;
  if (words !== undefined) return words;
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
  return outcome ? resultWords(outcome) : DELIVERY_STATE_WORD[state];
}

const SETTLED: Readonly<Record<string, string>> = { user: 'driver user', monitor: 'monitor' };

/** What the server logs of a handled event, and what that means. */
const RESULTS: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/^(\d+) to refresh$/, () => 'Read again from the tracking service'],
  [/^nothing new$/, () => 'Nothing new'],
  [
    /^(\d+) of (\d+) changed something$/,
    ([, changed, all]) => {
      if (changed === '0') return 'Nothing new';
      return changed === all ? 'Updated here' : `Updated ${changed} of ${all} here; the others were known`;
    },
  ],
  [
    /^(\d+) of (\d+) are about unknown invitations$/,
    ([, unknown, all]) =>
      all === '1'
        ? 'Not about an invitation known here'
        : `${unknown} of ${all} invitations are not known here`,
  ],
  [/^settled (\w+) intent/, ([, kind = '']) => `Confirmed that the ${SETTLED[kind] ?? kind} was created`],
  // The row names the monitor.
  [/^([^;]+), monitor [^;]+$/, ([, what]) => `Recorded: ${what}`],
  [/^(.+)$/s, ([, what]) => `Recorded: ${what}`],
];

const HANDLED = 'handled: ';

/** Each handler of an event adds its result. */
function resultWords(outcome: string): string {
  if (!outcome.startsWith(HANDLED)) return capital(outcome);
  const words = outcome
    .slice(HANDLED.length)
    .split(`; ${HANDLED}`)
    .map((part) => {
      for (const [pattern, say] of RESULTS) {
        const found = pattern.exec(part);
        if (found) return say(found);
      }
      return capital(part);
    });
  return [...new Set(words)].join('. ');
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

export const REFRESH_MS = 15_000;
/** With more pages on screen, the list refetches on request only, as each page is a request. */
const MAX_REFRESHED_PAGES = 5;
const POLL_MS = 1_000;

type DeliveryFilter = Pick<DeliveriesSearch, 'state' | 'event'>;

export const idOf = ({ id }: { readonly id: string }) => id;

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

/** Mutations that update the cached list at once. They reject with a Problem. */
export function useWebhookMutations() {
  const client = useQueryClient();
  const onSuccess = usePutRecord<WebhookAddress>(queryKeys.webhooks(), idOf);
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
