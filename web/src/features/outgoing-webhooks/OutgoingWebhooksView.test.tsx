// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type {
  OutgoingDelivery,
  OutgoingDeliveryDetail,
  OutgoingWebhook,
} from '@waypost/contract/api/outgoing-webhooks';
import { expect, it } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import { OutgoingWebhooksView } from './OutgoingWebhooksView.tsx';
import type { OutgoingWebhooksSearch } from './search.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const WEBHOOK: OutgoingWebhook = {
  webhook_id: id(1),
  url: 'https://tms.example.com/waypost',
  events: ['exception.opened', 'stop.arrived'],
  position_minutes: 15,
  estimate_minutes: 15,
  previous_secret_until: null,
  created_at: ago(86_400_000),
  created_by_name: 'Ada Admin',
  off: null,
  failing: null,
  last_delivered_at: ago(120_000),
  waiting: 0,
  next_try_at: null,
};
const FAILING: OutgoingWebhook = {
  ...WEBHOOK,
  webhook_id: id(2),
  url: 'https://erp.example.com/',
  failing: { since: ago(2 * 3600_000), problem: 'answered 503' },
  waiting: 12,
  next_try_at: ago(-3 * 60_000),
  last_delivered_at: null,
};
const OFF: OutgoingWebhook = {
  ...WEBHOOK,
  webhook_id: id(3),
  url: 'https://old.example.com/x',
  off: { at: ago(3600_000), by_name: null, reason: 'Every try for three days failed' },
};
const DELIVERY: OutgoingDelivery = {
  delivery_id: id(9),
  webhook_id: id(1),
  event_id: id(8),
  event_name: 'exception.opened',
  load_ref: 'LD-1',
  state: 'given_up',
  created_at: ago(60_000),
  tries: 1,
  last_try_at: ago(60_000),
  next_try_at: null,
  status: 500,
  problem: 'answered 500',
};
const DETAIL: OutgoingDeliveryDetail = {
  ...DELIVERY,
  body: { id: id(8), event_name: 'exception.opened' },
  last_tries: [
    { at: ago(60_000), milliseconds: 42, status: 500, problem: 'answered 500', answer: 'database is down' },
  ],
};
const SECRET = 'whsec_0123456789012345678901234567890123456789abc';
const { Page, at } = pageOf<OutgoingWebhooksSearch>((page) => <OutgoingWebhooksView {...page} />);

async function open(
  start: OutgoingWebhooksSearch = {},
  webhooks: readonly OutgoingWebhook[] = [WEBHOOK, FAILING, OFF],
  more: Answers = {},
) {
  const page = await draw(<Page start={start} />, {
    roles: ['admin'],
    answers: {
      [`GET /api/outgoing-webhooks/${id(1)}/deliveries`]: { body: { items: [DELIVERY], next_page: null } },
      [`GET /api/outgoing-deliveries/${id(9)}`]: { body: DETAIL },
      ...more,
      'GET /api/outgoing-webhooks': { body: { items: webhooks } },
    },
  });
  await page.frame();
  return page;
}

it('lists webhooks with their events, state and waiting events', async () => {
  await open();
  const [, first, second, third] = screen.getAllByRole('row');
  expect(first?.textContent).toMatch(
    /tms\.example\.com\/waypost.*Exception opened, Arrival.*Active.*2 min ago/,
  );
  expect(second?.textContent).toMatch(
    /erp\.example\.com.*Failing since .*, next try in 3 min.*answered 503.*12.*Never/,
  );
  expect(third?.textContent).toMatch(/old\.example\.com\/x.*Turned off 1 h ago/);
  expect(screen.getByRole('link', { name: 'The API description' })).toBeTruthy();
});

it('says in the panel which events are not sent', async () => {
  await open({ webhook: id(1) });
  expect(screen.getByText('Positions').nextElementSibling?.textContent).toBe('Not sent');
  expect(screen.getByText('Estimates').nextElementSibling?.textContent).toBe('Not sent');
});

it('shows a new secret once and does not store it', async () => {
  const created = { ...WEBHOOK, webhook_id: id(1) };
  const { user, asked, frame } = await open({ form: 'new' }, [], {
    'POST /api/outgoing-webhooks': { status: 201, body: { webhook: created, secret: SECRET } },
  });
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  expect(screen.getByText('Address must not be empty')).toBeTruthy();
  await user.type(screen.getByLabelText('Address'), 'https://tms.example.com/waypost');
  const chosen = screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true });
  // What a receiver needs first: on a busy board, all events are hundreds a minute.
  expect(chosen.map((box) => box.labels?.[0]?.textContent)).toEqual([
    expect.stringMatching(/^Exception opened/),
    expect.stringMatching(/^Exception closed/),
    expect.stringMatching(/^Load delivered/),
  ]);
  for (const box of chosen) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  expect(screen.getByText('Choose at least one event')).toBeTruthy();
  await user.click(screen.getByLabelText(/^Arrival/));
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  await frame();
  const call = asked.mock.calls.find(([, init]) => init.method === 'POST');
  expect(JSON.parse(String(call?.[1].body))).toEqual({
    url: 'https://tms.example.com/waypost',
    events: ['stop.arrived'],
  });
  expect(at().webhook).toBe(id(1));
  expect(screen.getByText(SECRET)).toBeTruthy();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(SECRET);
});

