// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handRows } from '../../live/handed-rows.ts';
import { connectionOf, listOf } from '../../testing/agreements.ts';
import { jobOf, rowOf } from '../../testing/bulk.ts';
import { ago, HOUR } from '../../testing/loads.ts';
import {
  checked,
  grid,
  NEW_ID,
  openNewJob as open,
  paste,
  rowTexts,
  send,
  sentOf,
} from '../../testing/new-job.tsx';
import type { Answer } from '../../testing/render.tsx';

const BAD = 'Fleet reference must not be empty';
const CSV = 'Ref,Company,Hours\nF-1,Mesa,\nF-2,Ridge,0\n,Delta,\n';

beforeEach(() => localStorage.clear());

describe('rows from a file', () => {
  it('are not read from pastes into a dialog or a field', async () => {
    await open();
    const clipboardData = { getData: () => CSV };
    const above = document.createElement('div');
    above.setAttribute('aria-modal', 'true');
    above.append(document.createElement('input'), document.createElement('p'));
    document.body.append(above);
    for (const target of above.children) fireEvent.paste(target, { clipboardData });
    above.removeAttribute('aria-modal');
    fireEvent.paste(above.children[0] as Element, { clipboardData });
    expect(screen.queryByRole('grid', { name: 'Rows' })).toBeNull();
    above.remove();
    fireEvent.paste(document.body, { clipboardData });
    expect(await screen.findByRole('grid', { name: 'Rows' })).toBeDefined();
  });

  it('are read from a paste, with all problems shown before sending', async () => {
    const { calls } = await open();
    paste(CSV);
    await send();
    expect(rowTexts()).toEqual([
      'New invitation',
      'Problem: Valid for must be at least 1 hour',
      `Problem: ${BAD}`,
    ]);
    expect(screen.getByText(/2 rows with problems won't be sent/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Create 1 invitation' })).toBeDefined();
    expect(calls('POST /api/bulk')).toEqual([]);
  });

  it('show the warnings of a row beside its problem', async () => {
    const { user } = await open();
    paste('Ref,Company,E-mail\nF-1,Mesa,\n,Delta,no email\n');
    await send();
    expect(rowTexts()[1]).toBe(`Problem: ${BAD}. Email left out: “no email” is not an email address`);
    await user.click(screen.getByRole('button', { name: /^Warnings 1/ }));
    expect(rowTexts()).toHaveLength(1);
    expect(screen.getByText('2 rows, 1 with problems')).toBeDefined();
  });

  it('tell the job the warnings of a row with problems too', async () => {
    const { user, calls } = await open();
    paste('Ref,Company,E-mail\nF-1,Mesa,\n,Delta,no email\n');
    await user.click(await send());
    await waitFor(() => expect(calls('POST /api/bulk')).toHaveLength(1));
    expect(calls('POST /api/bulk')).toMatchObject([
      { issues: [{ n: 1, issues: [{ path: 'fleet_ref' }, { path: 'fleet_email' }] }], warnings: [] },
    ]);
  });

  it('tell the job what was left out of them', async () => {
    const { user, calls } = await open();
    paste('Ref,Company,E-mail\nF-1,Mesa,no email\nF-2,Delta,\n');
    await user.click(await send());
    const issues = [{ path: 'fleet_email', message: 'left out: “no email” is not an email address' }];
    await waitFor(() =>
      expect(calls('POST /api/bulk')).toMatchObject([{ issues: [], warnings: [{ n: 0, issues }] }]),
    );
  });

  it('get another column for a field, which is removed from its previous column', async () => {
    const { user } = await open();
    paste(CSV);
    await send();
    await user.selectOptions(screen.getByLabelText('Company'), 'fleet_ref');
    expect(screen.getByLabelText<HTMLSelectElement>('Ref').value).toBe('');
    expect(grid().queryByRole('columnheader', { name: 'fleet_name' })).toBeNull();
    expect(rowTexts()[2]).not.toContain(BAD);
  });

  it('stay under the filter after a cell was fixed, and can be sent', async () => {
    const { user, calls } = await open();
    paste(CSV);
    await send();
    await user.click(screen.getByRole('button', { name: /^Problems 2/ }));
    expect(rowTexts()).toHaveLength(2);
    await user.type(grid().getByLabelText('Fleet reference, row 3'), 'F-3');
    expect(await screen.findByRole('button', { name: 'Create 2 invitations' })).toBeDefined();
    expect(rowTexts()).toHaveLength(2);
    expect(calls('POST /api/bulk/check').at(-1)?.rows).toMatchObject([{ fleet_ref: 'F-3' }]);
  });

  it('are sent with their numbers in the file, as the form shows them', async () => {
    const { user, calls } = await open();
    paste('Fleets of November\nRef,Company\nF-1,Mesa\n\nF-2,Ridge\nF-1,Mesa\n');
    await user.click(await send());
    await waitFor(() =>
      expect(calls('POST /api/bulk')[0]).toMatchObject({
        rows: [{ fleet_ref: 'F-1' }, { fleet_ref: 'F-2' }, { fleet_ref: 'F-1' }],
        row_numbers: [1, 3, 4],
        issues: [{ n: 2, issues: [{ message: 'duplicates row 1' }] }],
      }),
    );
  });

  it('can be removed and restored', async () => {
    const { user } = await open();
    paste(CSV);
    await send();
    await user.click(grid().getByRole('button', { name: 'Remove row 1' }));
    expect(rowTexts()).toHaveLength(2);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(grid().getByLabelText<HTMLInputElement>('Fleet reference, row 1').value).toBe('F-1');
  });

  it('show a line break within a cell as a space', async () => {
    await open();
    paste('Ref,Company\nF-1,"Two Line\nCarrier"\n');
    const input = await screen.findByLabelText<HTMLInputElement>(/^Fleet name, row /);
    expect(input.value).toBe('Two Line Carrier');
  });

  it('leave an empty draft after the last removal, from which they can be restored', async () => {
    const { user } = await open();
    paste(CSV);
    await send();
    for (const n of [2, 1, 3]) await user.click(grid().getByRole('button', { name: `Remove row ${n}` }));
    expect(screen.queryByRole('grid', { name: 'Rows' })).toBeNull();
    expect(screen.getByLabelText(/Or paste rows/)).toBeDefined();
    for (const undo of screen.getAllByRole('button', { name: 'Undo' }).toReversed()) await user.click(undo);
    expect(rowTexts()).toHaveLength(3);
    expect(grid().getByLabelText<HTMLInputElement>('Fleet reference, row 2').value).toBe('F-2');
  });

  it('are not restored into another file', async () => {
    const { user } = await open();
    paste('fleet_ref,fleet_name\nF-1,Mesa\n');
    await send();
    await user.click(grid().getByRole('button', { name: 'Remove row 1' }));
    paste(CSV);
    await send();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(grid().getByLabelText<HTMLInputElement>('Fleet reference, row 1').value).toBe('F-1');
    expect(rowTexts()).toHaveLength(3);
  });

  it('report why a file cannot be read', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText(/Or paste rows/), 'fleet_ref,fleet_name');
    await user.click(screen.getByRole('button', { name: 'Use pasted rows' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no rows');
  });
});

