/** The tracking endpoint's own rules, and which vehicles a load may show. */
import assert from 'node:assert/strict';
import { type Case, topic } from '../case.ts';
import { type Context, required } from '../context.ts';
import { personToken } from '../people.ts';
import { post } from './tracking.ts';

const { reads, writes, controls } = topic('loads');
const UNKNOWN_ID = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

const tracked = (context: Context, load_id: string) =>
  context.client.call('getLoadTracking', { params: { load_id } });

/** A load with a live vehicle, and the fleet of that vehicle. */
async function liveLoad(context: Context) {
  const fleets = await context.control.vehicles();
  const load = await context.load('a live declared load', ({ tracking_health, vehicle_assignment }) =>
    Boolean(tracking_health === 'live' && vehicle_assignment?.source === 'declared'),
  );
  const id = load.vehicle_assignment?.vehicle.id;
  const vehicle = required(
    'the vehicle of a load',
    fleets.find(({ vehicle_id }) => vehicle_id === id),
  );
  return { load, fleet_ref: vehicle.fleet_ref };
}

export const trackingEndpointCases: readonly Case[] = [
  reads('200', 'The numeric success status is 200', async (context) => {
    const { load_id } = await context.load('a load', () => true);
    const { status } = await context.client.expectSuccess('getLoadTracking', { params: { load_id } });
    assert.equal(status, 200);
  }),
  reads('JSON', 'Response bodies are JSON', async (context) => {
    const { load_id } = await context.load('a load', () => true);
    const { headers } = await context.client.expectSuccess('getLoadTracking', { params: { load_id } });
    assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
  }),
  reads('unknown load', 'An unknown load_id is a 404', async (context) => {
    await context.client.expectError('getLoadTracking', 404, { params: { load_id: UNKNOWN_ID } });
  }),
  reads('load_id is a uuid', 'load_id is a uuid: any other text is a 422 that names it', async (context) => {
    await context.client.expectInvalid('getLoadTracking', { params: { load_id: 'LOAD-1' } }, 'load_id');
  }),
  reads('load_id in capitals', 'load_id is a uuid: capitals mean the same', async (context) => {
    const { load_id } = await context.load('a load', () => true);
    assert.equal((await tracked(context, load_id.toUpperCase())).load_id, load_id);
  }),
  reads(
    'no other parameters',
    'No body, no other parameters: an unknown one is a 422 that names it',
    async (context) => {
      const { load_id } = await context.load('a load', () => true);
      await context.client.expectInvalid(
        'getLoadTracking',
        { params: { load_id }, query: { include: 'all' } },
        'include',
      );
    },
  ),
  controls('scope', 'Requires scope telematics:read: a token without it is a 403', async (context) => {
    const { load_id } = await context.load('a load', () => true);
    const authorization = `Bearer ${await personToken(context.client.target, 'openid')}`;
    await context.client.expectError('getLoadTracking', 403, { params: { load_id }, authorization });
  }),
  controls(
    'person with scope',
    'A token of the authorization-code flow that carries telematics:read reads tracking',
    async (context) => {
      const { load_id } = await context.load('a load', () => true);
      const authorization = `Bearer ${await personToken(context.client.target, 'openid organization')}`;
      await context.client.expectSuccess('getLoadTracking', { params: { load_id }, authorization });
    },
  ),
  controls(
    'vehicle data not shared',
    'Only vehicles of fleets that share vehicle data with the caller are returned',
    async (context) => {
      const { load, fleet_ref } = await liveLoad(context);
      await context.control.agreement(fleet_ref, { scopes: { vehicle_location: 'read' } });
      const now = await tracked(context, load.load_id);
      assert.deepEqual(
        [now.tracking_health, now.vehicle_assignment, now.last_position],
        ['unassigned', null, null],
      );
    },
  ),
  controls(
    'location not shared',
    'Positions only where the fleet also shares location data',
    async (context) => {
      const { load, fleet_ref } = await liveLoad(context);
      await context.control.agreement(fleet_ref, { scopes: { vehicle: 'read' } });
      const now = await tracked(context, load.load_id);
      assert.deepEqual([now.tracking_health, now.last_position], ['not_shared', null]);
      assert.equal(now.vehicle_assignment?.vehicle.id, load.vehicle_assignment?.vehicle.id);
      assert.equal(now.vehicle_assignment?.agreement, null);
    },
  ),
  controls('inferred needs location', 'Inferred vehicles need shared location data', async (context) => {
    const load = await context.load(
      'an inferred load',
      ({ vehicle_assignment }) => vehicle_assignment?.source === 'inferred',
    );
    const vehicles = await context.control.vehicles();
    const own = vehicles.find(({ vehicle_id }) => vehicle_id === load.vehicle_assignment?.vehicle.id);
    await context.control.agreement(own?.fleet_ref ?? '', { scopes: { vehicle: 'read' } });
    const now = await tracked(context, load.load_id);
    assert.notEqual(now.vehicle_assignment?.vehicle.id, own?.vehicle_id);
  }),
  controls(
    'sharing takes effect at once',
    'A caller sees data only while the agreement is in effect: a pause takes effect at once, and so does its end',
    async (context) => {
      const { load, fleet_ref } = await liveLoad(context);
      await context.control.agreement(fleet_ref, { status: 'paused' });
      assert.equal((await tracked(context, load.load_id)).vehicle_assignment, null);
      await context.control.agreement(fleet_ref, { status: 'active' });
      assert.equal(
        (await tracked(context, load.load_id)).vehicle_assignment?.vehicle.id,
        load.vehicle_assignment?.vehicle.id,
      );
    },
  ),
  writes(
    'declared by vehicle_id',
    '`declared`: matched the vehicle identifiers sent when the load was posted (vehicle_id)',
    async (context) => {
      const { id } = await context.vehicle();
      const load_id = await post(context, { vehicle: { vehicle_id: id } });
      const { vehicle_assignment } = await tracked(context, load_id);
      assert.deepEqual([vehicle_assignment?.source, vehicle_assignment?.vehicle.id], ['declared', id]);
    },
  ),
  writes('declared by VIN', '`declared`: matched by VIN', async (context) => {
    const { id, vin } = await context.vehicle();
    const load_id = await post(context, { vehicle: { vin: required('a VIN', vin) } });
    assert.equal((await tracked(context, load_id)).vehicle_assignment?.vehicle.id, id);
  }),
  writes('declared by plate', '`declared`: matched by license plate', async (context) => {
    const { id, license_plate_number, license_plate_region, license_plate_country } = await context.vehicle();
    const vehicle = { license_plate_number, license_plate_region, license_plate_country };
    const load_id = await post(context, { vehicle });
    assert.equal((await tracked(context, load_id)).vehicle_assignment?.vehicle.id, id);
  }),
  writes(
    'declared, no match',
    '`vehicle_assignment` is null when no posted identifier matched a vehicle visible to the caller',
    async (context) => {
      const load_id = await post(context, { vehicle: { vin: '1FUJGLDR5CLBP0000' } });
      const { vehicle_assignment, tracking_health } = await tracked(context, load_id);
      assert.deepEqual([vehicle_assignment, tracking_health], [null, 'unassigned']);
    },
  ),
  writes(
    'edited identifiers',
    '`declared`: identifiers sent when the load was edited count',
    async (context) => {
      const { id } = await context.vehicle();
      const load_id = await post(context, { vehicle: { vin: '1FUJGLDR5CLBP0000' } });
      await context.client.call('updateLoad', { params: { load_id }, body: { vehicle: { vehicle_id: id } } });
      assert.equal((await tracked(context, load_id)).vehicle_assignment?.vehicle.id, id);
    },
  ),
  writes(
    'no identifiers, not seen',
    '`vehicle_assignment` is null when no identifiers were sent and no vehicle was seen at the origin',
    async (context) => {
      const load_id = await post(context, {});
      assert.equal((await tracked(context, load_id)).vehicle_assignment, null);
    },
  ),
];
