/** Fields and values of load tracking. */
import assert from 'node:assert/strict';
import {
  ASSIGNMENT_AGREEMENTS,
  ASSIGNMENT_SOURCES,
  type LoadTracking,
  STOP_TYPES,
  TRACKING_HEALTH,
} from '@waypost/contract/loads';
import { type Case, topic } from '../case.ts';
import type { Context, Row } from '../context.ts';
import { all, fieldCases } from '../fields.ts';

const loads = (context: Context) => context.loads() as Promise<readonly Row[]>;
const present = <T>(values: readonly (T | null)[]) => values.filter((value) => value !== null);
const assignments = async (context: Context) =>
  present((await context.loads()).map(({ vehicle_assignment }) => vehicle_assignment));
const vehicles = async (context: Context) => (await assignments(context)).map(({ vehicle }) => vehicle);
const positions = async (context: Context) =>
  present((await context.loads()).map(({ last_position }) => last_position));
const stops = async (context: Context) => (await context.loads()).flatMap((load) => load.stops);

const { reads, writes, controls } = topic('loads');

/** What each health implies for assignment and position. */
const HEALTH: Readonly<Record<string, { statement: string; holds: (load: LoadTracking) => boolean }>> = {
  live: {
    statement: 'a vehicle is assigned and reported recently',
    holds: (load) => load.vehicle_assignment !== null && load.last_position !== null,
  },
  stale: {
    statement: 'a vehicle is assigned, its last position is old',
    holds: (load) => load.vehicle_assignment !== null && load.last_position !== null,
  },
  no_signal: {
    statement: 'a vehicle is assigned, but it has never reported a position',
    holds: (load) => load.vehicle_assignment !== null && load.last_position === null,
  },
  not_shared: {
    statement: 'a vehicle is assigned, its fleet does not share location data',
    holds: (load) => load.vehicle_assignment !== null && load.last_position === null,
  },
  unassigned: {
    statement: 'no vehicle qualifies; see vehicle_assignment',
    holds: (load) => load.vehicle_assignment === null && load.last_position === null,
  },
};

