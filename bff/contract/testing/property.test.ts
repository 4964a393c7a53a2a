import { expect, it } from 'vitest';
import { fc, propertyParameters, runs } from './property.ts';

it('a property tries 100 inputs and takes a seed of its own by default', () => {
  expect(propertyParameters({})).toEqual({ numRuns: 100 });
});

it('the environment gives the seed and the number of inputs', () => {
  expect(propertyParameters({ PROPERTY_SEED: '-17', PROPERTY_RUNS: '2000' })).toEqual({
    numRuns: 2000,
    seed: -17,
  });
});

it('a number that is none is refused by name', () => {
  expect(() => propertyParameters({ PROPERTY_SEED: 'abc' })).toThrow('PROPERTY_SEED: "abc"');
});

it('a property with fewer inputs grows with the others', () => {
  expect(runs(8, { numRuns: 100 })).toBe(8);
  expect(runs(8, { numRuns: 2000 })).toBe(160);
  expect(runs(8, { numRuns: 1 })).toBe(1);
});

it('a property that fails prints its seed', () => {
  const never = () => fc.assert(fc.property(fc.integer(), () => false));
  expect(never).toThrow(/seed: -?\d+/);
});
