// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BoardOperation, BoardOperationDetail } from '@waypost/contract/api/operations';
import { describe, expect, it } from 'vitest';
import { takeHandedRows } from '../../live/handed-rows.ts';
import { attemptOf, detailOf, failedOf, idOf, operationOf, SOURCES } from '../../testing/drivers.ts';
import { intentOf } from '../../testing/intents.ts';
import { NOW } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, draw, type Setup } from '../../testing/render.tsx';
import { parseCsv } from '../../ui/csv.ts';
import { shortDateTime } from '../../ui/time.ts';
import { DriversView } from './DriversView.tsx';
import type { DriversSearch } from './search.ts';
import { oneTimePasswords } from './use-operations.ts';

const { Page, at } = pageOf<DriversSearch>((page) => <DriversView {...page} />);

interface Open extends Setup {
  readonly start?: DriversSearch;
  readonly operations?: readonly BoardOperation[];
  readonly details?: readonly BoardOperationDetail[];
}

async function open({
  start = {},
  operations = [],
  details = [],
  roles = ['onboarding'],
  answers,
}: Open = {}) {
  const page = await draw(<Page start={start} />, {
    roles,
    answers: {
      ...answers,
      ...Object.fromEntries(
        details.map((one) => [`GET /api/operations/${one.id}`, { body: one } satisfies Answer]),
      ),
      'GET /api/operations': answers?.['GET /api/operations'] ?? {
        body: { items: operations, sources: SOURCES },
      },
      'GET /api/intents': answers?.['GET /api/intents'] ?? { body: { items: [] } },
    },
  });
  await page.frame();
  return page;
}

const rows = () =>
  within(screen.getByRole('grid', { name: 'Drivers' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const panel = () => within(screen.getByRole('complementary', { name: 'Operation' }));

describe('the list', () => {
  it('shows drivers, what failed first, and filters them by status and search', async () => {
    const { user } = await open({
      operations: [operationOf(1), failedOf(2), operationOf(3, { status: 'pending', attempts: 0 })],
    });
    expect(rows()).toHaveLength(3);
    expect(rows()[0]).toContain('The provider rejected the data.Response 400');
    await user.click(screen.getByRole('button', { name: 'Failed 1' }));
    expect(rows()).toHaveLength(1);
    expect(at().show).toBe('failed');
    await user.click(screen.getByRole('button', { name: 'Success 1' }));
    expect(rows()[0]).toContain('driver1');
  });

  it('has one row for a driver with several requests, and the earlier ones in its panel', async () => {
    const again = operationOf(1, { subject: 'sam' });
    await open({
      operations: [failedOf(2, { subject: 'sam', repeated_as: again.id }), again],
      details: [detailOf(again)],
      start: { operation: again.id },
    });
    expect(rows()).toHaveLength(1);
    expect(panel().getByRole('region', { name: 'Earlier requests' }).textContent).toContain('Sent again');
  });

  it('says since when a driver waits, and what to do meanwhile', async () => {
    const waiting = operationOf(1, { status: 'pending', attempts: 0 });
    await open({
      operations: [waiting],
      details: [detailOf(waiting)],
      start: { operation: waiting.id },
    });
    expect(rows()[0]).toContain(`Waiting since ${shortDateTime(waiting.created_at as string, NOW)}`);
    expect(panel().getByText(/Do not request it again/)).toBeTruthy();
  });

  it('applies streamed changes, holding back new rows while the pointer is in the list', async () => {
    const { live, user, frame: settle } = await open({ operations: [operationOf(5, { status: 'pending' })] });
    const publish = async (...items: BoardOperation[]) => {
      act(() => live.changes.publish('operations', { items }));
      await settle();
    };
    await publish(failedOf(5, { version: 2 }));
    expect(rows()[0]).toContain('Failed');
    await user.hover(screen.getByRole('grid'));
    await publish(failedOf(1));
    expect(rows()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: '1 update, show' }));
    expect(rows()).toHaveLength(2);
  });

  it('counts only new rows that match the filter, and shows all when the filter changes', async () => {
    const {
      live,
      user,
      frame: settle,
    } = await open({ operations: [failedOf(5)], start: { show: 'failed' } });
    await user.hover(screen.getByRole('grid'));
    act(() => live.changes.publish('operations', { items: [operationOf(1), operationOf(2), failedOf(3)] }));
    await settle();
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: '1 update, show' })).toBeDefined();
    // By keyboard: the pointer is still in the list.
    screen.getByRole('button', { name: /^Failed/ }).focus();
    await user.keyboard('{Enter}');
    expect(rows()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /update/ })).toBeNull();
  });

  it('explains an empty list and an empty search result', async () => {
    const empty = await open();
    expect(screen.getByText('No driver users yet')).toBeTruthy();
    empty.unmount();
    const { user } = await open({ operations: [operationOf(1)], start: { q: 'nobody' } });
    await user.click(screen.getByRole('button', { name: 'Show all requested drivers' }));
    expect(rows()).toHaveLength(1);
  });

  it('shows an error with its request id, and tells people without the right whom to ask', async () => {
    const { user } = await open({
      roles: ['viewer'],
      answers: {
        'GET /api/operations': {
          status: 503,
          body: { code: 503, message: 'The store is shut', detail: null, reason: 'internal' },
        },
      },
    });
    expect(screen.getByRole('alert').textContent).toMatch(/The store is shut.*req-1/);
    expect(screen.getByText(/^View-only access\. Ask a Waypost administrator/)).toBeDefined();
    await user.hover(screen.getByRole('link', { name: 'New driver user' }));
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/Ask a Waypost administrator/);
  });
});

