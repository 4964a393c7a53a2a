// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NOW } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { ResourceFoot, type ResourceFootProps } from './ResourceList.tsx';

const FOOT: ResourceFootProps = {
  shown: 1200,
  total: null,
  words: ['entry', 'entries'],
  filtered: false,
  onClear: vi.fn(),
  readAt: NOW,
  again: 'updates on refresh',
};

it('shows the number of entries and when they were updated', async () => {
  await draw(<ResourceFoot {...FOOT} />);
  expect(screen.getByText('1,200 entries')).toBeDefined();
  expect(screen.getByText(/^Updated /).textContent).toMatch(/, updates on refresh · Times /);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that there are more entries, and loads them on request', async () => {
  const run = vi.fn();
  const more = { label: 'More', loading: false, run };
  const { user } = await draw(<ResourceFoot {...FOOT} more={more} />);
  expect(screen.getByText('The newest 1,200 entries')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'More' }));
  expect(run).toHaveBeenCalledOnce();
});

it('offers to clear the filters', async () => {
  const onClear = vi.fn();
  const { user } = await draw(<ResourceFoot {...FOOT} shown={1} filtered onClear={onClear} />);
  expect(screen.getByText('1 entry that matches')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledOnce();
});

it('shows 0 s when the local clock is ahead of the server', async () => {
  await draw(<ResourceFoot {...FOOT} readAt={NOW + 60_000} />);
  expect(screen.getByText(/^Updated /).textContent).toContain('Updated 0 s ago');
});

it('shows how many of the total match when it is known, and the source of the list', async () => {
  await draw(
    <ResourceFoot {...FOOT} shown={3} total={1200} filtered source="Known by events" readAt={null} />,
  );
  expect(screen.getByText('3 of 1,200 entries match')).toBeDefined();
  expect(screen.getByText('Known by events')).toBeDefined();
  expect(screen.getByText(/^Never updated/)).toBeDefined();
});

it('shows why the list is not up to date', async () => {
  await draw(<ResourceFoot {...FOOT} problem="the service is down" />);
  expect(screen.getByRole('status').textContent).toBe('Not up to date: the service is down');
});
