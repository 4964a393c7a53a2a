import { randomUUID } from 'node:crypto';
import type { OUTGOING_RECORDS, OutgoingEvent } from '@waypost/contract/api/outgoing-events';
import type { z } from 'zod';

/** What has happened, before its subscribers are known. */
export interface SourceEvent {
  /** Receivers deduplicate by it. */
  readonly id: string;
  /** Identifies the event, so that it is created once. */
  readonly source: string;
  readonly event_name: OutgoingEvent;
  /** Milliseconds since 1970. */
  readonly occurred_at: number;
  readonly load_ref: string | null;
  readonly record: z.input<(typeof OUTGOING_RECORDS)[OutgoingEvent]>;
  /** Only for these webhooks; omitted: for all that subscribe to it. */
  readonly webhook_ids?: readonly string[];
}

export const newEvent = (
  event_name: OutgoingEvent,
  source: string,
  occurred_at: number,
  load_ref: string | null,
) => ({ id: randomUUID(), event_name, source, occurred_at, load_ref });
