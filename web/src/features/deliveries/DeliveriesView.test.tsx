// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Delivery, DeliveryList, WebhookAddress } from '@waypost/contract/api/webhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deliveryOf, webhookOf } from '../../testing/deliveries.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, type Answers, draw, type Setup } from '../../testing/render.tsx';
import { DeliveriesView } from './DeliveriesView.tsx';
import { REFRESH_MS } from './deliveries.ts';
import type { DeliveriesSearch } from './search.ts';

const { Page, at } = pageOf<DeliveriesSearch>((page) => <DeliveriesView {...page} />);

const LIST = [
  deliveryOf(1),
  deliveryOf(2, { outcome: `duplicate of ${deliveryOf(3).id}` }),
  deliveryOf(3, { state: 'failed', outcome: 'failed: the store was busy', tries: 6, signed_at: null }),
];
const listed = (
  items: readonly Delivery[],
  next_page: string | null = null,
  counts: DeliveryList['counts'] = null,
): Answer => ({
  body: { items, next_page, counts },
});
const REFUSED: Answer = {
  status: 503,
  body: { code: 503, message: 'The store is shut', detail: null, reason: 'internal' },
};

interface Open extends Setup {
  readonly start?: DeliveriesSearch;
  readonly webhooks?: readonly WebhookAddress[];
}

async function open({ start = {}, webhooks = [webhookOf()], roles = ['admin'], answers }: Open = {}) {
  const page = await draw(<Page start={start} />, {
    roles,
    answers: {
      ...answers,
      'GET /api/webhooks': answers?.['GET /api/webhooks'] ?? { body: { items: webhooks } },
      'GET /api/deliveries/': answers?.['GET /api/deliveries/'] ?? {
        body: { ...deliveryOf(1), body: { event_name: 'geofence_monitor.stop_arrived', secret: '***' } },
      },
      'GET /api/deliveries': answers?.['GET /api/deliveries'] ?? listed(LIST),
    } satisfies Answers,
  });
  await page.frame();
  const calls = (line: string) =>
    page.asked.mock.calls.filter(([path, init]) => `${init.method} ${path}`.startsWith(line));
  return { ...page, calls };
}
const rows = () =>
  within(screen.getByRole('grid', { name: 'Deliveries' }))
    .getAllByRole('row')
    .slice(1);
const panel = () => within(screen.getByRole('complementary', { name: 'Delivery' }));
const address = (name: string) => within(screen.getByRole('listitem', { name }));

afterEach(() => vi.useRealTimers());

