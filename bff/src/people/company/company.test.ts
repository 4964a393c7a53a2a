/** The company's settings through our API, including hostile files and concurrent administrators. */
import { type CompanyThresholds, DEFAULT_COMPANY, MAX_LOGO_BYTES } from '@waypost/contract/api/company';
import { publicConfig } from '@waypost/contract/api/session';
import { beforeAll, describe, expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { useServer } from '../../testing/server.ts';
import { silentLog } from '../../testing/tracking.ts';
import { Company } from './company.ts';

/** The header of a PNG: all that the server reads. */
function png(width: number, height: number, bytes = 64): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.alloc(bytes - head.length - size.length)]);
}

function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc000110800000000030122000211010311', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe00004abcd', 'hex'), frame]);
}

describe('the settings of the company', async () => {
  const server = await useServer();
  let admin: TestBrowser;
  let viewer: TestBrowser;
  beforeAll(async () => {
    admin = await server.signedIn('admin');
    viewer = await server.signedIn('viewer');
  });
  const call = (browser: TestBrowser, method: string, path: string, body?: unknown) =>
    browser.api(`${server.url}/api/${path}`, { method, ...(body === undefined ? {} : { body }) });
  const setLogo = (bytes: Buffer) => call(admin, 'POST', 'company/logo', { data: bytes.toString('base64') });
  const identity = async () => {
    const answer = await fetch(`${server.url}/bff/config`, { headers: { 'X-CSRF': '1' } });
    return publicConfig.parse(await answer.json()).company;
  };

  it('are the defaults until an administrator sets them, and survive a restart', async () => {
    expect((await call(viewer, 'GET', 'company')).json).toMatchObject({ ...DEFAULT_COMPANY, logo_url: null });
    expect(await identity()).toEqual({ name: null, logo_url: null });
    const changed = await call(admin, 'PATCH', 'company', {
      name: '  Northbound Freight ',
      thresholds: { late_after_minutes: 30 },
    });
    expect(changed).toMatchObject({ status: 200, json: { name: 'Northbound Freight' } });
    await server.server.restart();
    expect((await call(viewer, 'GET', 'company')).json).toMatchObject({
      name: 'Northbound Freight',
      thresholds: { ...DEFAULT_COMPANY.thresholds, late_after_minutes: 30 },
    });
    expect(await identity()).toMatchObject({ name: 'Northbound Freight' });
  });

  it('are not available to people without the right', async () => {
    for (const username of ['viewer', 'dispatcher', 'onboarding']) {
      const browser = await server.signedIn(username);
      for (const [method, path, body] of [
        ['PATCH', 'company', { name: 'Mine' }],
        ['POST', 'company/logo', { data: png(1, 1).toString('base64') }],
        ['DELETE', 'company/logo', undefined],
      ] as const)
        expect((await call(browser, method, path, body)).status).toBe(403);
    }
  });

  it('refuse a misleading name, unknown fields and thresholds out of range', async () => {
    for (const body of [
      { name: '' },
      { name: 'x'.repeat(81) },
      { name: 'Bank\u202egnp.exe' },
      { owner: 'me' },
      { thresholds: { late_after_minutes: -1 } },
      { time_zone: 'Mars/Olympus' },
    ])
      expect((await call(admin, 'PATCH', 'company', body)).status).toBe(422);
  });

  it('refuse a limit of lateness below the one before it, also of those that are stored', async () => {
    const limits = async () => (await call(viewer, 'GET', 'company')).json.thresholds as CompanyThresholds;
    const stored = await limits();
    for (const [thresholds, field] of [
      [{ late_after_minutes: 200, late_high_minutes: 60, late_critical_minutes: 180 }, 'late_high_minutes'],
      [{ late_critical_minutes: 59 }, 'late_critical_minutes'],
    ] as const)
      expect(await call(admin, 'PATCH', 'company', { thresholds })).toMatchObject({
        status: 422,
        json: { detail: [{ path: `body.thresholds.${field}` }] },
      });
    expect(await limits()).toEqual(stored);
    const equal = { late_after_minutes: 60, late_critical_minutes: 60 };
    expect((await call(admin, 'PATCH', 'company', { thresholds: equal })).status).toBe(200);
    await call(admin, 'PATCH', 'company', { thresholds: stored });
  });

  it('apply to people who have chosen nothing themselves', async () => {
    const dispatcher = await server.signedIn('dispatcher');
    await call(dispatcher, 'PATCH', 'preferences', { clock: '24' });
    await call(admin, 'PATCH', 'company', { clock: '12', length_unit: 'km', time_zone: 'America/Denver' });
    expect((await call(viewer, 'GET', 'preferences')).json.preferences).toMatchObject({
      clock: '12',
      length_unit: 'km',
      time_zone: 'America/Denver',
    });
    expect((await call(dispatcher, 'GET', 'preferences')).json.preferences).toMatchObject({
      clock: '24',
      length_unit: 'km',
    });
  });

  it("refuse a change of what a colleague has changed meanwhile, and keep the colleague's", async () => {
    await call(admin, 'PATCH', 'company', { name: 'Northbound', clock: '24' });
    const stale = { name: 'Blue Mesa', before: { name: 'Southbound' } };
    expect(await call(admin, 'PATCH', 'company', stale)).toMatchObject({
      status: 412,
      json: { message: expect.stringMatching(/ has just changed these settings$/) },
    });
    const thresholds = { late_after_minutes: 45 };
    const stale_limit = {
      thresholds,
      clock: '12',
      before: { thresholds: { late_after_minutes: 44 }, clock: '24' },
    };
    expect((await call(admin, 'PATCH', 'company', stale_limit)).status).toBe(412);
    expect((await call(viewer, 'GET', 'company')).json).toMatchObject({ name: 'Northbound', clock: '24' });
    const current = { name: 'Northbound Freight', before: { name: 'Northbound' } };
    expect((await call(admin, 'PATCH', 'company', current)).status).toBe(200);
  });

  it('are in the activity log with their previous values', async () => {
    await call(admin, 'PATCH', 'company', { volume_unit: 'L' });
    const { json } = await call(admin, 'GET', 'activity?action=update_company');
    expect((json.items as object[])[0]).toMatchObject({
      detail: { before: { volume_unit: 'gal' }, after: { volume_unit: 'L' } },
    });
  });

  it('serve the logo to anybody, as an image only', async () => {
    for (const [bytes, type] of [
      [png(300, 80), 'image/png'],
      [jpeg(300, 80), 'image/jpeg'],
    ] as const) {
      expect((await setLogo(bytes)).status).toBe(200);
      const { logo_url } = await identity();
      const answer = await fetch(`${server.url}${logo_url}`);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      expect(answer.headers.get('Content-Type')).toBe(type);
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(answer.headers.get('Content-Security-Policy')).toContain('sandbox');
    }
  });

  it('show fleets who invited them, with the name escaped', async () => {
    await setLogo(png(300, 80));
    await call(admin, 'PATCH', 'company', { name: '<b>A&B</b> "Freight"' });
    for (const path of ['success', 'failure']) {
      const html = await (await fetch(`${server.url}/onboarding/${path}`)).text();
      expect(html).toContain('&lt;b&gt;A&amp;B&lt;/b&gt; &quot;Freight&quot;');
      expect(html).not.toContain('<b>');
      expect(html).toContain((await identity()).logo_url);
    }
  });

  it('remove a logo, whose URL then no longer exists', async () => {
    await setLogo(png(300, 80));
    const { logo_url } = await identity();
    expect((await call(admin, 'DELETE', 'company/logo')).json).toMatchObject({ logo_url: null });
    expect((await fetch(`${server.url}${logo_url}`)).status).toBe(404);
    expect(await identity()).toMatchObject({ logo_url: null });
  });

  it.each([
    ['script in an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>1</script>')],
    ['a page behind the first bytes of a PNG', Buffer.from('\x89PNG<script>1</script>', 'latin1')],
    ['a picture that needs gigabytes to draw', png(60_000, 60_000)],
    ['a picture without a size', png(0, 10)],
    ['a JPEG that ends before its size', Buffer.from('ffd8ffe000', 'hex')],
    ['a JPEG whose parts have no length', Buffer.from('ffd8ffe00000ffe00000ffe00000', 'hex')],
    ['one byte too many', png(300, 80, MAX_LOGO_BYTES + 1)],
  ])('refuse %s as a logo', async (_what, bytes) => {
    const refused = await setLogo(bytes);
    expect(refused.status).toBe(422);
    expect(refused.json.detail).toMatchObject([{ path: 'body.data' }]);
  });
});

