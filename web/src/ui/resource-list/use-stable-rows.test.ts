import { describe, expect, it } from 'vitest';
import { stableRows } from './use-stable-rows.ts';

interface Row {
  readonly id: string;
  readonly text: string;
}
const rowsOf = (ids: string, text = ''): readonly Row[] => [...ids].map((id) => ({ id, text }));
const idOf = ({ id }: Row) => id;

function held(wanted: readonly Row[], keys: string, all = wanted) {
  const { shown, waiting } = stableRows(wanted, [...keys], idOf, (key) => all.find(({ id }) => id === key));
  return { shown: shown.map(idOf).join(''), waiting };
}

describe('rows that are held', () => {
  it('keep their order, with what has changed in them', () => {
    expect(held(rowsOf('cab'), 'abc')).toEqual({ shown: 'abc', waiting: 0 });
    const { shown } = stableRows(rowsOf('ba', 'new'), ['a', 'b'], idOf, (id) => ({ id, text: 'new' }));
    expect(shown.map(({ text }) => text)).toEqual(['new', 'new']);
  });

  it('stay when they have left the filter, which counts as waiting; what is removed goes at once', () => {
    expect(held(rowsOf('a'), 'ab', rowsOf('ab'))).toEqual({ shown: 'ab', waiting: 1 });
    expect(held(rowsOf('a'), 'ab')).toEqual({ shown: 'a', waiting: 1 });
  });

  it('let new rows wait that would move them, and show those that come after them', () => {
    expect(held(rowsOf('xaybz'), 'ab')).toEqual({ shown: 'abz', waiting: 2 });
    expect(held(rowsOf('x'), 'ab', rowsOf('abx'))).toEqual({ shown: 'ab', waiting: 3 });
  });
});
