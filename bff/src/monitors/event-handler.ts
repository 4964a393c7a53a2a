/** Events about monitors: what they say is stored together with the mark that the delivery is done (webhooks/processor.ts). */

import { createHash } from 'node:crypto';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { MonitorEventRecord } from '@waypost/contract/events';
import { redactEvent } from '@waypost/contract/redact-event';
import type { Uses } from '../dependencies.ts';
import { tagIn } from '../intents/tag.ts';
import type { Processor, WebhookEvent } from '../webhooks/processor.ts';
import { factOfEvent, timeOf } from './facts.ts';
import type { Monitors } from './monitors.ts';
import { type Fact, storeFacts } from './store-facts.ts';

type MonitorWebhookEvent = WebhookEvent<'geofence_monitor'>;

export interface MonitorEventOptions extends Uses<'assumptions' | 'now'> {
  readonly monitors: Pick<Monitors, 'apply' | 'noteEvent'>;
}

export function handleMonitorEvents(processor: Processor, options: MonitorEventOptions): void {
  const now = options.now ?? Date.now;
  processor.on('geofence_monitor', async (event, store) => {
    if (event.records.length === 0) return null;
    const facts = event.records.map((record, position) =>
      factIn(event, record, position, options.assumptions),
    );
    const kept = await storeFacts(store, facts, now());
    const after = () => {
      options.monitors.noteEvent(event.received_at);
      return options.monitors.apply(kept);
    };
    return { outcome: outcomeOf(facts, kept.without), after };
  });
}

/** One record of an event as a fact. The same event gives the same fact, however often it comes. */
export function factIn(
  event: Pick<MonitorWebhookEvent, 'event_id' | 'event_name' | 'envelope' | 'received_at' | 'delivery_id'>,
  record: MonitorEventRecord,
  position: number,
  assumptions: Assumptions,
): Fact {
  const { event_id, event_name, envelope, received_at, delivery_id } = event;
  const known = factOfEvent(event_name, record, timeOf(envelope.timestamp), assumptions);
  const { kind, stop_sequence, occurred_at } = known;
  return {
    id: record.id ?? null,
    tag: tagIn(record.name),
    state: known.state,
    event: {
      event_key: event_id ?? contentKey(event_name, envelope.data),
      position,
      event_id,
      event_name,
      kind,
      stop_sequence,
      occurred_at,
      received_at,
      delivery_id,
      record: JSON.stringify(redactEvent(record, assumptions)),
    },
  };
}

/** An event without an id of its own is known again by what it says. */
function contentKey(event_name: string, data: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify([event_name, data]));
  return `content:${hash.digest('base64url')}`;
}

function outcomeOf(facts: readonly Fact[], without: number): string {
  const known = facts.map(({ id, event }) => {
    const stop = event?.stop_sequence === null ? '' : ` at stop ${event?.stop_sequence}`;
    return `${event?.kind}${stop}${id === null ? '' : ` of monitor ${id}`}`;
  });
  const lost = without === 0 ? '' : `; ${without} stored for unknown monitors`;
  return `handled: ${known.join(', ')}${lost}`;
}
