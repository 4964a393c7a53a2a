import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BulkCheck, BulkJobDetail } from '@waypost/contract/api/bulk';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const { server, folder, signedIn } = await useServer({ sandbox: { SANDBOX_LOADS: '1' } });
const people: Record<string, TestBrowser> = {};
for (const name of ['onboarding', 'admin', 'viewer']) people[name] = await signedIn(name);
let connection_id: string;
const received: string[] = [];
const PASSWORD = 'bulk-driver-password';

beforeAll(async () => {
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listConnections, { priority: 'person' });
  for (const { id } of data.items) {
    const body = { connection_id: id, username: `probe-${id}` };
    const options = { body, query: { is_sync: true }, priority: 'person' } as const;
    if (!(await client.call(endpoints.createUser, options).catch(() => null))) continue;
    connection_id = id;
    break;
  }
});

async function call(method: string, path: string, body?: unknown, who = 'onboarding') {
  const page = await people[who]?.api(`${server.url}/api/${path}`, { method, body });
  if (!page) throw new Error(`${who} is not signed in`);
  received.push(page.text);
  return page;
}
const detail = async (id: string) => (await call('GET', `bulk/${id}`)).json as unknown as BulkJobDetail;
async function begin(kind: string, rows: unknown[], more: object = {}) {
  const page = await call('POST', 'bulk', { kind, rows, ...more });
  expect(page.status).toBe(201);
  return page.json as unknown as BulkJobDetail;
}
const done = (id: string) =>
  vi.waitFor(
    async () => {
      const job = await detail(id);
      expect(job.state).toBe('done');
      return job;
    },
    { timeout: 25_000, interval: 100 },
  );
const invitations = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ fleet_ref: `${prefix}-${n}` }));

