// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { ApiKey } from '@waypost/contract/api/api-keys';
import { expect, it } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import { ApiKeysView } from './ApiKeysView.tsx';
import type { ApiKeysSearch } from './search.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const KEY: ApiKey = {
  api_key_id: id(1),
  name: 'TMS feed',
  rights: ['read', 'manage_loads'],
  created_at: ago(86_400_000),
  created_by_name: 'Ada Admin',
  expires_at: null,
  last_used_at: ago(120_000),
  revoked_at: null,
  revoked_by_name: null,
  list_ids: null,
  fleet_ids: null,
  networks: null,
  previous_until: null,
};
const OLD: ApiKey = {
  ...KEY,
  api_key_id: id(2),
  name: 'Old report',
  rights: ['read'],
  last_used_at: null,
  revoked_at: ago(3600_000),
  revoked_by_name: 'Bob',
};
const LIST = {
  list_id: id(90),
  name: 'Customer',
  scope: 'team',
  version: 1,
  loads: 3,
  archived: 0,
  owner_name: 'Ada Admin',
  is_own: true,
  updated_at: ago(0),
  updated_by_name: 'Ada Admin',
};
const FLEET = {
  fleet_id: id(91),
  fleet_ref: null,
  name: 'Granite Spur Logistics',
  phone: null,
  email: null,
  loads_by_health: {},
  contacts: 0,
  agreement: null,
  connections: [],
};
const SECRET = 'wpk_0123456789012345678901234567890123456789abc';
const { Page, at } = pageOf<ApiKeysSearch>((page) => <ApiKeysView {...page} />);

async function open(start: ApiKeysSearch = {}, keys: readonly ApiKey[] = [KEY, OLD], more: Answers = {}) {
  const page = await draw(<Page start={start} />, {
    roles: ['admin'],
    answers: {
      'GET /api/load-lists': { body: { items: [LIST] } },
      'GET /api/fleets': {
        body: { items: [FLEET], loads_of_unknown_fleet: 0, read_at: null, read_problem: null },
      },
      ...more,
      'GET /api/api-keys': { body: { items: keys } },
    },
  });
  await page.frame();
  return page;
}

it('lists keys with rights, validity and last use', async () => {
  await open();
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toMatch(
    /TMS feed.*Read, add and remove loads.*Active, never expires.*2 min ago/,
  );
  expect(second?.textContent).toMatch(/Old report.*Read loads.*Revoked 1 h ago.*Never used/);
});

it('links the description of the API beside the keys and before there are any', async () => {
  const { unmount } = await open();
  expect(screen.getByRole('link', { name: 'The API description' })).toBeTruthy();
  unmount();
  await open({}, []);
  expect(screen.getByRole('link', { name: 'The API description' })).toBeTruthy();
});

it('shows a new key once and does not store it', async () => {
  const created = { ...KEY, api_key_id: id(3), name: 'New feed', last_used_at: null };
  const { user, asked, frame } = await open({ add: '1' }, [KEY], {
    'POST /api/api-keys': { status: 201, body: { api_key: created, secret: SECRET } },
  });
  await user.click(screen.getByRole('button', { name: 'Create API key' }));
  expect(screen.getByText('Name must not be empty')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'New feed');
  expect(screen.getByLabelText<HTMLInputElement>('Read loads').checked).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Create API key' }));
  await frame();
  const call = asked.mock.calls.find(([, init]) => init.method === 'POST');
  expect(JSON.parse(String(call?.[1].body))).toMatchObject({ name: 'New feed', rights: ['read'] });
  expect(at().key).toBe(id(3));
  const panel = screen.getByRole('complementary');
  expect(within(panel).getByText(SECRET)).toBeTruthy();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(SECRET);
  await user.click(within(panel).getByRole('button', { name: 'Close the panel' }));
  await user.click(screen.getByText('New feed'));
  expect(screen.queryByText(SECRET)).toBeNull();
});

it('limits a new key to a list, a fleet and addresses, and shows a wrong address at the field', async () => {
  const wrong = { path: 'body.networks', input: 'x', message: '"x" is not an IP address', error_type: 'x' };
  const { user, asked, frame } = await open({ add: '1' }, [KEY], {
    'POST /api/api-keys': {
      status: 422,
      body: { code: 422, reason: 'invalid', message: 'Invalid', detail: [wrong], request_id: null },
    },
  });
  await frame();
  await user.type(screen.getByLabelText('Name'), 'Customer');
  await user.click(screen.getByLabelText(/^Manage webhooks/));
  const limits = screen.getByRole('combobox', { name: 'May see only loads of' });
  await user.click(limits);
  for (const name of ['Customer', 'Granite Spur Logistics'])
    await user.click(await screen.findByRole('option', { name }));
  expect(screen.getByLabelText(/^Manage webhooks/)).toHaveProperty('disabled', true);
  await user.type(screen.getByLabelText('Addresses'), '203.0.113.0/24, x');
  await user.click(screen.getByRole('button', { name: 'Create API key' }));
  await frame();
  const call = asked.mock.calls.find(([, init]) => init.method === 'POST');
  expect(JSON.parse(String(call?.[1].body))).toMatchObject({
    rights: ['read'],
    list_ids: [LIST.list_id],
    fleet_ids: [FLEET.fleet_id],
    networks: ['203.0.113.0/24', 'x'],
  });
  expect(screen.getByText('"x" is not an IP address')).toBeTruthy();
});

it('replaces a key and shows the new one once', async () => {
  const replaced = { ...KEY, previous_until: ago(-86_400_000) };
  const { user, frame } = await open({ key: KEY.api_key_id }, [KEY], {
    [`POST /api/api-keys/${KEY.api_key_id}/rotate`]: { body: { api_key: replaced, secret: SECRET } },
  });
  await user.click(screen.getByRole('button', { name: 'Replace key' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Replace key' }));
  await frame();
  expect(screen.getByText(SECRET)).toBeTruthy();
  expect(screen.getByText(/^Works until/)).toBeTruthy();
});

it('revokes a key after confirmation', async () => {
  const revoked = { ...KEY, revoked_at: ago(0), revoked_by_name: 'Dana Ortiz' };
  const { user, frame } = await open({ key: KEY.api_key_id }, [KEY], {
    [`POST /api/api-keys/${KEY.api_key_id}/revoke`]: { body: revoked },
  });
  await user.click(screen.getByRole('button', { name: 'Revoke key' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain("This can't be undone");
  await user.click(within(dialog).getByRole('button', { name: 'Revoke key' }));
  await frame();
  expect(screen.getAllByText(/^Revoked 0 s ago/).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Revoke key' })).toBeNull();
});

it('a new key that was revoked at once is no longer offered for copying', async () => {
  const { user, frame } = await open({ add: '1' }, [KEY], {
    [`POST /api/api-keys/${KEY.api_key_id}/revoke`]: {
      body: { ...KEY, revoked_at: ago(0), revoked_by_name: 'Dana Ortiz' },
    },
    'POST /api/api-keys': { status: 201, body: { api_key: KEY, secret: 'wpk_once' } },
  });
  await user.type(screen.getByLabelText('Name'), 'TMS');
  await user.click(screen.getByRole('button', { name: 'Create API key' }));
  await frame();
  expect(screen.getByText('Copy the key now.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Revoke key' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke key' }));
  await frame();
  expect(screen.queryByText('Copy the key now.')).toBeNull();
});

it('tells people without the right whom to ask', async () => {
  await draw(<Page start={{}} />, { roles: ['dispatcher'] });
  expect(screen.getByText('API keys are for administrators')).toBeTruthy();
});
