/** The counts of a fleet in words. */
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../ui/health.ts';
import { countText, numberText } from '../ui/units.ts';
import type { FleetCounts } from './fleets.ts';

/** `2 trucks in doubt, 6 stale, 20 live` */
export function healthText(by_health: Readonly<Partial<Record<string, number>>>): string {
  return HEALTH_ORDER.flatMap((key) => {
    const count = by_health[key] ?? 0;
    return count === 0 ? [] : [healthCount(count, key)];
  }).join(', ');
}

/** `2 trucks in doubt`, `6 stale` */
export function healthCount(count: number, key: HealthKey): string {
  const word = HEALTH[key].word.toLowerCase();
  return countText(count, word, word.replace('truck', 'trucks'));
}

/** The loads that are not live; empty when all are. */
export const troubleText = ({ by_health }: Pick<FleetCounts, 'by_health'>): string =>
  healthText({ ...by_health, live: 0 });

/** `38 of 40 trucks` */
export const quietText = ({ quiet_trucks, trucks }: Pick<FleetCounts, 'quiet_trucks' | 'trucks'>): string =>
  `${numberText(quiet_trucks)} of ${numberText(trucks)} trucks`;
