/** Helpers for cases about geofence monitors: places, bodies and driving a vehicle. */
import type { Monitor } from '@waypost/contract/monitors';
import { webhookGroupIdOf } from '@waypost/contract/webhooks';
import { destination, type LatLon } from '@waypost/geo/geodesy';
import type { Received, Receiver } from '../../events/testing.ts';
import { type Context, required } from '../context.ts';

export const DAY = 86_400_000;
export const YARD: LatLon = { latitude: 35.2, longitude: -101.83 };
export const FUEL: LatLon = { latitude: 35.2, longitude: -101.6 };
export const DOCK: LatLon = { latitude: 35.2, longitude: -101.4 };
/** Three kilometers away, outside every circle. */
export const beyond = (place: LatLon): LatLon => destination(place, 0, 3000);
export const circle = (place: LatLon, radius_meters = 500) => ({ ...place, radius_meters });
export const UNKNOWN_ID = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

export const iso = (time: number) => new Date(time).toISOString();

/** A valid body with changes; undefined removes a field. */
export async function journey(context: Context, change: object = {}): Promise<Record<string, unknown>> {
  const vehicle_id = (await context.vehicle()).id;
  const starts_at = iso(await context.now());
  return { origin: circle(YARD), destination: circle(DOCK), starts_at, vehicle_id, ...change };
}

export async function watch(context: Context, change: object = {}): Promise<Monitor> {
  return context.client.call('createMonitor', { body: await journey(context, change) });
}

export const read = (context: Context, { id }: Monitor): Promise<Monitor> =>
  context.client.call('getMonitor', { params: { geofence_monitor_id: id } });

export const drive = async (context: Context, monitor: Monitor, ...places: readonly LatLon[]) =>
  context.control.drive(required('a vehicle_id', monitor.vehicle_id), ...places);

/** Subscribes a receiver on this machine to an event or an event family. */
export async function subscribe(context: Context, event_name: string, more: object = {}) {
  const { receiver, url } = await context.receiver();
  const created = await context.client.call('createWebhook', { body: { url, event_name, ...more } });
  const all = Array.isArray(created) ? created : [created];
  return { receiver, created: all, group: required('a webhook group', webhookGroupIdOf(created)) };
}

/** Waits for this many distinct events: each may be delivered twice, in any order. */
export function waitForEvents(
  context: Context,
  { received }: Receiver,
  count: number,
): Promise<readonly Received[]> {
  const different = async () => [...new Map(received.map((one) => [one.envelope.id, one])).values()];
  return context.until(different, (found) => found.length >= count);
}
