/**
 * Webhook events. Names and payloads are not shown, so parsing is lenient: an unknown name, family or record is kept raw and
 * stays visible.
 */
import { z } from 'zod';
import { agreement } from './agreements.ts';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { dateTime, uuid } from './common.ts';
import { connection } from './connections.ts';
import { invitation } from './invitations.ts';
import { monitor, monitorStop } from './monitors.ts';
import { operation } from './operations.ts';

/**
 * Milliseconds since 1970 from RFC 3339 text, or from seconds or milliseconds since 1970; NaN when unreadable. Numbers below 1e11
 * count as seconds.
 */
export function parseInstant(value: unknown): number {
  const text = String(value);
  if (!/^\d+(\.\d+)?$/.test(text)) return Date.parse(text);
  const number = Number(text);
  return number < 1e11 ? number * 1000 : number;
}

/** Normalizes numeric times to ISO text; anything else passes through to `dateTime`. */
const eventTime = z.preprocess((value) => {
  const ms = typeof value === 'number' || /^\d+$/.test(String(value)) ? parseInstant(value) : Number.NaN;
  return Number.isFinite(ms) && ms < 1e14 ? new Date(ms).toISOString() : value;
}, dateTime.nullish());
/** Text or number, since some services number their events. */
const eventText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);

/** One delivery (assumed). `data` is an array; a single record is accepted too. */
export const eventEnvelope = z.looseObject({
  /** The same for every delivery of an event, so receivers deduplicate by it. */
  id: eventText,
  event_name: z.string(),
  version: z.union([z.string(), z.number()]).nullish().catch(null),
  timestamp: eventTime.catch(null),
  webhook_id: eventText,
  delivery_attempt: z.number().int().nullish().catch(null),
  data: z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]),
    z.array(z.unknown()),
  ),
});
export type EventEnvelope = z.infer<typeof eventEnvelope>;

/** Parses a delivered envelope, using the operator's wire names. Null when it is not an envelope. */
export function readEventEnvelope(json: unknown, a: Assumptions = ASSUMPTIONS): EventEnvelope | null {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return null;
  const aliases = Object.entries(a.webhooks.envelope);
  const wireNames = new Set<string>(aliases.map(([, wireName]) => wireName));
  const contractNames = new Set<string>(aliases.map(([name]) => name));
  // A renamed field must not also be read under its default name.
  const rest = Object.entries(json).filter(([key]) => !wireNames.has(key) && !contractNames.has(key));
  const renamed = aliases.flatMap(([name, wireName]) =>
    Object.hasOwn(json, wireName) ? [[name, (json as Record<string, unknown>)[wireName]] as const] : [],
  );
  const parsed = eventEnvelope.safeParse(Object.fromEntries([...rest, ...renamed]));
  return parsed.success ? parsed.data : null;
}

/** When it happened, as opposed to `timestamp`, when it was sent. Order records by `occurred_at`. */
const occurred = { occurred_at: eventTime } as const;
/** An event may carry less than a read, even no id. */
const optionalId = { id: uuid.nullish() } as const;

/** geofence_monitor.*: the monitor's read model, the stop concerned and the time (assumed). `name` is the partner's label. */
export const monitorEventRecord = monitor
  .extend({ ...optionalId, ...occurred, stop: monitorStop.nullish() })
  .loose();
export type MonitorEventRecord = z.infer<typeof monitorEventRecord>;

/** resource_operation.*: carries the creation's `partner_ref`. Redact it like any operation. */
export const operationEventRecord = operation.extend({ ...optionalId, ...occurred }).loose();

/** invitation.*: may carry the invitation's secrets. */
export const invitationEventRecord = invitation.extend({ ...optionalId, ...occurred }).loose();

export const agreementEventRecord = agreement.extend({ ...optionalId, ...occurred }).loose();

export const connectionEventRecord = connection.extend({ ...optionalId, ...occurred }).loose();

/** Record schema of each known event family. */
export const EVENT_RECORDS = {
  geofence_monitor: monitorEventRecord,
  resource_operation: operationEventRecord,
  invitation: invitationEventRecord,
  share_agreement: agreementEventRecord,
  connection: connectionEventRecord,
} as const;
export type EventFamily = keyof typeof EVENT_RECORDS;

/**
 * Family of an event name, including operator-configured names: `geofence_monitor` for `geofence_monitor.stop_arrived`. Null when
 * unknown.
 */
export function eventFamily(event_name: string, a: Assumptions = ASSUMPTIONS): EventFamily | null {
  for (const [family, names] of Object.entries(a.events))
    if (Object.values<string>(names).includes(event_name)) return family as EventFamily;
  const family = event_name.split('.', 1)[0] ?? '';
  return Object.hasOwn(EVENT_RECORDS, family) ? (family as EventFamily) : null;
}
