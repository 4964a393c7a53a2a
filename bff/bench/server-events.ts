/** Everything besides requests that makes a server act, for `bench:requests`. */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { WebhookPurpose } from '@waypost/contract/api/webhooks';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { cookiesOf } from '../soak/serve.ts';
import { StreamReader } from '../soak/stream-reader.ts';
import { forEachConcurrently } from '../src/platform/lib/async.ts';
import type { Database } from '../src/platform/store/database.ts';
import { putRows, rowsOf, updateRow } from '../src/platform/store/query.ts';
import { deliver, envelopeOf } from '../src/testing/deliveries.ts';

export interface ServerEvent {
  readonly what: string;
  /** Makes it happen the nth time, and returns when the server has accepted it. */
  readonly cause: (n: number) => Promise<unknown>;
  /** Preparation that is not measured. */
  readonly before?: (n: number) => Promise<unknown>;
  /** How long its effects may take. */
  readonly settleMs?: number;
}

export interface EventSource {
  readonly url: string;
  readonly loads: readonly BoardLoad[];
  readonly invitations: readonly { readonly key: string; readonly fleet_ref: string | null }[];
  /** The server's own, to act as another process. */
  readonly db: Database;
  /** Address and secret of each subscription. */
  readonly hooks: ReadonlyMap<WebhookPurpose, { readonly address: string; readonly secret: string }>;
  /** Calls a route as an administrator and returns the body. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

/** Loads of a bulk act, and vehicles of a fleet. */
const MANY = 200;
const STREAMS = 20;
const MINUTE = 60_000;

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();

export function serverEvents({ url, loads, invitations, db, hooks, call }: EventSource): ServerEvent[] {
  const loadOf = (n: number) => loads[(n * 37) % loads.length] as BoardLoad;
  const withTruck = loads.filter(({ vehicle_assignment }) => vehicle_assignment !== null);
  const exceptions = loads.filter(({ triage }) => triage !== null);
  const vehicleOf = (n: number) => withTruck[(n * 41) % withTruck.length]?.vehicle_assignment?.vehicle;
  const [fleet] = withTruck.flatMap(({ fleet }) => fleet ?? []);
  const fleet_id = fleet?.fleet_id ?? randomUUID();

  const send = (purpose: WebhookPurpose, event_name: string, records: readonly object[]) => {
    const hook = hooks.get(purpose);
    if (!hook) throw new Error(`no subscription for ${purpose}`);
    return deliver(hook.address, envelopeOf(event_name, [...records]), { secret: hook.secret });
  };
  const monitorRecord = (n: number) => ({
    id: randomUUID(),
    vehicle_id: vehicleOf(n)?.id,
    status: 'active',
    starts_at: isoIn(-60 * MINUTE),
    expires_at: isoIn(24 * 60 * MINUTE),
    occurred_at: isoIn(-MINUTE),
    stop: { sequence: 0, point: { type: 'Point', coordinates: [-101.83, 35.2] }, arrived_at: isoIn(-MINUTE) },
  });
  const events = ASSUMPTIONS.events;
  const deliveries: ServerEvent[] = [
    {
      what: 'delivery: a monitored stop reached',
      cause: (n) => send('geofence_monitor', events.geofence_monitor.stop_arrived, [monitorRecord(n)]),
    },
    {
      what: 'delivery: 50 monitored stops reached',
      cause: (n) =>
        send(
          'geofence_monitor',
          events.geofence_monitor.stop_arrived,
          Array.from({ length: 50 }, (_, one) => monitorRecord(50 * n + one)),
        ),
    },
    {
      what: 'delivery: a user created',
      cause: () =>
        send('resource_operation', events.resource_operation.succeeded, [
          { id: randomUUID(), connection_id: randomUUID(), status: 'success', resource: 'user' },
        ]),
    },
    {
      what: 'delivery: an invitation viewed',
      cause: (n) =>
        send('invitation', events.invitation.viewed, [
          { fleet_ref: invitations[n]?.fleet_ref, occurred_at: isoIn(0) },
        ]),
    },
    {
      what: 'delivery: an invitation accepted',
      cause: (n) =>
        send('invitation', events.invitation.accepted, [
          { fleet_ref: invitations[100 + n]?.fleet_ref, status: 'accepted', occurred_at: isoIn(0) },
        ]),
      settleMs: 3_000,
    },
    {
      what: 'delivery: an agreement changed',
      cause: () =>
        send('share_agreement', events.share_agreement.updated, [
          { id: randomUUID(), fleet_id, status: 'active' },
        ]),
      settleMs: 3_000,
    },
    {
      what: 'delivery: a connection without data',
      cause: () => send('connection', events.connection.staled, [{ id: randomUUID(), fleet_id }]),
    },
  ];

  const learned = (vehicles: number): ServerEvent => ({
    what: `the fleets of ${vehicles} vehicles learned`,
    before: async () => {
      const learned_at = Date.now();
      const fleet_id = randomUUID();
      const rows = withTruck
        .slice(0, vehicles)
        .flatMap(({ vehicle_assignment }) =>
          vehicle_assignment
            ? [{ vehicle_id: vehicle_assignment.vehicle.id, fleet_id, fleet_ref: null, learned_at }]
            : [],
        );
      const each = [...new Map(rows.map((row) => [row.vehicle_id, row])).values()];
      await putRows(db, 'vehicle_fleet', ['vehicle_id'], each);
    },
    // Makes the server read what other servers have learned.
    cause: () =>
      send('share_agreement', events.share_agreement.updated, [{ id: randomUUID(), fleet_id: randomUUID() }]),
    settleMs: 4_000,
  });

  const act = (act: object, on: readonly BoardLoad[]) =>
    call('POST', '/api/triage/acts', {
      act_id: randomUUID(),
      act,
      items: on.map(({ load_id }) => ({ load_id, version: 0 })),
    });
  const some = (n: number, from = loads) => from.slice(n * MANY, (n + 1) * MANY);
  let site_id = '';
  const site = { latitude: 35.2, longitude: -101.8, radius_meters: 500 };
  const acts: ServerEvent[] = [
    {
      what: 'act: identifiers sent',
      cause: (n) => call('POST', `/api/loads/${loadOf(n).load_id}/identifiers`, { sent: n % 2 === 0 }),
    },
    {
      what: "act: the carrier's phone",
      cause: (n) =>
        call('PUT', `/api/loads/${loadOf(n).load_id}/carrier-phone`, { phone: `+1 806 555 01${10 + n}` }),
    },
    { what: 'act: a load read at once', cause: (n) => call('POST', `/api/loads/${loadOf(n).load_id}/read`) },
    { what: 'act: a note on a load', cause: (n) => act({ kind: 'note', text: `Note ${n}` }, [loadOf(n)]) },
    { what: `act: a note on ${MANY} loads`, cause: (n) => act({ kind: 'note', text: `Note ${n}` }, some(n)) },
    { what: `act: ${MANY} exceptions assigned`, cause: (n) => act({ kind: 'assign' }, some(n, exceptions)) },
    {
      what: `act: ${MANY} loads watched`,
      cause: () => call('POST', '/api/loads', { load_ids: Array.from({ length: MANY }, () => randomUUID()) }),
    },
    {
      what: 'act: a load archived',
      cause: (n) => call('DELETE', `/api/loads/${loads.at(-1 - n)?.load_id}`),
    },
    {
      what: `act: ${MANY} loads archived and restored`,
      cause: async (n) => {
        const load_ids = some(20 + n).map(({ load_id }) => load_id);
        await forEachConcurrently(load_ids, 8, new AbortController().signal, async (load_id) => {
          await call('DELETE', `/api/loads/${load_id}`);
        });
        await call('POST', '/api/archive/restore', { load_ids });
      },
    },
    {
      what: 'act: an invitation followed up',
      cause: (n) =>
        call('POST', `/api/invitations/${invitations[200 + n]?.key}/chase`, { note: `Called ${n}` }),
    },
    {
      what: 'act: a site edited',
      before: async () => {
        if (site_id !== '') return;
        const name = loads.flatMap(({ stops }) => stops.flatMap((stop) => stop.name ?? []))[0] ?? 'Dock';
        ({ id: site_id } = (await call('POST', '/api/sites', { name, ...site })) as { id: string });
      },
      cause: (n) => call('PATCH', `/api/sites/${site_id}`, { radius_meters: 600 + n }),
    },
    {
      what: 'act: when loads are late',
      cause: (n) => call('PATCH', '/api/company', { thresholds: { late_after_minutes: 20 + n } }),
      settleMs: 5_000,
    },
  ];

  let cookie = '';
  const openStreams = async () => {
    [cookie = ''] = await cookiesOf(url, 1);
    await Promise.all(Array.from({ length: STREAMS }, () => new StreamReader(url, cookie).open()));
  };
  const sessions: ServerEvent[] = [
    {
      what: `a session with ${STREAMS} streams ended`,
      before: openStreams,
      cause: () => fetch(`${url}/bff/logout`, { method: 'POST', headers: { cookie, 'X-CSRF': '1' } }),
    },
    {
      what: `a session with ${STREAMS} streams expired`,
      before: openStreams,
      cause: async () => {
        const [newest] = await rowsOf(db, 'session', {}, ['-created_at'], 1);
        await updateRow(
          db,
          'session',
          { id_hash: newest?.id_hash ?? '' },
          { expires_at: Date.now() - MINUTE },
        );
      },
      // Streams are checked with their heartbeats.
      settleMs: 16_000,
    },
  ];
  return [
    { what: 'loads read by the scheduler', cause: async () => undefined, settleMs: 5_000 },
    ...deliveries,
    learned(1),
    learned(MANY),
    ...acts,
    ...sessions,
  ];
}