describe('an operation', () => {
  const failed = failedOf(2, { subject: 'skim' });

  it('explains the outcome and the next step, with each attempt', async () => {
    const logs = [
      attemptOf({
        id: idOf(501),
        error_type: 'timeout',
        error_details: 'no answer',
        response_status_code: null,
      }),
      attemptOf(),
    ];
    await open({
      start: { operation: failed.id },
      operations: [failed],
      details: [detailOf(failed, { logs })],
    });
    expect(panel().getByRole('status').textContent).toBe('The provider rejected the data.');
    expect(panel().getByText(/correct the data and create the user again/)).toBeTruthy();
    const [last, first] = panel().getAllByRole('listitem');
    expect(last?.textContent).toMatch(/^2\. Provider rejected, 400/);
    expect(first?.textContent).toMatch(/^1\. Timeout.*no answer/);
    expect(panel().getByRole('link', { name: 'Edit and try again' }).getAttribute('href')).toContain(
      failed.id,
    );
  });

  it('sends the same data again with a new password, reusing the key for retries', async () => {
    const answers: Answer[] = [
      { status: 503, body: { code: 503, message: 'The store is shut', detail: null, reason: 'internal' } },
      {
        status: 202,
        body: {
          intent: {
            id: idOf(60),
            kind: 'user',
            state: 'done',
            subject: 'skim',
            message: null,
            result_id: idOf(7),
            service_status: 202,
            created_by_name: 'Dana Ortiz',
            created_at: failed.created_at,
            updated_at: failed.created_at,
            next_check_at: null,
          },
          result: { id: idOf(7), status: 'pending' },
        },
      },
    ];
    const {
      user,
      asked,
      frame: settle,
    } = await open({
      start: { operation: failed.id },
      operations: [failed],
      details: [detailOf(failed), detailOf(operationOf(7, { status: 'pending' }))],
      answers: { [`POST /api/operations/${failed.id}/repeat`]: () => answers.shift() as Answer },
    });
    await user.click(panel().getByRole('button', { name: 'Try again' }));
    await user.type(panel().getByLabelText('Password'), 'second one');
    await user.click(panel().getByRole('button', { name: 'Send again' }));
    await settle();
    expect(panel().getByText('The store is shut.')).toBeTruthy();
    await user.click(panel().getByRole('button', { name: 'Send again' }));
    await settle();
    const sent = asked.mock.calls.filter(([path]) => path.endsWith('/repeat'));
    const keys = sent.map(([, { headers }]) => (headers as Record<string, string>)['Idempotency-Key']);
    expect(sent.map(([, { body }]) => JSON.parse(String(body)))).toEqual([
      { is_sync: false, password: 'second one' },
      { is_sync: false, password: 'second one' },
    ]);
    expect(new Set(keys).size).toBe(1);
    expect(at().operation).toBe(idOf(7));
    // Shown once the user exists; not stored until then.
    expect(panel().queryByText('second one')).toBeNull();
    expect(oneTimePasswords.get(idOf(7))).toBe('second one');
    expect(panel().getByText(/^Keep this page open: .* a reload loses it\.$/)).toBeTruthy();
    oneTimePasswords.remove(idOf(7));
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('second one');
  });

  it.each(['pending', 'success'])('says after a reload that the password is gone: %s', async (status) => {
    const sent = operationOf(3, { status });
    await open({ start: { operation: sent.id }, operations: [sent], details: [detailOf(sent)] });
    expect(panel().getByText(/can't be shown any more.* set a new one at the provider\.$/)).toBeTruthy();
  });

  it('cannot be sent again when requested elsewhere or already sent again', async () => {
    const last_attempt = attemptOf({ response_status_code: 503 });
    const elsewhere = failedOf(3, { repeatable: false, last_attempt });
    const first = await open({
      start: { operation: elsewhere.id },
      operations: [elsewhere],
      details: [detailOf(elsewhere, { request: null })],
    });
    expect(panel().queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(panel().getByText(/It was requested outside Waypost/)).toBeTruthy();
    // Not all of them are known.
    expect(panel().queryByText(/same data/)).toBeNull();
    expect(panel().getByRole('link', { name: 'Create again' }).getAttribute('href')).toContain(
      `/drivers/new?from=${elsewhere.id}`,
    );
    first.unmount();
    const again = failedOf(4, { repeated_as: idOf(7) });
    const { user } = await open({
      start: { operation: again.id },
      operations: [again],
      details: [detailOf(again)],
    });
    expect(panel().queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(panel().getByRole('button', { name: 'Open the new operation' }));
    expect(at().operation).toBe(idOf(7));
  });

  it('shows its password once it has succeeded, and not after it was closed', async () => {
    const done = operationOf(2, { subject: 'skim', status: 'success' });
    oneTimePasswords.put(done.id, 'abcd-efgh');
    const { user } = await open({
      start: { operation: done.id },
      operations: [done],
      details: [detailOf(done)],
    });
    expect(panel().getByText('abcd-efgh')).toBeTruthy();
    await user.click(panel().getByRole('button', { name: 'Close the panel' }));
    await user.click(screen.getAllByRole('row')[1] as HTMLElement);
    expect(panel().queryByText('abcd-efgh')).toBeNull();
  });

  it.each(['pending', 'failed'] as const)('shows no password while %s', async (status) => {
    const still = operationOf(2, { subject: 'skim', status });
    oneTimePasswords.put(still.id, 'abcd-efgh');
    await open({ start: { operation: still.id }, operations: [still], details: [detailOf(still)] });
    expect(panel().queryByText('abcd-efgh')).toBeNull();
    const later = panel().queryByText(/^Keep this page open/);
    expect(later === null).toBe(status === 'failed');
    oneTimePasswords.remove(still.id);
  });

  it('reports an unknown operation', async () => {
    await open({
      start: { operation: idOf(42) },
      operations: [failed],
      answers: {
        [`GET /api/operations/${idOf(42)}`]: {
          status: 404,
          body: { code: 404, message: 'Operation not found', detail: null, reason: 'not_found' },
        },
      },
    });
    expect(panel().getByText('Operation not found')).toBeTruthy();
  });
});

describe('several picked drivers', () => {
  it('that cannot be sent again say why, instead of what sending would do', async () => {
    const { user } = await open({ operations: [failedOf(4, { repeatable: false }), operationOf(5)] });
    fireEvent.click(screen.getByRole('row', { name: /driver4/ }), { ctrlKey: true });
    const why = 'It was requested outside Waypost, so what was sent is not stored: create it again';
    const button = screen.getByRole('button', { name: 'Try again' });
    expect(button.dataset.tip).toBeUndefined();
    await user.hover(button);
    expect((await screen.findByRole('tooltip')).textContent).toBe(why);
    expect(screen.getByText(`Try again: ${why}.`)).toBeDefined();
  });

  it('that have failed become rows of a form, with what was sent or what is known of it', async () => {
    const known = failedOf(2, { repeatable: false, source_name: null, partner_ref: 'HR-2' });
    const { user, router } = await open({
      operations: [failedOf(1), known, operationOf(5)],
      details: [
        detailOf(failedOf(1), {
          request: {
            connection_id: idOf(901),
            username: 'driver1',
            is_driver: false,
            phone_country_code: '+1',
            hos_tracking_config: { tracking_method: 'automatic' },
          },
        }),
        detailOf(known, { request: null, payload: { username: 'driver2', unknown_field: 'x' } }),
      ],
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Pick all shown' }));
    await user.click(screen.getByRole('button', { name: 'Create again (2)' }));
    await waitFor(() => expect(router.state.location.href).toBe('/bulk/new?kind=user'));
    const rows = takeHandedRows('user');
    expect(rows).toMatchObject({ name: '2 failed users, again', connection_ids: [idOf(901), idOf(900)] });
    expect(parseCsv(rows?.csv ?? '').map(({ cells }) => cells)).toEqual([
      [
        'Fleet',
        'Phone country code',
        'Username',
        'Is driver',
        'HOS tracking config, tracking method',
        'Your reference',
      ],
      ['CARRIER-1000 Milemarker', "'+1", 'driver1', 'false', 'automatic', ''],
      ['CARRIER-1000', '', 'driver2', 'true', '', 'HR-2'],
    ]);
  });

  it('stay in the list when what was sent could not be read', async () => {
    const { user, router } = await open({
      operations: [failedOf(1)],
      answers: {
        [`GET /api/operations/${idOf(1)}`]: {
          status: 500,
          body: { code: 500, message: 'Broken', reason: 'internal', detail: null },
        },
      },
    });
    const before = router.state.location.href;
    fireEvent.click(screen.getByRole('row', { name: /driver1/ }), { ctrlKey: true });
    await user.click(screen.getByRole('button', { name: 'Create again' }));
    expect(await screen.findByText(/^Create again: not opened/)).toBeDefined();
    expect(router.state.location.href).toBe(before);
    expect(takeHandedRows('user')).toBeNull();
  });

  it('are sent again without a password, with one outcome; those not confirmed are sent with the same key', async () => {
    const ELSEWHERE = failedOf(4, { repeatable: false });
    const created = (state: 'done' | 'unknown') => ({
      body: { intent: intentOf('user', { state }), result: null },
    });
    const { user, asked } = await open({
      operations: [failedOf(1), failedOf(2), failedOf(3), ELSEWHERE, operationOf(5)],
      answers: {
        [`POST /api/operations/${idOf(1)}/repeat`]: created('done'),
        [`POST /api/operations/${idOf(2)}/repeat`]: created('unknown'),
        [`POST /api/operations/${idOf(3)}/repeat`]: {
          status: 422,
          body: { code: 422, message: 'The provider is gone', reason: 'invalid', detail: null },
        },
      },
    });
    const sent = () => asked.mock.calls.filter(([, { method }]) => method === 'POST');
    const keyOf = ([path]: readonly [string, RequestInit]) => {
      const init = sent().filter(([one]) => one === path);
      return init.map(([, { headers }]) => new Headers(headers).get('Idempotency-Key'));
    };
    for (const name of [1, 2, 3, 4, 5])
      fireEvent.click(screen.getByRole('row', { name: new RegExp(`driver${name}`) }), { ctrlKey: true });
    const bar = within(screen.getByRole('toolbar', { name: 'Picked requested drivers' }));
    expect(bar.getByRole('button', { name: 'Try again (3)' }).dataset.tip).toMatch(/^Send the same data/);
    await user.click(bar.getByRole('button', { name: 'Try again (3)' }));
    expect(await screen.findByText('1 sent again, 1 not confirmed yet, 1 refused, 2 left out')).toBeDefined();
    expect(screen.getByText(/driver5: It has not failed/).textContent).toContain(
      'driver3: The provider is gone.',
    );
    expect(sent()).toHaveLength(3);
    expect(sent().map(([, { body }]) => JSON.parse(String(body)))).toEqual(Array(3).fill({ is_sync: false }));
    await user.click(bar.getByRole('button', { name: 'Try again (2)' }));
    expect(await screen.findByText('1 not confirmed yet, 1 refused, 2 left out')).toBeDefined();
    const [second, third] = [2, 3].map((at) => keyOf([`/api/operations/${idOf(at)}/repeat`, {}]));
    expect(second?.[0]).toBe(second?.[1]);
    expect(third?.[0]).not.toBe(third?.[1]);
  });
});
