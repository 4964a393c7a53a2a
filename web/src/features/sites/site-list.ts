/** Which sites the list shows, and in which order. */
import type { Site } from '@waypost/contract/api/sites';
import type { SiteSort } from './search.ts';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word must stand somewhere in the name or the note. */
export function matching(sites: readonly Site[], q: string | undefined): readonly Site[] {
  const words = plain(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return sites;
  return sites.filter(({ name, note }) => {
    const text = plain(`${name} ${note ?? ''}`);
    return words.every((word) => text.includes(word));
  });
}

export function sortOf(sort: string | undefined): { by: SiteSort; descending: boolean } {
  const by = (sort ?? 'name').replace(/^-/, '') as SiteSort;
  return { by, descending: sort?.startsWith('-') === true };
}

const VALUE: Readonly<Record<Exclude<SiteSort, 'name'>, (site: Site) => number | null>> = {
  radius: (site) => site.radius_meters,
  free: (site) => site.free_minutes,
  rate: (site) => (site.detention_rate === null ? null : Number(site.detention_rate)),
};

/** What is not known stands last either way; equal ones by name. */
export function sorted(sites: readonly Site[], sort: string | undefined): readonly Site[] {
  const { by, descending } = sortOf(sort);
  const sign = descending ? -1 : 1;
  const byName = (a: Site, b: Site) => a.name.localeCompare(b.name, 'en', { numeric: true });
  if (by === 'name') return sites.toSorted((a, b) => sign * byName(a, b));
  const value = VALUE[by];
  return sites.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName(a, b);
    return sign * (x - y) || byName(a, b);
  });
}
