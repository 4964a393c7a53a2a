import { describe, expect, it } from 'vitest';
import { siteOf } from '../../testing/sites.ts';
import { sitesSearch } from './search.ts';
import { matching, sorted, sortOf } from './site-list.ts';

const SITES = [
  siteOf(1, { name: 'Dock 10', radius_meters: 300, free_minutes: null, note: 'Gate 4' }),
  siteOf(2, { name: 'Dock 9', radius_meters: 900, free_minutes: 60, detention_rate: '9.50', note: null }),
  siteOf(3, { name: 'Montréal', radius_meters: 500, free_minutes: 120, detention_rate: '75', note: null }),
];
const names = (sort: string | undefined) => sorted(SITES, sort).map(({ name }) => name);

describe('the list of sites', () => {
  it('finds words anywhere in name and note, without accents or case', () => {
    expect(matching(SITES, 'montreal').map(({ name }) => name)).toEqual(['Montréal']);
    expect(matching(SITES, 'gate dock').map(({ name }) => name)).toEqual(['Dock 10']);
    expect(matching(SITES, ' ')).toBe(SITES);
  });
  it('sorts numbers in names as numbers, in both directions', () => {
    expect(names(undefined)).toEqual(['Dock 9', 'Dock 10', 'Montréal']);
    expect(names('-name')).toEqual(['Montréal', 'Dock 10', 'Dock 9']);
  });
  it('sorts by numbers, with unknown values last in both directions', () => {
    expect(names('radius')).toEqual(['Dock 10', 'Montréal', 'Dock 9']);
    expect(names('free')).toEqual(['Dock 9', 'Montréal', 'Dock 10']);
    expect(names('-free')).toEqual(['Montréal', 'Dock 9', 'Dock 10']);
    expect(names('rate').slice(0, 2)).toEqual(['Dock 9', 'Dock 10']);
  });
});

describe('search parameters', () => {
  it('fall back when malformed', () => {
    expect(sitesSearch.parse({ q: '', sort: {}, site: 'x', add: '2' })).toEqual({});
    expect(sortOf('color')).toEqual(sortOf(undefined));
    expect(sitesSearch.parse({ q: '48', sort: '-radius', add: '1' })).toEqual({
      q: '48',
      sort: '-radius',
      add: '1',
    });
  });
});