describeOnBothDatabases('the settings of the company', (fresh) => {
  const ana = { sub: 'ana', name: 'Ana' };
  async function opened(database: Awaited<ReturnType<typeof fresh>>) {
    const { db } = await database.open();
    const company = await Company.open({
      db,
      log: silentLog,
      activity: new Activity(db, silentLog),
      onCommit: () => undefined,
    });
    return { db, company };
  }

  it("written by two servers are both kept, and each reads the other's", async () => {
    const database = await fresh();
    const [one, other] = [await opened(database), await opened(database)];
    await one.company.change({ name: 'Northbound', thresholds: { late_after_minutes: 30 } }, ana);
    await other.company.change({ clock: '12', thresholds: { delivered_after_hours: 48 } }, ana);
    for (const { company } of [one, other]) {
      await company.catchUp();
      expect(company.settings).toEqual({
        ...DEFAULT_COMPANY,
        name: 'Northbound',
        clock: '12',
        thresholds: { ...DEFAULT_COMPANY.thresholds, late_after_minutes: 30, delivered_after_hours: 48 },
      });
    }
  });

  it('written by two servers at the same moment are kept once, where both saw the same before', async () => {
    const database = await fresh();
    const servers = [await opened(database), await opened(database)];
    const results = await Promise.allSettled(
      servers.map(({ company }, at) => company.change({ name: `Name ${at}`, before: { name: null } }, ana)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 412 } });
  });

  it('fall back to the defaults for stored values that are no longer valid', async () => {
    const { db, company } = await opened(await fresh());
    const row = { version: 1, updated_at: 1, updated_by_name: 'Ana' };
    await db
      .insertInto('company_setting')
      .values([
        { key: 'clock', value: '"13"', ...row },
        { key: 'logo', value: '{"type":"image/svg+xml","data":"PHN2Zz4="}', ...row },
        { key: 'threshold.late_after_minutes', value: '"soon"', ...row },
        { key: 'threshold.delivered_after_hours', value: '48', ...row },
        { key: 'threshold.unassigned_before_hours', value: '4', ...row },
        { key: 'motto', value: '"on time"', ...row },
      ])
      .execute();
    await company.catchUp();
    expect(company.identity).toEqual({ name: null, logo_url: null });
    expect(company.settings).toEqual({
      ...DEFAULT_COMPANY,
      thresholds: { ...DEFAULT_COMPANY.thresholds, delivered_after_hours: 48 },
    });
  });
});
