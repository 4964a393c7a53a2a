/** Runs the example clients as a TMS would: as separate programs, against a server, with a key. */
import { type ExecFileException, execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { useServer } from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';
import { webhookReceiver } from '../../testing/webhook-receiver.ts';

const { url, signedIn } = await useServer({ sandbox: { SANDBOX_LOADS: '40' } });
const receiver = await webhookReceiver(200);
afterAll(receiver.close);
const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
let admin: TestBrowser;
let WAYPOST_KEY: string;
let WAYPOST_WEBHOOK_SECRET: string;

beforeAll(async () => {
  admin = await signedIn('admin');
  const rights = ['read', 'manage_loads', 'manage_webhooks'];
  const key = await admin.api(`${url}/api/api-keys`, {
    method: 'POST',
    body: { name: 'Example', rights, expires_at: null },
  });
  WAYPOST_KEY = key.json.secret as string;
  const webhooks = `${url}/api/outgoing-webhooks`;
  const { json } = await admin.api(webhooks, {
    method: 'POST',
    body: { url: receiver.url, events: ['exception.opened'] },
  });
  WAYPOST_WEBHOOK_SECRET = json.secret as string;
  const { webhook_id } = json.webhook as { webhook_id: string };
  await admin.api(`${webhooks}/${webhook_id}/test`, { method: 'POST' });
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 10_000 });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly problem: string;
}

function program(command: string, ...first: string[]) {
  return (values: readonly string[], more: { key?: string; input?: string } = {}) =>
    new Promise<Ended>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        WAYPOST_URL: url,
        WAYPOST_KEY: more.key ?? WAYPOST_KEY,
        WAYPOST_WEBHOOK_SECRET,
      };
      const end = (error: ExecFileException | null, out: string, problem: string) =>
        resolve({ code: Number(error?.code ?? 0), out, problem });
      const child = execFile(command, [...first, ...values], { env }, end);
      child.stdin?.on('error', () => undefined).end(more.input ?? '');
    });
}

const stops = [
  { name: 'Amarillo DC', latitude: 35.2, longitude: -101.8 },
  { name: 'Denver', latitude: 39.7, longitude: -105 },
];

/** Not every machine has Python. */
const has_python = spawnSync('python3', ['--version']).status === 0;

