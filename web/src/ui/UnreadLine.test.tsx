// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import type { UnreadRows } from '@waypost/contract/unread';
import { afterEach, expect, it } from 'vitest';
import { UnreadLine, unreadText } from './UnreadLine.tsx';

afterEach(cleanup);

const WORDS = ['row', 'rows'] as const;
const NONE: UnreadRows = { left_out: 0, incomplete: 0, items: [] };
const ODD: UnreadRows = {
  left_out: 1,
  incomplete: 29,
  items: [
    { id: null, used: false, values: [{ path: '', reason: 'cannot be used without: id', raw: '{"x":1}' }] },
    { id: 'FT-2', used: true, values: [{ path: 'total_cost', reason: 'no decimal', raw: '"1,234.50"' }] },
  ],
};

it('is not there when everything could be read', () => {
  const { container } = render(<UnreadLine unread={NONE} words={WORDS} totals />);
  expect(container.textContent).toBe('');
});

it.each([
  [{ ...NONE, left_out: 1 }, false, '1 row could not be read.'],
  [{ ...NONE, left_out: 2 }, true, '2 rows could not be read. Not included in the totals.'],
  [{ ...NONE, incomplete: 1 }, false, '1 row has unreadable values.'],
])('counts in words: %j', (unread, totals, words) => {
  expect(unreadText(unread, WORDS, totals)).toBe(words);
});

it('shows each value as it came, with its field, and how many more there are', () => {
  render(<UnreadLine unread={ODD} words={WORDS} />);
  const line = screen.getByRole('group', { name: "Couldn't be read" });
  expect(line.textContent).toContain('29 rows have unreadable values.');
  expect(line.textContent).toContain('FT-2');
  expect(line.textContent).toContain('total_cost: "1,234.50"');
  expect(line.textContent).toContain('{"x":1}');
  expect(line.textContent).toContain('28 more, not shown');
});
