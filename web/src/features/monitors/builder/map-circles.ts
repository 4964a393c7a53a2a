/** The draft's stops as circles of the map. A stop that did not change is the same circle, so that the map sees differences only. */
import type { MapCircle } from '../../../map/types.ts';
import { type DraftStop, roleOf } from './draft.ts';

export type CircleMaker = (stops: readonly DraftStop[], current: string | null) => readonly MapCircle[];

/** Remembers what it made last. */
export function circleMaker(): CircleMaker {
  let made: readonly MapCircle[] = [];
  let kept = new Map<string, { circle: MapCircle; stop: DraftStop }>();
  return (stops, current) => {
    const next = new Map<string, { circle: MapCircle; stop: DraftStop }>();
    stops.forEach((stop, at) => {
      if (!stop.center || stop.radius_meters === null || !(stop.radius_meters > 0)) return;
      const number = String(at + 1);
      const label = stop.name.trim() || roleOf(at, stops.length);
      const state = stop.key === current ? 'current' : 'planned';
      const before = kept.get(stop.key);
      const same =
        before?.stop === stop &&
        before.circle.number === number &&
        before.circle.label === label &&
        before.circle.state === state;
      const circle: MapCircle = same
        ? before.circle
        : {
            id: stop.key,
            ...stop.center,
            radius_meters: stop.radius_meters,
            label,
            number,
            state,
            editable: true,
          };
      next.set(stop.key, { circle, stop });
    });
    const circles = [...next.values()].map(({ circle }) => circle);
    kept = next;
    if (circles.length !== made.length || circles.some((circle, at) => circle !== made[at])) made = circles;
    return made;
  };
}
