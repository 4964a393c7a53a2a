/** Endpoints whose shapes the interface does not show, in their assumed shapes. */
import assert from 'node:assert/strict';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { type Case, topic } from '../case.ts';
import { assertErrorBody } from '../client.ts';
import { type Context, instant, required } from '../context.ts';
import { all, fieldCases } from '../fields.ts';
import { UNKNOWN_ID } from './journey.ts';
import { post } from './tracking.ts';

const connection = topic('connections');
const location = topic('vehicle locations');
const load = topic('loads');
const event = topic('events');
const other = topic('other reads');

const connections = (context: Context) => context.items('listConnections');
const freshness = (context: Context) => context.client.call('listDataFreshness');
const locations = (context: Context) =>
  context.cached('vehicle locations', () => context.items('listVehicleLocations', { size: 200 }));
const HERE = { latitude: 35, longitude: -101 };

/**
 * Requests a sibling of the path for creating users, or of a load's path: the interface mentions such reads without describing
 * them.
 */
async function requestUndescribed({ client }: Context, near: string, name: string, authorized: boolean) {
  const headers: Record<string, string> = authorized
    ? { authorization: `Bearer ${await client.token()}` }
    : {};
  const url = client.target.base_url + near.slice(0, near.lastIndexOf('/') + 1) + name;
  return client.fetch(url, { headers });
}
const IMPLEMENTED: readonly string[] = ['user', 'fuel_transaction', 'vehicle_location'];
const plural = (resource: string) =>
  `${resource.replaceAll('_', '-')}${resource.endsWith('s') ? 'es' : 's'}`.replace(/ys$/, 'ies');

const undescribedCases: readonly Case[] = [
  ...RESOURCE_NAMES.filter((resource) => !IMPLEMENTED.includes(resource)).map((resource) =>
    other.controls(
      `read of ${resource}`,
      `Further telematics read endpoints: those whose shapes are not shown answer 501 in shape (${resource})`,
      async (context) => {
        const { path } = context.client.endpoints.createUser;
        const { status, body } = await requestUndescribed(context, path, plural(resource), true);
        assert.equal(status, 501);
        assertErrorBody(501, body);
      },
    ),
  ),
  ...(['declared', 'inferred'] as const).map((source) =>
    other.controls(
      `read of ${source} assignments`,
      `Declared and inferred load assignment reads: not shown, so 501 in shape (${source})`,
      async (context) => {
        const { path } = context.client.endpoints.getLoadTracking;
        const near = path.replace('{load_id}', UNKNOWN_ID);
        const { status, body } = await requestUndescribed(context, near, `${source}-assignments`, true);
        assert.equal(status, 501);
        assertErrorBody(501, body);
      },
    ),
  ),
  other.controls(
    '501 only for authorized callers',
    'An unimplemented read: 401 takes precedence',
    async (context) => {
      const { path } = context.client.endpoints.createUser;
      const { status, body } = await requestUndescribed(context, path, 'vehicles', false);
      assert.equal(status, 401);
      assertErrorBody(401, body);
    },
  ),
];

