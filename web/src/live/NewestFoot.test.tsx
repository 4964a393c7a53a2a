// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NOW } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { NewestFoot, type NewestFootProps } from './NewestFoot.tsx';

const FOOT: NewestFootProps = {
  count: 1200,
  words: ['entry', 'entries'],
  has_more: false,
  reading_more: false,
  onMore: vi.fn(),
  filtered: false,
  onClear: vi.fn(),
  read_at: NOW,
  again: 'again on request',
};

it('says how much there is, and as of when', async () => {
  await draw(<NewestFoot {...FOOT} />);
  expect(screen.getByText('1,200 entries')).toBeDefined();
  expect(screen.getByText(/^Read .*Times /).textContent).toContain('again on request');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that there is more, and reads it on request', async () => {
  const onMore = vi.fn();
  const { user } = await draw(<NewestFoot {...FOOT} has_more onMore={onMore} />);
  expect(screen.getByText('The newest 1,200 entries')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(onMore).toHaveBeenCalledOnce();
});

it('leads out of a filter', async () => {
  const onClear = vi.fn();
  const { user } = await draw(<NewestFoot {...FOOT} count={1} filtered onClear={onClear} />);
  expect(screen.getByText('1 entry that matches')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledOnce();
});

it('takes a clock that is ahead of the server for now', async () => {
  await draw(<NewestFoot {...FOOT} read_at={NOW + 60_000} />);
  expect(screen.getByText(/^Read /).textContent).toContain('Read 0 s ago');
});
