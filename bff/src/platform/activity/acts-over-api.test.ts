/** While entries of the activity log cannot be written, no act over the API changes anything, and each answer says that it failed. */
import { randomUUID } from 'node:crypto';
import type { BoardLoads } from '@waypost/contract/api/board';
import { expect, it, onTestFinished, vi } from 'vitest';
import { allRows, rejectWrites } from '../../testing/rejected-writes.ts';
import { useServer } from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';
import { openDatabase } from '../store/open-database.ts';

const { server, url, signedIn } = await useServer({
  env: { POLL_INTERVAL_SECONDS: '3600' },
});
const admin = await signedIn('admin');
const dispatcher = await signedIn('dispatcher');
const onboarding = await signedIn('onboarding');

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const SITE = {
  name: 'Yard',
  latitude: 40,
  longitude: -90,
  radius_meters: 300,
  free_minutes: null,
  detention_rate: null,
  detention_currency: null,
  note: '',
};
const CONTACT = { fleet_id: id(9), name: 'Bo', role: '', phone: '+1 555 0100', email: '', is_primary: true };

type Call = (method: string, path: string, body?: unknown) => ReturnType<typeof admin.api>;
const callOf =
  (browser: typeof admin): Call =>
  (method, path, body) =>
    browser.api(`${url}${path}`, { method, ...(body === undefined ? {} : { body }) });
const byAdmin = callOf(admin);
const byDispatcher = callOf(dispatcher);
const byOnboarding = callOf(onboarding);

