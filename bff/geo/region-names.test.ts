import { expect, it } from 'vitest';
import { regionCodeOf, regionText } from './region-names.ts';
import { regionCode } from './regions.ts';

it('names states and provinces by their codes, and leaves any other text', () => {
  expect(['TX', 'on', 'NL', 'NLE', 'Île-de-France', ''].map(regionText)).toEqual([
    'Texas (TX)',
    'Ontario (on)',
    'Newfoundland and Labrador (NL)',
    'Nuevo León (NLE)',
    'Île-de-France',
    '',
  ]);
});

it('knows a state or province by its code or name, whatever its capitals and accents', () => {
  expect(['tx', 'Texas', 'NUEVO LEON', 'new  york', 'ZZ', ''].map(regionCodeOf)).toEqual([
    'TX',
    'TX',
    'NLE',
    'NY',
    null,
    null,
  ]);
});

it('names every province and state of Canada and Mexico that has a code', () => {
  for (const country of ['CA', 'MX'])
    for (let n = 1; n <= 32; n += 1) {
      const code = regionCode(country, String(n).padStart(2, '0'));
      if (code !== null) expect(regionText(code)).toMatch(/ \([A-Z]+\)$/);
    }
});
