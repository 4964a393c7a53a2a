// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openNewJob as open } from '../../testing/new-job.tsx';
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