describe('rows that match existing fleets', () => {
  const EXISTING = {
    invitation_key: '00000000-0000-4000-8000-000000000801',
    fleet_name: 'Mesa',
    stage: 'viewed',
    accepted: false,
    loads: 0,
    changes: [
      { field: 'expires_at', before: null, after: '2026-11-24T15:00:00Z', effect: 'set' },
      { field: 'fleet_name', before: 'Mesa', after: 'Ridge', effect: 'set' },
      { field: 'fleet_phone', before: '1', after: null, effect: 'left_out' },
    ],
  };
  const meets =
    (there: Readonly<Record<string, object>>) =>
    (init: RequestInit): Answer => ({
      body: {
        rows: sentOf(init).rows.map(({ fleet_ref }, n) => ({
          n,
          subject: null,
          issues: [],
          will: 'create',
          existing: null,
          similar: [],
          ...there[String(fleet_ref)],
        })),
        fleets_problem: null,
      },
    });
  const ROWS = 'fleet_ref,fleet_name\nF-1,Ridge\nF-2,Delta\n';

  it('show what sending changes, in short in the row and field by field in the review', async () => {
    const { user } = await open('invitation', {
      'POST /api/bulk/check': meets({ 'F-1': { will: 'refresh', existing: EXISTING } }),
    });
    paste(ROWS);
    expect(await screen.findByRole('button', { name: 'Create 1 invitation, renew 1' })).toBeDefined();
    expect(rowTexts()[0]).toContain('Renews (viewed): Fleet name Mesa → Ridge');
    await user.click(screen.getByRole('button', { name: 'Review 1 row' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Row 1: .?Ridge, F-1/ }));
    expect(dialog.getByRole('row', { name: 'Fleet name Mesa Ridge' })).toBeDefined();
    expect(dialog.getByRole('row', { name: /Phone .*may keep or remove it/ })).toBeDefined();
  });

  it('are skipped when the fleet already shares, unless chosen', async () => {
    const there = { will: 'skip', existing: { ...EXISTING, stage: 'accepted', accepted: true, loads: 35 } };
    const { user, calls } = await open('invitation', { 'POST /api/bulk/check': meets({ 'F-1': there }) });
    paste(ROWS);
    expect(await screen.findByRole('button', { name: 'Create 1 invitation' })).toBeDefined();
    expect(rowTexts()[0]).toContain('Not sent: fleet already shares, 35 watched loads');
    await user.click(screen.getByRole('button', { name: /^Not sent: fleet already/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: 'Send this row anyway' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Create 1 invitation, renew 1' }));
    await waitFor(() => expect(calls('POST /api/bulk')).toMatchObject([{ renews_accepted: [0] }]));
  });

  it('point out similar fleets and take over their reference on request', async () => {
    const similar = [
      { by: ['fleet_ref'], fleet_ref: 'f 1', fleet_name: 'Ridge', invitation_key: null, stage: 'shared' },
    ];
    const { user } = await open('invitation', { 'POST /api/bulk/check': meets({ 'F-1': { similar } }) });
    paste(ROWS);
    await send();
    expect(rowTexts()[0]).toContain('Held. Nearly the same reference as f 1');
    await user.click(screen.getByRole('button', { name: /^Possible duplicates 1/ }));
    expect(rowTexts()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Review 1 row' }));
    await user.click(await screen.findByRole('button', { name: 'Use this reference' }));
    expect(grid().getByLabelText<HTMLInputElement>('Fleet reference, row 1').value).toBe('f 1');
  });

  it('are held when a fleet with this name shares under another reference, unless a person says it is another fleet', async () => {
    const ridge = { fleet_ref: 'C-9', fleet_name: 'Ridge', invitation_key: null, stage: null };
    const similar = [{ ...ridge, by: ['fleet_name', 'usdot_number'] }];
    const by_email = [{ ...ridge, by: ['fleet_email'] }];
    const { user, calls } = await open('invitation', {
      'POST /api/bulk/check': meets({ 'F-1': { similar }, 'F-2': { similar: by_email } }),
      'POST /api/bulk': { status: 201, body: jobOf([rowOf(0)], { id: NEW_ID }) },
    });
    paste(ROWS);
    expect(await screen.findByRole('button', { name: 'Create 1 invitation' })).toBeDefined();
    expect(rowTexts()[0]).toMatch(/^Held\. Same name and USDOT number as C-9/);
    expect(rowTexts()[1]).toMatch(/^Same email as C-9/);
    expect(
      screen.getByText(
        /^1 row held: the same fleet may have an invitation, or a row above\..* 1 row has the email of another fleet: sent unless removed\./,
      ),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'New 1' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Held 1' }));
    expect(rowTexts()).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Create 1 invitation' }));
    // The job lists the whole file.
    await waitFor(() =>
      expect(calls('POST /api/bulk')).toMatchObject([
        {
          rows: [{ fleet_ref: 'F-1' }, { fleet_ref: 'F-2' }],
          issues: [{ n: 0, issues: [{ path: 'held', message: 'Same name and USDOT number as C-9' }] }],
        },
      ]),
    );
    expect(await screen.findByText('1 row was not sent.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: /^Held\./ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: 'It is another fleet: send this row' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'Create 1 invitation' }));
    await waitFor(() =>
      expect(calls('POST /api/bulk')[1]).toMatchObject({ rows: [{ fleet_ref: 'F-1' }], issues: [] }),
    );
  });

  it('warn that a fleet may be missing when sharing fleets could not be read', async () => {
    await open('invitation', {
      'POST /api/bulk/check': (init) => {
        const { body } = checked(init) as { body: object };
        return { body: { ...body, fleets_problem: 'The tracking service does not respond' } };
      },
    });
    paste(ROWS);
    expect(await screen.findByText(/Couldn't load the fleets that already share/)).toBeDefined();
  });
});

it('a column that was guessed by a word holds what would be sent until somebody says that it is right', async () => {
  const { user } = await open();
  paste('Ref,Carrier label\nF-1,Mesa\n');
  expect(await screen.findByText('1 column to check')).toBeDefined();
  expect(screen.getByText('Please check: Mesa')).toBeDefined();
  await waitFor(() => expect(rowTexts()).toEqual(['New invitation']));
  expect(screen.getByText(/^Nothing is sent until “Carrier label” is confirmed or changed\./)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
  const confirm = screen.getByRole('button', { name: 'Carrier label is right' });
  await user.click(screen.getByRole('button', { name: 'Check 1 column' }));
  expect(document.activeElement).toBe(confirm);
  await user.click(confirm);
  expect(screen.queryByText(/Please check|to check|Nothing is sent until/)).toBeNull();
  expect(await send()).toHaveProperty('disabled', false);
});

it('dozens of unused columns are collapsed', async () => {
  await open();
  const others = Array.from({ length: 38 }, (_, n) => `Extra ${n + 1}`);
  paste(`Ref,Company,${others.join(',')}\nF-1,Mesa,${others.map(() => 'x').join(',')}\n`);
  await send();
  const summary = screen.getByText('38 columns not used').parentElement;
  expect(summary?.textContent).toBe(
    '38 columns not used Extra 1, Extra 2, Extra 3 and 35 more: choose what they are to send them',
  );
  expect(screen.getByLabelText('Extra 1').closest('details')).toHaveProperty('open', false);
});

it('an unused column is said above the rows, with what it can be used as', async () => {
  const { user } = await open('user');
  paste('Carrier,Username,Home base\nF-1,a,Joliet\n');
  const home = await screen.findByLabelText('Home base');
  expect(home.closest('details')).toHaveProperty('open', true);
  expect(screen.getByText('1 column not used')).toBeDefined();
  await user.selectOptions(home, 'Notes');
  expect(screen.queryByText('1 column not used')).toBeNull();
  expect(grid().getByLabelText<HTMLInputElement>('Notes, row 1').value).toBe('Joliet');
});

describe('sending', () => {
  it('includes all rows and keeps those with problems in the draft', async () => {
    const { user, calls, onCreated } = await open();
    paste(CSV);
    await user.click(await send());
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith([NEW_ID]));
    expect(calls('POST /api/bulk')).toMatchObject([
      {
        id: NEW_ID,
        kind: 'invitation',
        on_problem: 'send_others',
        rows: [
          { fleet_ref: 'F-1', permissions: { vehicle: 'read', vehicle_location: 'read' } },
          { fleet_ref: 'F-2', expires_in_hours: 0 },
          { fleet_name: 'Delta' },
        ],
        // The job says what was said here.
        issues: [
          { n: 1, issues: [{ path: 'expires_in_hours', message: 'must be at least 1 hour' }] },
          { n: 2, issues: [{ path: 'fleet_ref', message: 'must not be empty' }] },
        ],
      },
    ]);
    expect(screen.getByText('2 rows were not sent.')).toBeDefined();
    expect(grid().queryByLabelText('Fleet reference, row 1')).toBeNull();
  });

  it('keeps the draft when the server rejects it', async () => {
    const problem = {
      code: 403,
      message: 'Your role does not allow this',
      detail: null,
      reason: 'forbidden',
    };
    const { user, onCreated } = await open('invitation', {
      'POST /api/bulk': { status: 403, body: problem },
    });
    paste(CSV);
    await user.click(await send());
    expect((await screen.findByRole('alert')).textContent).toContain('Your role does not allow this');
    expect(onCreated).not.toHaveBeenCalled();
    expect(grid().getByLabelText<HTMLInputElement>('Fleet reference, row 1').value).toBe('F-1');
  });

  it('checks the outcome of a lost response instead of sending again', async () => {
    const { user, calls, onCreated } = await open('invitation', {
      'POST /api/bulk': new TypeError('Failed to fetch'),
      [`GET /api/bulk/${NEW_ID}`]: { body: jobOf([rowOf(0)], { id: NEW_ID }) },
    });
    paste(CSV);
    await user.click(await send());
    expect(await screen.findByText('These rows may already have been sent.')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Create \d/ })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith([NEW_ID]));
    expect(calls('POST /api/bulk')).toHaveLength(1);
  });
});

describe('after a reload', () => {
  it('rows, columns and edits are restored', async () => {
    const first = await open();
    paste(CSV);
    await send();
    await first.user.selectOptions(screen.getByLabelText('Company'), '');
    await first.user.type(grid().getByLabelText('Fleet reference, row 3'), 'F-3');
    first.unmount();
    await open();
    expect(grid().getByLabelText<HTMLInputElement>('Fleet reference, row 3').value).toBe('F-3');
    expect(screen.getByText(/2 of 3 used/)).toBeDefined();
  });

  it('resolves an interrupted send first', async () => {
    const first = await open('invitation', { 'POST /api/bulk': new TypeError('Failed to fetch') });
    paste(CSV);
    await first.user.click(await send());
    await screen.findByText('These rows may already have been sent.');
    first.unmount();
    const { onCreated } = await open('invitation', {
      [`GET /api/bulk/${NEW_ID}`]: { body: jobOf([rowOf(0)], { id: NEW_ID }) },
    });
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith([NEW_ID]));
  });

  it('is not replaced by rows of another page while it may have been sent', async () => {
    const first = await open('user', { 'POST /api/bulk': new TypeError('Failed to fetch') });
    paste(`Connection ID,Username\n${NEW_ID},a\n`);
    await first.user.click(await send());
    await screen.findByText('These rows may already have been sent.');
    first.unmount();
    handRows({
      kind: 'user',
      name: '1 failed user, again',
      csv: 'Username\nx\n',
      connection_ids: [undefined],
    });
    await open('user', { [`GET /api/bulk/${NEW_ID}`]: new TypeError('Failed to fetch') });
    expect(await screen.findByText('1 failed user, again: not opened')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Username, row 1').value).toBe('a');
  });

  it('reports that passwords were not stored', async () => {
    const first = await open('user');
    paste('Login,Password\na,secret-1\n');
    await screen.findByLabelText('Username, row 1');
    first.unmount();
    await open('user');
    expect(screen.getByText('Passwords are not saved in this browser.')).toBeDefined();
    expect(grid().getByLabelText<HTMLInputElement>('Password, row 1').value).toBe('');
    expect(JSON.stringify(localStorage)).not.toContain('secret-1');
  });

  it('users have a draft of their own', async () => {
    const first = await open();
    paste(CSV);
    await send();
    first.unmount();
    await open('user');
    expect(screen.queryByRole('grid', { name: 'Rows' })).toBeNull();
  });
});

describe('users whose fleet has several connections', () => {
  const [freshness] = connectionOf(1).freshness ?? [];
  const connection = (n: number, source_name: string, ago_ms: number) =>
    connectionOf(n, {
      fleet_ref: 'F-1',
      source_name,
      freshness: freshness && [{ ...freshness, last_successful_execution_at: ago(ago_ms) }],
    });
  const connections = [connection(1, 'Milemarker', HOUR), connection(2, 'FleetLog', 60_000)];
  const [older, newer] = connections.map(({ id }) => id);
  const listed = { body: { items: connections, known: 'yes', read_at: null, read_problem: null } };
  const LISTS = { 'GET /api/connections': listed, 'GET /api/agreements': { body: listOf([]) } };
  const openUsers = () => open('user', LISTS);
  const USERS = 'Carrier,Username\nF-1,a\nF-1,b\n';

  it('take the rows of another page, with their connections, and add nothing to what these say', async () => {
    const first = await openUsers();
    paste(USERS);
    await screen.findByLabelText('Username, row 2');
    first.unmount();
    const hand = () =>
      handRows({
        kind: 'user',
        name: '2 failed users, again',
        csv: 'Fleet,Username,Is driver,Your reference\nF-1,x,true,\nF-1 FleetLog,y,,HR-2\n',
        connection_ids: [older, newer],
      });
    hand();
    const { user, calls } = await openUsers();
    expect(await screen.findByText('These rows replace those that were here: pasted rows')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByLabelText<HTMLInputElement>('Username, row 1').value).toBe('a');
    cleanup();
    hand();
    const again = await openUsers();
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }));
    await waitFor(() =>
      expect(again.calls('POST /api/bulk')[0]).toMatchObject({
        name: '2 failed users, again',
        rows: [
          { connection_id: older, username: 'x', is_driver: true },
          { connection_id: newer, username: 'y', partner_ref: 'HR-2' },
        ],
      }),
    );
    expect(again.calls('POST /api/bulk')[0]?.rows[1]).not.toHaveProperty('is_driver');
    expect(calls('POST /api/bulk')).toEqual([]);
  });

  it('get one for all rows of the fleet, or for one row, in the row', async () => {
    const { user, calls } = await openUsers();
    paste(USERS);
    const choice = await screen.findByRole('combobox', { name: 'Connection, row 1' });
    const all = within(within(choice).getByRole('group', { name: 'All 2 rows of F-1' }));
    expect(all.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^FleetLog, last data .*\(newest\)$/),
      expect.stringMatching(/^Milemarker, last data .*ago$/),
    ]);
    await user.selectOptions(choice, all.getByRole('option', { name: /^Milemarker/ }));
    await screen.findByRole('button', { name: 'Create 2 users' });
    expect(rowTexts()[1]).toMatch(/^New user at .*F-1.* · .*Milemarker/);
    const this_row = within(within(choice).getByRole('group', { name: 'This row' }));
    await user.selectOptions(choice, this_row.getByRole('option', { name: /^FleetLog/ }));
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }));
    await waitFor(() =>
      expect(calls('POST /api/bulk')[0]?.rows).toMatchObject([
        { connection_id: newer },
        { connection_id: older },
      ]),
    );
  });

  it('get the newest one of each at one click', async () => {
    const { user, calls } = await openUsers();
    paste(USERS);
    await user.click(await screen.findByRole('button', { name: 'Use the newest of each' }));
    await user.click(await screen.findByRole('button', { name: 'Create 2 users' }));
    await waitFor(() =>
      expect(calls('POST /api/bulk')[0]?.rows).toMatchObject([
        { connection_id: newer },
        { connection_id: newer },
      ]),
    );
  });

  it('wait for connections that could not be loaded, which can be tried again', async () => {
    const problem = { code: 403, message: 'Not yet', detail: null, reason: 'forbidden' };
    let is_down = true;
    const { user } = await open('user', {
      ...LISTS,
      'GET /api/connections': () => (is_down ? { status: 403, body: problem } : listed),
    });
    paste(USERS);
    expect(await screen.findByText(/^Couldn't load connections: /)).toBeDefined();
    is_down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Connection, row 1' })).toBeDefined();
  });
});

it('passwords are not part of a check', async () => {
  const connection_id = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
  const { calls } = await open('user');
  paste(`connection_id,username,password\n${connection_id},a,secret-1\n`);
  await screen.findByRole('button', { name: 'Create 1 user' });
  expect(calls('POST /api/bulk/check')[0]?.rows[0]).toEqual({
    connection_id,
    username: 'a',
    is_driver: true,
  });
});

it('blocks sending while the check fails, and retries it on request', async () => {
  const fails = vi.fn<() => Answer>(() => ({
    status: 503,
    body: { code: 503, message: 'The store is shut', detail: null, reason: 'internal' },
  }));
  const { user } = await open('invitation', {
    'POST /api/bulk/check': (init) => (fails.mock.calls.length === 0 ? fails() : checked(init)),
  });
  paste(CSV);
  expect(await screen.findByText(/Rows not checked: The store is shut/)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Create \d/ })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(async () => expect(await send()).toHaveProperty('disabled', false));
});

it('tells a person without the right whom to ask', async () => {
  await open('invitation', {}, { roles: ['viewer'] });
  expect(screen.getByText(/Ask a Waypost administrator/)).toBeDefined();
});
