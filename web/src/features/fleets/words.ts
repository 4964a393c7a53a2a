/** Fleets in words. */
import type { FleetSummary } from '@waypost/contract/api/contacts';
import { HEALTH, type HealthKey, healthKey } from '../../ui/health.ts';
import { personLocale } from '../../ui/units.ts';

export const loadsText = (count: number): string =>
  count === 1 ? '1 load' : `${count.toLocaleString(personLocale())} loads`;

export const loadCount = ({ loads_by_health }: Pick<FleetSummary, 'loads_by_health'>): number =>
  Object.values(loads_by_health).reduce((sum, count) => sum + count, 0);

/** What is live comes last: it needs nobody. */
const ORDER = (Object.keys(HEALTH) as HealthKey[]).toSorted(
  (a, b) => Number(a === 'live') - Number(b === 'live'),
);

/** "6 stale, 20 live", by health, those that need somebody first. */
export function healthText(counts: ReadonlyMap<HealthKey, number>): string {
  return ORDER.flatMap((key) => {
    const count = counts.get(key) ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString(personLocale())} ${HEALTH[key].word.toLowerCase()}`];
  }).join(', ');
}

/** The service's own values, counted under the words of the screen. */
export function healthCounts(
  loads_by_health: FleetSummary['loads_by_health'],
): ReadonlyMap<HealthKey, number> {
  const counts = new Map<HealthKey, number>();
  for (const [raw, count] of Object.entries(loads_by_health)) {
    const key = healthKey(raw === '' ? null : raw);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}
