/** Control routes that move time, vehicles and agreements. */
import { AGREEMENT_STATUSES, type Agreement } from '@waypost/contract/agreements';
import { dateTimeWithOffset, latitude, longitude } from '@waypost/contract/common';
import { PERMISSION_LEVELS, RESOURCE_NAMES } from '@waypost/contract/resources';
import { z } from 'zod';
import { invalid, ServiceError } from '../http/problem.ts';
import type { Monitors } from '../monitors/monitors.ts';
import { advanceClock } from '../world/advance-clock.ts';
import type { OffsetClock } from '../world/clock.ts';
import type { DrivenPoint } from '../world/drives.ts';
import { type Fleet, shares } from '../world/fleets.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { World } from '../world/world.ts';
import { type ControlRoute, parseBody } from './control-route.ts';

export interface WorldControlParts {
  readonly world: World;
  readonly monitors: Monitors;
  readonly clock: OffsetClock;
  readonly overrideAgreement: (fleet: Fleet, change: Partial<Agreement>) => Agreement;
}

const MAX_ADVANCE_SECONDS = 90 * 86_400;
const MAX_POINTS = 10_000;
const MAX_WAIT_SECONDS = 14 * 86_400;

const advance = z.strictObject({ seconds: z.number().positive().max(MAX_ADVANCE_SECONDS) });
const silence = z.strictObject({ silent: z.boolean() });
const place = { latitude, longitude } as const;
const drivePoint = z.strictObject({
  ...place,
  at: dateTimeWithOffset.optional(),
  after_seconds: z.number().min(0).max(MAX_WAIT_SECONDS).optional(),
});
const drive = z.union([
  z.strictObject({ to: z.strictObject(place) }),
  z.strictObject({
    path: z.array(drivePoint).min(1).max(MAX_POINTS),
    interval_seconds: z.number().min(0.001).max(86_400).default(5),
  }),
  z.strictObject({ release: z.literal(true) }),
]);
const isResource = (name: string) => (RESOURCE_NAMES as readonly string[]).includes(name);
const level = z.enum(PERMISSION_LEVELS);
const agreement = z.strictObject({
  effective_date: dateTimeWithOffset.optional(),
  expiration_date: dateTimeWithOffset.nullable().optional(),
  status: z.enum(AGREEMENT_STATUSES).optional(),
  scopes: z
    .record(z.string().refine(isResource, { error: 'must be the name of a resource' }), level)
    .optional(),
});

/** Sites of the loads' stops, the most frequent first. */
function sitesOf({ freight, loads }: World) {
  const stops = new Map<string, number>();
  for (const { name } of loads.all.flatMap((load) => load.stops))
    if (name !== null) stops.set(name, (stops.get(name) ?? 0) + 1);
  return freight.hubs
    .flatMap(({ sites }) => sites)
    .map(({ name, customer, latitude, longitude }) => ({
      name,
      customer,
      latitude,
      longitude,
      stops: stops.get(name) ?? 0,
    }))
    .filter((site) => site.stops > 0)
    .sort((a, b) => b.stops - a.stops);
}

const iso = (wall: number) => new Date(wall).toISOString();

/** Report time of each point: as given, or at an interval after the previous one. Throws a 422 for times that go back. */
function withTimes(
  { path, interval_seconds }: Extract<z.infer<typeof drive>, { path: unknown }>,
  now: number,
) {
  const points: DrivenPoint[] = [];
  for (const [i, { at, after_seconds, latitude, longitude }] of path.entries()) {
    const previous = points[i - 1];
    const next = previous ? previous.at + interval_seconds * 1000 : now;
    const wall = at ? Date.parse(at) : after_seconds === undefined ? next : now + after_seconds * 1000;
    if (wall < now || (previous && wall <= previous.at))
      throw invalid(
        `path.${i}`,
        iso(wall),
        `must be later than the point before it, and not before now (${iso(now)})`,
      );
    points.push({ latitude, longitude, at: Math.round(wall) });
  }
  return points;
}

export function worldRoutes({
  world,
  monitors,
  clock,
  overrideAgreement,
}: WorldControlParts): ControlRoute[] {
  const time = () => ({
    now: iso(clock.now()),
    ahead_seconds: clock.offset / 1000,
    speed: world.clock.speed,
  });
  const requireVehicle = (id: string, vehicle: Vehicle | null) => {
    if (!vehicle) throw new ServiceError(404, `vehicle ${id} not found`);
    return vehicle;
  };
  const fleetOf = (id: string) => {
    const fleet = world.fleets.find(
      ({ fleet_id, fleet_ref }) => fleet_id === id.toLowerCase() || fleet_ref === id,
    );
    if (!fleet) throw new ServiceError(404, `fleet ${id} not found`);
    return fleet;
  };

  return [
    { method: 'GET', path: /^\/_sandbox\/clock$/, run: time },
    {
      method: 'POST',
      path: /^\/_sandbox\/clock\/advance$/,
      async run(request) {
        const { seconds } = await parseBody(request, advance);
        const catchUp = () => {
          world.catchUp();
          monitors.catchUp();
        };
        await advanceClock({ clock, speed: world.clock.speed, catchUp }, seconds * 1000);
        return time();
      },
    },
    {
      method: 'GET',
      path: /^\/_sandbox\/vehicles$/,
      run: () => ({
        vehicles: world.vehicles.all.map(({ record, fleet }) => ({
          vehicle_id: record.id,
          vin: record.vin,
          fleet_id: fleet.fleet_id,
          fleet_ref: fleet.fleet_ref,
          location_shared: shares(fleet, 'vehicle_location', clock.now()),
        })),
      }),
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/vehicles\/([^/]+)\/silence$/,
      async run(request, [vehicle_id = '']) {
        const { silent } = await parseBody(request, silence);
        requireVehicle(vehicle_id, world.silence(vehicle_id, silent));
        return { vehicle_id, silent };
      },
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/vehicles\/([^/]+)\/drive$/,
      async run(request, [vehicle_id = '']) {
        const command = await parseBody(request, drive);
        if ('release' in command) {
          requireVehicle(vehicle_id, world.release(vehicle_id));
          return { vehicle_id, released: true };
        }
        const now = clock.now();
        const points = 'to' in command ? [{ ...command.to, at: now }] : withTimes(command, now);
        requireVehicle(vehicle_id, world.drive(vehicle_id, points));
        monitors.catchUp();
        return { vehicle_id, path: points.map((point) => ({ ...point, at: iso(point.at) })) };
      },
    },
    {
      method: 'GET',
      path: /^\/_sandbox\/sites$/,
      run: () => ({ sites: sitesOf(world) }),
    },
    {
      method: 'GET',
      path: /^\/_sandbox\/fleets$/,
      run: () => ({
        fleets: world.fleets.map(({ fleet_id, fleet_ref, name, agreement: given }) => ({
          fleet_id,
          fleet_ref,
          name,
          agreement: given,
        })),
      }),
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/fleets\/([^/]+)\/agreement$/,
      async run(request, [id = '']) {
        const fleet = fleetOf(decodeURIComponent(id));
        const change = await parseBody(request, agreement);
        const dates = Object.fromEntries(
          (['effective_date', 'expiration_date'] as const)
            .filter((field) => change[field])
            .map((field) => [field, iso(Date.parse(change[field] ?? ''))]),
        );
        return overrideAgreement(fleet, { ...change, ...dates });
      },
    },
  ];
}
