/** Lists in words. */
import type { LoadList } from '@waypost/contract/api/load-lists';
import { personLocale } from '../../../ui/units.ts';

export const numberText = (count: number): string => count.toLocaleString(personLocale());
export const loadsText = (count: number): string => (count === 1 ? '1 load' : `${numberText(count)} loads`);

/** `12 loads, 3 in the archive` */
export function countText({ loads, archived }: Pick<LoadList, 'loads' | 'archived'>): string {
  if (loads === 0 && archived === 0) return 'No loads';
  return archived === 0 ? loadsText(loads) : `${loadsText(loads)}, ${numberText(archived)} in the archive`;
}
