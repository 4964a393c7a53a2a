// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BulkJobDetail, BulkRow } from '@waypost/contract/api/bulk';
import { describe, expect, it, vi } from 'vitest';
import { JOB_ID, jobOf, rowOf } from '../../testing/bulk.ts';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw, NO_UUID, type Setup } from '../../testing/render.tsx';
import * as files from '../../ui/files.ts';
import { PageFrameContext, type PageParts } from '../../ui/page-frame.tsx';
import { JobList } from './JobList.tsx';
import { JobView } from './JobView.tsx';
import type { JobSearch } from './search.ts';
import { outcomeCsv, rowReason } from './words.ts';

const Frame = ({ title, above, filters, actions, children }: PageParts) => (
  <>
    {above}
    <h1>{title}</h1>
    {filters}
    {actions}
    {children}
  </>
);

const OTHER_ID = '00000000-0000-4000-8000-000000000802';

const { Page } = pageOf<JobSearch>((page) => (
  <PageFrameContext value={Frame}>
    <JobView {...page} job_id={JOB_ID} />
  </PageFrameContext>
));

const ROWS: readonly BulkRow[] = [
  rowOf(0, { state: 'done', effect: 'create' }),
  rowOf(1, { state: 'invalid', issues: [{ path: 'fleet_email', message: 'must be an email address' }] }),
  rowOf(2, { state: 'failed', message: 'The service refused it: taken', service_status: 409 }),
  rowOf(3),
  rowOf(4),
];

