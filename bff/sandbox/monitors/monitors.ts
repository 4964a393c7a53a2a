/**
 * The geofence monitors. They see what vehicles reported while their location was shared, in the order of time, whenever
 * somebody lets them catch up: a timer, a read, or whoever moves the clock or changes what is shared.
 */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { Monitor } from '@waypost/contract/monitors';
import type { Events } from '../events/events.ts';
import { HOUR } from '../world/clock.ts';
import type { Drive } from '../world/drives.ts';
import { shares } from '../world/fleets.ts';
import type { Ping } from '../world/pings.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { World } from '../world/world.ts';
import { type JourneyStop, observe } from './journey.ts';
import {
  type KeptMonitor,
  keptMonitor,
  monitorAnswer,
  type SavedMonitor,
  savedMonitor,
  stopAnswer,
} from './monitor.ts';
import { firstAfter, quietUntil } from './skip-pings.ts';

/**
 * All monitors are brought forward together in steps of this much world time: a truck remembers its last trips only, so nobody
 * may be processed far ahead of the others.
 */
const STEP = 12 * HOUR;
/** A position that may be anywhere in a county says nothing about a circle. */
const MAX_ACCURACY_METERS = 1000;

const CATCH_UP_EVERY_MS = 50;
const NAMES = ASSUMPTIONS.events.geofence_monitor;

/** What is known of an active monitor's vehicle. World times. */
interface WatchState {
  /** Pings until then are processed. */
  seen: number;
  /** Nothing can happen before. */
  quiet: number;
  /** True when the last ping that was processed came too early or was not shared: the side on which the truck is is unknown. */
  blind: boolean;
  /** Orders that were known when that was worked out. */
  drives: readonly Drive[];
}

export interface SavedMonitors {
  readonly monitors: readonly SavedMonitor[];
  /** Wall clock. */
  readonly caught_up: number;
}

export class Monitors {
  readonly #world: World;
  readonly #events: Events;
  readonly #all = new Map<string, KeptMonitor>();
  readonly #active = new Map<KeptMonitor, WatchState>();
  readonly #listeners: (() => void)[] = [];
  /** World time until which all are brought forward. */
  #caughtUp: number;
  /** Wall clock of the last catch-up of all; and whether one of the vehicles was driven by order then, which reports at any time. */
  #caughtUpAt = Number.NEGATIVE_INFINITY;
  #driven = false;

