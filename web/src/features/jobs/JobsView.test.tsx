// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { Job } from '@waypost/contract/api/jobs';
import { expect, it } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import { JobsView } from './JobsView.tsx';
import type { JobsSearch } from './search.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const FAILED: Job = {
  job_id: id(1),
  kind: 'email',
  state: 'failed',
  tries: 8,
  max_tries: 8,
  created_at: ago(3600_000),
  next_try_at: null,
  failed_at: ago(60_000),
  problem: 'The address does not exist',
};
const WAITING: Job = {
  ...FAILED,
  job_id: id(2),
  kind: 'invented_later',
  state: 'waiting',
  tries: 1,
  next_try_at: ago(-120_000),
  failed_at: null,
  problem: null,
};
const { Page } = pageOf<JobsSearch>((page) => <JobsView {...page} />);

async function open(start: JobsSearch = {}, more: Answers = {}, items: readonly Job[] = [FAILED, WAITING]) {
  const page = await draw(<Page start={start} />, {
    roles: ['admin'],
    answers: { ...more, 'GET /api/jobs': { body: { items } } },
  });
  await page.frame();
  return page;
}

it('lists what failed with its reason, and what waits with its next try', async () => {
  await open();
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toMatch(/Email to a fleet.*The address does not exist.*Failed.*8 of 8.*1 h ago/);
  expect(second?.textContent).toMatch(/invented_later.*Next try in 2 min.*1 of 8/);
});

it('retries a failed job from its panel, and shows the list that follows', async () => {
  const { user, asked, frame } = await open(
    { job: FAILED.job_id },
    {
      [`POST /api/jobs/${FAILED.job_id}/retry`]: { body: { items: [{ ...WAITING, job_id: FAILED.job_id }] } },
    },
  );
  await user.click(screen.getByRole('button', { name: 'Retry job' }));
  await frame();
  expect(asked.mock.calls.some(([path]) => path === `/api/jobs/${FAILED.job_id}/retry`)).toBe(true);
  expect(screen.queryByRole('button', { name: 'Retry job' })).toBeNull();
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

it('keeps a job that cannot be retried, and says why', async () => {
  const body = { code: 409, message: 'A newer job does the same', detail: null, reason: 'conflict' };
  const { user, frame } = await open(
    { job: FAILED.job_id },
    { [`POST /api/jobs/${FAILED.job_id}/retry`]: { status: 409, body } },
  );
  await user.click(screen.getByRole('button', { name: 'Retry job' }));
  await frame();
  expect(await screen.findByText(/A newer job does the same/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Retry job' })).toBeDefined();
});

it('says when there is nothing', async () => {
  await open({}, {}, []);
  expect(screen.getByText('Nothing waits, nothing failed')).toBeDefined();
});
