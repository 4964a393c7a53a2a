/**
 * Loads that were parsed have copies of the same text: names of stops and fleets, appointments, zones. With tens of thousands of loads
 * they are a tenth of the page's memory. Keeps one of each, after the first view and after each new list, some loads at a time.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadStore } from './store.ts';

const LOADS_AT_ONCE = 500;

type Shared = <T extends string | null | undefined>(text: T) => T;

function shareIn(load: BoardLoad, shared: Shared): void {
  const { stops, fleet, place, stop_zones, predicted_arrivals } = load;
  load.watched_at = shared(load.watched_at);
  for (const stop of stops) {
    stop.name = shared(stop.name);
    stop.stop_type = shared(stop.stop_type);
    stop.estimated_arrival_at = shared(stop.estimated_arrival_at);
    stop.estimated_departure_at = shared(stop.estimated_departure_at);
  }
  if (fleet) {
    fleet.fleet_id = shared(fleet.fleet_id);
    fleet.name = shared(fleet.name);
    fleet.fleet_ref = shared(fleet.fleet_ref);
  }
  if (place) place.name = shared(place.name);
  for (const [sequence, zone] of Object.entries(stop_zones ?? {}))
    if (stop_zones) stop_zones[sequence] = shared(zone);
  for (const arrival of predicted_arrivals) {
    arrival.from = shared(arrival.from);
    arrival.likely = shared(arrival.likely);
    arrival.to = shared(arrival.to);
  }
}

/** Nothing can be seen of it but the memory: the values stay equal. */
export async function shareText(
  store: Pick<LoadStore, 'ids' | 'get'>,
  pause = () => new Promise<void>((resolve) => setTimeout(resolve)),
): Promise<void> {
  const texts = new Map<string, string>();
  const shared = ((text: string | null | undefined) => {
    if (text == null) return text;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  }) as Shared;
  let done = 0;
  for (const load_id of [...store.ids()]) {
    const load = store.get(load_id);
    if (load) shareIn(load, shared);
    done += 1;
    if (done % LOADS_AT_ONCE === 0) await pause();
  }
}

export function followLists(store: LoadStore): void {
  void shareText(store);
  store.subscribeFlush(({ reset }) => {
    if (reset && store.published) void shareText(store);
  });
}