  constructor(world: World, events: Events) {
    this.#world = world;
    this.#events = events;
    this.#caughtUp = world.clock.tau();
    world.beforeChange(() => {
      this.catchUp();
      this.#caughtUpAt = Number.NEGATIVE_INFINITY;
      // What did not count until now is over; what comes from now on may count, wherever the truck is.
      const before = world.clock.tau() - 1;
      for (const watch of this.#active.values())
        if (watch.blind) watch.seen = watch.quiet = Math.max(watch.seen, before);
    });
  }

  /** Called after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  get all(): KeptMonitor[] {
    this.catchUp();
    return [...this.#all.values()];
  }

  find(id: string): KeptMonitor | null {
    this.catchUp();
    return this.#all.get(id.toLowerCase()) ?? null;
  }

  answer(monitor: KeptMonitor): Monitor {
    return monitorAnswer(monitor, this.#world.vehicles.byId(monitor.vehicle_id));
  }

  add(monitor: KeptMonitor): void {
    this.settle();
    this.#take(monitor);
    this.#changed();
  }

  #take(monitor: KeptMonitor): void {
    this.#all.set(monitor.id, monitor);
    if (monitor.status !== 'active') return;
    const seen = this.#world.clock.tau(monitor.seen_until);
    this.#active.set(monitor, { seen, quiet: seen, blind: false, drives: [] });
  }

  /** False when it has ended already. */
  cancel(monitor: KeptMonitor): boolean {
    if (monitor.status !== 'active') return false;
    const now = this.#world.clock.now();
    monitor.status = 'cancelled';
    monitor.cancelled_at = now;
    monitor.updated_at = now;
    this.#active.delete(monitor);
    this.#emit(monitor, NAMES.cancelled, now, null);
    this.#changed();
    return true;
  }

  save(): SavedMonitors {
    const { clock } = this.#world;
    for (const [monitor, { seen }] of this.#active) monitor.seen_until = clock.wall(seen);
    const monitors = [...this.#all.values()].map(savedMonitor);
    return { monitors, caught_up: clock.wall(this.#caughtUp) };
  }

  load({ monitors, caught_up }: SavedMonitors): void {
    for (const monitor of monitors) this.#take(keptMonitor(monitor));
    this.#caughtUp = Math.min(this.#caughtUp, this.#world.clock.tau(caught_up));
    this.catchUp();
  }

  /** The same for whoever comes hundreds of times a second: what came in the last moment may wait for the next one. */
  settle(): void {
    const passed = this.#world.clock.now() - this.#caughtUpAt;
    if (this.#driven || passed < 0 || passed >= CATCH_UP_EVERY_MS) this.catchUp();
  }

  /** Takes in everything that was reported until now. */
  catchUp(): void {
    const now = this.#world.clock.tau();
    this.#caughtUpAt = this.#world.clock.now();
    this.#driven = false;
    if (this.#active.size === 0) this.#caughtUp = now;
    while (this.#caughtUp < now) {
      this.#caughtUp = Math.min(now, this.#caughtUp + STEP);
      for (const [monitor, watch] of this.#active) this.#bring(monitor, watch, this.#caughtUp);
    }
  }

  #bring(monitor: KeptMonitor, watch: WatchState, until: number): void {
    const { clock, vehicles } = this.#world;
    const end = clock.tau(monitor.expires_at);
    const vehicle = vehicles.byId(monitor.vehicle_id);
    if (vehicle && vehicle.drives.all.length > 0) this.#driven = true;
    if (vehicle) this.#process(monitor, watch, vehicle, Math.min(until, end));
    if (monitor.status === 'active' && until >= end) {
      monitor.status = 'expired';
      this.#ended(monitor, monitor.expires_at, NAMES.expired);
    }
  }

  #process(monitor: KeptMonitor, watch: WatchState, vehicle: Vehicle, until: number): void {
    if (watch.drives !== vehicle.drives.all) watch.quiet = watch.seen;
    watch.drives = vehicle.drives.all;
    while (monitor.status === 'active' && watch.seen < until && watch.quiet <= until) {
      // Pings on the way to the end of the quiet time are passed over; the one at its end counts.
      const from = Math.max(watch.seen, watch.quiet - 1);
      const ping = firstAfter(vehicle.pings, from, until);
      if (!ping) {
        watch.seen = Math.max(watch.seen, from);
        return;
      }
      this.#see(monitor, vehicle, ping);
      watch.seen = ping.at;
      const stop = monitor.stops[monitor.current] as JourneyStop;
      watch.blind = ping.accuracy_meters <= MAX_ACCURACY_METERS && !this.#counts(monitor, vehicle, ping);
      watch.quiet = watch.blind ? this.#blindUntil(monitor, vehicle, ping) : quietUntil(vehicle, ping, stop);
    }
  }

  /** World time from which pings may count, after one that did not; infinity until what is shared changes. */
  #blindUntil(monitor: KeptMonitor, { clock_ahead, fleet }: Vehicle, { at }: Ping): number {
    const { clock } = this.#world;
    const effective = Date.parse(fleet.agreement.effective_date ?? '');
    const begins = [monitor.created_at, monitor.starts_at - clock_ahead, effective];
    return clock.tau(Math.min(...begins.filter((wall) => wall > clock.wall(at))));
  }

  /** Time of a ping by the device's own clock, or null when it does not count for this monitor. */
  #counts(monitor: KeptMonitor, vehicle: Vehicle, ping: Ping | null): ping is Ping {
    if (!ping || ping.accuracy_meters > MAX_ACCURACY_METERS) return false;
    const received = this.#world.clock.wall(ping.at);
    const occurred = received + vehicle.clock_ahead;
    return (
      received >= monitor.created_at &&
      occurred >= monitor.starts_at &&
      occurred <= monitor.expires_at &&
      shares(vehicle.fleet, 'vehicle_location', received)
    );
  }

  #see(monitor: KeptMonitor, vehicle: Vehicle, ping: Ping): void {
    if (!this.#counts(monitor, vehicle, ping)) return;
    const earlier = vehicle.pings.last(ping.at - 1);
    const before = this.#counts(monitor, vehicle, earlier) ? earlier : null;
    const occurred = this.#world.clock.wall(ping.at) + vehicle.clock_ahead;
    observe(monitor, before, ping, occurred, (transition) => {
      if (transition.kind === 'finished') {
        monitor.status = 'completed';
        monitor.completed_at = occurred;
        return this.#ended(monitor, occurred, NAMES.completed);
      }
      monitor.updated_at = occurred;
      const name = transition.kind === 'arrived' ? NAMES.stop_arrived : NAMES.stop_departed;
      this.#emit(monitor, name, occurred, transition.stop);
      this.#changed();
    });
  }

  #ended(monitor: KeptMonitor, at: number, event_name: string): void {
    monitor.updated_at = at;
    this.#active.delete(monitor);
    this.#emit(monitor, event_name, at, null);
    this.#changed();
  }

  #emit(monitor: KeptMonitor, event_name: string, at: number, stop: JourneyStop | null): void {
    const record = this.answer(monitor);
    this.#events.emit({
      event_name,
      fleet_id: record.fleet_id ?? null,
      fleet_ref: record.fleet_ref ?? null,
      webhook_group_id: monitor.webhook_group_id,
      data: [{ ...record, stop: stop && stopAnswer(stop), occurred_at: new Date(at).toISOString() }],
    });
  }
}
