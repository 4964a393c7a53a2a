// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { JobGroup } from '@waypost/contract/api/jobs';
import { expect, it } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import { JobsView } from './JobsView.tsx';
import type { JobsSearch } from './search.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const JOB: JobGroup['items'][number] = {
  job_id: id(1),
  subject: 'ops@mesa.example, Mesa Haulage',
  tries: 8,
  max_tries: 8,
  created_at: ago(3600_000),
  next_try_at: null,
  failed_at: ago(60_000),
};
const FAILED: JobGroup = {
  group_id: 'failed-emails',
  kind: 'email',
  state: 'failed',
  problem: 'The address does not exist',
  count: 2,
  oldest_at: ago(3600_000),
  next_try_at: null,
  failed_at: ago(60_000),
  items: [JOB, { ...JOB, job_id: id(2), subject: 'dan@ridge.example, Ridge' }],
};
const WAITING: JobGroup = {
  ...FAILED,
  group_id: 'waiting-later',
  kind: 'invented_later',
  state: 'waiting',
  problem: 'HTTP 500',
  count: 545,
  next_try_at: ago(-120_000),
  failed_at: null,
  items: [{ ...JOB, job_id: id(3), subject: null, tries: 1, next_try_at: ago(-120_000), failed_at: null }],
};
const { Page } = pageOf<JobsSearch>((page) => <JobsView {...page} />);

async function open(
  start: JobsSearch = {},
  more: Answers = {},
  items: readonly JobGroup[] = [FAILED, WAITING],
) {
  const page = await draw(<Page start={start} />, {
    roles: ['admin'],
    answers: { ...more, 'GET /api/jobs': { body: { items } } },
  });
  await page.frame();
  return page;
}

it('lists jobs by kind and reason with their numbers, and when the next try is', async () => {
  await open();
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toMatch(/Email to a fleet.*The address does not exist.*Failed.*2.*1 h ago/);
  expect(second?.textContent).toMatch(/invented_later.*HTTP 500.*Next try in 2 min.*545/);
  expect(screen.getByText('2 jobs failed, 545 wait.')).toBeDefined();
});

it('opens to what each job is about and when it is tried next', async () => {
  await open({ group: FAILED.group_id });
  const panel = within(screen.getByRole('complementary', { name: /Email to a fleet/ }));
  expect(panel.getByRole('rowheader', { name: 'dan@ridge.example, Ridge' })).toBeDefined();
});

it('tries a group that waits now', async () => {
  const { user, asked, frame } = await open(
    { group: WAITING.group_id },
    { 'POST /api/jobs/retry': { body: { retried: 545, refused: 0, items: [FAILED] } } },
  );
  await user.click(screen.getByRole('button', { name: 'Try these 545 jobs now' }));
  await frame();
  const sent = asked.mock.calls.filter(([path]) => path === '/api/jobs/retry');
  expect(sent.map(([, { body }]) => body)).toEqual([JSON.stringify({ group_id: WAITING.group_id })]);
  expect(screen.getByText('545 jobs run again')).toBeDefined();
});

it('names an outgoing event in words', async () => {
  const subject = 'estimate.moved of LD-40821 to tms.example.com';
  await open({}, {}, [{ ...FAILED, kind: 'outgoing_delivery', count: 1, items: [{ ...JOB, subject }] }]);
  const [, row] = screen.getAllByRole('row');
  expect(row?.textContent).toContain('Estimate moved of LD-40821 to tms.example.com');
});

it('says how many of a large group are listed', async () => {
  await open({ group: WAITING.group_id });
  expect(screen.getByText('First 1 of 545 jobs')).toBeDefined();
  expect(screen.getByRole('row', { name: /Not known 1 of 8 in 2 min/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Retry these/ })).toBeNull();
});

it('retries one job, those of a group or all, and shows the list that follows', async () => {
  const rest = { ...FAILED, count: 1, items: FAILED.items.slice(1) };
  const retried = (body: object) => ({ body: { retried: 1, refused: 0, items: [WAITING], ...body } });
  const { user, asked, frame } = await open(
    { group: FAILED.group_id },
    {
      [`POST /api/jobs/${JOB.job_id}/retry`]: { body: { items: [rest, WAITING] } },
      'POST /api/jobs/retry': retried({}),
    },
  );
  await user.click(screen.getByRole('button', { name: `Retry ${JOB.subject}` }));
  await frame();
  expect(screen.queryByRole('button', { name: `Retry ${JOB.subject}` })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Retry job' }));
  await frame();
  const bodies = asked.mock.calls
    .filter(([path]) => path === '/api/jobs/retry')
    .map(([, { body }]) => JSON.parse(String(body)));
  expect(bodies).toEqual([{ group_id: FAILED.group_id }]);
  expect(screen.getByText('1 job runs again')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

it('retries everything that failed, and says what could not run again', async () => {
  const { user, asked, frame } = await open(
    {},
    { 'POST /api/jobs/retry': { body: { retried: 1, refused: 1, items: [WAITING] } } },
  );
  await user.click(screen.getByRole('button', { name: 'Retry 2 jobs' }));
  await frame();
  const sent = asked.mock.calls.find(([path]) => path === '/api/jobs/retry');
  expect(JSON.parse(String(sent?.[1].body))).toEqual({ group_id: null });
  expect(screen.getByText(/1 can't run again/)).toBeDefined();
});

it('keeps a job that cannot be retried, and says why', async () => {
  const body = { code: 409, message: 'A newer job does the same', detail: null, reason: 'conflict' };
  const { user, frame } = await open(
    { group: FAILED.group_id },
    { [`POST /api/jobs/${JOB.job_id}/retry`]: { status: 409, body } },
  );
  const button = screen.getByRole('button', { name: `Retry ${JOB.subject}` });
  await user.click(button);
  await frame();
  expect(await screen.findByText(/A newer job does the same/)).toBeDefined();
  expect(screen.getByRole('button', { name: `Retry ${JOB.subject}` })).toBeDefined();
});

it('says when there is nothing', async () => {
  await open({}, {}, []);
  expect(screen.getByText('Nothing waits, nothing failed')).toBeDefined();
});
