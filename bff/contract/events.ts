/**
 * Webhook events, section 6. Names and payloads are not shown, so everything here is lenient: an unknown name,
 * family or record is kept raw and stays visible.
 */
import { z } from 'zod';
import { agreement } from './agreements.ts';
import { dateTime, uuid } from './common.ts';
import { connection } from './connections.ts';
import { invitation } from './invitations.ts';
import { monitor, monitorStop } from './monitors.ts';
import { operation } from './operations.ts';

/** One delivery (assumed). `data` is an array; a service that sends one record alone is understood too. */
export const eventEnvelope = z.looseObject({
  /** Same for each delivery of an event: what a receiver knows a duplicate by. */
  id: z.string().nullish(),
  event_name: z.string(),
  version: z.union([z.string(), z.number()]).nullish(),
  timestamp: dateTime.nullish(),
  webhook_id: z.string().nullish(),
  delivery_attempt: z.number().int().nullish(),
  data: z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]),
    z.array(z.unknown()),
  ),
});
export type EventEnvelope = z.infer<typeof eventEnvelope>;

/** When the thing itself happened, against `timestamp`, when it was sent. Order records by this one. */
const occurred = { occurred_at: dateTime.nullish() } as const;
/** An event may carry less than a read does, also no identifier. */
const anyId = { id: uuid.nullish() } as const;

/** geofence_monitor.*: the monitor's read model, the stop concerned and the time (assumed). `name` is the label, echoed. */
export const monitorEventRecord = monitor
  .extend({ ...anyId, ...occurred, stop: monitorStop.nullish() })
  .loose();
export type MonitorEventRecord = z.infer<typeof monitorEventRecord>;

/** resource_operation.*: carries the `partner_ref` of the creation. Redact it as every operation. */
export const operationEventRecord = operation.extend({ ...anyId, ...occurred }).loose();
export type OperationEventRecord = z.infer<typeof operationEventRecord>;

/** invitation.*; may carry the secrets of an invitation. */
export const invitationEventRecord = invitation.extend({ ...anyId, ...occurred }).loose();
export type InvitationEventRecord = z.infer<typeof invitationEventRecord>;

/** share_agreement.* */
export const agreementEventRecord = agreement.extend({ ...anyId, ...occurred }).loose();
export type AgreementEventRecord = z.infer<typeof agreementEventRecord>;

/** connection.* */
export const connectionEventRecord = connection.extend({ ...anyId, ...occurred }).loose();
export type ConnectionEventRecord = z.infer<typeof connectionEventRecord>;

/** Record of each family that we read. */
export const EVENT_RECORDS = {
  geofence_monitor: monitorEventRecord,
  resource_operation: operationEventRecord,
  invitation: invitationEventRecord,
  share_agreement: agreementEventRecord,
  connection: connectionEventRecord,
} as const;
export type EventFamily = keyof typeof EVENT_RECORDS;

/** Family of an event name, `geofence_monitor` of `geofence_monitor.stop_arrived`; null when it is none of ours. */
export function eventFamily(event_name: string): EventFamily | null {
  const family = event_name.split('.', 1)[0] ?? '';
  return Object.hasOwn(EVENT_RECORDS, family) ? (family as EventFamily) : null;
}
