// @vitest-environment happy-dom
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { JOB_ROUTES } from '@waypost/contract/api/job-routes';
import { afterEach, expect, it } from 'vitest';
import { pageOf } from '../testing/page.tsx';
import { draw } from '../testing/render.tsx';
import { asProblem, explain } from './problem.ts';
import { refetchFailed } from './queries.tsx';
import { queryKeys } from './query-keys.ts';
import { useRead, useWrite } from './server-state.ts';

const JOB_ID = '00000000-0000-4000-8000-000000000001';
const OFFLINE = new TypeError('Failed to fetch');

function Part() {
  const { error } = useRead(JOB_ROUTES.listJobs, queryKeys.jobs());
  const retry = useWrite(JOB_ROUTES.retryJob);
  return (
    <>
      {error && <p>Read: {explain(asProblem(error)).title}</p>}
      {retry.error && <p>Write: {explain(asProblem(retry.error)).title}</p>}
      <button type="button" onClick={() => retry.mutate({ params: { job_id: JOB_ID } })}>
        Retry
      </button>
    </>
  );
}
const { Page } = pageOf<object>(() => <Part />);

afterEach(() => onlineManager.setOnline(true));

it('without a network, reads and writes fail at once, and no write runs later', async () => {
  let online = false;
  const answer = () => (online ? { body: { items: [] } } : OFFLINE);
  onlineManager.setOnline(false);
  const { user, asked } = await draw(<Page start={{}} />, {
    answers: { 'GET /api/jobs': answer, [`POST /api/jobs/${JOB_ID}/retry`]: answer },
  });
  expect(await screen.findByText(/^Read: /)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/^Write: /)).toBeDefined();
  const writes = () => asked.mock.calls.filter(([path]) => String(path).endsWith('/retry')).length;
  const before = writes();
  online = true;
  act(() => onlineManager.setOnline(true));
  // Reads come back by themselves.
  await waitFor(() => expect(screen.queryByText(/^Read: /)).toBeNull());
  expect(writes()).toBe(before);
});

it('what could not be read is read again as soon as the server is back', async () => {
  let is_up = false;
  let back = async () => {};
  function BackAgain() {
    const client = useQueryClient();
    back = () => refetchFailed(client);
    return <Part />;
  }
  const { Page: Shown } = pageOf<object>(() => <BackAgain />);
  await draw(<Shown start={{}} />, {
    answers: { 'GET /api/jobs': () => (is_up ? { body: { items: [] } } : OFFLINE) },
  });
  expect(await screen.findByText(/^Read: /)).toBeDefined();
  is_up = true;
  await act(back);
  await waitFor(() => expect(screen.queryByText(/^Read: /)).toBeNull());
});
