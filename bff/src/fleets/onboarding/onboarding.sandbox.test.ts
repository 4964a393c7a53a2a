/** Invitations, agreements and operations with the real sandbox: what staff and fleets do, and what nobody may see. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoardAgreement, ListedConnection } from '@waypost/contract/api/agreements';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const { server, folder, signedIn } = await useServer();
const people: Record<string, TestBrowser> = {};
for (const name of ['onboarding', 'dispatcher', 'viewer', 'admin']) people[name] = await signedIn(name);
const received: string[] = [];

async function call(who: string, method: string, path: string, body?: unknown) {
  const page = await people[who]?.api(`${server.url}/api/${path}`, { method, body });
  if (!page) throw new Error(`${who} is not signed in`);
  received.push(page.text);
  return page;
}
const list = async () =>
  (await call('viewer', 'GET', 'invitations')).json.items as unknown as BoardInvitation[];
const known = async (fleet_ref: string) => (await list()).find((one) => one.fleet_ref === fleet_ref);
async function invited(fleet_ref: string, more: object = {}) {
  const sent = await call('onboarding', 'POST', 'invitations', { fleet_ref, ...more });
  expect([200, 201]).toContain(sent.status);
  return sent.json as unknown as {
    result: BoardInvitation;
    refreshed: boolean;
    changed: { field: string; before: unknown; after: unknown }[];
  };
}
async function linkOf(key: string): Promise<string> {
  const shown = await people.onboarding?.api(`${server.url}/api/invitations/${key}/link`, { method: 'POST' });
  return String(shown?.json.magic_link);
}
/** The fleet opens its link and responds. */
async function answer(link: string, how: 'accept' | 'decline', fields: Record<string, string>) {
  const fleet = new TestBrowser();
  await fleet.go(link);
  return fleet.request(`${link}/${how}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}
/** State at the service itself. */
async function atService(fleet_ref: string) {
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listInvitations, { query: { fleet_ref }, priority: 'person' });
  return data.items;
}

describe('an invitation', () => {
  it('has a key of ours, and the list says who created it', async () => {
    const { result, refreshed } = await invited('F-1', { fleet_name: 'Acme' });
    expect(refreshed).toBe(false);
    expect(result).toMatchObject({ fleet_ref: 'F-1', fleet_name: 'Acme', status: 'active', refreshes: 0 });
    const [there] = await atService('F-1');
    expect(result.key).not.toBe(there?.id);
    expect(await known('F-1')).toMatchObject({ key: result.key, created_by_name: expect.any(String) });
    expect(there).toMatchObject({
      success_redirect_url: `${server.url}/onboarding/success`,
      failure_redirect_url: `${server.url}/onboarding/failure`,
      callback_url: null,
    });
  });

  it('is followed by subscriptions of Waypost, not of the person who opened the page', async () => {
    await call('onboarding', 'GET', 'invitations');
    const log = () => call('admin', 'GET', 'activity?action=subscribe_hook');
    await vi.waitFor(async () => expect((await log()).json.items).not.toEqual([]));
    const names = ((await log()).json.items as { readonly name: unknown }[]).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set([null]));
  });

  it('is renewed by the same fleet_ref, and the response lists the changes', async () => {
    await invited('RENEWED-2', { fleet_name: 'Old', limit_tsps: ['milemarker'] });
    const { refreshed, changed, result } = await invited('RENEWED-2', {
      fleet_name: 'New',
      expires_in_hours: 5,
    });
    expect(refreshed).toBe(true);
    expect(changed).toContainEqual({ field: 'fleet_name', before: 'Old', after: 'New' });
    expect(changed.map(({ field }) => field)).not.toContain('limit_tsps');
    expect(result).toMatchObject({ refreshes: 1, expires_in_hours: 5, limit_tsps: ['milemarker'] });
    // One entry for one act: the renewal is not logged as another invitation too.
    const log = await call('admin', 'GET', 'activity?q=RENEWED-2');
    expect(log.json.items).toMatchObject([
      {
        action: 'refresh_invitation',
        target: 'RENEWED-2',
        outcome: 'done',
        detail: { before: { fleet_name: 'Old' }, after: { fleet_name: 'New' } },
      },
      { action: 'create_invitation', target: 'RENEWED-2', outcome: 'done' },
    ]);
  });

  it('shows its link only on request, and records who requested it', async () => {
    const { result } = await invited('F-3');
    const [there] = await atService('F-3');
    expect(await linkOf(result.key)).toBe(there?.magic_link);
    expect(await known('F-3')).toMatchObject({ link_shown_by_name: expect.any(String) });
    const log = await call('admin', 'GET', 'activity?action=show_invitation_link&q=F-3');
    expect(log.json.items).toHaveLength(1);
    expect((await call('viewer', 'POST', `invitations/${result.key}/link`)).status).toBe(403);
  });

  it('moves through the funnel by itself as the fleet views and accepts it', async () => {
    const { result } = await invited('F-4');
    const link = await linkOf(result.key);
    await new TestBrowser().go(link);
    await vi.waitFor(async () => expect((await known('F-4'))?.viewed_at).not.toBeNull(), 5000);
    const back = await answer(link, 'accept', { provider: 'milemarker' });
    expect(back.headers.get('Location')).toContain('/onboarding/success?invitation_id=');
    await vi.waitFor(async () => expect((await known('F-4'))?.status).toBe('accepted'), 5000);
    const detail = await call('viewer', 'GET', `invitations/${result.key}`);
    expect((detail.json.history as { what: string }[]).map(({ what }) => what)).toEqual([
      'created',
      'link_shown',
      'viewed',
      'accepted',
    ]);
    const refused = await call('onboarding', 'DELETE', `invitations/${result.key}`);
    expect(refused).toMatchObject({
      status: 409,
      json: { message: "The fleet has accepted this invitation, so it can't be withdrawn" },
    });
  });

  it('shows why it was declined, is open again after a renewal, and remembers the refusal', async () => {
    const { result } = await invited('F-5');
    await answer(await linkOf(result.key), 'decline', { reason: 'Wrong company' });
    await vi.waitFor(
      async () =>
        expect(await known('F-5')).toMatchObject({ status: 'declined', decline_reason: 'Wrong company' }),
      5000,
    );
    const again = await invited('F-5');
    expect(again.result).toMatchObject({
      key: result.key,
      status: 'active',
      decline_reason: null,
      viewed_at: null,
      past_declines: [{ at: expect.any(String), reason: 'Wrong company' }],
    });
    const detail = await call('viewer', 'GET', `invitations/${result.key}`);
    expect((detail.json.history as object[]).slice(-2)).toMatchObject([
      { what: 'declined', note: 'Wrong company' },
      { what: 'refreshed' },
    ]);
  });

  it('is withdrawn once, and followed up by a person', async () => {
    const { result } = await invited('F-6');
    const chased = await call('onboarding', 'POST', `invitations/${result.key}/chase`, { note: 'called' });
    expect(chased.json).toMatchObject({ chases: 1, chased_by_name: expect.any(String) });
    expect((await call('viewer', 'DELETE', `invitations/${result.key}`)).status).toBe(403);
    for (let n = 0; n < 2; n += 1) {
      const deleted = await call('onboarding', 'DELETE', `invitations/${result.key}`);
      expect(deleted).toMatchObject({ status: 200, json: { status: 'deleted' } });
    }
    const detail = await call('viewer', 'GET', `invitations/${result.key}`);
    expect(detail.json.history).toContainEqual(expect.objectContaining({ what: 'chased', note: 'called' }));
    const withdrawals = (history: unknown) =>
      (history as { what: string }[]).filter(({ what }) => what === 'deleted');
    // Neither the second click nor the event of the service is another withdrawal.
    expect(withdrawals(detail.json.history)).toMatchObject([{ by_name: expect.any(String) }]);
    expect((await call('onboarding', 'POST', `invitations/${result.key}/link`)).status).toBe(409);
  });

  it('is followed up at a chosen time or postponed, and each of these can be undone', async () => {
    const { result } = await invited('F-later');
    const chase = `invitations/${result.key}/chase`;
    const next = new Date(Date.now() + 2 * 86_400_000).toISOString();
    const past = await call('onboarding', 'POST', chase, { follow_up_at: '2020-01-01T00:00:00Z' });
    expect(past).toMatchObject({ status: 422, json: { detail: [{ path: 'body.follow_up_at' }] } });
    const after_end = {
      contacted: false,
      follow_up_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    };
    expect(await call('onboarding', 'POST', chase, after_end)).toMatchObject({
      status: 422,
      json: { detail: [{ path: 'body.follow_up_at', message: 'must be before the link expires' }] },
    });
    expect((await call('onboarding', 'DELETE', chase)).status).toBe(409);
    await call('onboarding', 'POST', chase, { note: 'called Sam', follow_up_at: next });
    const later = await call('onboarding', 'POST', chase, { contacted: false, follow_up_at: next });
    expect(later.json).toMatchObject({ chases: 1, follow_up_at: next });
    const undone = await call('onboarding', 'DELETE', chase);
    expect(undone.json).toMatchObject({ chases: 1, chased_by_name: expect.any(String), follow_up_at: next });
    const detail = await call('viewer', 'GET', `invitations/${result.key}`);
    expect((detail.json.history as object[]).at(-1)).toMatchObject({
      what: 'chased',
      note: 'called Sam',
      follow_up_at: next,
    });
    expect((await call('viewer', 'DELETE', chase)).status).toBe(403);
    expect((await call('onboarding', 'DELETE', chase)).json).toMatchObject({
      chases: 0,
      chased_at: null,
      chased_by_name: null,
      follow_up_at: null,
    });
  });

  it("undoing one's follow-up or sharing leaves a later one of a colleague alone", async () => {
    const { result } = await invited('F-colleague');
    const chase = `invitations/${result.key}/chase`;
    const mine = await call('onboarding', 'POST', chase, { note: 'called Sam' });
    await call('admin', 'POST', chase, { note: 'called Lee' });
    const undoMine = `${chase}?logged_at=${mine.json.logged_at}`;
    expect(await call('onboarding', 'DELETE', undoMine)).toMatchObject({ status: 409 });
    expect((await call('viewer', 'GET', `invitations/${result.key}`)).json).toMatchObject({ chases: 2 });
    const share = `invitations/${result.key}/share`;
    const first = await call('onboarding', 'POST', share, { how: 'marked', to: 'sam@mesa.example' });
    await call('admin', 'POST', share, { how: 'marked', to: 'lee@mesa.example' });
    const undone = await call('onboarding', 'DELETE', `${share}?shared_at=${first.json.shared_at}`);
    expect(undone).toMatchObject({ status: 409 });
    expect((await call('viewer', 'GET', `invitations/${result.key}`)).json).toMatchObject({
      shared_to: 'lee@mesa.example',
    });
  });

  it('records sharing separately: by whom, how and to whom; opening the link here is not sharing', async () => {
    const { result } = await invited('F-share');
    const share = `invitations/${result.key}/share`;
    await linkOf(result.key);
    expect(await known('F-share')).toMatchObject({ shared_at: null, shares: 0 });
    await call('onboarding', 'POST', share, { how: 'copied' });
    const marked = await call('onboarding', 'POST', share, { how: 'marked', to: ' ops@mesa.example ' });
    expect(marked.json).toMatchObject({
      shares: 2,
      shared_at: expect.any(String),
      shared_how: 'marked',
      shared_to: 'ops@mesa.example',
      shared_by_name: expect.any(String),
    });
    expect((await call('onboarding', 'DELETE', share)).json).toMatchObject({
      shared_at: null,
      shared_to: null,
    });
    const detail = await call('viewer', 'GET', `invitations/${result.key}`);
    expect(detail.json.history).toMatchObject([
      { what: 'created', how: null },
      { what: 'shared', how: 'copied', to: null },
      { what: 'shared', how: 'marked', to: 'ops@mesa.example' },
      { what: 'not_shared', how: null },
    ]);
    const log = await call('admin', 'GET', 'activity?action=share_invitation&q=F-share');
    expect(log.json.items).toHaveLength(2);
    expect((await call('viewer', 'POST', share, { how: 'copied' })).status).toBe(403);
    // A page cannot claim what only the server does.
    expect((await call('onboarding', 'POST', share, { how: 'emailed' })).status).toBe(422);
  });

  it('has to be shared again after a renewal, and an expired link is neither shown nor shared', async () => {
    const { result } = await invited('F-again');
    const share = `invitations/${result.key}/share`;
    await call('onboarding', 'POST', share, { how: 'copied' });
    await answer(await linkOf(result.key), 'decline', { reason: 'Later' });
    await vi.waitFor(async () => expect((await known('F-again'))?.status).toBe('declined'), 5000);
    for (const path of [share, `invitations/${result.key}/link`])
      expect(
        await call('onboarding', 'POST', path, path === share ? { how: 'copied' } : undefined),
      ).toMatchObject({
        status: 409,
        json: { message: 'The fleet has declined this invitation' },
      });
    const again = await invited('F-again', { expires_in_hours: 9 });
    expect(again.result).toMatchObject({ status: 'active', shared_at: null, shares: 1 });
    const shared = await call('onboarding', 'POST', share, { how: 'copied' });
    expect(shared.json).toMatchObject({ shared_at: expect.any(String), shares: 2 });
  });

  it('is found without events: what was created elsewhere is read', async () => {
    const { client, endpoints } = server.services.upstream;
    await client.call(endpoints.createInvitation, {
      body: { fleet_ref: 'F-elsewhere', expires_in_hours: 3 },
      priority: 'person',
    });
    const own = await invited('F-7');
    // A single read finds that one; the list in the background finds all.
    expect((await call('viewer', 'POST', `invitations/${own.result.key}/read`)).status).toBe(200);
    server.services.onboarding.readInvitationsSoon();
    await vi.waitFor(
      async () => expect(await known('F-elsewhere')).toMatchObject({ created_by_name: null }),
      5000,
    );
  });
});

describe('TMS invitations', () => {
  it('are listed by keys of ours; an accepted one stays', async () => {
    const listed = await call('viewer', 'GET', 'tms-invitations');
    expect(listed.json.known).toBe(true);
    const items = listed.json.items as { key: string; status: string }[];
    const open = items.find(({ status }) => status === 'active');
    const accepted = items.find(({ status }) => status === 'accepted');
    expect((await call('onboarding', 'DELETE', `tms-invitations/${open?.key}`)).status).toBe(204);
    expect((await call('onboarding', 'DELETE', `tms-invitations/${open?.key}`)).status).toBe(404);
    expect((await call('onboarding', 'DELETE', `tms-invitations/${accepted?.key}`)).status).toBe(409);
    const typed = { tms_invitation_id: '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60' };
    expect((await call('onboarding', 'POST', 'tms-invitations/delete', typed)).status).toBe(404);
  });
});

const agreements = async (query = '') => {
  const page = await call('viewer', 'GET', `agreements${query}`);
  return page.json as unknown as { items: BoardAgreement[]; loads_of_unknown_fleet: number };
};

describe('agreements', () => {
  it('show their meaning, origin and data freshness', async () => {
    const { result } = await invited('F-8', { fleet_name: 'Eight' });
    await answer(await linkOf(result.key), 'accept', { provider: 'roadledger' });
    await vi.waitFor(async () => {
      const one = (await agreements()).items.find(({ fleet_ref }) => fleet_ref === 'F-8');
      expect(one).toMatchObject({
        effective: { state: 'active', shared: true },
        invitation_key: result.key,
        fleet_name: 'Eight',
        connections: [{ tsp_slug: 'roadledger', freshness: expect.any(Array) }],
      });
    }, 5000);
    expect(JSON.stringify((await agreements()).items)).not.toContain('invitation_id');
  });

  it('change their end dates, and show their loads and those at risk', async () => {
    server.services.onboarding.readFleetsSoon();
    // Not polled constantly: clicks have priority over background reads.
    const options = { timeout: 10_000, interval: 500 };
    const one = await vi.waitFor(async () => {
      const found = (await agreements()).items.find(
        ({ effective, dependents }) =>
          effective.shared && Date.parse(dependents.needed_until ?? '') > Date.now() + 5 * 60_000,
      );
      expect(found).toBeDefined();
      return found as BoardAgreement;
    }, options);
    const until = Date.parse(one.dependents.needed_until ?? '');
    const path = `agreements/${one.id}`;
    const soon = new Date(Math.min(until, Date.now() + 3600_000) - 60_000).toISOString();
    const cut = await call('onboarding', 'PATCH', path, { expiration_date: soon });
    expect(cut).toMatchObject({ status: 200, json: { expiration_date: soon } });
    const late = { expiration_date: null, before: { expiration_date: one.expiration_date ?? null } };
    expect((await call('onboarding', 'PATCH', path, late)).status).toBe(412);
    const seen = { expiration_date: soon, before: { expiration_date: soon } };
    expect((await call('onboarding', 'PATCH', path, seen)).status).toBe(200);
    expect((cut.json.dependents as BoardAgreement['dependents']).loads_at_risk).toBeGreaterThan(0);
    // In the meantime the fleets of more loads become known, and those may need access longer.
    await vi.waitFor(async () => {
      const known = (await agreements()).items.find(({ id }) => id === one.id);
      const needed = Date.parse(known?.dependents.needed_until ?? '');
      const extended = await call('onboarding', 'PATCH', path, {
        expiration_date: new Date(needed + 60_000).toISOString(),
      });
      expect(extended.json.dependents).toMatchObject({ loads_at_risk: 0 });
    }, options);
    expect((await call('onboarding', 'PATCH', path, { expiration_date: null })).json).toMatchObject({
      expiration_date: null,
    });
    expect((await call('onboarding', 'PATCH', path, { effective_date: null })).status).toBe(422);
    const log = await call('admin', 'GET', `activity?action=update_agreement`);
    expect(log.json.items).toContainEqual(
      expect.objectContaining({
        target: one.fleet_ref,
        detail: expect.objectContaining({ after: expect.objectContaining({ expiration_date: soon }) }),
      }),
    );
    const history = await call('onboarding', 'GET', `${path}/history`);
    const entries = history.json.items as { readonly detail: { readonly id: string } }[];
    expect(entries[0]).toMatchObject({ action: 'update_agreement', target: one.fleet_ref });
    expect(entries.every(({ detail }) => detail.id === one.id)).toBe(true);
    expect((await call('viewer', 'GET', `${path}/history`)).status).toBe(403);
  });

  it('are cancelled and deleted only with a typed confirmation', async () => {
    const shared = (await agreements()).items.filter(({ effective }) => effective.shared);
    const [one, other] = [shared.at(-1), shared.at(-2)] as [BoardAgreement, BoardAgreement];
    for (const [method, path] of [
      ['DELETE', `agreements/${one.id}`],
      ['POST', `agreements/${other.id}/cancel`],
    ] as const) {
      const which = method === 'DELETE' ? one : other;
      expect((await call('onboarding', method, path, { confirm: 'yes' })).status).toBe(422);
      expect((await call('dispatcher', method, path, { confirm: which.fleet_ref })).status).toBe(403);
      expect((await call('onboarding', method, path, { confirm: which.fleet_ref })).status).toBe(
        method === 'DELETE' ? 204 : 200,
      );
    }
    const again = await call('onboarding', 'POST', `agreements/${other.id}/cancel`, {
      confirm: other.fleet_ref,
    });
    expect(again.status).toBe(409);
  });

  it('show no credentials of connections, and connections end with a typed confirmation', async () => {
    const listed = await call('viewer', 'GET', 'connections?fresh=true');
    const [one] = listed.json.items as { id: string; fleet_ref: string }[];
    expect(listed.text).not.toMatch(/credential/i);
    const path = `connections/${one?.id}`;
    expect((await call('onboarding', 'DELETE', path, { confirm: 'x' })).status).toBe(422);
    expect((await call('onboarding', 'DELETE', path, { confirm: one?.fleet_ref })).status).toBe(204);
    expect((await call('onboarding', 'DELETE', path, { confirm: one?.fleet_ref })).status).toBe(404);
  });
});

const PASSWORD = 'a-driver-password-7';

describe('operations', () => {
  it('of users are tracked to their end, and repeated with the same data and a new password', async () => {
    const connection_id = await writable();
    const ref = { partner_ref: 'HR-77', notes: 'sandbox:rejected' };
    const body = { connection_id, username: 'ann', ...ref, password: PASSWORD };
    const sent = await call('onboarding', 'POST', 'users', body);
    expect(sent.status).toBe(202);
    const { id } = sent.json.result as { id: string };
    const detail = await vi.waitFor(async () => {
      const page = await call('viewer', 'GET', `operations/${id}`);
      expect(page.json.status).toBe('failed');
      return page.json;
    }, 15_000);
    expect(detail).toMatchObject({
      subject: 'ann',
      partner_ref: 'HR-77',
      created_by_name: expect.any(String),
      repeatable: true,
      attempts: 1,
      request: { connection_id, username: 'ann' },
      last_attempt: { response_status_code: 400 },
    });
    const repeated = await call('onboarding', 'POST', `operations/${id}/repeat`, { password: PASSWORD });
    expect(repeated.status).toBe(202);
    const after = await call('viewer', 'GET', `operations/${id}`);
    expect(after.json.repeated_as).toBe((repeated.json.result as { id: string }).id);
    expect((await call('viewer', 'POST', `operations/${id}/repeat`, {})).status).toBe(403);
  }, 30_000);

  it('are found in the search by the name, the phone and the email of their driver', async () => {
    const connection_id = await writable();
    const names = { first_name: 'Rosa', last_name: 'Quintero', user_email: 'rosa@quintero.example' };
    const phone = { phone_country_code: '+1', phone_number: '806 555 0177' };
    const body = { connection_id, username: 'rq', ...names, ...phone };
    const sent = await call('onboarding', 'POST', 'users', body);
    const { id } = sent.json.result as { id: string };
    await vi.waitFor(async () => {
      for (const q of ['rosa quintero', '(806) 555-0177', 'rosa@quintero.example', 'rq']) {
        const found = await call('viewer', 'GET', `search?kind=driver&q=${encodeURIComponent(q)}`);
        expect(found.json.items).toMatchObject([
          { id, title: 'Rosa Quintero', subtitle: expect.stringMatching(/^rq, /) },
        ]);
      }
    }, 10_000);
  }, 20_000);

  it('are not repeated unless they failed', async () => {
    const connection_id = await writable();
    const sent = await call('onboarding', 'POST', 'users', { connection_id, username: 'bob' });
    const { id } = sent.json.result as { id: string };
    expect((await call('onboarding', 'POST', `operations/${id}/repeat`, {})).status).toBe(409);
    await vi.waitFor(async () => {
      expect((await call('viewer', 'POST', `operations/${id}/read`)).json.status).toBe('success');
    }, 15_000);
  }, 30_000);
});

it('a provider that cannot create users is known from the first refusal on, at each of its connections', async () => {
  const permissions = { vehicle: 'read', user: 'read_write' };
  for (const fleet_ref of ['F-CAB-1', 'F-CAB-2']) {
    const { result } = await invited(fleet_ref, { permissions });
    await answer(await linkOf(result.key), 'accept', { provider: 'cabsense' });
  }
  const connections = async () =>
    (
      (await call('viewer', 'GET', 'connections?fresh=true')).json.items as unknown as ListedConnection[]
    ).filter(({ fleet_ref }) => fleet_ref?.startsWith('F-CAB-'));
  const before = await connections();
  expect(before.map(({ users_refused }) => users_refused)).toEqual([null, null]);
  const sent = await call('onboarding', 'POST', 'users', { connection_id: before[0]?.id, username: 'cara' });
  expect(sent.json).toMatchObject({ service_status: 501 });
  const refusal = { at: expect.any(String), by_name: expect.any(String) };
  expect((await connections()).map(({ users_refused }) => users_refused)).toEqual([refusal, refusal]);
  const all = (await call('viewer', 'GET', 'connections')).json.items as unknown as ListedConnection[];
  expect(new Set(all.filter((one) => one.users_refused).map(({ tsp_slug }) => tsp_slug))).toEqual(
    new Set(['cabsense']),
  );
}, 30_000);

/** A connection through which users can be created. */
async function writable(): Promise<string> {
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listConnections, { priority: 'person' });
  for (const { id } of data.items) {
    const body = { connection_id: id, username: `probe-${id}` };
    const ok = await client
      .call(endpoints.createUser, { body, query: { is_sync: true }, priority: 'person' })
      .catch(() => null);
    if (ok || (await duplicate(id))) return id;
  }
  throw new Error('no connection lets users be created');
}
async function duplicate(id: string): Promise<boolean> {
  const { client, endpoints } = server.services.upstream;
  const query = { connection_id: id, size: 1 };
  const { data } = await client.call(endpoints.listOperations, { query, priority: 'person' });
  return data.items.length > 0;
}

describe('the landing pages of fleets', () => {
  const get = async (path: string) => new TestBrowser().request(`${server.url}/onboarding/${path}`);

  it('need no session and show what they were given, escaped and limited', async () => {
    const page = await get(`success?invitation_id=3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60&fleet_ref=%3Cb%3EF-1`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('&lt;b&gt;F-1');
    expect(page.text).not.toContain('<b>');
    expect(page.text).not.toContain('3f2c9a52');
    expect(page.text).not.toMatch(/<script/i);
    const nonce = /style nonce="([^"]+)"/.exec(page.text)?.[1];
    expect(page.headers.get('Content-Security-Policy')).toContain(`'nonce-${nonce}'`);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const long = await get(`failure?fleet_ref=${'x'.repeat(5000)}`);
    expect(long.text.length).toBeLessThan(3000);
  });

  it('begin with what succeeded while the acceptance is not confirmed, and look again by themselves', async () => {
    const { result } = await invited('F-THANKS');
    await linkOf(result.key);
    const [there] = await atService('F-THANKS');
    const page = await get(`success?invitation_id=${there?.id}`);
    expect(page.text).toContain('<p>You finished the steps at the provider.');
    expect(page.headers.get('Refresh')).toBe('5');
    expect((await get('success')).headers.get('Refresh')).toBeNull();
  });

  it('name the contact that the company has set beside who invited', async () => {
    const { result } = await invited('F-CONTACT');
    await linkOf(result.key);
    const [there] = await atService('F-CONTACT');
    const contactOf = async () =>
      /Your contact<\/dt><dd>([^<]*)</.exec((await get(`success?invitation_id=${there?.id}`)).text)?.[1];
    const name = await contactOf();
    const admin = { sub: 'admin', name: 'Ada' };
    await server.services.company.change({ contact: '+1 505 555 0117' }, admin);
    expect(await contactOf()).toBe(`${name}, +1 505 555 0117`);
    await server.services.company.change({ contact: null }, admin);
    expect(await contactOf()).toBe(name);
  });

  it('say at once that it was declined, by whom that is seen, and what to do after a mistake', async () => {
    const { result } = await invited('F-NO');
    const link = await linkOf(result.key);
    const [there] = await atService('F-NO');
    const page = () => get(`failure?invitation_id=${there?.id}`);
    const unconfirmed = await page();
    expect(unconfirmed.headers.get('Refresh')).toBe('5');
    await answer(link, 'decline', { reason: 'Wrong company' });
    await vi.waitFor(async () => expect((await known('F-NO'))?.status).toBe('declined'), 5000);
    const confirmed = await page();
    expect(confirmed.headers.get('Refresh')).toBeNull();
    // Before the service confirms it, the page does not know why the invitation was not accepted.
    expect(unconfirmed.text).toContain('<h1>You did not accept. Nothing is shared.</h1>');
    expect(confirmed.text).toContain('<h1>You declined. Nothing is shared.</h1>');
    for (const { text } of [unconfirmed, confirmed]) expect(text).toContain('If it was by mistake');
    expect(confirmed.text).toContain('can see that you declined');
  });

  it('look the same for any made-up values', async () => {
    const plain = await get('success');
    const made = await get('success?invitation_id=nonsense&fleet_ref[]=a&fleet_ref[]=b');
    const withoutNonce = (text: string) => text.replace(/nonce="[^"]+"/, '');
    expect(withoutNonce(made.text)).toBe(withoutNonce(plain.text));
  });
});

it('no browser received an id, a link, a token or a password, and none is in the database', async () => {
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listInvitations, {
    query: { size: 1000 },
    priority: 'person',
  });
  const secrets = data.items.flatMap((one) => [
    one.id,
    one.magic_link,
    one.pre_registration_access_token,
    one.pre_registration_refresh_token,
  ]);
  const all = [...secrets.filter((one) => typeof one === 'string'), PASSWORD];
  expect(all.length).toBeGreaterThan(20);
  const bytes = received.join('\n');
  const file = readFileSync(join(folder, 'test.db'), 'latin1');
  for (const secret of all) {
    expect(bytes).not.toContain(secret);
    expect(file).not.toContain(secret);
  }
});
