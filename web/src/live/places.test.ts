import { describe, expect, it } from 'vitest';
import { matchSites } from './places.ts';

const book = [
  'Amarillo DC 4',
  'Amarillo DC 5',
  'Denver Warehouse North',
  'St. Louis Terminal',
  'México Planta 2',
].map((name) => ({ name }));
const names = (name: string) => {
  const { exact, similar } = matchSites(name, book);
  return { exact: exact?.name ?? null, similar: similar.map((site) => site.name) };
};

describe('matchSites', () => {
  it.each([
    ['Amarillo DC 4', 'Amarillo DC 4'],
    ['amarillo  dc-04', 'Amarillo DC 4'],
    ['Amarillo Distribution Center 4', 'Amarillo DC 4'],
    ['Denver WHSE N', 'Denver Warehouse North'],
    ['Saint Louis Term.', 'St. Louis Terminal'],
    ['MEXICO PLANTA 2', 'México Planta 2'],
  ])('matches %s with %s', (stop, site) => {
    expect(names(stop)).toEqual({ exact: site, similar: [] });
  });

  it('returns similar names as suggestions', () => {
    expect(names('Denver Warehouse')).toEqual({ exact: null, similar: ['Denver Warehouse North'] });
    expect(names('Amarillo DC').similar).toEqual(['Amarillo DC 4', 'Amarillo DC 5']);
  });

  it('never suggests a site of the same customer in another city', () => {
    const abbotsford = 'Abbotsford Ridgeway Building Supply Plant';
    const sites = [
      { name: 'Baltimore Ridgeway Building Supply Plant' },
      { name: 'Abbotsford Ridgeway Building Supply Market' },
    ];
    expect(matchSites(abbotsford, sites)).toEqual({ exact: null, similar: [sites[1]] });
    expect(matchSites('Ridgeway Building Supply Plant', sites).similar).toEqual(sites);
  });

  it('never matches different numbers', () => {
    expect(names('Amarillo DC 6')).toEqual({ exact: null, similar: [] });
    expect(names('México Planta 3').similar).toEqual([]);
  });

  it('leaves equal names undecided, except for a literal match', () => {
    const twice = [{ name: 'Yard 1' }, { name: 'YARD-01' }];
    expect(matchSites('yard no. 1', twice)).toEqual({ exact: null, similar: twice });
    expect(matchSites('Yard 1', twice).exact).toBe(twice[0]);
  });

  it('returns nothing for a name without words', () => {
    expect(matchSites(' - ', book)).toEqual({ exact: null, similar: [] });
  });
});