describe('the list', () => {
  it('shows the event, result and receipt of each delivery', async () => {
    await open();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^Denver runThe truck arrived at a stopRecorded: arrived at stop 1Done1 min ago.*1Signed2\.0 kB$/,
      ),
      expect.stringContaining('Duplicate of an earlier delivery'),
      expect.stringMatching(/Failed: the store was busyFailed.*6Not signed/),
    ]);
    expect(screen.getByText('3 deliveries')).toBeTruthy();
  });

  it('filters by state and family via the URL and offers a way out of an empty result', async () => {
    const none = vi.fn(() => listed([]));
    const { user, calls, frame } = await open({ answers: { 'GET /api/deliveries': none } });
    expect(screen.getByText('No webhook deliveries yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Failed' }));
    await user.selectOptions(screen.getByLabelText('Filter by event type'), 'Invitations');
    await frame();
    expect(at()).toMatchObject({ state: 'failed', event: 'invitation.*' });
    expect(calls('GET /api/deliveries').at(-1)?.[0]).toBe('/api/deliveries?state=failed&event=invitation.*');
    await user.click(screen.getByRole('button', { name: 'Show all deliveries' }));
    expect(at()).toMatchObject({ state: undefined, event: undefined });
  });

  it('says how many deliveries have each state', async () => {
    await open({ answers: { 'GET /api/deliveries': listed(LIST, null, { done: 2, failed: 1 }) } });
    expect(screen.getByRole('button', { name: /^Failed 1/ })).toBeDefined();
    expect(screen.getByRole('button', { name: /^Waiting 0/ })).toBeDefined();
  });

  it('loads older deliveries page by page', async () => {
    const { user, calls, frame } = await open({
      answers: {
        'GET /api/deliveries?cursor=older': listed([deliveryOf(9)]),
        'GET /api/deliveries': listed(LIST, 'older'),
      },
    });
    expect(screen.getByText('The newest 3 deliveries')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await frame();
    expect(calls('GET /api/deliveries?cursor=older')).toHaveLength(1);
    expect(rows()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('refetches in the background and holds new rows back under the pointer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let items: readonly Delivery[] = LIST;
    const { calls, frame } = await open({ answers: { 'GET /api/deliveries': () => listed(items) } });
    const background = () =>
      calls('GET /api/deliveries').map(([, init]) => 'X-Background' in (init.headers as object));
    expect(background()).toEqual([false]);
    fireEvent.pointerEnter(screen.getByRole('grid').parentElement?.parentElement as Element, {
      pointerType: 'mouse',
    });
    items = [deliveryOf(0), ...LIST];
    act(() => void vi.advanceTimersByTime(REFRESH_MS));
    await frame();
    expect(background()).toEqual([false, true]);
    expect(rows()).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: '1 update, show' }));
    expect(rows()).toHaveLength(4);
  });

  it('refreshes on request as a foreground request', async () => {
    const { calls, user, frame } = await open();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await frame();
    expect(
      calls('GET /api/deliveries').map(([, init]) => 'X-Background' in (init.headers as object)),
    ).toEqual([false, false]);
  });

  it('supports arrow keys, Enter and Esc', async () => {
    const { user, frame } = await open();
    screen.getByRole('grid').focus();
    await user.keyboard('{ArrowDown}{Enter}');
    await frame();
    expect(at().delivery).toBe(LIST[1]?.id);
    expect(document.activeElement?.tagName).toBe('H2');
    await user.keyboard('{Escape}');
    expect(at().delivery).toBeUndefined();
  });

  it('shows a failure with its request id', async () => {
    await open({ answers: { 'GET /api/deliveries': REFUSED } });
    expect(screen.getByRole('alert').textContent).toMatch(/The store is shut.*req-1/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('requests nothing without the right and says whom to ask', async () => {
    const { calls } = await open({ roles: ['dispatcher'] });
    expect(screen.getByText('Incoming webhooks are for administrators')).toBeTruthy();
    expect(screen.getByText(/Ask a Waypost administrator/)).toBeTruthy();
    expect([...calls('GET /api/webhooks'), ...calls('GET /api/deliveries')]).toEqual([]);
  });
});

describe('one delivery', () => {
  it('shows its receipt and body', async () => {
    await open({ start: { delivery: deliveryOf(1).id } });
    expect(panel().getByRole('heading', { name: 'The truck arrived at a stop' })).toBeTruthy();
    expect(panel().getByText(/"secret": "\*\*\*"/)).toBeTruthy();
    expect(panel().getByText('1795190000')).toBeTruthy();
  });

  it('explains a body that is not JSON and therefore not shown', async () => {
    const body = { ...deliveryOf(1, { event_name: null }), body: null };
    await open({ start: { delivery: body.id }, answers: { 'GET /api/deliveries/': { body } } });
    expect(panel().getByText(/Not JSON/)).toBeTruthy();
  });

  it('is processed again, polled until done, and shows the result', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = deliveryOf(1);
    const { frame, calls } = await open({
      start: { delivery: now.id },
      answers: {
        'GET /api/deliveries/': () => ({ body: { ...now, body: {} } }),
        'POST /api/deliveries/': () => {
          now = { ...now, state: 'stored', outcome: null, tries: 0, handled_at: null };
          return { status: 202, body: now };
        },
      },
    });
    fireEvent.click(panel().getByRole('button', { name: 'Process again' }));
    await frame();
    await frame();
    expect(calls(`POST /api/deliveries/${now.id}/replay`)).toHaveLength(1);
    expect(panel().getByRole('status').textContent).toContain('Processing again');
    now = { ...now, state: 'done', outcome: 'handled: nothing new', tries: 1 };
    act(() => void vi.advanceTimersByTime(1_000));
    await frame();
    expect(panel().getByRole('status').textContent).toBe('Processed again. Nothing new.');
  });

  it('links a duplicate to the first delivery', async () => {
    const body = { ...LIST[1], body: {} };
    const { user } = await open({
      start: { delivery: deliveryOf(2).id },
      answers: { 'GET /api/deliveries/': { body } },
    });
    await user.click(panel().getByRole('button', { name: 'Open first delivery' }));
    expect(at().delivery).toBe(deliveryOf(3).id);
  });

  it('reports a missing delivery', async () => {
    const gone = { code: 404, message: 'Delivery not found', detail: null, reason: 'not_found' };
    await open({
      start: { delivery: deliveryOf(1).id },
      answers: { 'GET /api/deliveries/': { status: 404, body: gone } },
    });
    expect(panel().getByText('Delivery not found')).toBeTruthy();
  });
});

