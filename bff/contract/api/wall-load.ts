/**
 * What a wall screen is given of a load: what the wall board shows, and what decides its cause and its place in the list. No contacts, notes,
 * VINs or other identifiers: nobody is signed in at an unattended screen, and its link may be in other hands.
 */
import { z } from 'zod';
import type { EmbeddedVehicle } from '../loads.ts';
import { boardLoad, boardLoads, changeEvent, lostTruck } from './board.ts';
import { dispatcherEta, loadTriage, owner } from './load-triage.ts';
import { predictedArrival } from './predicted-arrival.ts';

const { shape } = boardLoad;

/** A vehicle has one name there: the fleet's, or the number on its plate. */
function shownVehicle(vehicle: EmbeddedVehicle): EmbeddedVehicle {
  const { id, vehicle_name, license_plate_region, license_plate_country, license_plate_number } = vehicle;
  return vehicle_name || !license_plate_number
    ? { id, vehicle_name }
    : { id, license_plate_region, license_plate_country, license_plate_number };
}

const assignment = shape.vehicle_assignment.unwrap();

export const wallLoad = z.object({
  load_id: shape.load_id,
  load_ref: shape.load_ref,
  tracking_health: shape.tracking_health,
  vehicle_assignment: assignment
    .extend({ vehicle: assignment.shape.vehicle.transform(shownVehicle) })
    .nullable(),
  last_position: shape.last_position,
  stops: shape.stops,
  version: shape.version,
  watched_at: shape.watched_at,
  read_at: shape.read_at,
  read_error: shape.read_error.unwrap().omit({ message: true }).nullable(),
  previous_vehicle_id: shape.previous_vehicle_id,
  vehicle_changed_at: shape.vehicle_changed_at,
  lost_truck: lostTruck
    .pick({ confirmed: true, seen_at: true, lost_at: true })
    .extend({ vehicle: assignment.shape.vehicle.transform(shownVehicle) })
    .nullish(),
  same_truck_loads: z.array(shape.same_truck_loads.element.pick({ load_id: true })),
  identifiers_sent: shape.identifiers_sent.unwrap().pick({ sent: true }).nullable(),
  fleet: shape.fleet,
  place: shape.place,
  motion: shape.motion,
  clock_ahead_seconds: shape.clock_ahead_seconds,
  pings_delayed: shape.pings_delayed,
  monitor: shape.monitor.unwrap().omit({ monitor_id: true }).nullable(),
  stop_zones: shape.stop_zones,
  predicted_arrivals: z.array(
    predictedArrival.pick({ stop_sequence: true, from: true, likely: true, to: true, running_late: true }),
  ),
  late_limits: shape.late_limits,
  possible_delivery: shape.possible_delivery.unwrap().unwrap().pick({ from: true, to: true }).nullish(),
  no_arrival_before: shape.no_arrival_before,
  leaving: shape.leaving.unwrap().pick({ reason: true, since: true }).nullable(),
  triage: loadTriage
    .pick({ exception_id: true, cause: true, opened_at: true, owner: true, version: true, change: true })
    .extend({
      snooze: z.object({ until: loadTriage.shape.snooze.unwrap().shape.until }).nullable(),
      closed: loadTriage.shape.closed.unwrap().pick({ reason: true }).nullable(),
    })
    .nullable(),
  dispatcher_eta: dispatcherEta.extend({ by: owner.pick({ name: true }) }).nullish(),
});

/** What wall screens are given in place of the response to people; of other routes the same, which has nothing of a load. */
export const WALL_RESPONSES = { 'GET /api/loads': boardLoads.extend({ items: z.array(wallLoad) }) };

/** The event `change`. */
export const wallChange = changeEvent.extend({
  items: z.array(wallLoad.partial().required({ load_id: true, version: true })),
});