/** Without what the server changes by itself: positions, reads, fleets of vehicles, observed exceptions, the idle time of sessions. */
async function shownRows(db: Parameters<typeof allRows>[0]) {
  const { setting: _, lease: __, vehicle_position: ___, vehicle_fleet: ____, ...rows } = await allRows(db);
  const of = (table: string) => (rows[table] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const decisions = (json: unknown) => {
    const { kept, identifiers_sent } = JSON.parse(String(json ?? '{}')) as Record<string, unknown>;
    return { kept, identifiers_sent };
  };
  return {
    ...rows,
    operation: of('operation').map(({ last_read_at: _, ...operation }) => operation),
    session: of('session').map(({ session_id }) => session_id),
    session_token: of('session_token').map(({ session_id_hash }) => session_id_hash),
    watched_load: of('watched_load')
      .map(({ load_id, watched, derived }) => ({ load_id, watched, ...decisions(derived) }))
      .sort((a, b) => String(a.load_id).localeCompare(String(b.load_id))),
    exception: of('exception').filter(({ acted_by }) => acted_by !== null),
    exception_event: of('exception_event').filter(({ act_id }) => act_id !== null),
  };
}

it('are rolled back with their entry, and answered as failed', async () => {
  const { db, dialect, close } = await openDatabase(String(server.env.DATABASE_URL));
  onTestFinished(close);
  const loads = await vi.waitFor(async () => {
    const { items } = (await byDispatcher('GET', '/api/loads')).json as unknown as BoardLoads;
    expect(items.every(({ read_at }) => read_at !== null)).toBe(true);
    const withException = items.filter(({ triage }) => triage !== null);
    expect(withException.length).toBeGreaterThan(1);
    return { items, withException };
  }, 20_000);
  const [first, second] = loads.withException;
  const others = loads.items.filter(
    ({ load_id }) => load_id !== first?.load_id && load_id !== second?.load_id,
  );
  const [removed, restored, kept, said, shared] = others.map(({ load_id }) => load_id);
  const triageItem = (load = first) => ({ load_id: load?.load_id, version: load?.triage?.version });
  const made = async (call: ReturnType<Call>, field: string): Promise<string> => {
    const { status, json } = await call;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(json)}`);
    return String(field.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], json));
  };

  await byDispatcher('DELETE', `/api/loads/${restored}`);
  const undone = await made(
    byDispatcher('POST', '/api/triage/acts', {
      act_id: randomUUID(),
      act: { kind: 'note', text: 'x' },
      items: [triageItem(second)],
    }),
    'act_id',
  );
  const site = await made(byDispatcher('POST', '/api/sites', { ...SITE, name: 'Dock' }), 'id');
  const contact = await made(byOnboarding('POST', '/api/contacts', { ...CONTACT, name: 'Al' }), 'contact_id');
  const view = { view_id: randomUUID(), name: 'Old', scope: 'team', search: {} };
  await made(byDispatcher('POST', '/api/views', view), 'view_id');
  const list = { list_id: randomUUID(), name: 'Old', scope: 'team', load_ids: [] };
  await made(byDispatcher('POST', '/api/load-lists', list), 'list_id');
  const key = { name: 'TMS', rights: ['read'], expires_at: null };
  const apiKey = await made(byAdmin('POST', '/api/api-keys', key), 'api_key.api_key_id');
  const wallScreen = await made(
    byAdmin('POST', '/api/wall-screens', { name: 'Dock' }),
    'wall_screen.wall_screen_id',
  );
  const hook = { url: 'https://tms.example.com/x', events: ['stop.departed'] };
  const webhook = await made(byAdmin('POST', '/api/outgoing-webhooks', hook), 'webhook.webhook_id');
  const link = { expires_at: TOMORROW, shows_vehicle: false };
  const shareLink = await made(
    byDispatcher('POST', `/api/loads/${shared}/share-links`, link),
    'share_link.share_link_id',
  );
  const invitation = await made(byOnboarding('POST', '/api/invitations', { fleet_ref: 'F-1' }), 'result.key');
  const connections = (await byOnboarding('GET', '/api/connections')).json.items as {
    id: string;
    fleet_ref: string;
  }[];
  const [connection] = connections;
  const sessions = (await byAdmin('GET', '/bff/sessions')).json.items as { session_id: string }[];
  const [session] = sessions;

  await signedIn('viewer');
  const people = (await byAdmin('GET', '/api/people')).json.items as { sub: string; roles: string[] }[];
  const viewer = people.find(({ roles }) => roles.includes('viewer'))?.sub;

  const acts: readonly (readonly [Call, string, string, unknown?])[] = [
    [
      byDispatcher,
      'POST',
      '/api/triage/acts',
      { act_id: randomUUID(), act: { kind: 'assign' }, items: [triageItem()] },
    ],
    [byDispatcher, 'POST', '/api/triage/undo', { act_id: undone }],
    [byDispatcher, 'POST', '/api/loads', { load_ids: [id(801)] }],
    [byDispatcher, 'DELETE', `/api/loads/${removed}`],
    [byDispatcher, 'POST', '/api/archive/restore', { load_ids: [restored] }],
    [byDispatcher, 'POST', `/api/loads/${kept}/keep`],
    [byDispatcher, 'POST', `/api/loads/${said}/identifiers`, { sent: true }],
    [byDispatcher, 'POST', '/api/sites', SITE],
    [byDispatcher, 'PATCH', `/api/sites/${site}`, { ...SITE, name: 'Dock 2' }],
    [byDispatcher, 'DELETE', `/api/sites/${site}`],
    [byDispatcher, 'POST', '/api/sites/import', { items: [SITE], on_conflict: 'keep' }],
    [byOnboarding, 'POST', '/api/contacts', CONTACT],
    [byOnboarding, 'PATCH', `/api/contacts/${contact}`, { ...CONTACT, name: 'Cy' }],
    [byOnboarding, 'DELETE', `/api/contacts/${contact}`],
    [byOnboarding, 'POST', '/api/contacts/import', { items: [CONTACT], on_conflict: 'keep' }],
    [byDispatcher, 'POST', '/api/views', { ...view, view_id: randomUUID(), name: 'New' }],
    [
      byDispatcher,
      'PATCH',
      `/api/views/${view.view_id}`,
      { name: 'Old 2', scope: 'team', search: {}, version: 1 },
    ],
    [byDispatcher, 'DELETE', `/api/views/${view.view_id}`],
    [byDispatcher, 'POST', '/api/load-lists', { ...list, list_id: randomUUID(), name: 'New' }],
    [byDispatcher, 'PATCH', `/api/load-lists/${list.list_id}`, { name: 'Old 2' }],
    [byDispatcher, 'POST', `/api/load-lists/${list.list_id}/loads`, { add: [said], remove: [] }],
    [byDispatcher, 'DELETE', `/api/load-lists/${list.list_id}`],
    [byAdmin, 'PATCH', '/api/company', { name: 'Northbound' }],
    [byAdmin, 'POST', '/api/api-keys', key],
    [byAdmin, 'POST', `/api/api-keys/${apiKey}/revoke`],
    [byAdmin, 'POST', `/api/people/${viewer}/sign-out`, {}],
    [byAdmin, 'POST', '/api/wall-screens', { name: 'Office' }],
    [byAdmin, 'POST', `/api/wall-screens/${wallScreen}/revoke`],
    [byAdmin, 'POST', '/api/outgoing-webhooks', hook],
    [byAdmin, 'PATCH', `/api/outgoing-webhooks/${webhook}`, { active: false }],
    [byAdmin, 'POST', `/api/outgoing-webhooks/${webhook}/secret`],
    [byAdmin, 'DELETE', `/api/outgoing-webhooks/${webhook}`],
    [byDispatcher, 'POST', `/api/loads/${shared}/share-links`, link],
    [byDispatcher, 'POST', `/api/share-links/${shareLink}/revoke`],
    [byAdmin, 'PATCH', '/api/messages/en', { subject: 'Join us', text: 'Open {link}' }],
    [byOnboarding, 'POST', '/api/email-opt-outs', { address: 'a@example.com' }],
    [byOnboarding, 'POST', `/api/invitations/${invitation}/share`, { how: 'copied', to: null }],
    [
      byOnboarding,
      'POST',
      `/api/invitations/${invitation}/chase`,
      { note: 'called', follow_up_at: null, contacted: true },
    ],
    // At the tracking service: refused before anything is sent.
    [byOnboarding, 'DELETE', `/api/invitations/${invitation}`],
    [byOnboarding, 'DELETE', `/api/connections/${connection?.id}`, { confirm: connection?.fleet_ref }],
    [byAdmin, 'DELETE', `/bff/sessions/${session?.session_id}`],
  ];
  const before = await shownRows(db);
  const allow = await rejectWrites(db, dialect, 'activity');
  try {
    const answers: [string, number][] = [];
    for (const [call, method, path, body] of acts)
      answers.push([`${method} ${path}`, (await call(method, path, body)).status]);
    // Signing in is an act as well: no session without its entry.
    await signedIn('viewer').catch(() => undefined);
    expect(answers.filter(([, status]) => status < 500)).toEqual([]);
    expect(await shownRows(db)).toEqual(before);
  } finally {
    await allow();
  }

  // Nor later, with the next commit of the board.
  await server.services.board.flush();
  expect(await shownRows(db)).toEqual(before);
});

it('at the tracking service are answered with what the service did, and stay "started" when their outcome cannot be written', async () => {
  const { db, dialect, close } = await openDatabase(String(server.env.DATABASE_URL));
  onTestFinished(close);
  const sent = await byOnboarding('POST', '/api/invitations', { fleet_ref: 'F-2' });
  const { key } = sent.json.result as { key: string };
  const allow = await rejectWrites(db, dialect, 'activity', ['UPDATE']);
  const { status, json } = await byOnboarding('DELETE', `/api/invitations/${key}`);
  await allow();
  expect({ status, json }).toMatchObject({ status: 200, json: { status: 'deleted' } });
  const log = await byAdmin('GET', '/api/activity?action=delete_invitation&q=F-2');
  expect(log.json.items).toMatchObject([{ outcome: 'started', target: 'F-2', detail: { key } }]);
  const said = await byAdmin(
    'GET',
    `/api/activity?q=${encodeURIComponent('Withdrew the invitation of F-2')}`,
  );
  expect(said.json.items).toEqual(log.json.items);
});
