// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { NEW_ID, openNewJob as open, paste, rowTexts, send } from '../../testing/new-job.tsx';
import { leaveToSignIn } from '../../testing/render.tsx';

beforeEach(() => localStorage.clear());

it.each([
  ['invitation', 'ref,name\nF-1,Mesa'],
  // The text may have passwords.
  ['user', ''],
] as const)('text typed in place of a file of %ss survives the end of the session', async (kind, kept) => {
  const first = await open(kind);
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(/Or paste rows/);
  fireEvent.change(await field(), { target: { value: 'ref,name\nF-1,Mesa' } });
  leaveToSignIn(first);
  const { user } = await open(kind);
  expect((await field()).value).toBe(kept);
  if (kept === '') return;
  await user.click(screen.getByRole('button', { name: 'Use pasted rows' }));
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect((await field()).value).toBe('');
});

it('offers only what another tab has left of the rows', async () => {
  const { calls } = await open();
  paste('Ref,Company\nF-1,Mesa\nF-2,Ridge\nF-3,Delta\n');
  await send();
  fireEvent(window, new Event('pagehide'));
  const key = localStorage.key(0) as string;
  const inOtherTab = (work: () => void) => {
    work();
    fireEvent(window, new StorageEvent('storage', { key }));
  };
  const stored = JSON.parse(localStorage.getItem(key) as string);
  const value = { ...stored.value, rows: stored.value.rows.slice(1), left_of: [NEW_ID] };
  inOtherTab(() => localStorage.setItem(key, JSON.stringify({ ...stored, value })));
  await waitFor(() => expect(rowTexts()).toHaveLength(2));
  inOtherTab(() => localStorage.removeItem(key));
  expect(await screen.findByText('These rows were sent or discarded in another tab')).toBeDefined();
  expect(screen.queryByRole('grid', { name: 'Rows' })).toBeNull();
  fireEvent(window, new Event('pagehide'));
  expect(localStorage.length).toBe(0);
  expect(calls('POST /api/bulk')).toEqual([]);
});
