/** Persists what partners posted and what control routes changed in the world. Times are stored as wall-clock times. */

import type { Drive } from '../world/drives.ts';
import type { Load } from '../world/loads.ts';
import type { World } from '../world/world.ts';
import type { State } from './state.ts';

interface SavedLoad extends Omit<Load, 'posted' | 'revision'> {
  /** Wall clock. */
  readonly posted_at: number;
  /** Whether a partner set the stops, so that the simulated shipper does not change them. */
  readonly own_stops: boolean;
}

interface Window {
  readonly from: number;
  readonly to: number | null;
}

interface SavedVehicle {
  readonly vehicle_id: string;
  readonly silences: readonly Window[];
  readonly drives: readonly Drive[];
}

interface Saved {
  readonly loads: readonly SavedLoad[];
  readonly vehicles: readonly SavedVehicle[];
}

export function persistChanges(state: State, world: World): void {
  const { clock } = world;
  const changed = state.register('changes', {
    save: (): Saved => ({
      loads: world.changedLoads().map(({ load, own_stops }) => {
        const { posted, revision, ...facts } = load;
        return { ...facts, posted_at: clock.wall(posted), own_stops };
      }),
      vehicles: world.vehicles.all
        .filter(({ silence, drives }) => silence.ordered.length + drives.all.length > 0)
        .map(({ record, silence, drives }) => ({
          vehicle_id: record.id,
          silences: silence.ordered.map(({ from, to }) => ({
            from: clock.wall(from),
            to: Number.isFinite(to) ? clock.wall(to) : null,
          })),
          drives: drives.all,
        })),
    }),
    load: ({ loads, vehicles }: Saved) => {
      for (const { posted_at, own_stops, ...facts } of loads)
        world.restoreLoad({ ...facts, posted: clock.tau(posted_at), revision: 0 }, own_stops);
      for (const { vehicle_id, silences, drives } of vehicles) {
        const vehicle = world.vehicles.byId(vehicle_id);
        for (const { from, to } of silences) {
          vehicle?.silence.order(true, clock.tau(from));
          if (to !== null) vehicle?.silence.order(false, clock.tau(to));
        }
        vehicle?.drives.load(drives);
      }
    },
  });
  world.onChange(changed);
}
