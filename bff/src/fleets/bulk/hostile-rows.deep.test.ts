/** Rows designed to break a server, through its API: on both databases each has its own outcome. */
import { randomBytes } from 'node:crypto';
import type { BulkCheck, BulkJobDetail } from '@waypost/contract/api/bulk';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';

let started: TestSandbox;
beforeAll(async () => {
  started = await sandbox({ SANDBOX_LOADS: '1' });
});
afterAll(() => started?.stop());

/** Incompressible text. */
const random = (length: number) => randomBytes(length).toString('base64url').slice(0, length);
const ROWS = 2_000;
const TOO_LONG = 'must be at most 1000 characters';
const CONTROL = 'must not contain control characters or line breaks';

/** By row number; each kind once per hundred rows. */
function row(
  of: string,
  n: number,
): { readonly given: unknown; readonly issue: [path: string, message: string] | null } {
  const fleet_ref = `${of}-${n}`;
  switch (n % 100) {
    case 1:
      return { given: { fleet_ref: `${of}-${n - 1}` }, issue: ['fleet_ref', `duplicates row ${n}`] };
    case 2:
      return { given: { fleet_ref: `${fleet_ref}\u0007` }, issue: ['fleet_ref', CONTROL] };
    case 3:
      return { given: { fleet_ref: `${fleet_ref}\r\nBcc: all@mesa.example` }, issue: ['fleet_ref', CONTROL] };
    case 4:
      return { given: { fleet_ref: random(20_000) }, issue: ['fleet_ref', TOO_LONG] };
    case 5:
      return { given: { fleet_ref: '' }, issue: ['fleet_ref', 'must not be empty'] };
    case 6:
      return {
        given: { fleet_ref, fleet_email: 'nobody' },
        issue: ['fleet_email', 'must be an email address, such as ops@example.com'],
      };
    case 7:
      return {
        given: { fleet_ref, "'; DROP TABLE invitation": 1 },
        issue: ["'; DROP TABLE invitation", 'is not a known field'],
      };
    case 8:
      return { given: { fleet_ref, __proto__x: {} }, issue: ['__proto__x', 'is not a known field'] };
    case 9:
      return { given: null, issue: ['', expect.any(String) as unknown as string] };
    case 10:
      return {
        given: { fleet_ref: `${random(900)}-${n}`, fleet_name: `=cmd|' /C calc'!A0` },
        issue: null,
      };
    case 11:
      return { given: { fleet_ref: `${fleet_ref}\ud800`, fleet_name: '\u202egnp.exe' }, issue: null };
    case 0:
      return { given: { fleet_ref, fleet_name: "Robert'); DROP TABLE invitation;--" }, issue: null };
    default:
      return { given: [fleet_ref], issue: ['', expect.any(String) as unknown as string] };
  }
}

describe.each(['SQLite', 'PostgreSQL'])('hostile rows on %s', (dialect) => {
  const folder = temporaryFolder();
  const person = new TestBrowser();
  let server: TestServer;
  beforeAll(async () => {
    const env = dialect === 'SQLite' ? {} : { DATABASE_URL: await postgresUrl() };
    server = await startServer(started.line, folder.dir, env);
    await person.signIn(server.url, 'onboarding');
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });
  const call = (method: string, path: string, body?: unknown) =>
    person.api(`${server.url}/api/${path}`, { method, body });

  it('each of 2,000 rows of a job has its own outcome, and the valid ones are created', async () => {
    const rows = Array.from({ length: ROWS }, (_, n) => row(dialect, n));
    const given = rows.map((one) => one.given);
    const check = await call('POST', 'bulk/check', { kind: 'invitation', rows: given });
    expect(check.status).toBe(200);
    const checked = (check.json as unknown as BulkCheck).rows;
    expect(checked.map(({ issues: [first] }) => first && [first.path, first.message])).toEqual(
      rows.map(({ issue }) => issue ?? undefined),
    );
    const begun = await call('POST', 'bulk', { kind: 'invitation', rows: given });
    expect(begun.status).toBe(201);
    const { id } = begun.json as unknown as BulkJobDetail;
    const job = await vi.waitFor(
      async () => {
        const { json } = await call('GET', `bulk/${id}`);
        expect(json.state).toBe('done');
        return json as unknown as BulkJobDetail;
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(job.rows.map(({ state }) => state)).toEqual(
      rows.map(({ issue }) => (issue === null ? 'done' : 'invalid')),
    );
    expect(job.rows.filter(({ state }) => state === 'done').map(({ effect }) => effect)).not.toContain(
      'refresh',
    );
  }, 60_000);

  it.each([
    [
      'bulk',
      { kind: 'invitation', rows: [{ fleet_ref: 'A' }, { fleet_ref: 'A\0B' }] },
      'body.rows.1.fleet_ref',
    ],
    ['bulk/check', { kind: 'invitation', rows: [{ fleet_ref: '\0' }] }, 'body.rows.0.fleet_ref'],
    ['bulk', { kind: 'user', name: 'a\0.csv', rows: [{ username: 'ann' }] }, 'body.name'],
    ['invitations', { fleet_ref: 'A\0B' }, 'body.fleet_ref'],
    ['invitations', { fleet_ref: 'A\u0001B' }, 'body.fleet_ref'],
    ['invitations', { fleet_ref: 'A', fleet_name: 'Mesa\0' }, 'body.fleet_name'],
    ['users', { connection_id: '00000000-0000-4000-8000-000000000000', username: 'a\0' }, 'body.username'],
  ])('refuses what no database stores at its field: %s %#', async (path, body, field) => {
    const page = await call('POST', path, body);
    expect(page.status).toBe(422);
    expect((page.json.detail as { path: string }[]).map((one) => one.path)).toEqual([field]);
  });

  it('lists invitations created elsewhere with references that it would reject itself', async () => {
    const { client, endpoints } = server.services.upstream;
    const long = `${dialect}-${random(900)}`;
    for (const fleet_ref of [long, `${dialect}\0NUL`])
      await client.call(endpoints.createInvitation, {
        body: { fleet_ref, expires_in_hours: 72 },
        priority: 'person',
      });
    await vi.waitFor(async () => {
      server.services.onboarding.readInvitationsSoon();
      const { items } = (await call('GET', 'invitations')).json as unknown as { items: BoardInvitation[] };
      const refs = items.map(({ fleet_ref }) => fleet_ref);
      expect(refs).toContain(`${dialect}\0NUL`);
      expect(refs).toContain(long);
    }, 5_000);
  });
});