describe('a job of invitations', () => {
  it('does not send a row that the page holds back, and says why as the page did', async () => {
    const rows = [
      { fleet_ref: 'ROW-1' },
      { fleet_ref: 'ROW-2', fleet_country_code: 'Narnia' },
      { fleet_ref: 'ROW-1' },
    ];
    const issues = [{ path: 'fleet_country_code', message: 'must be a country name or code, not “Narnia”' }];
    const job = await done(
      (
        await begin('invitation', rows, {
          issues: [
            { n: 0, issues },
            { n: 1, issues },
          ],
        })
      ).id,
    );
    expect(job.rows).toMatchObject([
      { state: 'invalid', issues, subject: 'ROW-1' },
      { state: 'invalid', issues },
      { state: 'done', issues: [] },
    ]);
  });

  it('keeps what the page left out of a row that is sent, and counts held rows apart', async () => {
    const rows = [
      { fleet_ref: 'KEEP-1' },
      { fleet_ref: 'KEEP-2' },
      { fleet_ref: 'KEEP-3', fleet_email: 'x' },
    ];
    const issues = [{ path: 'fleet_email', message: 'left out: “x” is not an email address' }];
    const hold = [{ path: 'held', message: 'Same name as C-9' }];
    const { id } = await begin('invitation', rows, {
      name: 'said.csv',
      issues: [{ n: 1, issues: hold }],
      warnings: [{ n: 0, issues }],
    });
    const job = await done(id);
    expect(job).toMatchObject({ held: 1, counts: { done: 1, invalid: 2 } });
    expect(job.rows).toMatchObject([
      { state: 'done', issues },
      { state: 'invalid', issues: hold },
      { state: 'invalid', issues: [{ path: 'fleet_email' }] },
    ]);
    const log = await call('GET', 'activity?q=said.csv', undefined, 'admin');
    const acts = log.json.items as { action: string; detail: object }[];
    for (const action of ['create_bulk_job', 'finish_bulk_job'])
      expect(acts.find((one) => one.action === action)?.detail).toMatchObject({ invalid: 2, held: 1 });
  });

  it('numbers its rows as their file does, also where it says which row another one duplicates', async () => {
    const rows = [{ fleet_ref: 'LINE-1' }, { fleet_ref: 'LINE-2' }, { fleet_ref: 'LINE-1' }];
    const job = await done((await begin('invitation', rows, { row_numbers: [2, 5, 7] })).id);
    expect(job.rows).toMatchObject([
      { n: 0, row_number: 2 },
      { n: 1, row_number: 5 },
      { n: 2, row_number: 7, issues: [{ message: 'duplicates row 2' }] },
    ]);
    const plain = await done((await begin('invitation', [{ fleet_ref: 'LINE-3' }])).id);
    expect(plain.rows).toMatchObject([{ n: 0, row_number: 1 }]);
  });

  it('sends valid rows, explains invalid ones, and reports each outcome', async () => {
    const rows = [
      { fleet_ref: 'A-1' },
      { fleet_ref: 'A-2', fleet_country_code: 'US', extra: 1 },
      { fleet_ref: 'A-1', fleet_name: 'again' },
      'nonsense',
      { fleet_ref: 'A-3', fleet_name: 'sandbox:409' },
    ];
    const job = await done((await begin('invitation', rows, { name: 'a.csv' })).id);
    expect(job.counts).toMatchObject({ done: 1, invalid: 3, failed: 1 });
    expect(job.rows).toMatchObject([
      { n: 0, state: 'done', effect: 'create', subject: 'A-1', invitation_key: expect.any(String) },
      {
        n: 1,
        state: 'invalid',
        issues: [
          { path: 'fleet_country_code', message: 'must be exactly three characters, such as USA' },
          { path: 'extra', message: 'is not a known field' },
        ],
      },
      { n: 2, state: 'invalid', issues: [{ path: 'fleet_ref', message: 'duplicates row 1' }] },
      { n: 3, state: 'invalid', subject: null, issues: [{ path: '' }] },
      { n: 4, state: 'failed', service_status: 409, message: expect.stringContaining('rejected') },
    ]);
  });

  it('sent again renews without duplicates, and the check predicts that', async () => {
    const rows = [{ fleet_ref: 'B-1' }];
    const first = await done((await begin('invitation', rows)).id);
    const check = await call('POST', 'bulk/check', { kind: 'invitation', rows });
    const key = first.rows[0]?.invitation_key;
    expect(check.json.rows).toMatchObject([
      {
        n: 0,
        subject: 'B-1',
        issues: [],
        will: 'refresh',
        existing: { invitation_key: key, accepted: false },
      },
    ]);
    const second = await done((await begin('invitation', rows)).id);
    expect(second.rows).toMatchObject([{ state: 'done', effect: 'refresh', invitation_key: key }]);
  });

  const check = async (rows: object[]) =>
    (await call('POST', 'bulk/check', { kind: 'invitation', rows })).json as unknown as BulkCheck;
  /** Reference of a sharing fleet of the sandbox, with the name of its invitation. */
  async function sharingFleet() {
    const { items } = (await call('GET', 'invitations')).json as unknown as { items: BoardInvitation[] };
    const found = items.find(({ status, fleet_ref }) => status === 'accepted' && fleet_ref !== null);
    if (!found) throw new Error('no fleet has accepted');
    return found;
  }
  const knownFleets = () =>
    vi.waitFor(async () => {
      server.services.onboarding.readInvitationsSoon();
      return sharingFleet();
    }, 5000);

  it('shows every field that a row would change, before anything is sent', async () => {
    await done((await begin('invitation', [{ fleet_ref: 'N-1', fleet_name: 'Mesa', fleet_phone: '1' }])).id);
    const { rows, fleets_problem } = await check([
      { fleet_ref: 'N-1', fleet_name: 'Ridge' },
      { fleet_ref: 'N-2' },
    ]);
    expect(fleets_problem).toBeNull();
    expect(rows[0]?.existing?.changes).toContainEqual({
      field: 'fleet_name',
      before: 'Mesa',
      after: 'Ridge',
      effect: 'set',
    });
    expect(rows[0]?.existing?.changes).toContainEqual(
      expect.objectContaining({ field: 'fleet_phone', effect: 'left_out' }),
    );
    // Our own URLs are added as before, so they are no changes.
    expect(rows[0]?.existing?.changes.map(({ field }) => field)).not.toContain('success_redirect_url');
    expect(rows[1]).toMatchObject({ will: 'create', existing: null, similar: [] });
  });

  it('skips a fleet that already shares, unless its row is selected', async () => {
    const fleet = await knownFleets();
    const rows = [{ fleet_ref: fleet.fleet_ref, fleet_name: 'Renamed by a file' }];
    const [checked] = (await check(rows)).rows;
    expect(checked).toMatchObject({ will: 'skip', existing: { accepted: true, stage: 'accepted' } });
    const job = await done((await begin('invitation', rows)).id);
    expect(job.rows).toMatchObject([
      { state: 'skipped', message: 'Not sent: the fleet has already accepted' },
    ]);
    expect((await sharingFleet()).fleet_name).toBe(fleet.fleet_name);
    const chosen = await done((await begin('invitation', rows, { renews_accepted: [0] })).id);
    expect(chosen.rows).toMatchObject([{ state: 'done', effect: 'refresh' }]);
  });

  it('skips a row if an invitation appeared after the check', async () => {
    const rows = [{ fleet_ref: 'LATE-1' }, { fleet_ref: 'LATE-2' }];
    const { id } = await begin('invitation', [...invitations('FIRST', 60), ...rows]);
    await call('POST', `bulk/${id}/pause`);
    await call('POST', 'invitations', { fleet_ref: 'LATE-1', fleet_name: 'Made meanwhile' });
    await call('POST', `bulk/${id}/resume`);
    const job = await done(id);
    expect(job.rows[60]).toMatchObject({
      state: 'skipped',
      message: expect.stringContaining('appeared after the rows were checked'),
    });
    expect(job.rows[61]).toMatchObject({ state: 'done', effect: 'create' });
  }, 30_000);

  it('points to other references that may be the same fleet', async () => {
    await call('POST', 'invitations', {
      fleet_ref: 'UXB-002',
      fleet_name: 'Blue Mesa, Inc.',
      fleet_email: 'ops@blue.example',
      fleet_regulatory_id: '1234567',
      fleet_regulatory_id_type: 'DOT',
    });
    const { rows } = await check([
      { fleet_ref: 'uxb-002' },
      { fleet_ref: 'UXB 002 ' },
      { fleet_ref: 'OTHER-1', fleet_name: 'BLUE MESA INC' },
      { fleet_ref: 'OTHER-2', fleet_email: 'OPS@blue.example' },
      { fleet_ref: 'UXB-003' },
      { fleet_ref: 'OTHER-3', fleet_regulatory_id: 'USDOT 1,234,567', fleet_regulatory_id_type: 'DOT' },
      {
        fleet_ref: 'OTHER-4',
        fleet_name: 'Blue Mesa Inc',
        fleet_regulatory_id: '1234567',
        fleet_regulatory_id_type: 'DOT',
      },
    ]);
    expect(rows.map(({ similar }) => similar.map(({ by, fleet_ref }) => [by, fleet_ref]))).toEqual([
      [[['fleet_ref'], 'UXB-002']],
      [[['fleet_ref'], 'UXB-002']],
      [[['fleet_name'], 'UXB-002']],
      [[['fleet_email'], 'UXB-002']],
      [],
      [[['usdot_number'], 'UXB-002']],
      [[['fleet_name', 'usdot_number'], 'UXB-002']],
    ]);
    expect(rows.every(({ will }) => will === 'create')).toBe(true);
  });

  it('can be undone: what it created is withdrawn, what existed before stays, even across a restart', async () => {
    await call('POST', 'invitations', { fleet_ref: 'UNDO-0' });
    const rows = invitations('UNDO', 40);
    const { id } = await begin('invitation', rows);
    expect((await call('POST', `bulk/${id}/undo`)).status).toBe(409);
    await done(id);
    expect((await call('GET', `bulk/${id}/undo`)).json).toEqual({
      withdrawn: 39,
      shared: 0,
      viewed: 0,
      accepted: 0,
      renewed: 1,
      gone: 0,
    });
    expect((await call('POST', `bulk/${id}/undo`)).json).toMatchObject({ undo: 'running' });
    await server.restart();
    await vi.waitFor(async () => expect((await detail(id)).undo).toBe('done'), {
      timeout: 15_000,
      interval: 100,
    });
    const job = await detail(id);
    expect(job.rows.filter(({ undo }) => undo === 'done')).toHaveLength(39);
    expect(job.undo_counts).toEqual({ waiting: 0, done: 39, failed: 0 });
    const { items } = (await call('GET', 'invitations')).json as unknown as { items: BoardInvitation[] };
    const left = items.filter(
      ({ fleet_ref, status }) => fleet_ref?.startsWith('UNDO-') && status === 'active',
    );
    expect(left.map(({ fleet_ref }) => fleet_ref)).toEqual(['UNDO-0']);
    // A repeated request has no further effect.
    expect((await call('POST', `bulk/${id}/undo`)).json).toMatchObject({ undo: 'done' });
  }, 40_000);

  it('with an existing id is that job, and is rejected with other rows', async () => {
    const id = randomUUID();
    await begin('invitation', [{ fleet_ref: 'C-1' }], { id });
    const same = await call('POST', 'bulk', { id, kind: 'invitation', rows: [{ fleet_ref: 'C-1' }] });
    expect(same).toMatchObject({ status: 200, json: { id } });
    const other = await call('POST', 'bulk', { id, kind: 'invitation', rows: [{ fleet_ref: 'C-2' }] });
    expect(other.status).toBe(409);
  });

  it('is rejected as a whole on request, with every problem', async () => {
    const rows = [{ fleet_ref: 'D-1' }, { fleet_ref: '' }, {}];
    const page = await call('POST', 'bulk', { kind: 'invitation', rows, on_problem: 'refuse_all' });
    expect(page.status).toBe(422);
    expect((page.json.detail as { path: string }[]).map(({ path }) => path)).toEqual([
      'body.rows.1.fleet_ref',
      'body.rows.2.fleet_ref',
    ]);
    const listed = await call('GET', 'invitations');
    expect(listed.text).not.toContain('D-1');
  });

  it('pauses, resumes and is cancelled', async () => {
    const { id } = await begin('invitation', invitations('E', 300));
    expect((await call('POST', `bulk/${id}/pause`)).json.state).toBe('paused');
    const before = await vi.waitFor(async () => {
      const job = await detail(id);
      expect(job.counts.sending).toBe(0);
      return job;
    }, 5000);
    expect(before.counts.waiting).toBeGreaterThan(0);
    server.services.bulk.wake();
    await server.services.bulk.run();
    expect((await detail(id)).counts).toEqual(before.counts);
    expect((await call('POST', `bulk/${id}/resume`)).json.state).toBe('running');
    await vi.waitFor(async () => {
      expect((await detail(id)).counts.done).toBeGreaterThan(before.counts.done);
    }, 5000);
    expect((await call('POST', `bulk/${id}/cancel`)).json.state).toBe('cancelled');
    expect((await call('POST', `bulk/${id}/resume`)).status).toBe(409);
    const after = await detail(id);
    expect(after.counts.waiting).toBe(0);
    expect(after.counts.cancelled).toBeGreaterThan(0);
    const log = await call('GET', `activity?q=${id}`, undefined, 'admin');
    const actions = (log.json.items as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(['cancel_bulk_job', 'resume_bulk_job', 'pause_bulk_job', 'create_bulk_job']);
  }, 30_000);

  it('runs in order of creation, also one that was paused, and before withdrawals', async () => {
    const first = await begin('invitation', invitations('FIRST', 200));
    await call('POST', `bulk/${first.id}/pause`);
    const second = await begin('invitation', invitations('SECOND', 400));
    await vi.waitFor(async () => expect((await detail(second.id)).counts.done).toBeGreaterThan(0));
    await call('POST', `bulk/${first.id}/resume`);
    await done(first.id);
    expect((await call('POST', `bulk/${second.id}/cancel`)).json).toMatchObject({ state: 'cancelled' });
    await call('POST', `bulk/${first.id}/undo`);
    await vi.waitFor(async () =>
      expect((await detail(first.id)).rows.some(({ undo }) => undo === 'done')).toBe(true),
    );
    await done((await begin('invitation', [{ fleet_ref: 'THIRD' }])).id);
    expect((await detail(first.id)).undo).toBe('running');
  }, 40_000);

  it('resumes automatically after a restart, unless paused', async () => {
    const { id } = await begin('invitation', invitations('R', 200));
    const paused = await begin('invitation', invitations('P', 5));
    await call('POST', `bulk/${paused.id}/pause`);
    await server.restart();
    const job = await done(id);
    expect(job.counts).toMatchObject({ done: 200, unknown: 0 });
    expect((await detail(paused.id)).state).toBe('paused');
  }, 40_000);
});

describe('a job of users', () => {
  const users = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      connection_id,
      username: `${prefix}${n}`,
      password: PASSWORD,
      is_driver: true,
    }));

  it('creates each once, and skips existing ones when sent again', async () => {
    const rows = [...users('u', 3), { connection_id, username: 'u0' }, { username: 'x', password: '' }];
    const job = await done((await begin('user', rows, { is_sync: true })).id);
    expect(job.counts).toMatchObject({ done: 3, invalid: 2 });
    expect(job.rows[0]).toMatchObject({
      operation_id: expect.any(String),
      operation_status: 'success',
      effect: 'create',
    });
    const again = await done((await begin('user', users('u', 4), { is_sync: true })).id);
    expect(again.counts).toMatchObject({ done: 1, skipped: 3 });
  }, 30_000);

  it('does not send a user whose email or reference was requested before at the connection, unless chosen', async () => {
    const first = { connection_id, user_email: 'rita@held.example', partner_ref: 'HR-9' };
    const made = await done(
      (await begin('user', [first], { name: 'u.csv', row_numbers: [4], is_sync: true })).id,
    );
    const queued = await begin('user', users('queued', 40));
    await call('POST', `bulk/${queued.id}/pause`);
    const rows = [
      { connection_id, username: 'rita', user_email: 'RITA@held.example' },
      { connection_id, partner_ref: 'HR-9', password: '' },
      { connection_id, username: 'queued39' },
      { connection_id, user_email: 'other@held.example' },
      { connection_id: randomUUID(), user_email: 'rita@held.example' },
    ];
    const { json } = await call('POST', 'bulk/check', { kind: 'user', rows });
    const source = {
      state: 'created',
      subject: 'rita@held.example',
      operation_id: made.rows[0]?.operation_id,
      job: { id: made.id, name: 'u.csv', row_number: 4 },
    };
    expect(json.rows).toMatchObject([
      { will: 'skip', known_user: { ...source, by: ['user_email'] } },
      { will: null, known_user: { ...source, by: ['partner_ref'] } },
      { will: 'skip', known_user: { state: 'waiting', by: ['username'], job: { id: queued.id } } },
      { will: 'create', known_user: null },
      { will: 'create', known_user: null },
    ]);
    await call('POST', `bulk/${queued.id}/cancel`);
    const again = await done((await begin('user', rows.slice(0, 1), { is_sync: true })).id);
    expect(again.counts).toMatchObject({ skipped: 1 });
    const chosen = await done(
      (await begin('user', rows.slice(0, 1), { is_sync: true, renews_accepted: [0] })).id,
    );
    expect(chosen.counts).toMatchObject({ done: 1 });
  }, 30_000);

  it('names users without a username by their email, or by their name', async () => {
    const names = { first_name: 'Luis', last_name: 'Park' };
    const rows = [
      { connection_id, ...names, user_email: 'luis@park.example' },
      { connection_id, ...names },
      { ...names },
    ];
    const { json } = await call('POST', 'bulk/check', { kind: 'user', rows });
    expect(json.rows).toMatchObject([
      { subject: 'luis@park.example' },
      { subject: 'Luis Park' },
      { subject: 'Luis Park', will: null },
    ]);
  });

  it('stores passwords encrypted until they are sent, and then deletes them', async () => {
    const { id } = await begin('user', users('s', 2));
    const sealed = () =>
      server.services.db.selectFrom('bulk_row').select('request').where('job_id', '=', id).execute();
    await done(id);
    expect((await sealed()).every(({ request }) => request === null)).toBe(true);
    const paused = await begin('user', users('t', 40));
    await call('POST', `bulk/${paused.id}/cancel`);
    await vi.waitFor(async () => {
      const rows = await server.services.db
        .selectFrom('bulk_row')
        .select(['state', 'request'])
        .where('job_id', '=', paused.id)
        .execute();
      expect(rows.filter(({ state, request }) => state !== 'sending' && request !== null)).toEqual([]);
    }, 5000);
  });
});

