// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { grid, NEW_ID, openNewJob as open, paste, rowTexts, sentOf } from '../../testing/new-job.tsx';
import type { Answers } from '../../testing/render.tsx';

beforeEach(() => localStorage.clear());

describe('users requested before', () => {
  const connection_id = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
  const HEAD = 'connection_id,user_email,password\n';
  const known_user = {
    by: ['user_email'],
    subject: 'a@x.example',
    state: 'created',
    at: ago(7 * 60_000),
    operation_id: '00000000-0000-4000-8000-000000000701',
    by_name: 'Noor Haddad',
    job: { id: NEW_ID, name: 'u.csv', row_number: 2 },
  };
  const knows = (users: Readonly<Record<string, object>>): Answers => ({
    'POST /api/bulk/check': (init) => ({
      body: {
        rows: sentOf(init).rows.map(({ user_email }, n) => {
          const known = users[String(user_email)] ?? null;
          return {
            n,
            subject: user_email,
            issues: [],
            will: known ? 'skip' : 'create',
            existing: null,
            similar: [],
            known_user: known,
          };
        }),
        fleets_problem: null,
      },
    }),
  });

  it('are held in a file that is uploaded again, with the number of those already created', async () => {
    const requested = { ...known_user, state: 'requested', job: null };
    await open(
      'user',
      knows({ 'a@x.example': known_user, 'b@x.example': known_user, 'c@x.example': requested }),
    );
    paste(`${HEAD}${['a', 'b', 'c'].map((one) => `${connection_id},${one}@x.example,p\n`).join('')}`);
    expect(await screen.findByRole('button', { name: 'Nothing to send' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Held 3' })).toBeDefined();
    expect(
      screen.getByText(
        /^2 already created, 1 requested and not answered yet: held\. Review them to decide\./,
      ),
    ).toBeDefined();
    expect(rowTexts()[0]).toMatch(/^Held\. Already created 7 min ago by u\.csv, row 2: same email/);
    expect(rowTexts()[2]).toMatch(/^Held\. Requested 7 min ago by Noor Haddad, not answered yet: same email/);
  });

  it('are listed in the job as held, stay in the form, and are sent once a person decides so', async () => {
    const { user, calls } = await open('user', knows({ 'a@x.example': known_user }));
    paste(`${HEAD}${connection_id},a@x.example,p\n${connection_id},b@x.example,p\n`);
    await user.click(await screen.findByRole('button', { name: 'Create 1 user' }));
    await waitFor(() =>
      expect(calls('POST /api/bulk')).toMatchObject([
        {
          row_numbers: [1, 2],
          renews_accepted: [],
          issues: [
            { n: 0, issues: [{ path: 'held', message: expect.stringMatching(/^Already created by /) }] },
          ],
        },
      ]),
    );
    expect(await screen.findByText('1 row was not sent.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: /^Held\./ }));
    const dialog = within(await screen.findByRole('dialog', { name: /Row 1: .?a@x\.example/ }));
    await user.click(dialog.getByRole('checkbox', { name: /^It is another person/ }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(rowTexts()[0]).toMatch(/^New user\. Already created/);
    await user.click(await screen.findByRole('button', { name: 'Create 1 user' }));
    await waitFor(() =>
      expect(calls('POST /api/bulk')[1]).toMatchObject({ renews_accepted: [0], issues: [] }),
    );
  });

  it('are named in a row with another problem, and another email is another decision', async () => {
    const { user } = await open('user', knows({ 'a@x.example': known_user, 'a@x.examples': known_user }));
    paste(`${HEAD}${connection_id},a@x.example,\n`);
    await waitFor(() =>
      expect(rowTexts()[0]).toMatch(/^Problem: Password must not be empty.*\. Already created 7 min ago by /),
    );
    await user.type(grid().getByLabelText('Password, row 1'), 'p');
    await user.click(await screen.findByRole('button', { name: /^Held\./ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: /^It is another person/ }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await user.type(grid().getByLabelText('Email, row 1'), 's');
    expect(await screen.findByRole('button', { name: /^Held\./ })).toBeDefined();
  });
});
