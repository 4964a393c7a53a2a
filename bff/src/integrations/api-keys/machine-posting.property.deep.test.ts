/**
 * Two servers on PostgreSQL, whose tracking service loses and refuses answers, while machines post, put, remove and read, and servers
 * restart: no load twice, none lost, and a reader of changes knows the whole board.
 */
import { fc, runs } from '@waypost/contract/testing/property';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { postgresUrl } from '../../testing/databases.ts';
import { type LossyService, lossyService } from '../../testing/lossy-service.ts';
import { loadToPost, type MachineAnswer, machineAt, type TestMachine } from '../../testing/machine.ts';
import {
  sandbox,
  startServer,
  type TestSandbox,
  type TestServer,
  temporaryFolder,
} from '../../testing/server.ts';

const folder = temporaryFolder();
let started: TestSandbox;
let service: LossyService;
let env: Record<string, string>;
const servers: TestServer[] = [];
let tms: TestMachine;
/** How often the tracking service has made a load of each number. */
const made = new Map<string, number>();

beforeAll(async () => {
  started = await sandbox({ SANDBOX_LOADS: '1' });
  service = await lossyService(started.line.base_url, ({ body, status }) => {
    if (status !== 201 || !body.includes('"load_ref"')) return;
    const { load_ref } = JSON.parse(body) as { load_ref: string };
    made.set(load_ref, (made.get(load_ref) ?? 0) + 1);
  });
  env = { DATABASE_URL: await postgresUrl(), SERVICE_BASE_URL: service.url, REQUESTS_PER_MINUTE: '1000000' };
  for (let n = 0; n < 2; n += 1) servers.push(await startServer(started.line, folder.dir, env));
  tms = await machineAt((servers[0] as TestServer).url);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await service?.close();
  await started?.stop();
  folder.remove();
});

/** Keeps a copy of the board, and asks one server or the other what has changed. */
class Reader {
  readonly loads = new Map<string, number>();
  #version: number | null = null;

  async read(at: TestMachine, size: number): Promise<void> {
    const changed_after = this.#version === null ? '' : `&changed_after=${this.#version}`;
    let cursor = '';
    for (;;) {
      const answer = await at.call(`loads?size=${size}${changed_after}${cursor}`);
      expect(answer.status).toBe(200);
      const { items, removed, next_page, version } = answer.json;
      for (const { load_id } of removed) this.loads.delete(load_id);
      for (const load of items) this.loads.set(load.load_id, load.version);
      if (next_page === null) {
        this.#version = version;
        return;
      }
      cursor = `&cursor=${next_page}`;
    }
  }
}

const server = fc.nat({ max: 1 });
const ref = fc.nat({ max: 5 });
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('put' as const), server, ref, vin: fc.nat({ max: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('post' as const), server, ref, key: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      server,
      refs: fc.array(ref, { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), server, ref }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      server,
      size: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('lose' as const), posts: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('refuse' as const), posts: fc.integer({ min: 1, max: 2 }) }),
  },
);
/** The acts of one step happen at once; then a server may restart. */
const step = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 6 }),
  restart: fc.option(server, { freq: 4 }),
});

const VEHICLES = [{ vin: '1XKYDP9X0KJ211111' }, { vin: '1XKYDP9X0KJ211112' }];
let world = 0;

async function run(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<void> {
  world += 1;
  const name = (n: number) => `W${world}-${n}`;
  const at = (n: number) => tms.at((servers[n] as TestServer).url);
  const readers = [new Reader(), new Reader()] as const;
  /** Loads that a machine has received an answer about. */
  const answered = new Map<string, string>();
  const tell = (load_ref: string | null, load_id: string | null) => {
    if (load_ref === null || load_id === null) return;
    expect(answered.get(load_ref) ?? load_id).toBe(load_id);
    answered.set(load_ref, load_id);
  };
  const good = ({ status, json }: MachineAnswer, allowed: readonly number[]) => {
    expect(allowed, JSON.stringify(json)).toContain(status);
    return status < 300;
  };
  // 502: the tracking service failed or refused; 412: two corrections at once.
  const POSTED = [200, 201, 202, 409, 412, 422, 502, 503];
  const doing = async (one: typeof act extends fc.Arbitrary<infer A> ? A : never) => {
    switch (one.kind) {
      case 'put': {
        const body = loadToPost(name(one.ref), { vehicle: VEHICLES[one.vin] });
        const answer = await at(one.server).call('posted-loads', { method: 'PUT', body });
        if (good(answer, POSTED)) tell(answer.json.load_ref, answer.json.load_id);
        return;
      }
      case 'post': {
        const headers: Record<string, string> = one.key ? { 'Idempotency-Key': name(one.ref) } : {};
        const body = loadToPost(name(one.ref));
        const answer = await at(one.server).call('posted-loads', { method: 'POST', body, headers });
        if (good(answer, POSTED)) tell(name(one.ref), answer.json.intent.result_id);
        return;
      }
      case 'bulk': {
        const body = { loads: one.refs.map((n) => loadToPost(name(n))) };
        const answer = await at(one.server).call('posted-loads/bulk', { method: 'POST', body });
        good(answer, [200]);
        for (const { load_ref, load_id } of answer.json.items) tell(load_ref, load_id);
        return;
      }
      case 'remove': {
        const load_id = answered.get(name(one.ref));
        if (load_id) good(await at(one.server).call(`loads/${load_id}`, { method: 'DELETE' }), [204, 404]);
        return;
      }
      case 'read':
        return readers[one.server as 0 | 1].read(at(one.server), one.size);
      case 'lose':
        return service.lose(one.posts);
      case 'refuse':
        return service.refuse(one.posts, 422);
    }
  };
  for (const { acts, restart } of steps) {
    await Promise.all(acts.map(doing));
    if (restart === null) continue;
    await (servers[restart] as TestServer).stop();
    servers[restart] = await startServer(started.line, folder.dir, env);
  }
  service.lose(0);
  service.refuse(0, 422);
  // A load is on the board of each server as soon as its answer has come, until somebody removes it.
  const fresh = await at(0).call('posted-loads', { method: 'PUT', body: loadToPost(name(99)) });
  expect(fresh).toMatchObject({ status: 201, json: { state: 'on_board' } });
  expect((await at(1).call(`posted-loads?load_ref=${name(99)}`)).json.state).toBe('on_board');
  for (const [load_ref, count] of made) expect(count, load_ref).toBe(1);
  for (const [load_ref, load_id] of answered)
    for (const n of [0, 1])
      await vi.waitFor(async () => {
        const { json } = await at(n).call(`posted-loads?load_ref=${load_ref}`);
        expect(json).toMatchObject({ load_id, state: expect.stringMatching(/^(on_board|archived)$/) });
        const on_board = (await at(n).call(`loads/${load_id}`)).status === 200;
        expect(on_board).toBe(json.state === 'on_board');
      });
  // Readers that changed between the servers, too.
  for (const [n, reader] of readers.entries())
    await vi.waitFor(async () => {
      await reader.read(at(1 - n), 3);
      const { board } = (servers[n] as TestServer).services;
      const loads = Object.fromEntries(board.ids().map((id) => [id, board.get(id)?.item.version]));
      expect(Object.fromEntries(reader.loads)).toEqual(loads);
    });
}

it(
  'no load is posted twice, none is lost, and readers of changes know the whole board',
  { timeout: 600_000 },
  () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), run), {
      numRuns: runs(12),
      endOnFailure: true,
    }),
);
