/**
 * Webhook events. Names and payloads are not shown, so everything here is lenient: an unknown name,
 * family or record is kept raw and stays visible.
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
 * A time as RFC 3339 text or in seconds or milliseconds since 1970, in milliseconds; NaN when it is none. Seconds of our century have
 * ten digits.
 */
export function instantOf(value: unknown): number {
  const text = String(value);
  if (!/^\d+(\.\d+)?$/.test(text)) return Date.parse(text);
  const number = Number(text);
  return number < 1e11 ? number * 1000 : number;
}

/** The same as text of the contract; what is no time is left as it is. */
const eventTime = z.preprocess((value) => {
  const ms = typeof value === 'number' || /^\d+$/.test(String(value)) ? instantOf(value) : Number.NaN;
  return Number.isFinite(ms) && ms < 1e14 ? new Date(ms).toISOString() : value;
}, dateTime.nullish());
/** Text or number: some services count their events. */
const eventText = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);

/** One delivery (assumed). `data` is an array; a service that sends one record alone is understood too. */
export const eventEnvelope = z.looseObject({
  /** Same for each delivery of an event: what a receiver knows a duplicate by. */
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

/** The envelope in what was delivered, under the names of the contract; null when it is none. */
export function readEventEnvelope(json: unknown, a: Assumptions = ASSUMPTIONS): EventEnvelope | null {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return null;
  const names = Object.entries(a.webhooks.envelope);
  const wire = new Set<string>(names.map(([, name]) => name));
  const ours = new Set<string>(names.map(([name]) => name));
  // A field that the operator has renamed is not read under its default name.
  const rest = Object.entries(json).filter(([key]) => !wire.has(key) && !ours.has(key));
  const renamed = names.flatMap(([name, on_wire]) =>
    Object.hasOwn(json, on_wire) ? [[name, (json as Record<string, unknown>)[on_wire]] as const] : [],
  );
  const parsed = eventEnvelope.safeParse(Object.fromEntries([...rest, ...renamed]));
  return parsed.success ? parsed.data : null;
}

/** When the thing itself happened, against `timestamp`, when it was sent. Order records by this one. */
const occurred = { occurred_at: eventTime } as const;
/** An event may carry less than a read does, also no identifier. */
const anyId = { id: uuid.nullish() } as const;

/** geofence_monitor.*: the monitor's read model, the stop concerned and the time (assumed). `name` is the label, echoed. */
export const monitorEventRecord = monitor
  .extend({ ...anyId, ...occurred, stop: monitorStop.nullish() })
  .loose();
export type MonitorEventRecord = z.infer<typeof monitorEventRecord>;

/** resource_operation.*: carries the `partner_ref` of the creation. Redact it as every operation. */
export const operationEventRecord = operation.extend({ ...anyId, ...occurred }).loose();

/** invitation.*; may carry the secrets of an invitation. */
export const invitationEventRecord = invitation.extend({ ...anyId, ...occurred }).loose();

/** share_agreement.* */
export const agreementEventRecord = agreement.extend({ ...anyId, ...occurred }).loose();

/** connection.* */
export const connectionEventRecord = connection.extend({ ...anyId, ...occurred }).loose();

/** Record of each family that we read. */
export const EVENT_RECORDS = {
  geofence_monitor: monitorEventRecord,
  resource_operation: operationEventRecord,
  invitation: invitationEventRecord,
  share_agreement: agreementEventRecord,
  connection: connectionEventRecord,
} as const;
export type EventFamily = keyof typeof EVENT_RECORDS;

/** Family of an event name, also of one that the operator has given; `geofence_monitor` of `geofence_monitor.stop_arrived`; null when it is none of ours. */
export function eventFamily(event_name: string, a: Assumptions = ASSUMPTIONS): EventFamily | null {
  for (const [family, names] of Object.entries(a.events))
    if (Object.values<string>(names).includes(event_name)) return family as EventFamily;
  const family = event_name.split('.', 1)[0] ?? '';
  return Object.hasOwn(EVENT_RECORDS, family) ? (family as EventFamily) : null;
}
