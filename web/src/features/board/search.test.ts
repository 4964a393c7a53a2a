import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { cameraOf, cameraText } from '../../map/types.ts';
import { parseSearch, stringifySearch } from '../../routes/search-params.ts';
import { id } from '../../testing/loads.ts';
import { boardSearch } from './search.ts';

const read = (text: string) => boardSearch.parse(parseSearch(text));

describe('board search parameters', () => {
  it('round-trip tab, filter, search, order, load and camera', () => {
    const search = {
      tab: 'all',
      health: ['check', 'stale'],
      q: '48213',
      sort: '-age',
      load: id(4),
      map: '39.0000,-96.0000,4.20',
    };
    const text = stringifySearch(search);
    expect(text).toContain('health=check,stale');
    expect(read(text)).toEqual(search);
  });

  it('keep a search of digits as text', () => {
    expect(read('?q=0012').q).toBe('0012');
  });

  it.each([
    ['?tab=zzz', 'tab'],
    ['?health=foo', 'health'],
    ['?sort=%7B%7D', 'sort'],
    ['?load=abc', 'load'],
    ['?map=1,2', 'map'],
    ['?map=91,0,3', 'map'],
    ['?view=garage', 'view'],
    ['?add=yes', 'add'],
  ])('%s falls back to the default', (text, field) => {
    expect(read(text)[field as 'tab']).toBeUndefined();
  });

  it('keep valid values when others are malformed', () => {
    expect(read(`?health=foo,live,live&tab=nope&q=x&load=${id(2)}`)).toMatchObject({
      health: ['live'],
      q: 'x',
      load: id(2),
    });
  });

  it('never throw, whatever the address holds', () => {
    const names = fc.constantFrom(
      'tab',
      'health',
      'q',
      'sort',
      'load',
      'map',
      'view',
      'add',
      '__proto__',
      'x',
    );
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (search) => {
        const first = read(`?${new URLSearchParams(search)}`);
        expect(read(stringifySearch(first))).toEqual(first);
      }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.anything({ maxDepth: 1 })),
        (search) => void boardSearch.parse(search),
      ),
    );
  });

  it('round a camera to four decimals', () => {
    expect(cameraOf(cameraText({ latitude: 35.19134, longitude: -102.1, zoom: 6.5 }))).toEqual({
      latitude: 35.1913,
      longitude: -102.1,
      zoom: 6.5,
    });
  });
});
