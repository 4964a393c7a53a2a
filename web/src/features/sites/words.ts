/** A site's terms in words. */
import type { Site } from '@waypost/contract/api/sites';
import { personLocale } from '../../ui/locale.ts';
import { durationText } from '../../ui/time.ts';

/** `2 h free`; nothing where detention is not reckoned. */
export function freeText({ free_minutes }: Pick<Site, 'free_minutes'>): string {
  if (free_minutes === null) return '';
  return free_minutes === 0 ? 'none' : durationText(free_minutes * 60_000);
}

/** `75 USD/h` */
export function rateText({ detention_rate, detention_currency }: Site): string {
  return detention_rate === null ? '' : `${detention_rate} ${detention_currency ?? ''}/h`;
}

export function countText(count: number): string {
  return count === 1 ? '1 site' : `${count.toLocaleString(personLocale())} sites`;
}
