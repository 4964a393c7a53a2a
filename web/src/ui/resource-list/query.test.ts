import { expect, it } from 'vitest';
import { byId, natural, sortOrder, sortRows } from './query.ts';
import { hasWords, wordsOf } from './words.ts';

it('hasWords finds every word in any text, ignoring case', () => {
  const texts = ['Unit 1187', null, undefined, 'CARRIER-3', 42];
  expect(hasWords(texts, wordsOf(' unit  CARRIER '))).toBe(true);
  expect(hasWords(texts, wordsOf('42 1187'))).toBe(true);
  expect(hasWords(texts, wordsOf('unit nobody'))).toBe(false);
  expect(hasWords(texts, wordsOf('carrier3'))).toBe(true);
  expect(hasWords(['Dallas, TX', 'Winston-Salem'], wordsOf('winstonsalem'))).toBe(false);
  expect(hasWords([], wordsOf(undefined))).toBe(true);
});

it('sortOrder parses a search parameter, and falls back to the default', () => {
  const sorts = { name: 1, age: 1 };
  expect(sortOrder('-age', sorts, 'name')).toEqual({ by: 'age', descending: true });
  expect(sortOrder('age', sorts, 'name')).toEqual({ by: 'age', descending: false });
  for (const sort of [undefined, 'nonsense', '-nonsense'])
    expect(sortOrder(sort, sorts, 'name')).toEqual({ by: 'name', descending: false });
  expect(sortOrder('nonsense', sorts, '-age')).toEqual({ by: 'age', descending: true });
});

it('sortRows sorts naturally in both directions, missing values last, ties by id', () => {
  const rows = [
    { id: 'd', name: null },
    { id: 'c', name: 'F-10' },
    { id: 'b', name: 'f-9' },
    { id: 'a', name: 'F-10' },
  ];
  const ids = (descending: boolean) =>
    sortRows(
      rows,
      ({ name }) => (name === null ? null : natural(name)),
      descending,
      byId(({ id }) => id),
    )
      .map(({ id }) => id)
      .join('');
  expect(ids(false)).toBe('bacd');
  expect(ids(true)).toBe('acbd');
});