describe('a row with an error on our side', () => {
  /** The database rejects the outcome of one row, like with a full disk. */
  const refuseEnds = (id: string, n: number) =>
    sql`CREATE TRIGGER refuse_end BEFORE UPDATE ON bulk_row
      WHEN OLD.state = 'sending' AND NEW.job_id = ${sql.lit(id)} AND NEW.n = ${sql.lit(n)}
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`.execute(server.services.db);
  afterEach(() => takeEnds());
  const takeEnds = () => sql`DROP TRIGGER IF EXISTS refuse_end`.execute(server.services.db);

  it('fails alone when it cannot be read, and every row gets an outcome', async () => {
    const { id } = await begin('invitation', invitations('Z', 60));
    await call('POST', `bulk/${id}/pause`);
    await server.services.db
      .updateTable('bulk_row')
      .set({ request: 'test.not-sealed-by-us' })
      .where('job_id', '=', id)
      .where('n', '=', 59)
      .where('state', '=', 'waiting')
      .execute();
    await call('POST', `bulk/${id}/resume`);
    const job = await done(id);
    expect(job.counts).toMatchObject({ done: 59, failed: 1, sending: 0, waiting: 0 });
    expect(job.rows[59]).toMatchObject({
      state: 'failed',
      message: expect.stringContaining("can't be read"),
    });
  }, 30_000);

  it('is completed later if its outcome could not be stored, and the job is not done before', async () => {
    const id = randomUUID();
    await refuseEnds(id, 2);
    await begin('invitation', invitations('W', 5), { id });
    await vi.waitFor(
      async () => expect((await detail(id)).counts).toMatchObject({ done: 4, sending: 1 }),
      5000,
    );
    await server.services.bulk.run();
    expect(await detail(id)).toMatchObject({ state: 'running' });
    await takeEnds();
    const job = await done(id);
    expect(job.counts).toMatchObject({ done: 5, sending: 0 });
    expect(job.rows[2]).toMatchObject({ state: 'done', effect: 'create' });
  }, 30_000);

  it('of a job that is cancelled in the meantime gets an outcome too', async () => {
    const id = randomUUID();
    await refuseEnds(id, 0);
    await begin('invitation', invitations('Y', 1), { id });
    await vi.waitFor(async () => expect((await detail(id)).counts.sending).toBe(1), 5000);
    await call('POST', `bulk/${id}/cancel`);
    await takeEnds();
    await vi.waitFor(async () => expect((await detail(id)).counts).toMatchObject({ done: 1 }), {
      timeout: 10_000,
      interval: 100,
    });
  }, 30_000);
});

it('a job shows whose credentials it uses', async () => {
  const job = await begin('invitation', [{ fleet_ref: 'whose' }]);
  expect(job).toMatchObject({ credentials: 'organization' });
});

it('a viewer neither sees nor sends jobs', async () => {
  expect((await call('GET', 'bulk', undefined, 'viewer')).status).toBe(403);
  const job = { kind: 'invitation', rows: [{ fleet_ref: 'V-1' }] };
  expect((await call('POST', 'bulk', job, 'viewer')).status).toBe(403);
});

it('no browser received a password, and none is in the database', () => {
  expect(received.join('\n')).not.toContain(PASSWORD);
  expect(readFileSync(join(folder, 'test.db'), 'latin1')).not.toContain(PASSWORD);
});
