/** Creating a geofence monitor, and its fields. */
import assert from 'node:assert/strict';
import { MONITOR_STATUSES } from '@waypost/contract/monitors';
import { type Case, topic } from '../case.ts';
import { type Context, type Row, required } from '../context.ts';
import { all, fieldCases } from '../fields.ts';
import { circle, DAY, FUEL, iso, journey, read, subscribe, UNKNOWN_ID, watch, YARD } from './journey.ts';

const { reads, writes, controls } = topic('monitors');

/** A monitor with every field that a creation can set. */
const created = (context: Context) =>
  context.cached('a monitor', async () => {
    const { group } = await subscribe(context, 'geofence_monitor.*');
    const stops = [{ ...circle(FUEL, 120), name: 'Fuel' }];
    return [await watch(context, { name: 'BOL 7', webhook_group_id: group, stops })];
  });
const stopsOf = async (context: Context) => (await created(context))[0]?.stops ?? [];

/** Required fields of a body, with their parts. */
const REQUIRED = ['origin', 'destination', 'starts_at'] as const;
const CIRCLES = ['origin', 'destination'] as const;
const CIRCLE_FIELDS = ['latitude', 'longitude', 'radius_meters'] as const;

const accepts = (
  name: string,
  statement: string,
  change: (now: number) => object,
  check?: (monitor: Row) => void,
) =>
  writes(name, statement, async (context) => {
    const monitor = await watch(context, change(await context.now()));
    check?.(monitor);
  });
const rejects = (name: string, statement: string, field: string, change: (now: number) => object) =>
  writes(name, statement, async (context) => {
    const body = await journey(context, change(await context.now()));
    await context.client.expectInvalid('createMonitor', { body }, field);
  });

