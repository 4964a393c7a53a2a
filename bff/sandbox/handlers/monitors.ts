/** Geofence monitors: create, and the assumed endpoints that read, list and cancel them. */
import { defaultExpiresAt, type MonitorCreate, type PlannedStop } from '@waypost/contract/monitors';
import type { Events } from '../events/events.ts';
import { EVENT_NAMES } from '../events/subscriptions.ts';
import type { Handlers } from '../http/api.ts';
import { listingOf, pageOf } from '../http/pagination.ts';
import { invalid, ServiceError } from '../http/problem.ts';
import { type MonitorRecord, stopId } from '../monitors/monitor.ts';
import type { Monitors } from '../monitors/monitors.ts';
import { shares } from '../world/fleets.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { World } from '../world/world.ts';

export interface MonitorHandlerParts {
  readonly world: World;
  readonly events: Events;
  readonly monitors: Monitors;
  readonly newId: () => string;
}

/** Vehicle of the request; prefers one whose location is shared over others with the same VIN or plate. */
function vehicleOf({ vehicles, clock }: World, body: MonitorCreate): Vehicle {
  const { vehicle_id, vin, license_plate_number, license_plate_region, license_plate_country } = body;
  const identifiers = { vehicle_id, vin, license_plate_number, license_plate_region, license_plate_country };
  const shared = ({ fleet }: Vehicle) => shares(fleet, 'vehicle_location', clock.now());
  const found = vehicles.match(identifiers, shared);
  if (found) return found;
  const hidden = vehicles.match(identifiers, () => true);
  if (!hidden) throw new ServiceError(404, 'no vehicle has these identifiers');
  throw new ServiceError(
    403,
    `the fleet of this vehicle (${hidden.fleet.fleet_ref}) has no share agreement in effect that grants vehicle_location`,
  );
}

/** Group of the subscriptions that receive the events, or null when none is named. Throws a 422 for an unknown one. */
function groupOf(events: Events, id: string | undefined): string | null {
  if (id === undefined) return null;
  const family = EVENT_NAMES.geofence_monitor ?? [];
  const found = events.subscriptions.of(id).find(({ event_name }) => family.includes(event_name));
  if (found) return found.webhook_group_id;
  throw invalid('webhook_group_id', id, 'must be a subscription to geofence_monitor events');
}

export function monitorHandlers({
  world,
  events,
  monitors,
  newId,
}: MonitorHandlerParts): Pick<Handlers, 'createMonitor' | 'listMonitors' | 'getMonitor' | 'cancelMonitor'> {
  const requireMonitor = (id: string): MonitorRecord => {
    const monitor = monitors.find(id);
    if (!monitor) throw new ServiceError(404, `geofence monitor ${id} not found`);
    return monitor;
  };

  return {
    createMonitor({ body }) {
      const now = world.clock.now();
      const expires = body.expires_at ?? defaultExpiresAt(body.starts_at);
      if (Date.parse(expires) <= now) {
        const field = body.expires_at === undefined ? 'starts_at' : 'expires_at';
        throw invalid(
          field,
          body[field] ?? '',
          `must not be so early that the monitor has already expired (${expires})`,
        );
      }
      const webhook_group_id = groupOf(events, body.webhook_group_id);
      const vehicle = vehicleOf(world, body);
      const circles: readonly PlannedStop[] = [body.origin, ...(body.stops ?? []), body.destination];
      const id = newId();
      const monitor: MonitorRecord = {
        id,
        webhook_group_id,
        vehicle_id: vehicle.record.id,
        name: body.name ?? null,
        status: 'active',
        current: 0,
        starts_at: Date.parse(body.starts_at),
        expires_at: Date.parse(expires),
        created_at: now,
        updated_at: now,
        stops: circles.map((circle, sequence) => ({
          id: stopId(id, sequence),
          sequence,
          name: circle.name ?? null,
          latitude: circle.latitude,
          longitude: circle.longitude,
          radius_meters: circle.radius_meters,
          arrived_at: null,
          departed_at: null,
        })),
        cancelled_at: null,
        completed_at: null,
        // A ping at this very moment still counts.
        seen_until: now - 1,
      };
      monitors.add(monitor);
      return { status: 201, body: monitors.answer(monitor) };
    },
    listMonitors({ query }) {
      const { status } = query;
      const matching = monitors.all.filter((monitor) => status === undefined || monitor.status === status);
      const page = pageOf(
        'listMonitors',
        query,
        listingOf(matching, ({ created_at, id }) => [created_at, id]),
      );
      return { status: 200, body: { ...page, items: page.items.map((monitor) => monitors.answer(monitor)) } };
    },
    getMonitor({ params }) {
      return { status: 200, body: monitors.answer(requireMonitor(params.geofence_monitor_id)) };
    },
    cancelMonitor({ params }) {
      const monitor = requireMonitor(params.geofence_monitor_id);
      if (!monitors.cancel(monitor))
        throw new ServiceError(409, `the monitor is ${monitor.status}; only an active one can be cancelled`);
      return { status: 200, body: monitors.answer(monitor) };
    },
  };
}