describe.each([
  ['curl', program('sh', join(EXAMPLES, 'waypost.sh'))] as const,
  ['Node', program(process.execPath, join(EXAMPLES, 'waypost.mjs'))] as const,
  ...(has_python ? [['Python', program('python3', join(EXAMPLES, 'waypost.py'))] as const] : []),
])('the example client with %s', (name, run) => {
  async function good<T>(...values: string[]): Promise<T> {
    const { code, out, problem } = await run(values);
    expect([code, problem]).toEqual([0, '']);
    return JSON.parse(out || 'null') as T;
  }
  const list = async (...values: string[]) => {
    const answer = await good<{ items: object[] } | object[]>(...values);
    return Array.isArray(answer) ? answer : answer.items;
  };

  it('posts a load once, however often it is sent, and corrects it', async () => {
    const load_ref = `EX-${name}`;
    const load = JSON.stringify({ load_ref, vehicle: { vin: '1XKYDP9X0KJ211111' }, stops });
    const posting = ['post', load, randomUUID()];
    const posted = await good<{ result: { load_id: string } }>(...posting);
    const { load_id } = posted.result;
    expect((await good<{ intent: { result_id: string } }>(...posting)).intent.result_id).toBe(load_id);
    const vehicle = { vin: '1XKYDP9X0KJ211112' };
    const { version } = name === 'curl' ? await good<{ version: number }>('sent', load_id) : {};
    const body = JSON.stringify({ version, vehicle });
    expect(await good('correct', load_id, body)).toMatchObject({
      sent: { version: 2, vehicle, sent_by_name: 'API key Example' },
    });
    expect(await list('list', `load_ref=${load_ref}`)).toMatchObject([{ load_id }]);
  });

  it('adds, lists and removes a load', async () => {
    const load_id = id({ curl: 901, Node: 902, Python: 903 }[name] ?? 904);
    expect(await good('add', load_id)).toMatchObject({ items: [{ load_id, outcome: 'added' }] });
    expect(await list('list')).toContainEqual(expect.objectContaining({ load_id }));
    expect(await good('remove', load_id)).toBeNull();
    expect(await list('list')).not.toContainEqual(expect.objectContaining({ load_id }));
  });

  it('puts loads once by their own reference, finds them, and learns what has changed', async () => {
    const load = { load_ref: `PUT "${name}" é`, stops };
    const [before] = await list('list', 'size=1');
    const { version } = await good<{ version: number }>('changes', '0');
    expect(before).toBeDefined();
    const put = await good<{ load_id: string }>('put', JSON.stringify(load));
    expect(put).toMatchObject({ outcome: 'posted', load_ref: load.load_ref });
    const rows = JSON.stringify([load, { load_ref: 'bad' }]);
    expect(await list('bulk', rows)).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'failed' }]);
    expect(await good('find', load.load_ref)).toMatchObject({ load_id: put.load_id, state: 'on_board' });
    expect(await good('note', put.load_id, 'Say "hi" \\o/')).toMatchObject({ done: [put.load_id] });
    await good('remove', put.load_id);
    const { removed } = await good<{ removed: object[] }>('changes', String(version));
    expect(removed).toContainEqual(expect.objectContaining({ load_id: put.load_id }));
  });

  it('has events sent to its own receiver', async () => {
    const made = await good<{ secret: string; webhook: { webhook_id: string } }>(
      'webhook',
      receiver.url,
      'load.posted',
    );
    expect(made.secret).toMatch(/^whsec_/);
    await admin.api(`${url}/api/outgoing-webhooks/${made.webhook.webhook_id}`, { method: 'DELETE' });
  });

  it('lists exceptions', async () => {
    await vi.waitFor(
      async () => {
        const found = await list('exceptions', 'state=open');
        expect(found.length).toBeGreaterThan(0);
        expect(found[0]).toMatchObject({ state: 'open', cause: expect.any(String) });
      },
      { timeout: 20_000 },
    );
  });

  it('distinguishes an authentic Waypost webhook from one that was changed in transit', async () => {
    const [{ headers, text }] = receiver.received as [(typeof receiver.received)[0]];
    const signed = [String(headers['x-webhook-timestamp']), String(headers['x-webhook-signature'])];
    const verify = (values: string[], input: string) => run(['verify', ...values], { input });
    expect(await verify(signed, text)).toMatchObject({ code: 0 });
    expect(await verify(signed, `${text} `)).toMatchObject({
      code: 1,
      problem: expect.stringContaining('wrong'),
    });
    expect(await verify([new Date(0).toISOString(), signed[1] ?? ''], text)).toMatchObject({ code: 1 });
  });

  it('reports what the server refused, and exits with a failure', async () => {
    const { code, out, problem } = await run(['list'], { key: `wpk_${'E'.repeat(43)}` });
    expect(code).not.toBe(0);
    expect(out + problem).toContain('Unknown API key');
    expect((await run(['no-such-command'])).code).not.toBe(0);
  });
});

it.runIf(has_python)('the receiver in Python prints authentic events, and rejects others', async () => {
  const port = await freePort();
  const env = { PATH: process.env.PATH, WAYPOST_WEBHOOK_SECRET };
  const child = spawn('python3', [join(EXAMPLES, 'waypost.py'), 'listen', String(port)], { env });
  let out = '';
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString('utf8');
  });
  try {
    const [{ headers, text }] = receiver.received as [(typeof receiver.received)[0]];
    const send = (body: string) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: {
          'X-Webhook-Timestamp': String(headers['x-webhook-timestamp']),
          'X-Webhook-Signature': String(headers['x-webhook-signature']),
        },
      }).then(({ status }) => status);
    await vi.waitFor(async () => expect(await send(text)).toBe(200), { timeout: 10_000 });
    expect(await send(`${text} `)).toBe(400);
    await vi.waitFor(() => expect(out).toMatch(/^webhook\.test \{"message": /));
  } finally {
    child.kill();
  }
});
