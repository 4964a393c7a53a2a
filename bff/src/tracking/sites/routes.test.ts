import { MAX_IMPORTED_SITES } from '@waypost/contract/api/sites';
import { beforeAll, expect, it } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const server = await useServer();
let dispatcher: TestBrowser;
const site = (name: string, more: object = {}) => ({
  name,
  latitude: 35.2,
  longitude: -101.8,
  radius_meters: 500,
  ...more,
});

beforeAll(async () => {
  dispatcher = await server.signedIn();
});
const call = (browser: TestBrowser, method: string, path: string, body?: unknown) =>
  browser.api(`${server.url}/api/${path}`, { method, ...(body === undefined ? {} : { body }) });

it('a site is created, changed and deleted; a duplicate name is a conflict', async () => {
  const made = await call(dispatcher, 'POST', 'sites', site('Yard', { free_minutes: 30 }));
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ name: 'Yard', free_minutes: 30, detention_rate: null });
  const again = await call(dispatcher, 'POST', 'sites', site('YARD'));
  expect(again).toMatchObject({ status: 409, json: { reason: 'conflict' } });
  const changed = await call(dispatcher, 'PATCH', `sites/${made.json.id}`, { radius_meters: 700 });
  expect(changed).toMatchObject({
    status: 200,
    json: { name: 'Yard', radius_meters: 700, free_minutes: 30 },
  });
  const path = `sites/${made.json.id}`;
  expect((await call(dispatcher, 'PATCH', path, { free_minutes: null })).json.free_minutes).toBeNull();
  const rate = { detention_rate: '75', detention_currency: 'USD' };
  expect((await call(dispatcher, 'PATCH', path, rate)).json.detail).toMatchObject([
    { path: 'body.free_minutes' },
  ]);
  expect((await call(dispatcher, 'DELETE', `sites/${made.json.id}`)).status).toBe(204);
  expect((await call(dispatcher, 'GET', 'sites')).json).toEqual({ items: [] });
  const admin = await server.signedIn('admin');
  const { json } = await admin.api(`${server.url}/api/activity`);
  const actions = (json.items as { action: string }[]).map((one) => one.action);
  expect(actions).toEqual(expect.arrayContaining(['create_site', 'update_site', 'delete_site']));
});

it('a rate without free time is refused on its field', async () => {
  const wrong = site('Dock', { detention_rate: '75', detention_currency: 'USD' });
  const refused = await call(dispatcher, 'POST', 'sites', wrong);
  expect(refused.status).toBe(422);
  expect(refused.json.detail).toMatchObject([{ path: 'body.free_minutes' }]);
});

it('the maximum number of sites is imported at once, with notes, and one more is refused', async () => {
  const items = Array.from({ length: MAX_IMPORTED_SITES }, (_, n) =>
    site(`Site ${n}`, { note: 'n'.repeat(1000) }),
  );
  const imported = await call(dispatcher, 'POST', 'sites/import', { items, on_conflict: 'keep' });
  expect(imported).toMatchObject({ status: 200, json: { added: MAX_IMPORTED_SITES, replaced: 0, kept: 0 } });
  const more = [...items, site('one more')];
  expect((await call(dispatcher, 'POST', 'sites/import', { items: more, on_conflict: 'keep' })).status).toBe(
    422,
  );
});

it('a viewer may not write', async () => {
  const viewer = await server.signedIn('viewer');
  expect((await call(viewer, 'GET', 'sites')).status).toBe(200);
  for (const path of ['sites', 'sites/import'])
    expect((await call(viewer, 'POST', path, site('x'))).status).toBe(403);
});

it('cities are found by name', async () => {
  const { status, json } = await call(dispatcher, 'GET', 'places?q=amarillo%2C%20tx');
  expect(status).toBe(200);
  expect(json.items).toMatchObject([{ name: 'Amarillo', region: 'TX', country: 'US' }]);
  expect((await call(dispatcher, 'GET', 'places')).status).toBe(422);
});
