import type { BoardLoad } from '@waypost/contract/api/board';
import { hasEtaAhead } from '@waypost/triage/dispatcher-eta';
import { isPositionDoubted } from '@waypost/triage/doubt';
import type { StopAhead } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { predictedAt } from './predicted.ts';

/** Stops that the truck still drives to, with our estimate, for the map. Only those whose place is known. @param now the server's clock */
export function stopsAhead(load: BoardLoad, now: number): readonly StopAhead[] {
  return load.predicted_arrivals
    .toSorted((a, b) => a.stop_sequence - b.stop_sequence)
    .flatMap(({ stop_sequence, place, place_by }) => {
      const stop = load.stops.find(({ sequence }) => sequence === stop_sequence);
      const predicted = stop && predictedAt(load, stop, now);
      if (!place || !predicted) return [];
      const name = isolated(stop.name ?? `Stop ${stop.sequence + 1}`);
      // A city's center is not the dock.
      const where = place_by === 'city' ? `${name} (city)` : name;
      // No lateness is claimed for a truck that may be the wrong one.
      const doubted = isPositionDoubted(load, now) && !hasEtaAhead(load, stop_sequence, now);
      const lines = [where, predicted.eta, doubted ? '' : predicted.lateness].filter((line) => line !== '');
      return [{ latitude: place.latitude, longitude: place.longitude, label: lines.join('\n') }];
    });
}
