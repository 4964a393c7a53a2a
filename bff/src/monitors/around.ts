/** What an item is put together from: the entry, and what the board and our own record tell of its load and vehicle. */
import type { Board } from '../board/board.ts';
import type { PlaceOf } from '../board/entry.ts';
import type { Entry } from './entry.ts';
import type { Around, SiteTerms } from './monitor-response.ts';
import type { Vehicles } from './vehicle-positions.ts';

export interface Surroundings {
  readonly board: Pick<Board, 'get'>;
  readonly site: (id: string) => SiteTerms | undefined;
  readonly vehicles: Vehicles;
  readonly placeOf: PlaceOf;
  readonly tracking_start_ms: number;
}

export function aroundOf(entry: Entry, { board, site, vehicles, tracking_start_ms }: Surroundings): Around {
  const { row, state, command, created_by_name, links, vehicle_name, watching } = entry;
  const planned = links.find((link) => link.state === 'linked' && board.get(link.load_id));
  const load = planned ? board.get(planned.load_id)?.item : undefined;
  return {
    ...{ state, command, created_by_name, links, vehicle_name, site, tracking_start_ms },
    ...{ id: row.id, events: row.events, last_event_at: row.last_event_at, version: row.version },
    read_at: row.read_at,
    outside_origin_at: row.outside_origin_at,
    load: load ? { load_id: load.load_id, stops: load.stops } : null,
    last_position: vehicles.lastPosition(watching.vehicle_id),
    place: vehicles.place(watching.vehicle_id),
    rhythm_seconds: vehicles.rhythmSeconds(watching.vehicle_id),
  };
}
