import { expect, it } from 'vitest';
import { cityIndex } from './city-index.ts';

const cities = cityIndex();
const found = (text: string) => cities.find(text).map(({ name, region }) => `${name}, ${region}`);

it.each([
  ['Amarillo', 'Amarillo, TX'],
  ['amarillo, TX', 'Amarillo, TX'],
  ['Amarillo TX', 'Amarillo, TX'],
  ['London ON', 'London, ON'],
  ['Laredo, mx', undefined],
  ['montreal', 'Montréal, QC'],
  ['Kansas City, MO', 'Kansas City, MO'],
  ['St. Louis', 'St. Louis, MO'],
])('%j finds %j first', (text, first) => {
  if (first === undefined) expect(found(text)).not.toContain('Laredo, TX');
  else expect(found(text)[0]).toBe(first);
});
it('finds incomplete names, the best-known first', () => {
  expect(found('Amar')[0]).toBe('Amarillo, TX');
  expect(found('Houst')[0]).toBe('Houston, TX');
  const inNorthAmerica = cities.find('San').filter((place) => ['US', 'CA', 'MX'].includes(place.country));
  expect(inNorthAmerica).toHaveLength(10);
});
it('finds a word inside a name after names that start with it', () => {
  const names = cities.find('Paso').map((place) => place.name);
  const whole = names.indexOf('El Paso');
  expect(whole).toBeGreaterThanOrEqual(0);
  expect(names.slice(0, whole).every((name) => name.startsWith('Paso'))).toBe(true);
});
it('returns at most ten results, and none for an empty text', () => {
  expect(cities.find('a')).toHaveLength(10);
  expect(cities.find(' , ')).toEqual([]);
  expect(cities.find('zzzzzz')).toEqual([]);
});
