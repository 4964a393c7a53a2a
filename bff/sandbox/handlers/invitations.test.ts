import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TWO_STOPS } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';
import { HOUR } from '../world/clock.ts';

const PATH = '/v2/orgs/invitations';
const TMS = '/v2/orgs/tms-invitations';
const UNKNOWN = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
type Read = Record<string, unknown> & { id: string; magic_link: string; fleet_ref: string; status: string };

const sandbox = useSandbox({ loads: 40, rate_limit: 10_000 }, { shared: true });
/** A fleet that no other test invites. */
let ref: string;
let fleets = 0;
beforeEach(() => {
  ref = `NEW-${++fleets}`;
  sandbox.advance(1000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function create(body: object = {}): Promise<Read> {
  const response = await sandbox.call('POST', PATH, { fleet_ref: ref, ...body });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Read;
}
const read = async (id: string) => (await (await sandbox.call('GET', `${PATH}/${id}`)).json()) as Read;
const open = (url: string) => fetch(url, { redirect: 'manual' });
const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('invitation resource', () => {
  it('is read, listed newest first, filtered by fleet_ref and deleted', async () => {
    const created = await create();
    expect(await read(created.id)).toEqual(created);
    const list = async (query: string) =>
      ((await (await sandbox.call('GET', `${PATH}?${query}`)).json()) as { items: Read[] }).items;
    expect((await list('size=1'))[0]?.id).toBe(created.id);
    expect((await list(`fleet_ref=${ref}`)).map(({ id }) => id)).toEqual([created.id]);
    expect((await sandbox.call('DELETE', `${PATH}/${created.id}`)).status).toBe(204);
    expect((await read(created.id)).status).toBe('deleted');
    expect((await sandbox.call('DELETE', `${PATH}/${created.id}`)).status).toBe(409);
    expect((await sandbox.call('GET', `${PATH}/${UNKNOWN}`)).status).toBe(404);
  });

  it('exists for every seeded fleet and in every state', async () => {
    const { items } = (await (await sandbox.call('GET', `${PATH}?size=1000`)).json()) as { items: Read[] };
    for (const { agreement, fleet_ref } of sandbox.world.fleets)
      expect(items.find(({ id }) => id === agreement.invitation_id)).toMatchObject({
        fleet_ref,
        status: 'accepted',
      });
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(['active', 'accepted', 'declined', 'expired', 'deleted']),
    );
  });
});

describe('magic-link page', () => {
  it('names the partner, the granted resources and the providers', async () => {
    const { magic_link } = await create({
      fleet_name: '<b>Acme</b> & Sons',
      permissions: { vehicle_location: 'read', user: 'read_write' },
      limit_tsps: ['axleline', 'roadledger'],
    });
    const page = await open(magic_link);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await page.text();
    expect(html).toContain('&lt;b&gt;Acme&lt;/b&gt; &amp; Sons');
    expect(html).not.toContain('<script');
    expect(html).toContain(
      '<h2>Waypost will be able to see</h2><ul><li>where your trucks are and have been</li></ul>',
    );
    expect(html).toContain(
      '<h2>Waypost will be able to see and change</h2><ul><li>your drivers and office users</li></ul>',
    );
    expect([...html.matchAll(/name="provider"\s+value="(\w+)"/g)].map(([, slug]) => slug)).toEqual([
      'roadledger',
      'axleline',
    ]);
  });

  it("lets its forms redirect to the partner's own address", async () => {
    const { magic_link } = await create({ success_redirect_url: 'https://partner.example/done' });
    expect((await open(magic_link)).headers.get('content-security-policy')).toContain(
      "form-action 'self' https:",
    );
  });

  it('sends an event on the first view only', async () => {
    const emit = vi.spyOn(sandbox.events, 'emit');
    const { magic_link } = await create();
    await open(magic_link);
    await open(magic_link);
    expect(emit.mock.calls.map(([{ event_name }]) => event_name)).toEqual(['invitation.viewed']);
  });

  it('on acceptance creates fleet, trucks, agreement and connection, sends their events and redirects the browser', async () => {
    const emit = vi.spyOn(sandbox.events, 'emit');
    const notify = vi.spyOn(sandbox.events, 'notify').mockImplementation(() => {});
    const { id, magic_link } = await create({
      fleet_name: 'Acme',
      success_redirect_url: 'https://partner.example/done?step=2',
      callback_url: 'https://partner.example/hook',
      permissions: { vehicle: 'read', vehicle_location: 'read', trailer: 'read' },
    });
    const done = await submit(`${magic_link}/accept`, { provider: 'roadledger' });
    expect(done.status).toBe(303);
    expect(done.headers.get('location')).toBe(
      `https://partner.example/done?step=2&invitation_id=${id}&fleet_ref=${ref}`,
    );

    const invitation = await read(id);
    expect(invitation).toMatchObject({ status: 'accepted' });
    const { fleet_id } = invitation;
    const page = async (path: string) =>
      ((await (await sandbox.call('GET', path)).json()) as { items: unknown[] }).items;
    expect(await page(`/v2/orgs/share-agreements?fleet_id=${fleet_id}`)).toMatchObject([
      {
        invitation_id: id,
        status: 'active',
        scopes: { vehicle: 'read', vehicle_location: 'read', trailer: 'read' },
      },
    ]);
    expect(await page(`/v2/integrations/connections?fleet_ids=${fleet_id}`)).toMatchObject([
      { tsp_slug: 'roadledger', fleet_ref: ref, status: 'connected' },
    ]);
    const overview = await sandbox.call('GET', `/v2/intelligence/analytics/overview?fleet_ids=${fleet_id}`);
    expect(await overview.json()).toMatchObject({ fleets: 1, vehicles: expect.any(Number), drivers: 0 });
    const fleet = sandbox.world.fleets.find((one) => one.fleet_id === fleet_id);
    expect(fleet && sandbox.world.vehicles.of(fleet).length).toBeGreaterThan(2);

    const all = ['invitation.accepted', 'share_agreement.created', 'connection.created'];
    expect(emit.mock.calls.map(([{ event_name }]) => event_name)).toEqual(all);
    expect(emit.mock.calls.every(([event]) => event.fleet_id === fleet_id && event.fleet_ref === ref)).toBe(
      true,
    );
    expect(notify.mock.calls.map(([url, { event_name }]) => [url, event_name])).toEqual(
      all.map((name) => ['https://partner.example/hook', name]),
    );
    expect((await submit(`${magic_link}/decline`, {})).headers.get('location')).toContain('/done');
    expect((await read(id)).status).toBe('accepted');
  });

  it('lets a truck of the new fleet carry a load that names it', async () => {
    const { magic_link } = await create();
    await submit(`${magic_link}/accept`, { provider: 'roadledger' });
    const fleet = sandbox.world.fleets.at(-1);
    const [truck] = fleet ? sandbox.world.vehicles.of(fleet) : [];
    const posted = await sandbox.call('POST', '/v2/visibility/loads', {
      load_ref: 'X',
      vehicle: { vin: truck?.record.vin },
      stops: TWO_STOPS,
    });
    const { load_id } = (await posted.json()) as { load_id: string };
    expect(
      await (await sandbox.call('GET', `/v2/visibility/loads/${load_id}/tracking`)).json(),
    ).toMatchObject({
      tracking_health: 'live',
      vehicle_assignment: { vehicle: { id: truck?.record.id } },
    });
  });

  it('makes a fleet buy fuel from joining on, not before', async () => {
    const { magic_link } = await create();
    const joined = sandbox.world.clock.now();
    await submit(`${magic_link}/accept`, { provider: 'roadledger' });
    const bought = async () => {
      const from = new Date(joined - 10 * 24 * HOUR).toISOString();
      const response = await sandbox.call(
        'GET',
        `/v2/telematics/fuel-transactions?fleet_refs=${ref}&from_datetime=${from}`,
      );
      return ((await response.json()) as { items: { occurred_at: string }[] }).items;
    };
    expect(await bought()).toEqual([]);
    sandbox.advance(20 * HOUR);
    const first = await bought();
    expect(first.length).toBeGreaterThan(0);
    expect(first.every(({ occurred_at }) => Date.parse(occurred_at) >= joined)).toBe(true);
    sandbox.advance(24 * HOUR);
    expect((await bought()).slice(0, first.length)).toEqual(first);
  });

  it('also notifies the callback when the connection becomes stale', async () => {
    const { id, magic_link } = await create({ callback_url: 'https://partner.example/hook' });
    const notify = vi.spyOn(sandbox.events, 'notify').mockImplementation(() => {});
    await submit(`${magic_link}/accept`, { provider: 'roadledger' });
    const { fleet_id } = await read(id);
    for (const { record, fleet } of sandbox.world.vehicles.all)
      if (fleet.fleet_id === fleet_id) sandbox.world.silence(record.id, true);
    notify.mockClear();
    sandbox.advance(25 * HOUR);
    await sandbox.call('GET', '/v2/integrations/connections');
    expect(notify.mock.calls.map(([url, { event_name, data }]) => [url, event_name, data])).toEqual([
      [
        'https://partner.example/hook',
        'connection.staled',
        [expect.objectContaining({ fleet_id, status: 'stale' })],
      ],
    ]);
  });

  it("names the deadline in the fleet's zone", async () => {
    const deadline = async (fleet_country_code?: string) => {
      const { magic_link } = await create({ fleet_country_code });
      return /<dt>Respond by<\/dt><dd>([^<]+)/.exec(await (await open(magic_link)).text())?.[1];
    };
    expect(await deadline('USA')).toMatch(/^\w{3}, \w{3} \d+, \d{4}, \d+:\d\d\s[AP]M C[SD]T$/);
    expect(await deadline('POL')).toMatch(/\d:\d\d\s[AP]M GMT[+]\d$/);
  });

  it('says at the button that a provider must be chosen, and leaves no message to the browser', async () => {
    const { magic_link } = await create();
    const html = await (await open(magic_link)).text();
    expect(html).not.toContain('required');
    expect(html).toMatch(
      /Choose your provider above to accept\.<\/p>\s*<button type="submit">Accept and share/,
    );
    const again = await (await submit(`${magic_link}/accept`, {})).text();
    expect(again).toMatch(
      /role="alert"[^>]*>Choose your provider above[^<]*<\/p>\s*<button type="submit">Accept/,
    );
    expect(again.match(/ autofocus/g)).toHaveLength(1);
  });

  it('repeats the form if no provider or a disallowed one is chosen', async () => {
    const { id, magic_link } = await create({ exclude_tsps: ['roadledger'] });
    for (const form of [{}, { provider: 'roadledger' }]) {
      const again = await submit(`${magic_link}/accept`, form as Record<string, string>);
      expect(again.status).toBe(422);
      expect(await again.text()).toContain('role="alert"');
    }
    expect((await read(id)).status).toBe('active');
  });

  it('rejects unknown links, wrong methods and malformed forms', async () => {
    const { magic_link } = await create();
    expect((await open(`${magic_link}x`)).status).toBe(404);
    expect((await open(`${magic_link}/accept`)).status).toBe(405);
    expect((await fetch(magic_link, { method: 'POST' })).status).toBe(405);
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(`${magic_link}/accept`, json)).status).toBe(400);
  });
});

describe('TMS invitations', () => {
  it('can be deleted until they are accepted', async () => {
    const list = async () => ((await (await sandbox.call('GET', TMS)).json()) as { items: Read[] }).items;
    const all = await list();
    const one = all.find(({ status }) => status === 'active');
    const accepted = all.find(({ status }) => status === 'accepted');
    expect((await sandbox.call('DELETE', `${TMS}/${one?.id}`)).status).toBe(204);
    expect((await sandbox.call('DELETE', `${TMS}/${one?.id}`)).status).toBe(404);
    expect((await sandbox.call('DELETE', `${TMS}/${accepted?.id}`)).status).toBe(409);
    expect((await list()).map(({ id }) => id)).toEqual(
      all.map(({ id }) => id).filter((id) => id !== one?.id),
    );
  });
});