export const trackingCases: readonly Case[] = [
  ...fieldCases('loads', 'load tracking', 'reading', loads, [
    ...all('uuid', { always: true }, 'load_id'),
    ...all('string', { always: true }, 'load_ref', 'tracking_health'),
    ...all('object', { always: true, nullable: true }, 'vehicle_assignment', 'last_position'),
    ...all('array', { always: true }, 'stops'),
  ]),
  reads('load_id is the requested one', '`load_id`: service identifier of the load', async (context) => {
    for (const { load_id } of (await context.loads()).slice(0, 5)) {
      const again = await context.client.call('getLoadTracking', { params: { load_id } });
      assert.equal(again.load_id, load_id);
    }
  }),
  writes(
    "load_ref is the partner's own",
    "`load_ref`: the partner's own reference for the load, as posted",
    async (context) => {
      const load_ref = context.unique('LOAD Ü 7/');
      const load_id = await post(context, { load_ref });
      const tracking = await context.client.call('getLoadTracking', { params: { load_id } });
      assert.equal(tracking.load_ref, load_ref);
    },
  ),
  reads(
    'tracking_health values',
    '`tracking_health` is one of the six values (others are tolerated, but this version has none)',
    async (context) => {
      const known: readonly string[] = TRACKING_HEALTH;
      for (const { tracking_health } of await context.loads()) assert.ok(known.includes(tracking_health));
    },
  ),
  ...Object.entries(HEALTH).map(([health, { statement, holds }]) =>
    reads(`tracking_health ${health}`, `\`${health}\`: ${statement}`, async (context) => {
      await context.load(`a load that is ${health}`, ({ tracking_health }) => tracking_health === health);
      for (const load of await context.loads())
        if (load.tracking_health === health) assert.ok(holds(load), JSON.stringify(load));
    }),
  ),
  controls(
    'tracking_health unknown',
    '`unknown`: trust in the position cannot be determined',
    async (context) => {
      const load = await context.load('a live load', ({ tracking_health }) => tracking_health === 'live');
      await context.control.health(load.load_id, 'unknown');
      const { tracking_health, vehicle_assignment } = await context.client.call('getLoadTracking', {
        params: { load_id: load.load_id },
      });
      assert.equal(tracking_health, 'unknown');
      assert.deepEqual(vehicle_assignment, load.vehicle_assignment);
    },
  ),
  reads(
    'unassigned exactly without vehicle',
    '`unassigned` if and only if there is no `vehicle_assignment`',
    async (context) => {
      for (const { tracking_health, vehicle_assignment } of await context.loads())
        assert.equal(tracking_health === 'unassigned', vehicle_assignment === null);
    },
  ),
  controls(
    'live turns stale',
    '`stale`: the last position is old; the position stays the one last reported',
    async (context) => {
      const { load_id, vehicle_assignment } = await context.load(
        'a live load',
        (load) => load.tracking_health === 'live',
      );
      await context.control.silence(vehicle_assignment?.vehicle.id ?? '');
      const before = await context.client.call('getLoadTracking', { params: { load_id } });
      await context.control.advance(6 * 3600);
      const after = await context.client.call('getLoadTracking', { params: { load_id } });
      assert.equal(after.tracking_health, 'stale');
      assert.deepEqual(after.last_position, before.last_position);
    },
  ),

  ...fieldCases('loads', 'vehicle assignment', 'reading', assignments, [
    ...all('string', { always: true }, 'source'),
    ...all('string', { always: true, nullable: true }, 'agreement'),
    ...all('object', { always: true }, 'vehicle'),
  ]),
  ...fieldCases('loads', 'vehicle', 'reading', vehicles, [
    ...all('uuid', { always: true }, 'id'),
    ...all('string', { nullable: true }, 'vehicle_name', 'oem', 'model_type'),
    ...all('integer', { nullable: true }, 'model_year'),
    ...all('string', { nullable: true }, 'vin', 'license_plate_region', 'license_plate_country'),
    ...all('string', { nullable: true }, 'license_plate_number'),
    ...all('boolean', { nullable: true }, 'is_active'),
    ...all('string', { nullable: true }, 'status', 'eld_id', 'eld_serial_number', 'source_id'),
    ...all('string', { nullable: true, rare: true }, 'external_id'),
  ]),
  ...ASSIGNMENT_SOURCES.map((source) =>
    reads(
      `source ${source}`,
      `\`source\` \`${source}\` occurs, and no value beyond \`declared\` and \`inferred\``,
      async (context) => {
        const found = (await assignments(context)).map((assignment) => assignment.source as string);
        await context.load(
          `a load with a ${source} vehicle`,
          (load) => load.vehicle_assignment?.source === source,
        );
        for (const value of found) assert.ok((ASSIGNMENT_SOURCES as readonly string[]).includes(value));
      },
    ),
  ),
  ...[...ASSIGNMENT_AGREEMENTS, null].map((agreement) =>
    reads(
      `agreement ${agreement} of a declared vehicle`,
      `\`agreement\` of a declared vehicle may be \`${agreement}\``,
      async (context) => {
        await context.load(
          `a declared vehicle with agreement ${agreement}`,
          ({ vehicle_assignment: given }) => given?.source === 'declared' && given.agreement === agreement,
        );
      },
    ),
  ),
  reads(
    'agreement of an inferred vehicle',
    '`agreement` is always null for inferred vehicles',
    async (context) => {
      await context.load(
        'a load with an inferred vehicle',
        (load) => load.vehicle_assignment?.source === 'inferred',
      );
      for (const { source, agreement } of await assignments(context))
        if (source === 'inferred') assert.equal(agreement, null);
    },
  ),
  reads(
    'agreement without location',
    '`agreement` is null when the caller cannot read the location data',
    async (context) => {
      await context.load(
        'a load whose location is not shared',
        (load) => load.tracking_health === 'not_shared',
      );
      for (const { tracking_health, vehicle_assignment } of await context.loads())
        if (tracking_health === 'not_shared') assert.equal(vehicle_assignment?.agreement, null);
    },
  ),
  reads('model_year', '`model_year`: four digits', async (context) => {
    for (const { model_year } of await vehicles(context))
      if (typeof model_year === 'number') assert.match(String(model_year), /^\d{4}$/);
  }),
  reads('vin', '`vin`: typically 17 characters', async (context) => {
    const vins = (await vehicles(context)).flatMap(({ vin }) => (vin ? [vin] : []));
    assert.ok(vins.filter((vin) => vin.length === 17).length > vins.length / 2);
  }),
  reads('license_plate_country', '`license_plate_country`: ISO 3166-1 alpha-3', async (context) => {
    for (const { license_plate_country } of await vehicles(context))
      if (license_plate_country) assert.match(license_plate_country, /^[A-Z]{3}$/);
  }),

  ...fieldCases('loads', 'last position', 'reading', positions, [
    ...all('number', { always: true }, 'latitude', 'longitude'),
    ...all('date-time in UTC', { always: true }, 'occurred_at'),
  ]),
  reads('degrees', 'latitude and longitude are decimal degrees, WGS 84', async (context) => {
    for (const { latitude, longitude } of await positions(context))
      assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
  }),
  reads('however old', '`last_position` is the last position reported, however old', async (context) => {
    const now = await context.now();
    await context.load(
      'a position of days ago',
      ({ last_position }) =>
        last_position !== null && now - Date.parse(last_position.occurred_at) > 86_400_000,
    );
  }),
  reads(
    'null without vehicle',
    '`last_position` is null when there is no vehicle_assignment',
    async (context) => {
      await context.load('a load without vehicle', (load) => load.vehicle_assignment === null);
      for (const { vehicle_assignment, last_position } of await context.loads())
        if (vehicle_assignment === null) assert.equal(last_position, null);
    },
  ),
  reads(
    'null when never reported',
    '`last_position` is null when the vehicle never reported a position',
    async (context) => {
      const load = await context.load('a load without signal', (one) => one.tracking_health === 'no_signal');
      assert.equal(load.last_position, null);
    },
  ),
  reads(
    'null when not shared',
    '`last_position` is null when its fleet does not share location data',
    async (context) => {
      const load = await context.load('a load not shared', (one) => one.tracking_health === 'not_shared');
      assert.equal(load.last_position, null);
    },
  ),

  ...fieldCases('loads', 'load stop', 'reading', stops, [
    ...all('uuid', { always: true }, 'id'),
    ...all('integer', { always: true }, 'sequence'),
    ...all('string', { always: true, nullable: true }, 'stop_type', 'name'),
    ...all(
      'date-time in UTC',
      { always: true, nullable: true },
      'estimated_arrival_at',
      'estimated_departure_at',
    ),
    ...all('date-time in UTC', { always: true, alwaysNull: true }, 'arrived_at', 'departed_at'),
  ]),
  reads('sequence', '`sequence` starts at 0; the array is in travel order, origin first', async (context) => {
    for (const load of await context.loads())
      assert.deepEqual(
        load.stops.map(({ sequence }) => sequence),
        load.stops.map((_, i) => i),
      );
  }),
  ...STOP_TYPES.map((stop_type) =>
    writes(`stop_type ${stop_type}`, `\`stop_type\` may be \`${stop_type}\``, async (context) => {
      const load_id = await post(context, { middle: { stop_type } });
      const tracking = await context.client.call('getLoadTracking', { params: { load_id } });
      assert.equal(tracking.stops[1]?.stop_type, stop_type);
    }),
  ),
  writes(
    'stop_type null',
    '`stop_type` is null when never classified; `name` null when none was posted; estimates null when none was sent',
    async (context) => {
      const load_id = await post(context, { middle: {} });
      const [, stop] = (await context.client.call('getLoadTracking', { params: { load_id } })).stops;
      assert.deepEqual(
        [stop?.stop_type, stop?.name, stop?.estimated_arrival_at, stop?.estimated_departure_at],
        [null, null, null, null],
      );
    },
  ),
  writes('name', "`name`: the partner's own label, as posted", async (context) => {
    const name = context.unique('Dock Ñ 4');
    const load_id = await post(context, { middle: { name } });
    const tracking = await context.client.call('getLoadTracking', { params: { load_id } });
    assert.equal(tracking.stops[1]?.name, name);
  }),
  writes('estimates', 'estimated times are those posted with the load, in UTC', async (context) => {
    const load_id = await post(context, {
      middle: {
        estimated_arrival_at: '2030-01-02T03:04:05+02:00',
        estimated_departure_at: '2030-01-02T04:00:00Z',
      },
    });
    const [, stop] = (await context.client.call('getLoadTracking', { params: { load_id } })).stops;
    assert.equal(Date.parse(stop?.estimated_arrival_at ?? ''), Date.UTC(2030, 0, 2, 1, 4, 5));
    assert.match(stop?.estimated_arrival_at ?? '', /Z$/);
    assert.equal(Date.parse(stop?.estimated_departure_at ?? ''), Date.UTC(2030, 0, 2, 4));
  }),
  writes('id stays', '`id` identifies the stop: the same in every answer', async (context) => {
    const load_id = await post(context, {});
    const ids = async () =>
      (await context.client.call('getLoadTracking', { params: { load_id } })).stops.map(({ id }) => id);
    const first = await ids();
    assert.equal(new Set(first).size, first.length);
    assert.deepEqual(await ids(), first);
  }),
];

/** Posts a load of three stops (assumed shape). Returns its load_id. */
export async function post(
  context: Context,
  {
    load_ref = context.unique('LOAD'),
    middle = {},
    vehicle,
  }: { load_ref?: string; middle?: object; vehicle?: object },
): Promise<string> {
  const at = (latitude: number, longitude: number) => ({ latitude, longitude });
  const stops = [at(35.2, -101.83), { ...at(35.4, -99.4), ...middle }, at(35.47, -97.5)];
  const { load_id } = await context.client.call('createLoad', {
    body: { load_ref, stops, ...(vehicle ? { vehicle } : {}) },
  });
  return load_id;
}
