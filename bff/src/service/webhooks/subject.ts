/** What a delivered event is about, in the names that people know: a monitor, a fleet, a driver. */
import type { Assumptions } from '@waypost/contract/assumptions';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const text = (record: Record<string, unknown>, ...fields: readonly string[]): string | null => {
  for (const field of fields) {
    const value = record[field];
    const own = typeof value === 'string' ? value.replace(OUR_TAG, '').trim() : '';
    if (own !== '') return own.slice(0, MAX_LENGTH);
  }
  return null;
};

const MAX_LENGTH = 200;
/** By which Waypost finds what it has created. */
const OUR_TAG = /\s*\[wp-[0-9a-z]{12}\]\s*$/;

/** By our reference; null: unknown. */
export type FleetName = (fleet_ref: string) => string | null;

/**
 * `Denver run, Amarillo DC`; null when the event names nothing but ids.
 * @param event the redacted body
 */
export function subjectOf(event: unknown, { webhooks }: Assumptions, fleetName: FleetName): string | null {
  const data = isObject(event) ? event[webhooks.envelope.data] : null;
  const record = Array.isArray(data) ? data[0] : data;
  if (!isObject(record)) return null;
  const payload = isObject(record.payload) ? record.payload : {};
  const stop = isObject(record.stop) ? text(record.stop, 'name') : null;
  const more = Array.isArray(data) && data.length > 1 ? `${data.length - 1} more` : null;
  const fleet_ref = text(record, 'fleet_ref');
  const fleet_name = text(record, 'fleet_name', 'partner_provided_fleet_name');
  const parts = [
    text(record, 'name') ??
      fleet_name ??
      text(payload, 'username', 'user_email') ??
      ([text(payload, 'first_name'), text(payload, 'last_name')].filter((one) => one !== null).join(' ') ||
        null) ??
      text(record, 'partner_ref', 'source_name'),
    fleet_ref !== null && fleet_name === null ? fleetName(fleet_ref) : null,
    fleet_ref,
    stop,
    more,
  ];
  return [...new Set(parts.filter((part) => part !== null))].join(', ') || null;
}
