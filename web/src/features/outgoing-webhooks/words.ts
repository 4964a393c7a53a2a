/** Outgoing webhooks in words. */
import type {
  OutgoingDelivery,
  OutgoingEvent,
  OutgoingWebhook,
} from '@waypost/contract/api/outgoing-webhooks';
import { agoText, fromNowText, shortDateTime } from '../../ui/time.ts';

/** In this order in the form; each with what it means. */
export const EVENT_WORDS: readonly (readonly [OutgoingEvent, string, string])[] = [
  ['exception.opened', 'Exception opened', 'a load needs attention'],
  ['exception.changed', 'Exception changed', 'taken, noted, snoozed, assigned'],
  ['exception.closed', 'Exception closed', 'by a person, or its cause was resolved'],
  ['stop.arrived', 'Arrival', 'a monitored truck reached a stop'],
  ['stop.departed', 'Departure', 'a monitored truck left a stop'],
];

/** One that this page does not know is shown as it came. */
export const eventText = (event_name: string): string =>
  event_name === 'webhook.test'
    ? 'Test'
    : (EVENT_WORDS.find(([name]) => name === event_name)?.[1] ?? event_name);

/** "Every event", "Arrival, Departure" */
export const eventsText = ({ events }: Pick<OutgoingWebhook, 'events'>): string =>
  events.length === EVENT_WORDS.length ? 'Every event' : events.map(eventText).join(', ');

/** "tms.example.com/waypost": what distinguishes one from another. */
export const addressText = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

export type WebhookLook = 'active' | 'failing' | 'off';

export function lookOf({ off, failing }: OutgoingWebhook): WebhookLook {
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

/** "next try in 5 min" */
export const nextTryText = (at: string, now: number): string =>
  Date.parse(at) <= now ? 'sending now' : `next try ${fromNowText(at, now)}`;

export const DELIVERY_WORD: Readonly<Record<OutgoingDelivery['state'], string>> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  given_up: 'Not delivered',
};

/** "Delivered, status 200", "Answered 500, next try in 2 min", "Not delivered: connection refused" */
export function resultText(delivery: OutgoingDelivery, now: number): string {
  const { state, status, problem, next_try_at } = delivery;
  if (state === 'delivered') return status === null ? 'Delivered' : `Delivered, status ${status}`;
  const why = problem ?? 'Not attempted yet';
  if (state === 'given_up') return `Not delivered: ${why}`;
  const next = next_try_at === null ? 'waits until the webhook is on' : nextTryText(next_try_at, now);
  return `${capital(why)}, ${next}`;
}

/** As a sentence begins. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
