/**
 * A trip with appointments, as in life: the driver waits until the warehouse receives, starts the day after a long rest, and usually
 * keeps the appointments; sometimes a breakdown on the way makes the truck late.
 */
import { destination, distanceMeters, METERS_PER_MILE } from '@waypost/geo/geodesy';
import type { Calendar } from './calendar.ts';
import { HOUR, MINUTE } from './clock.ts';
import { Driver, LOCAL_MPH } from './driver.ts';
import type { Freight } from './freight.ts';
import type { Random } from './random.ts';
import type { Hub, Site } from './sites.ts';
import { AT_SITE, REST, TimelineBuilder } from './timeline.ts';
import { DOCK_METERS, INTERMEDIATE, middleOf, type Trip, type TripEnd, type Visit } from './trip.ts';

/** Share of trips with a breakdown, and how long it lasts. */
const BREAKDOWN = 0.07;
const [MIN_BREAKDOWN, MAX_BREAKDOWN] = [1.5 * HOUR, 4 * HOUR];
/** A shorter wait for an appointment is spent at the gate. */
const MIN_WAIT = 20 * MINUTE;
/** Times that a warehouse plans for loading or unloading. */
const PLANNED_STAYS = [60 * MINUTE, 90 * MINUTE, 120 * MINUTE] as const;

interface DayTripParts {
  readonly freight: Freight;
  readonly calendar: Calendar;
  /** Highway speed in miles per hour. */
  readonly cruise: number;
  readonly random: Random;
  readonly from: TripEnd;
  readonly index: number;
  /** World time. */
  readonly begins: number;
}

export function dayTrip({ freight, calendar, cruise, random, from, index, begins }: DayTripParts): Trip {
  const line = new TimelineBuilder(from.place);
  const driver = new Driver(freight.network, freight.cities, random, line, cruise);
  const now = () => begins + line.now;

  /** Drives from the waypoint to a dock, waits for the appointment if there is time, and returns. */
  const visit = (hub: Hub, appointmentAt: (site: Site, earliest: number) => number): Visit => {
    const site = freight.anySite(hub, random);
    const dock = destination(site, random.next() * 360, random.next() * DOCK_METERS);
    const lastMiles = (distanceMeters(hub.node, dock) / METERS_PER_MILE / LOCAL_MPH) * HOUR;
    const appointment = appointmentAt(site, now() + lastMiles);
    const wait = appointment - random.between(0, 35) * MINUTE - lastMiles - now();
    if (wait > MIN_WAIT) driver.wait(hub.node, wait);
    driver.local(dock);
    const arrived = now();
    const planned = random.pick(PLANNED_STAYS);
    line.dwell(Math.max(0, appointment - arrived) + planned * random.between(0.6, 1.05), AT_SITE);
    const departed = now();
    driver.local(hub.node);
    return { site, arrived, departed, appointment: { from: appointment, until: appointment + planned } };
  };
  const inTime = (site: Site, earliest: number) =>
    calendar.nextAppointment(site, earliest + random.between(15, 90) * MINUTE, random);

  const pickUp = freight.nextOriginFrom(from.hub, random);
  const goal = freight.destinationFrom(pickUp, random);
  const route = freight.network.path(pickUp.node.index, goal.node.index);
  const middle = random.chance(INTERMEDIATE) ? middleOf(freight, route, random) : null;
  const breakdown = random.chance(BREAKDOWN) ? random.between(MIN_BREAKDOWN, MAX_BREAKDOWN) : 0;

  line.dwell(random.between(10, 11.5) * HOUR, REST);
  driver.startDay();
  driver.local(from.hub.node);
  driver.along(freight.network.path(from.hub.node.index, pickUp.node.index));
  const origin = visit(pickUp, inTime);
  const stopsBefore = driver.stops.length;
  const cut = middle ? route.indexOf(middle.node.index) : 0;
  driver.along(route.slice(0, cut + 1));
  const intermediate = middle && visit(middle, inTime);
  const rest = route.slice(cut);
  const halfway = Math.floor((rest.length * random.between(1, 2)) / 3);
  driver.along(rest.slice(0, halfway + 1));
  if (breakdown > 0) driver.wait(freight.network.node(rest[halfway] as number), breakdown);
  driver.along(rest.slice(halfway));
  driver.stops.splice(0, stopsBefore);
  const goalVisit = visit(goal, (site, earliest) =>
    breakdown > 0 ? calendar.nextSlot(earliest - breakdown) : inTime(site, earliest),
  );
  const place = driver.spot(goal.node);
  driver.local(place);
  return {
    index,
    timeline: line.build(begins),
    origin,
    intermediate,
    destination: goalVisit,
    route_stops: driver.stops.map((stop) => ({
      ...stop,
      arrived: stop.arrived + begins,
      departed: stop.departed + begins,
    })),
    end: { hub: goal, place },
  };
}
