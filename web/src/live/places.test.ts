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

describe('sites by the name of a stop', () => {
  it.each([
    ['Amarillo DC 4', 'Amarillo DC 4'],
    ['amarillo  dc-04', 'Amarillo DC 4'],
    ['Amarillo Distribution Center 4', 'Amarillo DC 4'],
    ['Denver WHSE N', 'Denver Warehouse North'],
    ['Saint Louis Term.', 'St. Louis Terminal'],
    ['MEXICO PLANTA 2', 'México Planta 2'],
  ])('takes %s for %s', (stop, site) => {
    expect(names(stop)).toEqual({ exact: site, similar: [] });
  });

  it('only offers what is similar', () => {
    expect(names('Denver Warehouse')).toEqual({ exact: null, similar: ['Denver Warehouse North'] });
    expect(names('Amarillo DC').similar).toEqual(['Amarillo DC 4', 'Amarillo DC 5']);
  });

  it('never takes one number for another', () => {
    expect(names('Amarillo DC 6')).toEqual({ exact: null, similar: [] });
    expect(names('México Planta 3').similar).toEqual([]);
  });

  it('decides nothing between two of the same name, but for the literal one', () => {
    const twice = [{ name: 'Yard 1' }, { name: 'YARD-01' }];
    expect(matchSites('yard no. 1', twice)).toEqual({ exact: null, similar: twice });
    expect(matchSites('Yard 1', twice).exact).toBe(twice[0]);
  });

  it('offers nothing for a stop without words', () => {
    expect(matchSites(' - ', book)).toEqual({ exact: null, similar: [] });
  });
});