async function open(job: BulkJobDetail = jobOf(ROWS), answers: Answers = {}, setup: Setup = {}) {
  const page = await draw(<Page start={{}} />, {
    roles: ['onboarding'],
    ...setup,
    answers: {
      // The first that an address begins with answers.
      [`GET /api/bulk/${JOB_ID}/emails`]: { body: { items: [] } },
      [`GET /api/bulk/${JOB_ID}`]: { body: job },
      ...answers,
    },
  });
  await page.frame();
  const publish = (items: BulkJobDetail[]) => act(() => page.live.changes.publish('bulk', { items }));
  return { ...page, publish };
}
it("says that jobs are sent with the organization's credentials", async () => {
  await open();
  expect(screen.getByText(/Sent with your organization's credentials/)).toBeTruthy();
});

const outcomes = () =>
  within(screen.getByRole('grid', { name: 'Job rows' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent)
        .join(' | '),
    );

describe('the list of jobs', () => {
  const { Page: ListPage } = pageOf<object>(() => (
    <PageFrameContext value={Frame}>
      <JobList />
    </PageFrameContext>
  ));
  const openList = (items: readonly BulkJobDetail[]) =>
    draw(<ListPage start={{}} />, {
      roles: ['onboarding'],
      answers: { 'GET /api/bulk': { body: { items } } },
    });

  it('says which job another one waits for', async () => {
    const first = jobOf([rowOf(0)], { id: OTHER_ID, name: 'w3.csv', created_at: ago(90_000) });
    await openList([jobOf(ROWS), first]);
    expect(await screen.findByText(/^Waiting for .*w3\.csv.* to finish$/)).toBeDefined();
    expect(screen.getAllByText('Waiting')).toHaveLength(1);
    expect(screen.getAllByText('Running')).toHaveLength(1);
  });

  it('says what was withdrawn', async () => {
    const rows = (['done', 'done', 'failed'] as const).map((undo, n) =>
      rowOf(n, { state: 'done', effect: 'create', undo }),
    );
    await openList([jobOf(rows, { state: 'done', undo: 'done', undo_at: ago(1_000) })]);
    expect(await screen.findByText('Withdrawn')).toBeDefined();
    expect(screen.getByText('2 of 3 invitations withdrawn')).toBeDefined();
    expect(screen.queryByText(/3 of 3 done/)).toBeNull();
  });
});

describe('a job', () => {
  it('shows its progress and the outcome and reason of every row', async () => {
    await open();
    expect(screen.getByText('1 of 4 invitations created')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('2');
    expect(outcomes()).toEqual([
      '1 | F-1 | Created | ',
      '2 | F-2 | Not sent | Email must be an email address',
      '3 | F-3 | Not created | The service refused it: taken',
      '4 | F-4 | Waiting | ',
      '5 | F-5 | Waiting | ',
    ]);
  });

  it('lists the rows that the form held, with why, and counts them as its head does', async () => {
    const issues = [{ path: 'held', message: 'Same name as C-9' }];
    const { user } = await open(
      jobOf([
        rowOf(0, { state: 'done', effect: 'create' }),
        rowOf(1, { state: 'invalid', issues }),
        rowOf(2, { state: 'skipped', message: 'Not sent: the fleet has already accepted' }),
      ]),
    );
    expect(outcomes()[1]).toBe('2 | F-2 | Held | Same name as C-9');
    expect(screen.getByText(/1 row held, 1 row not sent; see the reason in the list\./)).toBeDefined();
    expect(screen.getByText('1 of 1 invitation created')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Not sent 1' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Held 1' }));
    expect(outcomes()).toHaveLength(1);
  });

  it('says beside a created row what was left out of it', async () => {
    const issues = [{ path: 'fleet_email', message: 'left out: “x” is not an email address' }];
    await open(jobOf([rowOf(0, { state: 'done', effect: 'create', issues })]));
    expect(outcomes()).toEqual(['1 | F-1 | Created | Email left out: “x” is not an email address']);
  });

  it('numbers its rows as the file does, also for the search and the CSV', async () => {
    const job = jobOf([rowOf(0, { row_number: 3 }), rowOf(1, { row_number: 7 })]);
    const { user } = await open(job);
    expect(outcomes()).toEqual(['3 | F-1 | Waiting | ', '7 | F-2 | Waiting | ']);
    expect(outcomeCsv(job, rowReason)).toMatch(/\r\n3,F-1,.*\r\n7,F-2,/);
    await user.type(screen.getByRole('searchbox', { name: 'Search rows' }), '7');
    await waitFor(() => expect(outcomes()).toEqual(['7 | F-2 | Waiting | ']));
  });

  it('names the fleet of each created row, and leads to its own invitations only', async () => {
    const row = rowOf(0, { state: 'done', effect: 'create', invitation_key: JOB_ID });
    const job = jobOf([row], { state: 'done', finished_at: new Date(0).toISOString() });
    await open(job, {
      [`GET /api/bulk/${JOB_ID}/emails`]: {
        body: {
          items: [
            {
              n: 0,
              invitation_key: JOB_ID,
              fleet_name: 'Mesa Haulage',
              to: 'ops@mesa.example',
              block: 'shared',
              shared: true,
              email: null,
            },
          ],
        },
      },
      'GET /api/messages': { body: { items: [], company: null, email_from: null } },
    });
    expect(await screen.findByText('Mesa Haulage')).toBeDefined();
    expect(screen.getByText('1 of 1 links copied, exported or sent.')).toBeDefined();
    // After an export, nothing may have been sent.
    expect(outcomes()).toEqual(['1 | F-1 Mesa Haulage | Created | Link copied, exported or sent already']);
    expect(screen.getByRole('link', { name: 'Share the links' }).getAttribute('href')).toContain(
      `job=${JOB_ID}`,
    );
  });

  it('is updated by the stream without requests', async () => {
    const { publish, asked } = await open();
    const before = asked.mock.calls.length;
    const row = rowOf(3, { state: 'done', effect: 'refresh' });
    await publish([{ ...jobOf(ROWS.with(3, row)), rows: [row] }]);
    expect(await screen.findByText('1 created, 1 renewed of 4 invitations')).toBeDefined();
    expect(outcomes()[3]).toBe('4 | F-4 | Renewed | ');
    expect(asked.mock.calls.length).toBe(before);
  });

  it('is re-read after a gap in the stream', async () => {
    let job = jobOf(ROWS);
    const { live, frame } = await open(job, { [`GET /api/bulk/${JOB_ID}`]: () => ({ body: job }) });
    job = jobOf(
      ROWS.map((row) => (row.state === 'waiting' ? { ...row, state: 'done', effect: 'create' } : row)),
    );
    act(() => live.changes.publishOpened());
    await frame();
    expect(await screen.findByText('3 of 4 invitations created')).toBeDefined();
  });

  it.each([
    ['renewals', 'refresh', '1 of 2 invitations renewed'],
    ['new invitations', 'create', '1 of 2 invitations created'],
  ] as const)('counts %s, once it is known which they are', async (_, effect, text) => {
    const { publish } = await open(jobOf([rowOf(0), rowOf(1)]));
    expect(screen.getByText('0 of 2 invitations done')).toBeDefined();
    const row = rowOf(0, { state: 'done', effect });
    await publish([{ ...jobOf([row, rowOf(1)]), rows: [row] }]);
    expect(await screen.findByText(text)).toBeDefined();
  });

  const other = (over: Partial<BulkJobDetail> = {}) =>
    jobOf([rowOf(0)], {
      id: OTHER_ID,
      name: 'w3.csv',
      created_at: ago(90_000),
      ...over,
    });

  it.each<[string, Partial<BulkJobDetail>]>([
    ['sends nothing before an earlier one has finished', {}],
    [
      'withdraws nothing before a running one has finished',
      { state: 'done', undo: 'running', undo_at: ago(1_000), created_at: ago(120_000) },
    ],
  ])('%s, and says so', async (_, over) => {
    const job = jobOf(
      [rowOf(0, over.undo ? { state: 'done', effect: 'create', undo: 'waiting' } : {})],
      over,
    );
    await open(job, { 'GET /api/bulk': { body: { items: [other(), job] } } });
    expect(await screen.findByText(/^Waiting for .*w3\.csv.* to finish\.$/)).toBeDefined();
    expect(screen.queryByText('Running')).toBeNull();
    expect(screen.queryByText('Withdrawing its invitations.')).toBeNull();
  });

  it('does not wait for a later one, nor for one that is paused', async () => {
    const items = [other({ created_at: ago(0) }), jobOf(ROWS), other({ state: 'paused' })];
    await open(jobOf(ROWS), { 'GET /api/bulk': { body: { items } } });
    expect(await screen.findByText('Running')).toBeDefined();
    expect(screen.queryByText(/^Waiting for .*w3\.csv.* to finish\.$/)).toBeNull();
  });

  it('shows until when it is delayed', async () => {
    await open(jobOf(ROWS, { message: 'The service asks us to wait until 18:30:05' }));
    expect(screen.getByText('The service asks us to wait until 18:30:05')).toBeDefined();
  });

  it('says that it resumes automatically while the server is unreachable', async () => {
    await open(jobOf(ROWS), {}, { connection: { phase: 'reconnecting', since: null, problem: null } });
    expect(screen.getByText(/resumes automatically when it is back. Nothing is sent twice/)).toBeDefined();
  });

  it('belongs to the bulk jobs, not to the background jobs', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Bulk jobs' }).getAttribute('href')).toBe('/bulk');
  });

  it('can be paused, resumed, and cancelled after a notice of what stays', async () => {
    let state: BulkJobDetail['state'] = 'running';
    const turned = (to: BulkJobDetail['state']) => () => {
      state = to;
      return { body: jobOf(ROWS, { state }) };
    };
    const { user } = await open(undefined, {
      [`POST /api/bulk/${JOB_ID}/pause`]: turned('paused'),
      [`POST /api/bulk/${JOB_ID}/resume`]: turned('running'),
      [`POST /api/bulk/${JOB_ID}/cancel`]: turned('cancelled'),
      [`GET /api/bulk/${JOB_ID}`]: () => ({ body: jobOf(ROWS, { state }) }),
    });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await screen.findByRole('button', { name: 'Pause' });
    await user.click(screen.getByRole('button', { name: 'Cancel job' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('2 invitations have not been created and will not be');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel job' }));
    expect(await screen.findByText('Cancelled')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Cancel job' })).toBeNull();
  });

  it('closes the question whether to cancel it when it has finished', async () => {
    let job = jobOf(ROWS);
    const { user, publish } = await open(job, { [`GET /api/bulk/${JOB_ID}`]: () => ({ body: job }) });
    await user.click(screen.getByRole('button', { name: 'Cancel job' }));
    await screen.findByRole('dialog');
    job = jobOf(ROWS, { state: 'done', finished_at: ago(0), version: 2 });
    await publish([job]);
    await screen.findByText('Completed', { exact: false });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('filters rows by outcome and searches them', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /^Problems 1/ }));
    expect(outcomes()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await user.type(screen.getByLabelText('Search rows'), 'email');
    expect(await screen.findByText('Email must be an email address')).toBeDefined();
    await screen.findByRole('gridcell', { name: 'F-2' });
  });

  it.each([{ code: 404, message: 'Job not found', detail: null, reason: 'not_found' }, NO_UUID])(
    'reports an unknown job: $code',
    async (gone) => {
      await open(undefined, { [`GET /api/bulk/${JOB_ID}`]: { status: gone.code, body: gone } });
      expect(screen.getByText('Job not found')).toBeDefined();
    },
  );
});

it('a user is created only once its operation succeeds, and later updates are applied', async () => {
  const operation_id = '00000000-0000-4000-8000-000000000701';
  const row = rowOf(0, { state: 'done', subject: 'jdoe', operation_id, operation_status: 'pending' });
  const { live } = await open(jobOf([row], { kind: 'user' }));
  expect(outcomes()).toEqual(['1 | jdoe | Accepted | ']);
  expect(screen.getByText('1 of 1 user sent, 0 created')).toBeDefined();
  act(() => live.changes.publish('operations', { items: [{ id: operation_id, status: 'failed' }] } as never));
  await waitFor(() => expect(outcomes()).toEqual(['1 | jdoe | Failed at the provider | ']));
});

it('exports the outcomes, one row each with its reason', () => {
  expect(outcomeCsv(jobOf(ROWS), rowReason).split('\r\n').slice(0, 4)).toEqual([
    '\uFEFFrow,fleet_ref,outcome,state,why,service_status',
    '1,F-1,Created,done,,',
    '2,F-2,Not sent,invalid,Email must be an email address,',
    '3,F-3,Not created,failed,The service refused it: taken,409',
  ]);
});

it('exports no name of a fleet as its reference, and who was emailed', async () => {
  const issues = [{ path: 'fleet_ref', message: 'Invalid input: expected string, received undefined' }];
  const rows = [
    rowOf(0, { state: 'invalid', subject: 'Mesa Haulage', issues }),
    rowOf(1, { state: 'done', effect: 'create', invitation_key: OTHER_ID }),
  ];
  const email = { id: OTHER_ID, state: 'sent', to: 'v1@tbv.example', message: null, at: ago(0) };
  const { user } = await open(jobOf(rows, { state: 'done', finished_at: ago(0) }), {
    [`GET /api/bulk/${JOB_ID}/emails`]: {
      body: {
        items: [
          {
            n: 1,
            invitation_key: OTHER_ID,
            fleet_name: null,
            to: 'v1@tbv.example',
            block: 'shared',
            shared: true,
            email,
          },
        ],
      },
    },
  });
  expect(await screen.findByText('Emailed to v1@tbv.example')).toBeDefined();
  const saved = vi.spyOn(files, 'download').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Outcome CSV' }));
  expect(String(saved.mock.calls[0]?.[1]).split('\r\n').slice(1, -1)).toEqual([
    '1,,Not sent,invalid,Fleet reference must not be empty,',
    '2,F-2,Created,done,Emailed to v1@tbv.example,',
  ]);
});
