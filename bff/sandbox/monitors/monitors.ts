/**
 * The geofence monitors. They process pings reported while the location was shared, in order of time, whenever `catchUp` is
 * called: by a timer, by a read, or before the clock moves or sharing changes.
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
  deserializeMonitor,
  type MonitorRecord,
  type SavedMonitor,
  serializeMonitor,
  toMonitorResponse,
  toStopResponse,
} from './monitor.ts';
import { firstAfter, quietUntil } from './skip-pings.ts';

/** All monitors advance together in steps of this world time, because trucks remember only their last trips. */
const STEP = 12 * HOUR;
/** A position this inaccurate says nothing about a circle. */
const MAX_ACCURACY_METERS = 1000;

const CATCH_UP_EVERY_MS = 50;
const NAMES = ASSUMPTIONS.events.geofence_monitor;

/** State of an active monitor's vehicle. World times. */
interface WatchState {
  /** Pings until then are processed. */
  seen: number;
  /** No transition is possible before. */
  quiet: number;
  /** The last processed ping came too early or was not shared, so it is unknown on which side of the circle the truck is. */
  blind: boolean;
  /** Ordered drives known when `quiet` was computed. */
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
  readonly #all = new Map<string, MonitorRecord>();
  readonly #active = new Map<MonitorRecord, WatchState>();
  readonly #listeners: (() => void)[] = [];
  /** World time until which all monitors are processed. */
  #caughtUp: number;
  /** Wall clock of the last catch-up, and whether a vehicle was on an ordered drive then, which may report at any time. */
  #caughtUpAt = Number.NEGATIVE_INFINITY;
  #driven = false;

  constructor(world: World, events: Events) {
    this.#world = world;
    this.#events = events;
    this.#caughtUp = world.clock.tau();
    world.beforeChange(() => {
      this.catchUp();
      this.#caughtUpAt = Number.NEGATIVE_INFINITY;
      // Pings that did not count are past; later ones may count wherever the truck is.
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

  get all(): MonitorRecord[] {
    this.catchUp();
    return [...this.#all.values()];
  }

  find(id: string): MonitorRecord | null {
    this.catchUp();
    return this.#all.get(id.toLowerCase()) ?? null;
  }

  answer(monitor: MonitorRecord): Monitor {
    return toMonitorResponse(monitor, this.#world.vehicles.byId(monitor.vehicle_id));
  }

  add(monitor: MonitorRecord): void {
    this.settle();
    this.#register(monitor);
    this.#changed();
  }

  #register(monitor: MonitorRecord): void {
    this.#all.set(monitor.id, monitor);
    if (monitor.status !== 'active') return;
    const seen = this.#world.clock.tau(monitor.seen_until);
    this.#active.set(monitor, { seen, quiet: seen, blind: false, drives: [] });
  }

  /** False when it has already ended. */
  cancel(monitor: MonitorRecord): boolean {
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
    const monitors = [...this.#all.values()].map(serializeMonitor);
    return { monitors, caught_up: clock.wall(this.#caughtUp) };
  }

  load({ monitors, caught_up }: SavedMonitors): void {
    for (const monitor of monitors) this.#register(deserializeMonitor(monitor));
    this.#caughtUp = Math.min(this.#caughtUp, this.#world.clock.tau(caught_up));
    this.catchUp();
  }

  /** Throttled catch-up for frequent callers. */
  settle(): void {
    const passed = this.#world.clock.now() - this.#caughtUpAt;
    if (this.#driven || passed < 0 || passed >= CATCH_UP_EVERY_MS) this.catchUp();
  }

  /** Processes everything reported until now. */
  catchUp(): void {
    const now = this.#world.clock.tau();
    this.#caughtUpAt = this.#world.clock.now();
    this.#driven = false;
    if (this.#active.size === 0) this.#caughtUp = now;
    while (this.#caughtUp < now) {
      this.#caughtUp = Math.min(now, this.#caughtUp + STEP);
      for (const [monitor, watch] of this.#active) this.#advance(monitor, watch, this.#caughtUp);
    }
  }

  #advance(monitor: MonitorRecord, watch: WatchState, until: number): void {
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

  #process(monitor: MonitorRecord, watch: WatchState, vehicle: Vehicle, until: number): void {
    if (watch.drives !== vehicle.drives.all) watch.quiet = watch.seen;
    watch.drives = vehicle.drives.all;
    while (monitor.status === 'active' && watch.seen < until && watch.quiet <= until) {
      // Skip pings within the quiet time; the one at its end counts.
      const from = Math.max(watch.seen, watch.quiet - 1);
      const ping = firstAfter(vehicle.pings, from, until);
      if (!ping) {
        watch.seen = Math.max(watch.seen, from);
        return;
      }
      this.#observe(monitor, vehicle, ping);
      watch.seen = ping.at;
      const stop = monitor.stops[monitor.current] as JourneyStop;
      watch.blind = ping.accuracy_meters <= MAX_ACCURACY_METERS && !this.#counts(monitor, vehicle, ping);
      watch.quiet = watch.blind ? this.#blindUntil(monitor, vehicle, ping) : quietUntil(vehicle, ping, stop);
    }
  }

  /** World time from which pings may count after one that did not; infinity until sharing changes. */
  #blindUntil(monitor: MonitorRecord, { clock_ahead, fleet }: Vehicle, { at }: Ping): number {
    const { clock } = this.#world;
    const effective = Date.parse(fleet.agreement.effective_date ?? '');
    const begins = [monitor.created_at, monitor.starts_at - clock_ahead, effective];
    return clock.tau(Math.min(...begins.filter((wall) => wall > clock.wall(at))));
  }

  /** Whether a ping counts for this monitor. */
  #counts(monitor: MonitorRecord, vehicle: Vehicle, ping: Ping | null): ping is Ping {
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

  #observe(monitor: MonitorRecord, vehicle: Vehicle, ping: Ping): void {
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

  #ended(monitor: MonitorRecord, at: number, event_name: string): void {
    monitor.updated_at = at;
    this.#active.delete(monitor);
    this.#emit(monitor, event_name, at, null);
    this.#changed();
  }

  #emit(monitor: MonitorRecord, event_name: string, at: number, stop: JourneyStop | null): void {
    const record = this.answer(monitor);
    this.#events.emit({
      event_name,
      fleet_id: record.fleet_id ?? null,
      fleet_ref: record.fleet_ref ?? null,
      webhook_group_id: monitor.webhook_group_id,
      data: [{ ...record, stop: stop && toStopResponse(stop), occurred_at: new Date(at).toISOString() }],
    });
  }
}
