/** Which sites the list shows, and in which order. */
import type { Site } from '@waypost/contract/api/sites';
import {
  natural,
  type SortKey,
  type SortOrder,
  sortOrder,
  sortRows,
  wordsOf,
} from '../../ui/resource-list/query.ts';
import { SITE_SORTS, type SiteSort } from './search.ts';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word must stand somewhere in the name or the note. */
export function matching(sites: readonly Site[], q: string | undefined): readonly Site[] {
  const words = wordsOf(plain(q ?? ''));
  if (words.length === 0) return sites;
  return sites.filter(({ name, note }) => {
    const text = plain(`${name} ${note ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

export const sortOf = (sort: string | undefined): SortOrder<SiteSort> => sortOrder(sort, SITE_SORTS, 'name');

const KEYS: Readonly<Record<SiteSort, (site: Site) => SortKey>> = {
  name: ({ name }) => natural(name),
  radius: ({ radius_meters }) => radius_meters,
  free: ({ free_minutes }) => free_minutes,
  rate: ({ detention_rate }) => (detention_rate === null ? null : Number(detention_rate)),
};

const byName = (a: Site, b: Site) => a.name.localeCompare(b.name, 'en', { numeric: true });

export function sorted(sites: readonly Site[], sort: string | undefined): readonly Site[] {
  const { by, descending } = sortOf(sort);
  return sortRows(sites, KEYS[by], descending, byName);
}
