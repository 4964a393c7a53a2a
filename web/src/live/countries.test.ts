import { expect, it } from 'vitest';
import { countryCodeOf } from './countries.ts';

it.each([
  ['us', 'USA'],
  ['USA', 'USA'],
  ['U.S.', 'USA'],
  ['u.s.a.', 'USA'],
  ['United States', 'USA'],
  ['United States of America', 'USA'],
  ['Estados Unidos', 'USA'],
  ['CA', 'CAN'],
  ['canada', 'CAN'],
  ['México', 'MEX'],
  ['mexico', 'MEX'],
  ['Great Britain', 'GBR'],
  ['UK', 'GBR'],
  ["Côte d'Ivoire", 'CIV'],
  ['Atlantis', null],
  ['XX', null],
  ['NA', 'NAM'],
  ['n/a', null],
  ['', null],
])('%s is %s', (text, code) => expect(countryCodeOf(text)).toBe(code));
