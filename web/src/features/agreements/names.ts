/** How an agreement and its fleet are called. */
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { personLocale } from '../../ui/units.ts';

export function fleetName({
  fleet_name,
  fleet_ref,
  fleet_id,
}: Pick<BoardAgreement, 'fleet_name' | 'fleet_ref' | 'fleet_id'>): string {
  return fleet_name || fleet_ref || (fleet_id ? `Fleet ${fleet_id.slice(0, 8)}` : 'Unnamed fleet');
}

export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(personLocale())} ${count === 1 ? one : many}`;

/** "3 watched loads and 1 monitor"; only what there is. */
export function thingsText(loads: number, monitors: number): string {
  const parts = [
    ...(loads > 0 ? [countText(loads, 'watched load')] : []),
    ...(monitors > 0 ? [countText(monitors, 'monitor')] : []),
  ];
  return parts.join(' and ');
}