export const monitorCases: readonly Case[] = [
  ...REQUIRED.map((field) =>
    rejects(`create: ${field} is required`, `\`${field}\` is required`, field, () => ({
      [field]: undefined,
    })),
  ),
  ...CIRCLES.flatMap((field) => [
    ...CIRCLE_FIELDS.flatMap((part) => [
      rejects(`create: ${field}.${part} is required`, `\`${field}\` has \`${part}\``, part, () => ({
        [field]: { ...circle(YARD), [part]: undefined },
      })),
      rejects(`create: ${field}.${part} is a number`, `\`${field}.${part}\` is a number`, part, () => ({
        [field]: { ...circle(YARD), [part]: '35' },
      })),
    ]),
    rejects(
      `create: ${field} has degrees`,
      `\`${field}\`: latitude and longitude are degrees`,
      'latitude',
      () => ({
        [field]: { ...circle(YARD), latitude: 90.001 },
      }),
    ),
  ]),
  rejects(
    'create: starts_at with offset',
    '`starts_at` is a date-time with UTC offset: one without is rejected',
    'starts_at',
    () => ({
      starts_at: '2030-01-02T03:04:05',
    }),
  ),
  accepts(
    'create: starts_at in another zone',
    '`starts_at` may have any offset; it is answered in UTC',
    (now) => ({ starts_at: iso(now).replace('Z', '+00:00') }),
    ({ starts_at }) => assert.match(String(starts_at), /Z$/),
  ),
  accepts('create: name is optional', '`name` is optional', () => ({ name: undefined })),
  accepts(
    'create: name is stored',
    "`name`: the partner's own label",
    () => ({ name: 'BOL Ü/7 "x"' }),
    ({ name }) => assert.equal(name, 'BOL Ü/7 "x"'),
  ),
  writes('create: by vehicle_id', '`vehicle_id`: the service vehicle identifier', async (context) => {
    const { id } = await context.vehicle();
    assert.equal((await watch(context, { vehicle_id: id })).vehicle_id, id);
  }),
  writes('create: by vin', '`vin`: alternative route', async (context) => {
    const { id, vin } = await context.vehicle();
    assert.equal((await watch(context, { vehicle_id: undefined, vin })).vehicle_id, id);
  }),
  writes('create: by plate', 'The full plate: alternative route', async (context) => {
    const { id, license_plate_number, license_plate_region, license_plate_country } = await context.vehicle();
    const plate = { license_plate_number, license_plate_region, license_plate_country };
    assert.equal((await watch(context, { vehicle_id: undefined, ...plate })).vehicle_id, id);
  }),
  rejects('create: no identification', 'One identification route is required', 'vehicle_id', () => ({
    vehicle_id: undefined,
  })),
  ...(['license_plate_number', 'license_plate_region', 'license_plate_country'] as const).map((field) =>
    writes(
      `create: plate without ${field}`,
      'All three plate fields must be sent together',
      async (context) => {
        const plate = {
          license_plate_number: 'ABC123',
          license_plate_region: 'TX',
          license_plate_country: 'USA',
        };
        const body = await journey(context, { vehicle_id: undefined, ...plate, [field]: undefined });
        await context.client.expectInvalid('createMonitor', { body }, field);
      },
    ),
  ),
  rejects(
    'create: region of three letters',
    '`license_plate_region` is a two-letter abbreviation',
    'license_plate_region',
    () => ({
      vehicle_id: undefined,
      license_plate_number: 'A1',
      license_plate_region: 'TEX',
      license_plate_country: 'USA',
    }),
  ),
  rejects(
    'create: country of two letters',
    '`license_plate_country` is ISO 3166-1 alpha-3',
    'license_plate_country',
    () => ({
      vehicle_id: undefined,
      license_plate_number: 'A1',
      license_plate_region: 'TX',
      license_plate_country: 'US',
    }),
  ),
  rejects('create: vehicle_id is a uuid', '`vehicle_id` is a uuid', 'vehicle_id', () => ({
    vehicle_id: 'truck 7',
  })),
  rejects('create: webhook_group_id is a uuid', '`webhook_group_id` is a uuid', 'webhook_group_id', () => ({
    webhook_group_id: 'mine',
  })),
  controls(
    'create: webhook_group_id',
    '`webhook_group_id`: its identifier is returned when the subscription is created',
    async (context) => {
      const { group } = await subscribe(context, 'geofence_monitor.*');
      assert.equal((await watch(context, { webhook_group_id: group })).webhook_group_id, group);
    },
  ),
  accepts(
    'create: stops are optional',
    '`stops` is optional: origin and destination remain',
    () => ({}),
    ({ stops }) => assert.equal((stops as unknown[]).length, 2),
  ),
  accepts(
    'create: stops in travel order',
    '`stops`: planned stops between origin and destination in travel order',
    () => ({
      stops: [
        { ...circle(FUEL, 111), name: 'a' },
        { ...circle(YARD, 222), name: 'b' },
      ],
    }),
    ({ stops }) =>
      assert.deepEqual(
        (stops as Row[]).map(({ sequence, radius_meters }) => [sequence, radius_meters]),
        [
          [0, 500],
          [1, 111],
          [2, 222],
          [3, 500],
        ],
      ),
  ),
  rejects(
    'create: unknown field',
    'A field that the create shape does not have is rejected',
    'colour',
    () => ({ colour: 'red' }),
  ),

  ...fieldCases('monitors', 'monitor', 'control', created, [
    ...all('uuid', { always: true }, 'id', 'webhook_group_id', 'fleet_id', 'vehicle_id'),
    ...all('string', { always: true }, 'status'),
    ...all('integer', { always: true }, 'current_stop_sequence'),
    ...all('date-time in UTC', { always: true }, 'starts_at', 'expires_at', 'created_at', 'updated_at'),
    ...all('string', { always: true }, 'name', 'fleet_ref'),
    ...all('string', {}, 'vin', 'license_plate_number', 'license_plate_region', 'license_plate_country'),
    ...all('array', { always: true }, 'stops'),
    ...all('date-time in UTC', { rare: true }, 'cancelled_at', 'completed_at'),
  ]),
  ...fieldCases('monitors', 'monitor stop', 'control', stopsOf, [
    ...all('uuid', { always: true }, 'id'),
    ...all('integer', { always: true }, 'sequence'),
    ...all('GeoJSON Point', { always: true }, 'point'),
    ...all('number', { always: true }, 'radius_meters'),
    ...all('string', {}, 'name'),
    ...all('date-time in UTC', { rare: true }, 'arrived_at', 'departed_at'),
  ]),
  writes('point', '`point`: coordinates as a longitude/latitude pair', async (context) => {
    const [origin] = (await watch(context)).stops ?? [];
    assert.deepEqual(origin?.point?.coordinates, [YARD.longitude, YARD.latitude]);
  }),
  writes('identification', "The read model has the vehicle's fleet_ref, VIN and plate", async (context) => {
    const vehicle = await context.vehicle();
    const monitor = await watch(context);
    for (const field of [
      'vin',
      'license_plate_number',
      'license_plate_region',
      'license_plate_country',
    ] as const)
      assert.equal(monitor[field], vehicle[field], field);
    const agreements = await context.items('listAgreements', { fleet_ref: monitor.fleet_ref });
    assert.ok(agreements.some(({ fleet_id }) => fleet_id === monitor.fleet_id));
  }),
  ...MONITOR_STATUSES.map((status) =>
    writes(
      `status ${status} in the list`,
      `\`status\` may be \`${status}\`: the list accepts it as a filter`,
      async (context) => {
        for (const monitor of await context.items('listMonitors', { status }))
          assert.equal(monitor.status, status);
      },
    ),
  ),

  writes('active', 'A new monitor is `active` and waits for its first stop', async (context) => {
    const { status, current_stop_sequence, completed_at, cancelled_at } = await watch(context);
    assert.deepEqual([status, current_stop_sequence, completed_at, cancelled_at], ['active', 0, null, null]);
  }),
  writes(
    'read again',
    'The answer of the creation is the read model: reading it (assumed) returns the same',
    async (context) => {
      const monitor = await watch(context);
      assert.deepEqual(await read(context, monitor), monitor);
    },
  ),
  writes('unknown vehicle', 'An unknown vehicle is a 404', async (context) => {
    const body = await journey(context, { vehicle_id: UNKNOWN_ID });
    await context.client.expectError('createMonitor', 404, { body });
  }),
  ...['vehicles only', 'paused', 'ended', 'not yet'].map((state) =>
    controls(
      `precondition: ${state}`,
      `Precondition: an active share agreement granting vehicle_location (${state})`,
      async (context) => {
        const vehicles = await context.control.vehicles();
        const { vehicle_id, fleet_ref } = required(
          'a shared vehicle',
          vehicles.find((each) => each.location_shared),
        );
        const now = await context.now();
        const body = await journey(context, { vehicle_id });
        await context.control.agreement(fleet_ref, {
          ...(state === 'vehicles only' ? { scopes: { vehicle: 'read' } } : {}),
          ...(state === 'paused' ? { status: 'paused' } : {}),
          ...(state === 'ended' ? { expiration_date: iso(now - DAY) } : {}),
          ...(state === 'not yet' ? { effective_date: iso(now + DAY) } : {}),
        });
        await context.client.expectError('createMonitor', 403, { body });
      },
    ),
  ),
  writes(
    'vehicle_id preferred',
    'The vehicle is identified by vehicle_id if known, otherwise by VIN or plate: two of them together are rejected',
    async (context) => {
      const { vin } = await context.vehicle();
      await context.client.expectInvalid('createMonitor', { body: await journey(context, { vin }) }, 'vin');
    },
  ),
  reads(
    'list (assumed)',
    'Further monitor operations are not shown: the assumed list has pages',
    async (context) => {
      await context.items('listMonitors');
    },
  ),
];