it('asks for the minutes of positions and estimates where they are chosen, and sends no others', async () => {
  const { user, asked, frame } = await open({ form: 'edit', webhook: id(1) }, [WEBHOOK], {
    [`PATCH /api/outgoing-webhooks/${id(1)}`]: { body: WEBHOOK },
  });
  expect(screen.queryByLabelText(/^Minutes/)).toBeNull();
  await user.click(screen.getByLabelText(/^Position/));
  const minutes = screen.getByLabelText('Minutes between two positions of a load');
  await user.clear(minutes);
  await user.type(minutes, '1441');
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  expect(screen.getByText(/must be a whole number from 1 to 1,440$/)).toBeTruthy();
  await user.clear(minutes);
  await user.type(minutes, '60');
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  await frame();
  const call = asked.mock.calls.find(([, init]) => init.method === 'PATCH');
  // What was left alone stays, also when a colleague changes it meanwhile.
  expect(JSON.parse(String(call?.[1].body))).toEqual({
    events: ['exception.opened', 'stop.arrived', 'position.reported'],
    position_minutes: 60,
  });
});

it.each([
  ['http://tms.example.com/x', false],
  ['http://localhost.example.com', false],
  ['http://127.0.0.1:9000/', true],
  ['http://localhost:9000', true],
  ['https://tms.example.com', true],
])('sends an address without HTTPS only to the server itself: %s', async (url, is_sent) => {
  const { user, frame, asked } = await open({ form: 'edit', webhook: id(1) }, [WEBHOOK], {
    [`PATCH /api/outgoing-webhooks/${id(1)}`]: { body: WEBHOOK },
  });
  const field = screen.getByLabelText('Address');
  await user.clear(field);
  await user.type(field, url);
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  await frame();
  expect(asked.mock.calls.some(([, init]) => init.method === 'PATCH')).toBe(is_sent);
  expect(screen.queryByText('Address must start with https://') === null).toBe(is_sent);
});

it('shows a rejected address at the field and keeps the input', async () => {
  const message = 'must not be a private address';
  const wrong = { path: 'body.url', input: 'x', message, error_type: 'x' };
  const { user, frame } = await open({ form: 'edit', webhook: id(1) }, [WEBHOOK], {
    [`PATCH /api/outgoing-webhooks/${id(1)}`]: {
      status: 422,
      body: { code: 422, reason: 'invalid', message: 'Invalid', detail: [wrong], request_id: null },
    },
  });
  const field = screen.getByLabelText('Address');
  await user.clear(field);
  await user.type(field, 'https://tms.example.com');
  await user.click(screen.getByRole('button', { name: 'Save webhook' }));
  await frame();
  expect(screen.getByText('Address must not be a private address')).toBeTruthy();
  expect((screen.getByLabelText('Address') as HTMLInputElement).value).toBe('https://tms.example.com');
});

it('opens a delivery with attempts, responses and body, and sends it again', async () => {
  const { user, asked, frame } = await open({ webhook: id(1) }, [WEBHOOK], {
    [`POST /api/outgoing-deliveries/${id(9)}/resend`]: {
      status: 202,
      body: { ...DELIVERY, state: 'waiting', next_try_at: ago(0) },
    },
  });
  await user.click(
    await screen.findByRole('button', { name: /^Exception opened · LD-1.*Not delivered: answered 500/ }),
  );
  await frame();
  expect(at().delivery).toBe(id(9));
  const tries = screen.getByRole('region', { name: 'Attempts' });
  expect(tries.textContent).toMatch(/Answered 500 after 42 ms.*database is down/);
  expect(screen.getByRole('region', { name: 'Body' }).textContent).toContain(
    '"event_name": "exception.opened"',
  );
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await frame();
  expect(asked.mock.calls.some(([path]) => String(path).endsWith('/resend'))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Back to webhook' }));
  expect(at().delivery).toBeUndefined();
});

it('says the outcome of a test as soon as it is known', async () => {
  const waiting = { ...DETAIL, state: 'waiting', tries: 0, status: null, problem: null, last_tries: [] };
  let detail: object = { ...waiting, event_name: 'webhook.test', next_try_at: ago(-500) };
  const { user, frame } = await open({ webhook: id(1) }, [WEBHOOK], {
    [`POST /api/outgoing-webhooks/${id(1)}/test`]: () => ({ status: 202, body: detail }),
    [`GET /api/outgoing-deliveries/${id(9)}`]: () => ({ body: detail }),
  });
  await user.click(screen.getByRole('button', { name: 'Send test event' }));
  await frame();
  expect(await screen.findByText('Sending now')).toBeTruthy();
  detail = { ...detail, state: 'delivered', tries: 1, status: 200, next_try_at: null };
  expect(await screen.findByText('Delivered, status 200')).toBeTruthy();
});

it('shows why a webhook is off and turns it on', async () => {
  const { user, frame } = await open({ webhook: id(3) }, [OFF], {
    [`PATCH /api/outgoing-webhooks/${id(3)}`]: { body: { ...OFF, off: null } },
    [`GET /api/outgoing-webhooks/${id(3)}/deliveries`]: { body: { items: [], next_page: null } },
  });
  const panel = screen.getByRole('complementary');
  expect(panel.textContent).toContain('Every try for three days failed.');
  expect(within(panel).getByRole('button', { name: 'Send test event' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click(within(panel).getByRole('button', { name: 'Turn on' }));
  await frame();
  expect(within(panel).getByRole('button', { name: 'Turn off' })).toBeTruthy();
});

it("says that events which are not sent by themselves can be sent later with the API's replay", async () => {
  const { user } = await open({ webhook: id(1) }, [WEBHOOK], {
    [`GET /api/outgoing-webhooks/${id(1)}/deliveries`]: { body: { items: [], next_page: null } },
  });
  expect(
    await screen.findByText(/^Nothing sent yet\. .*not sent by themselves; the API's replay/),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(screen.getByText(/while it is off are not sent by themselves; the API's replay/)).toBeTruthy();
});

it('tells people without the right whom to ask', async () => {
  await draw(<Page start={{}} />, { roles: ['dispatcher'] });
  expect(screen.getByText('Outgoing webhooks are for administrators')).toBeTruthy();
});
