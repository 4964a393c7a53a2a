import { expect, it } from 'vitest';
import { fc, propertyParameters, runs } from './property.ts';

it('by default a property tries 100 inputs with a random seed', () => {
  expect(propertyParameters({})).toEqual({ numRuns: 100 });
});

it('the environment sets the seed and the number of inputs', () => {
  expect(propertyParameters({ PROPERTY_SEED: '-17', PROPERTY_RUNS: '2000' })).toEqual({
    numRuns: 2000,
    seed: -17,
  });
});

it('an invalid number is rejected with its name', () => {
  expect(() => propertyParameters({ PROPERTY_SEED: 'abc' })).toThrow('PROPERTY_SEED: "abc"');
});

it('a property with fewer inputs scales with the others', () => {
  expect(runs(8, { numRuns: 100 })).toBe(8);
  expect(runs(8, { numRuns: 2000 })).toBe(160);
  expect(runs(8, { numRuns: 1 })).toBe(1);
});

it('a failing property prints its seed', () => {
  const never = () => fc.assert(fc.property(fc.integer(), () => false));
  expect(never).toThrow(/seed: -?\d+/);
});
