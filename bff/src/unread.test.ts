/** Lists with invalid rows, as a browser gets them: valid rows are shown, unreadable ones are counted, and none contains a secret. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from './testing/server.ts';
import { id, tracking } from './testing/tracking.ts';
import { json, startUpstream, type Upstream } from './testing/upstream.ts';

const folder = temporaryFolder();
let provider: TestSandbox;
let upstream: Upstream;
let server: TestServer;
let browser: TestBrowser;

const SECRET = 'do-not-show';
const unknown = { access_token: SECRET, session: { api_key: SECRET, keep: 1 } };
const NOT_FOUND = { code: 404, message: 'Not Found', detail: null };
const agreement = { fleet_ref: 'F', status: 'active', scopes: { vehicle: 'read' }, ...unknown };
/** By method and path; removed records are deleted from it. */
const records: Record<string, unknown> = {
  'GET /v2/orgs/share-agreements': {
    items: [
      { id: id(1), ...agreement },
      { ...agreement, id: 'odd' },
      { id: id(2), ...agreement, fleet_ref: {} },
    ],
  },
  'GET /v2/integrations/connections': {
    items: [
      { id: id(3), source_name: 'P', credentials: { password: SECRET } },
      { name: 'odd', ...unknown },
    ],
  },
  'GET /v2/orgs/invitations': {
    items: [
      { id: id(4), fleet_ref: 'F-4', status: 'active', magic_link: SECRET, ...unknown },
      { id: 'odd', fleet_ref: 'F-5', magic_link: SECRET, ...unknown },
    ],
  },
  'GET /v2/orgs/tms-invitations': { items: [{ id: id(6) }, 'odd'] },
  'GET /v2/integrations/connections/resource-operations': {
    items: [
      { id: id(7), connection_id: id(9), payload: { password: SECRET }, ...unknown },
      { payload: { password: SECRET } },
    ],
  },
  [`GET /v2/visibility/loads/${id(8)}/tracking`]: {
    ...tracking({ load: 8 }),
    ...unknown,
    stops: [{ id: 'odd', ...unknown }],
  },
};

/** Called when a removal is refused: from then on the record is gone. */
let removed = () => {};
beforeAll(async () => {
  [provider, upstream] = await Promise.all([sandbox(), startUpstream()]);
  upstream.answer((response, { method, url }) => {
    if (method === 'DELETE') removed();
    const found = records[`${method} ${new URL(url, 'http://x').pathname}`];
    json(response, found ? 200 : 404, found ?? NOT_FOUND);
  });
  server = await startServer(provider.line, folder.dir, { SERVICE_BASE_URL: upstream.url });
  browser = new TestBrowser();
  await browser.signIn(server.url, 'admin');
});
afterAll(async () => {
  await server?.stop();
  upstream?.stop();
  await provider?.stop();
  folder.remove();
});

const ask = (path: string, init: Parameters<TestBrowser['api']>[1] = {}) =>
  browser.api(`${server.url}/api/${path}`, init);
const bodyOf = async (path: string) => {
  const { json: body } = await ask(path);
  expect(JSON.stringify(body)).not.toContain(SECRET);
  return body as Record<string, never>;
};
const waiting = { timeout: 15_000, interval: 100 };

describe('one invalid row hides no other', () => {
  it('agreements and connections', async () => {
    const body = await bodyOf('agreements?fresh=true');
    expect(body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id: id(1) }),
        expect.objectContaining({ id: id(2), fleet_ref: null }),
      ]),
      unread: {
        agreements: { left_out: 1, incomplete: 1, items: [{ id: 'odd' }, { id: id(2) }] },
        connections: { left_out: 1 },
      },
    });
    expect(await bodyOf('connections')).toMatchObject({ items: [{ id: id(3) }], unread: { left_out: 1 } });
  });

  it('invitations, whose ids are secrets', async () => {
    await vi.waitFor(async () => {
      const body = await bodyOf('invitations');
      expect(body).toMatchObject({
        items: [{ fleet_ref: 'F-4' }],
        sources: {
          unread: { left_out: 1, items: [{ id: null, values: [{ raw: expect.stringContaining('F-5') }] }] },
        },
      });
      expect(JSON.stringify(body)).not.toContain(id(4));
    }, waiting);
    expect(await bodyOf('tms-invitations')).toMatchObject({ items: [{}], unread: { left_out: 1 } });
  });

  it('operations', async () => {
    await vi.waitFor(async () => {
      expect(await bodyOf('operations')).toMatchObject({
        items: [{ id: id(7) }],
        sources: { unread: { left_out: 1 } },
      });
    }, waiting);
  });

  it('stops of a load, in the list, and in the raw response', async () => {
    await ask('loads', { method: 'POST', body: { load_id: id(8) } });
    await vi.waitFor(async () => {
      const { items } = await bodyOf('loads');
      expect(items).toMatchObject([{ load_ref: 'LD-8', stops: [], unread: [{ path: 'stops.0' }] }]);
    }, waiting);
    const { raw } = await bodyOf(`loads/${id(8)}/raw`);
    expect(raw).toMatchObject({ load_ref: 'LD-8', session: { keep: 1 } });
    expect(await bodyOf(`v2/visibility/loads/${id(8)}/tracking`)).not.toHaveProperty('session');
  });
});

