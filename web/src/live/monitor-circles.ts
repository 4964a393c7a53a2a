/** A monitor's circles as the map draws them: done, where it is, and planned are shown by weight and dash, never by hue. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { journeyOf, seen } from '@waypost/triage/journey';
import type { MapCircle } from '../map/types.ts';
import { stopName } from './journey-words.ts';

export const circleId = (sequence: number): string => `stop-${sequence}`;

export function sequenceOf(circle_id: string | null): number | null {
  const match = /^stop-(\d+)$/.exec(circle_id ?? '');
  return match ? Number(match[1]) : null;
}

export function circlesOf(monitor: BoardMonitor): MapCircle[] {
  const { kind, stop: here } = journeyOf(monitor);
  return monitor.stops.flatMap((stop, index) => {
    const { latitude, longitude, radius_meters, sequence } = stop;
    if (latitude === null || longitude === null || radius_meters === null) return [];
    const current = kind === 'at_stop' && stop === here;
    return {
      id: circleId(sequence),
      label: stopName(stop, monitor.stops),
      number: String(index + 1),
      latitude,
      longitude,
      radius_meters,
      state: current ? ('current' as const) : seen(stop) ? ('done' as const) : ('planned' as const),
      editable: false,
    };
  });
}