export const otherCases: readonly Case[] = [
  ...fieldCases('connections', 'connection', 'reading', connections, [
    ...all('uuid', { always: true }, 'id'),
    ...all('uuid', {}, 'fleet_id', 'tsp_id'),
    ...all('string', {}, 'fleet_ref', 'tsp_slug', 'source_name', 'status'),
    ...all('date-time in UTC', {}, 'created_at', 'updated_at'),
  ]),
  ...fieldCases('connections', 'data freshness', 'reading', freshness, [
    ...all('uuid', {}, 'connection_id', 'fleet_id'),
    ...all(
      'string',
      {},
      'fleet_ref',
      'resource',
      'schedule_status',
      'share_level',
      'source_name',
      'tsp_slug',
    ),
    ...all('date-time in UTC', {}, 'last_successful_execution_at', 'next_execution_at'),
  ]),
  ...fieldCases('vehicle locations', 'vehicle location', 'reading', locations, [
    ...all('uuid', {}, 'vehicle_id', 'fleet_id', 'connection_id'),
    ...all('date-time in UTC', {}, 'occurred_at'),
    ...all('GeoJSON Point', {}, 'location'),
  ]),
  ...(['tsp_id', 'fleet_ids', 'fleet_refs'] as const).map((filter) =>
    connection.reads(
      `connections by ${filter}`,
      `Fleet connections list, filter ${filter}`,
      async (context) => {
        const field = { tsp_id: 'tsp_id', fleet_ids: 'fleet_id', fleet_refs: 'fleet_ref' } as const;
        const value = required('a connection', (await connections(context))[0])[field[filter]];
        const found = await context.items('listConnections', { [filter]: value });
        assert.ok(found.length > 0 && found.every((each) => each[field[filter]] === value));
      },
    ),
  ),
  connection.reads('freshness by fleet', 'Data freshness, filter fleet_ids', async (context) => {
    const { fleet_id } = required('a connection', (await connections(context))[0]);
    const found = await context.client.call('listDataFreshness', { query: { fleet_ids: [fleet_id] } });
    assert.ok(found.length > 0 && found.every((each) => each.fleet_id === fleet_id));
  }),
  location.reads(
    'locations by vehicle',
    'Vehicle locations, filter vehicle_ids: in the order of time',
    async (context) => {
      const { id } = await context.vehicle();
      const found = await context.items('listVehicleLocations', { vehicle_ids: [id] });
      assert.ok(found.length > 0 && found.every(({ vehicle_id }) => vehicle_id === id));
      const times = found.map(({ occurred_at }) => instant(occurred_at));
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    },
  ),
  location.controls(
    'last location is the last position',
    'A vehicle location is what tracking shows as last_position',
    async (context) => {
      const { id } = await context.vehicle();
      context.control.dirty = true;
      await context.control.drive(id, HERE);
      const itsLoad = await context.load(
        'its load',
        ({ vehicle_assignment }) => vehicle_assignment?.vehicle.id === id,
      );
      const { last_position } = await context.client.call('getLoadTracking', {
        params: { load_id: itsLoad.load_id },
      });
      const found = await context.items('listVehicleLocations', { vehicle_ids: [id] });
      assert.ok(found.some(({ occurred_at }) => occurred_at === last_position?.occurred_at));
    },
  ),
  location.controls(
    'locations only where shared',
    'Vehicle locations only of fleets that share them',
    async (context) => {
      const vehicles = await context.control.vehicles();
      const hidden = required(
        'a vehicle that is not shared',
        vehicles.find(({ location_shared }) => !location_shared),
      );
      assert.deepEqual(await context.items('listVehicleLocations', { vehicle_ids: [hidden.vehicle_id] }), []);
    },
  ),
  connection.controls(
    'connection delete',
    'A fleet connection is deleted: it is in the list no more',
    async (context) => {
      const { id } = required('a connection', (await connections(context))[0]);
      context.control.dirty = true;
      await context.client.expectSuccess('deleteConnection', { params: { connection_id: id } });
      assert.ok(!(await connections(context)).some((each) => each.id === id));
      await context.client.expectError('deleteConnection', 404, { params: { connection_id: id } });
    },
  ),
  load.writes('post a load', 'Load posting: a journey made of ordered stops', async (context) => {
    const load_id = await post(context, {});
    assert.equal((await context.client.call('getLoadTracking', { params: { load_id } })).stops.length, 3);
  }),
  load.writes(
    'post: two stops',
    'Load posting: a journey has an origin and a destination',
    async (context) => {
      const body = { load_ref: 'X', stops: [HERE] };
      await context.client.expectInvalid('createLoad', { body }, 'stops');
    },
  ),
  load.writes('update a load', 'Load update: what is left out stays', async (context) => {
    const load_id = await post(context, {});
    const load_ref = context.unique('NEW');
    await context.client.call('updateLoad', { params: { load_id }, body: { load_ref } });
    const tracking = await context.client.call('getLoadTracking', { params: { load_id } });
    assert.deepEqual([tracking.load_ref, tracking.stops.length], [load_ref, 3]);
  }),
  load.writes('update an unknown load', 'Load update: an unknown load is a 404', async (context) => {
    await context.client.expectError('updateLoad', 404, { params: { load_id: UNKNOWN_ID }, body: {} });
  }),
  event.writes(
    'replay of an unknown subscription',
    'Webhook replay: an unknown subscription is a 404',
    async (context) => {
      await context.client.expectError('replayWebhook', 404, {
        params: { webhook_id: UNKNOWN_ID },
        body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      });
    },
  ),
  ...undescribedCases,
];