it('a delivery that was not verified shows why, and cannot be processed manually', async () => {
  const unverified = deliveryOf(1, {
    state: 'unverified',
    outcome: 'the signature does not match',
    signed_at: null,
    handled_at: null,
    tries: 0,
  });
  await open({
    start: { delivery: unverified.id },
    answers: {
      'GET /api/deliveries/': { body: { ...unverified, body: {} } },
      'GET /api/deliveries': listed([unverified]),
    },
  });
  expect(rows()[0]?.textContent).toContain('Stored, not processed: the signature does not match');
  expect(panel().queryByRole('button', { name: 'Process again' })).toBeNull();
});

describe('addresses', () => {
  const BY_HAND = webhookOf({
    id: deliveryOf(77).id,
    state: 'by_hand',
    signed: false,
    message: 'The service does not let us subscribe',
    address: 'https://waypost.example/hooks/abc',
  });

  it('of invitation callbacks are created with the first invitation, without a subscribe button', async () => {
    await open({ webhooks: [BY_HAND] });
    const row = screen.getByRole('listitem', { name: 'Invitation callbacks' });
    expect(row.textContent).toContain('No invitation uses it yet');
    expect(within(row).queryByRole('button')).toBeNull();
    const other = screen.getByRole('listitem', { name: 'Connections' });
    expect(within(other).getByRole('button', { name: 'Subscribe' })).toBeDefined();
  });

  it('are one line when all is well, and expand when attention is needed', async () => {
    const { unmount } = await open();
    expect(
      screen.getByRole('button', { name: /1 active, 4 not subscribed/ }).getAttribute('aria-expanded'),
    ).toBe('false');
    unmount();
    await open({ webhooks: [BY_HAND] });
    expect(screen.getByRole('button', { name: /1 to register manually/ }).getAttribute('aria-expanded')).toBe(
      'true',
    );
  });

  it('show rejected deliveries with the reason', async () => {
    const refused = { count: 3, last_at: deliveryOf(4).received_at, reason: 'the signature is wrong' };
    await open({ webhooks: [webhookOf({ refused })] });
    expect(screen.getByRole('listitem', { name: 'Monitors' }).textContent).toContain(
      '3 deliveries rejected since the server started, most recently 4 min ago: the signature is wrong.',
    );
  });

  it('can verify deliveries again, with a new secret or a clock tolerance', async () => {
    const webhook = webhookOf({
      unverified: { count: 2, last_at: deliveryOf(4).received_at, reason: 'the signature does not match' },
    });
    const off = { verified: 1, unverified: 1, clock_off_seconds: 725 };
    const { user, frame, calls } = await open({
      webhooks: [webhook],
      answers: {
        'PATCH /api/webhooks/geofence_monitor': { body: webhook },
        [`POST /api/webhooks/${webhook.id}/verify`]: { body: off },
      },
    });
    const bodies = () =>
      calls(`POST /api/webhooks/${webhook.id}/verify`).map(([, init]) => JSON.parse(String(init.body)));
    const monitors = address('Monitors');
    expect(monitors.getByText(/the signature does not match/).textContent).toBe(
      '2 deliveries are waiting to be verified, most recently 4 min ago: the signature does not match.',
    );
    await user.type(monitors.getByLabelText(/Signing secret/), 'hush');
    await user.click(monitors.getByRole('button', { name: 'Verify again' }));
    await frame();
    expect(JSON.parse(String(calls('PATCH /api/webhooks/geofence_monitor')[0]?.[1].body))).toEqual({
      signing_secret: 'hush',
    });
    expect(bodies()).toEqual([{}]);
    expect(monitors.getByText(/signatures are valid, but the time is up to/)).toBeTruthy();
    await user.click(monitors.getByRole('button', { name: 'Accept this difference' }));
    await frame();
    expect(bodies()).toEqual([{}, { tolerance_seconds: 725 }]);
  });

  it('can request missed events, and report when the service does not support it', async () => {
    const webhook = webhookOf();
    const message = 'The tracking service does not send events again';
    const { user, frame } = await open({
      webhooks: [webhook],
      answers: {
        [`POST /api/webhooks/${webhook.id}/replay`]: {
          body: { requested: false, from: webhook.created_at, to: webhook.created_at, message },
        },
      },
    });
    await user.click(screen.getByRole('button', { name: /Event addresses/ }));
    await user.click(address('Monitors').getByRole('button', { name: 'Request missed events' }));
    await frame();
    expect(screen.getByText(message)).toBeTruthy();
  });

  it("list the operator's event names when they must be registered manually", async () => {
    await open({ webhooks: [{ ...BY_HAND, event_names: ['truck.entered', 'truck.left'] }] });
    expect(address('Monitors').getByText('truck.entered')).toBeTruthy();
    expect(address('Monitors').getByText('truck.left')).toBeTruthy();
  });

  it('can be subscribed where missing', async () => {
    const { user, frame, calls } = await open({
      webhooks: [],
      answers: { 'POST /api/webhooks/connection': { body: webhookOf({ purpose: 'connection' }) } },
    });
    await user.click(address('Connections').getByRole('button', { name: 'Subscribe' }));
    await frame();
    expect(calls('POST /api/webhooks/connection')).toHaveLength(1);
    expect(screen.getByText('Connections: ready for deliveries')).toBeTruthy();
    // The other rows remain.
    expect(address('Invitations').getByRole('button', { name: 'Subscribe' })).toBeTruthy();
  });

  it('lose their signing secret only after a confirmation that says what it means', async () => {
    const { user, frame, calls } = await open({
      webhooks: [webhookOf()],
      answers: { 'PATCH /api/webhooks/geofence_monitor': { body: webhookOf({ signed: false }) } },
    });
    await user.click(screen.getByRole('button', { name: /Event addresses/ }));
    await user.click(address('Monitors').getByRole('button', { name: 'More for Monitors' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove signing secret…' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/without checking who sent it/)).toBeTruthy();
    expect(calls('PATCH')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove signing secret' }));
    await frame();
    expect(JSON.parse(String(calls('PATCH /api/webhooks/geofence_monitor')[0]?.[1].body))).toEqual({
      signing_secret: null,
    });
  });

  it("can be registered manually with the service's response", async () => {
    const { user, frame, calls } = await open({
      webhooks: [BY_HAND],
      answers: { 'PATCH /api/webhooks/geofence_monitor': { body: webhookOf({ id: BY_HAND.id }) } },
    });
    const monitors = address('Monitors');
    expect(monitors.getByText('https://waypost.example/hooks/abc')).toBeTruthy();
    expect(monitors.getByText('The service does not let us subscribe')).toBeTruthy();
    await user.type(monitors.getByLabelText(/Webhook group ID/), 'seven');
    await user.click(monitors.getByRole('button', { name: 'Save registration' }));
    expect(monitors.getByText(/must be a UUID/)).toBeTruthy();
    expect(calls('PATCH')).toEqual([]);
    await user.clear(monitors.getByLabelText(/Webhook group ID/));
    await user.type(monitors.getByLabelText(/Webhook group ID/), deliveryOf(5).id);
    await user.type(monitors.getByLabelText(/Signing secret/), 'hush');
    await user.click(monitors.getByRole('button', { name: 'Save registration' }));
    await frame();
    expect(JSON.parse(String(calls('PATCH /api/webhooks/geofence_monitor')[0]?.[1].body))).toEqual({
      webhook_group_id: deliveryOf(5).id,
      signing_secret: 'hush',
    });
  });

  it('keep typed values over a reload, except the secret', async () => {
    const first = await open({ webhooks: [BY_HAND] });
    await first.user.type(address('Monitors').getByLabelText(/Webhook group ID/), 'half');
    await first.user.type(address('Monitors').getByLabelText(/Signing secret/), 'hush');
    first.unmount();
    expect(JSON.stringify(sessionStorage)).not.toContain('hush');
    await open({ webhooks: [BY_HAND] });
    expect(address('Monitors').getByLabelText<HTMLInputElement>(/Webhook group ID/).value).toBe('half');
  });

  it('of unknown purposes and previous addresses of Waypost are listed', async () => {
    await open({
      webhooks: [
        webhookOf({ id: deliveryOf(70).id, state: 'pending', created_at: deliveryOf(5).received_at }),
        webhookOf({ id: deliveryOf(71).id, purpose: 'toll_road' }),
        webhookOf({ id: deliveryOf(72).id, created_at: deliveryOf(500).received_at }),
      ],
    });
    expect(screen.getAllByRole('listitem', { name: 'Monitors' })).toHaveLength(2);
    expect(screen.getByText('Earlier Waypost address')).toBeTruthy();
    expect(screen.getByText('toll_road')).toBeTruthy();
  });
});
