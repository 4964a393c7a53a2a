import { expect, it } from 'vitest';
import { citiesIn } from './PlaceField.tsx';

it.each([
  ['Evansville, IN dock 4', ['Evansville, IN']],
  ['Walmart DC Fort Worth, TX', ['DC Fort Worth, TX', 'Fort Worth, TX', 'Worth, TX']],
  ['Lincoln Terminal 5', ['Lincoln Terminal 5', 'Lincoln Terminal', 'Lincoln']],
  ['DC 4', ['DC 4']],
  ['', []],
])('extracts possible cities from %s', (name, texts) => {
  expect(citiesIn(name)).toEqual(texts);
});
