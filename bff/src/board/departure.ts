/** A load that leaves the board for the archive. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { ArchiveReason } from '@waypost/contract/api/words';
import type { NewArchivedLoad } from '../store/archived-loads.ts';

export interface Departure {
  readonly reason: ArchiveReason;
  /** Milliseconds; what the reason rests on; null: a person's word. */
  readonly since: number | null;
  /** Null: Waypost itself. */
  readonly by: { readonly sub: string; readonly name: string } | null;
}

/** Why a load that is to be archived now leaves: what shows that it was delivered, else a person's word. @param by null: by itself */
export function departureOf({ leaving }: BoardLoad, by: Departure['by']): Departure {
  return {
    reason: leaving?.reason ?? 'removed',
    since: leaving ? Date.parse(leaving.since) : null,
    by,
  };
}

/** @param n the board's change number of its removal; @param now milliseconds */
export function toArchivedLoad(
  item: BoardLoad,
  departure: Departure,
  n: number,
  now: number,
): NewArchivedLoad {
  const { reason, since, by } = departure;
  const { fleet } = item;
  const vehicle = item.vehicle_assignment?.vehicle;
  const stops = item.stops.toSorted((a, b) => a.sequence - b.sequence);
  return {
    row: {
      n,
      load_id: item.load_id,
      load_ref: item.load_ref,
      reason,
      since,
      archived_at: now,
      archived_by: by?.sub ?? null,
      archived_by_name: by?.name ?? null,
      watched_at: Date.parse(item.watched_at),
      origin: stops[0]?.name ?? null,
      destination: stops.at(-1)?.name ?? null,
      vehicle_id: vehicle?.id ?? null,
      vehicle_name: vehicle?.vehicle_name ?? vehicle?.license_plate_number ?? vehicle?.vin ?? null,
      fleet_id: fleet?.fleet_id ?? null,
      fleet_ref: fleet?.fleet_ref ?? null,
      fleet_name: fleet?.name ?? null,
    },
    references: [vehicle?.license_plate_number, ...stops.map(({ name }) => name)],
    numbers: [vehicle?.vin],
    item: JSON.stringify(item),
  };
}
