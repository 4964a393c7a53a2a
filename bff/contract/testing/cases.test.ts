import { expect, it } from 'vitest';
import { failedCases } from './cases.ts';

const even = async (n: number) => {
  if (n % 2 === 1) throw new Error('is odd');
};

it('names each failed row and continues with the next', async () => {
  expect(await failedCases([1, 2, 3], String, even)).toEqual(['1: is odd', '3: is odd']);
});

it('an empty table fails', async () => {
  expect(await failedCases([], String, even)).toEqual(['no row']);
});