describe('a record that a colleague has removed at the service is gone, and no path is blamed', () => {
  it('an agreement', async () => {
    await ask('agreements?fresh=true');
    // The path has responded before, so its 404 is about this record.
    records[`PATCH /v2/orgs/share-agreements/${id(2)}`] = { id: id(2), ...agreement };
    expect(
      (await ask(`agreements/${id(2)}`, { method: 'PATCH', body: { expiration_date: null } })).status,
    ).toBe(200);
    removed = () => {
      records['GET /v2/orgs/share-agreements'] = { items: [{ id: id(2), ...agreement }] };
    };
    const gone = await ask(`agreements/${id(1)}`, { method: 'DELETE', body: { confirm: 'F' } });
    expect(gone).toMatchObject({
      status: 404,
      json: { reason: 'not_found', message: expect.stringContaining('already') },
    });
    expect((await bodyOf('agreements')).items).toMatchObject([{ id: id(2) }]);
  });

  it('a connection', async () => {
    removed = () => {
      records['GET /v2/integrations/connections'] = { items: [] };
    };
    const gone = await ask(`connections/${id(3)}`, { method: 'DELETE', body: { confirm: id(3) } });
    expect(gone).toMatchObject({
      status: 404,
      json: { reason: 'not_found', message: expect.stringContaining('already') },
    });
    expect((await bodyOf('connections')).items).toEqual([]);
  });

  it('an invitation, which is then shown as deleted', async () => {
    const { items } = await bodyOf('invitations');
    const [{ key }] = items as unknown as [{ key: string }];
    records[`GET /v2/orgs/invitations/${id(4)}`] = { id: id(4), fleet_ref: 'F-4', status: 'active' };
    expect((await ask(`invitations/${key}/read`, { method: 'POST' })).status).toBeLessThan(300);
    delete records[`GET /v2/orgs/invitations/${id(4)}`];
    const list = records['GET /v2/orgs/invitations'];
    records['GET /v2/orgs/invitations'] = { items: [] };
    expect(await ask(`invitations/${key}/read`, { method: 'POST' })).toMatchObject({
      status: 404,
      json: { reason: 'not_found', message: expect.stringContaining('already') },
    });
    records['GET /v2/orgs/invitations'] = list;
    const gone = await ask(`invitations/${key}`, { method: 'DELETE' });
    expect(gone).toMatchObject({
      status: 404,
      json: { reason: 'not_found', message: expect.stringContaining('already') },
    });
    expect((await bodyOf('invitations')).items).toMatchObject([{ status: 'deleted' }]);
  });
});

describe('a record that a colleague has removed', () => {
  it('is reported as gone when it is read, where reading works', async () => {
    const path = `GET /v2/integrations/connections/${id(9)}/resource-operations/${id(7)}`;
    records[path] = { id: id(7), connection_id: id(9), status: 'pending' };
    await vi.waitFor(async () => {
      expect((await ask(`operations/${id(7)}/read`, { method: 'POST' })).status).toBe(200);
    }, waiting);
    delete records[path];
    expect(await ask(`operations/${id(7)}/read`, { method: 'POST' })).toMatchObject({
      status: 404,
      json: { reason: 'not_found', message: expect.stringContaining('already') },
    });
  });
});

describe('a list that fails once', () => {
  it('keeps its last content, and shows that it is not current', async () => {
    expect((await bodyOf('agreements?fresh=true')).items).toHaveLength(1);
    const kept = records['GET /v2/orgs/share-agreements'];
    delete records['GET /v2/orgs/share-agreements'];
    const body = await bodyOf('agreements?fresh=true');
    expect(body).toMatchObject({
      items: [{ id: id(2) }],
      lists: { agreements: 'yes' },
      read_problem: expect.any(String),
    });
    records['GET /v2/orgs/share-agreements'] = { items: [{ odd: 1 }, 5] };
    expect(await bodyOf('agreements?fresh=true')).toMatchObject({
      items: [{ id: id(2) }],
      unread: { agreements: { left_out: 2 } },
    });
    records['GET /v2/orgs/share-agreements'] = kept;
  });
});
