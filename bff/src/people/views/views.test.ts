/** Saved views of the board through our API: visibility, permissions and concurrent changes. */
import { randomUUID } from 'node:crypto';
import { MAX_VIEWS } from '@waypost/contract/api/views';
import { beforeAll, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';
import { openStream } from '../../testing/stream.ts';

const server = await useServer();
let dispatcher: TestBrowser;
let admin: TestBrowser;
let viewer: TestBrowser;
beforeAll(async () => {
  dispatcher = await server.signedIn();
  admin = await server.signedIn('admin');
  viewer = await server.signedIn('viewer');
});

const call = (browser: TestBrowser, method: string, path = '', body?: unknown) =>
  browser.api(`${server.url}/api/views${path}`, { method, ...(body === undefined ? {} : { body }) });
const view = (name: string, more: object = {}) => ({
  view_id: randomUUID(),
  name,
  scope: 'team',
  search: { health: ['stale'], group: 'fleet', map: '39.0000,-96.0000,4.20' },
  ...more,
});
const namesOf = async (browser: TestBrowser) =>
  ((await call(browser, 'GET')).json.items as { name: string }[]).map(({ name }) => name);

it('a team view is visible to everybody, a private view only to its owner', async () => {
  const team = view('Texas');
  expect(await call(dispatcher, 'POST', '', team)).toMatchObject({
    status: 201,
    json: { name: 'Texas', scope: 'team', search: team.search, version: 1 },
  });
  await call(dispatcher, 'POST', '', view('Mine', { scope: 'person' }));
  expect(await namesOf(dispatcher)).toEqual(['Mine', 'Texas']);
  expect(await namesOf(viewer)).toEqual(['Texas']);
});

it("another person's private view cannot be read, changed, taken over or deleted", async () => {
  const own = view('Secret plan', { scope: 'person' });
  await call(dispatcher, 'POST', '', own);
  const { view_id, ...fields } = own;
  const attacks = [
    await call(admin, 'PATCH', `/${view_id}`, { ...fields, version: 1, scope: 'team' }),
    await call(admin, 'DELETE', `/${view_id}`),
    await call(admin, 'POST', '', { ...own, name: 'Other' }),
  ];
  expect(attacks.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(JSON.stringify(attacks)).not.toContain('Secret plan');
  expect(await namesOf(dispatcher)).toContain('Secret plan');
});

it('a viewer saves private views, and cannot change team views', async () => {
  const team = view('Night shift');
  await call(dispatcher, 'POST', '', team);
  const { view_id, ...fields } = team;
  expect((await call(viewer, 'POST', '', view('For all'))).status).toBe(403);
  expect((await call(viewer, 'PATCH', `/${view_id}`, { ...fields, version: 1 })).status).toBe(403);
  expect((await call(viewer, 'DELETE', `/${view_id}`)).status).toBe(403);
  const own = view('For me', { scope: 'person' });
  expect((await call(viewer, 'POST', '', own)).status).toBe(201);
  const { view_id: own_id, ...own_fields } = own;
  const shared = await call(viewer, 'PATCH', `/${own_id}`, { ...own_fields, version: 1, scope: 'team' });
  expect(shared.status).toBe(403);
});

it('a team view is made private by its owner only: others, administrators too, cannot take it', async () => {
  const team = view('Everybody uses it');
  await call(dispatcher, 'POST', '', team);
  const { view_id, ...fields } = team;
  const private_change = { ...fields, version: 1, scope: 'person' };
  expect(await call(admin, 'PATCH', `/${view_id}`, private_change)).toMatchObject({
    status: 403,
    json: { message: expect.stringMatching(/^Only .* can make this view private$/) },
  });
  expect(await namesOf(viewer)).toContain('Everybody uses it');
  const shown = async (browser: TestBrowser) =>
    ((await call(browser, 'GET')).json.items as { view_id: string; is_own: boolean }[]).find(
      (one) => one.view_id === view_id,
    )?.is_own;
  expect([await shown(dispatcher), await shown(admin)]).toEqual([true, false]);
  expect((await call(dispatcher, 'PATCH', `/${view_id}`, private_change)).status).toBe(200);
  expect(await namesOf(viewer)).not.toContain('Everybody uses it');
});

it('of two concurrent changes the second is told who was first', async () => {
  const team = view('Both');
  await call(dispatcher, 'POST', '', team);
  const { view_id, ...fields } = team;
  const change = { ...fields, version: 1, search: { tab: 'all' } };
  expect((await call(admin, 'PATCH', `/${view_id}`, change)).json).toMatchObject({ version: 2 });
  const late = await call(dispatcher, 'PATCH', `/${view_id}`, { ...change, search: {} });
  expect(late.status).toBe(409);
  expect(String(late.json.message)).toMatch(/^Ama .* has changed this view since/);
});

it('a view that is sent twice is saved once; restored, it keeps its link', async () => {
  const team = view('Undo');
  for (const _ of [1, 2]) expect((await call(dispatcher, 'POST', '', team)).status).toBe(201);
  expect((await namesOf(dispatcher)).filter((name) => name === 'Undo')).toHaveLength(1);
  expect((await call(dispatcher, 'DELETE', `/${team.view_id}`)).status).toBe(204);
  expect(await namesOf(dispatcher)).not.toContain('Undo');
  const again = await call(dispatcher, 'POST', '', team);
  expect(again.json.view_id).toBe(team.view_id);
});

it("a name is unique within the team regardless of case, and within each person's views", async () => {
  await call(dispatcher, 'POST', '', view('Reefers'));
  expect((await call(admin, 'POST', '', view('REEFERS'))).status).toBe(409);
  expect((await call(admin, 'POST', '', view('Reefers', { scope: 'person' }))).status).toBe(201);
  const other = view('Dry vans');
  await call(admin, 'POST', '', other);
  const { view_id, ...fields } = other;
  const renamed = await call(admin, 'PATCH', `/${view_id}`, { ...fields, name: 'reefers', version: 1 });
  expect(renamed.status).toBe(409);
});

it('an invalid view is refused: too many entries, or too long', async () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`p_${'x'.repeat(n)}`, 'v']));
  for (const search of [many, { q: 'x'.repeat(401) }, { 'Not a name': 'v' }, { q: { deep: true } }])
    expect((await call(dispatcher, 'POST', '', view('Odd', { search }))).status).toBe(422);
});

it('a change reaches every open page', async () => {
  const stream = await openStream(server.url, viewer);
  await call(dispatcher, 'POST', '', view('Live one'));
  await vi.waitFor(() => expect(stream.events.map(({ event }) => event)).toContain('views'));
  stream.close();
});

it('changes of team views are in the activity log, those of private views are not', async () => {
  const [team, own] = [view('Logged'), view('Not logged', { scope: 'person' })];
  for (const one of [team, own]) await call(admin, 'POST', '', one);
  await call(admin, 'DELETE', `/${team.view_id}`);
  const { json } = await admin.api(`${server.url}/api/activity`);
  const entries = JSON.stringify(json.items);
  expect(entries).toContain('"delete_view"');
  expect(entries).toContain('"Logged"');
  expect(entries).not.toContain('Not logged');
});

it(`the number of views is limited to ${MAX_VIEWS}`, async () => {
  const person = await server.signedIn('onboarding');
  const statuses: number[] = [];
  for (let n = 0; n <= MAX_VIEWS; n += 1)
    statuses.push((await call(person, 'POST', '', view(`View ${n}`, { scope: 'person' }))).status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_VIEWS);
  expect(statuses.at(-1)).toBe(409);
});
