/** Two server processes sharing one PostgreSQL: people's actions at both stay complete and consistent, although either is killed. */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { TriageAct, TriageEvent, TriageResult } from '@waypost/contract/api/triage';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Served, serve } from '../../../soak/serve.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { sandbox, type TestSandbox, temporaryFolder } from '../../testing/server.ts';
import { id, tracking } from '../../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../../testing/upstream.ts';

const LOADS = 12;
const COOKIE = '__Host-waypost';
const load_ids = Array.from({ length: LOADS }, (_, n) => id(n + 1));
const folder = temporaryFolder();
let provider: TestSandbox;
let service: Upstream;
let env: Record<string, string>;
const servers: Served[] = [];

beforeAll(async () => {
  provider = await sandbox({ SANDBOX_LOADS: '1' });
  service = await startUpstream();
  service.answer((response, { url }) => {
    const load = /-0*(\d+)\/tracking$/.exec(url)?.[1];
    if (load) json(response, 200, tracking({ load: Number(load), health: 'no_signal' }));
    else json(response, 404, { code: 404, message: 'Not found', detail: null });
  });
  env = {
    DATABASE_URL: await postgresUrl(),
    SERVICE_BASE_URL: service.url,
    POLL_INTERVAL_SECONDS: '1',
    REQUESTS_PER_MINUTE: '1000000',
  };
  for (let n = 0; n < 2; n += 1) servers.push(await serve(provider.line, folder.dir, env));
}, 60_000);
afterAll(async () => {
  for (const { child, exit } of servers) {
    child.kill('SIGKILL');
    await exit;
  }
  await provider?.stop();
  service?.stop();
  folder.remove();
});

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });

/** Actions in the two rounds; each kills a server: first the leader, then its successor. */
const ROUNDS: readonly (readonly TriageAct[])[] = [
  [{ kind: 'assign' }, { kind: 'note', text: 'Called the carrier' }, { kind: 'snooze', until: null }],
  [{ kind: 'wake' }, { kind: 'note', text: 'Called again' }, { kind: 'snooze', until: null }],
];

it('every confirmed action is applied once, none in part, and an interrupted one is applied once when it is sent again', async () => {
  const [first, second] = servers as [Served, Served];
  const browser = new TestBrowser();
  await browser.signIn(first.url, 'dispatcher');
  const cookie = browser.cookie(first.url, COOKIE)?.value ?? '';
  browser.setCookie(second.url, COOKIE, cookie);
  await browser.api(`${first.url}/api/loads`, { method: 'POST', body: { load_ids } });
  const before = await killInTheMiddle(browser, { one: first, other: second }, ROUNDS[0] ?? [], []);

  const third = await serve(provider.line, folder.dir, env);
  servers.push(third);
  browser.setCookie(third.url, COOKIE, cookie);
  await killInTheMiddle(browser, { one: second, other: third }, ROUNDS[1] ?? [], before);
}, 180_000);

interface Sent {
  readonly load_id: string;
  readonly act: TriageAct;
  readonly act_id: string;
  confirmed: boolean;
}

/** Kills `one` while actions are sent to both. Returns all actions sent so far. */
async function killInTheMiddle(
  browser: TestBrowser,
  { one, other }: { readonly one: Served; readonly other: Served },
  acts: readonly TriageAct[],
  before: readonly Sent[],
): Promise<Sent[]> {
  const at = async ({ url }: Served) => {
    const { json } = await browser.api(`${url}/api/loads`);
    return new Map((json as { items: BoardLoad[] }).items.map((item) => [item.load_id, item.triage]));
  };
  for (const server of [one, other])
    await eventually(async () => {
      const seen = await at(server);
      for (const load_id of load_ids) expect(seen.get(load_id)).toMatchObject({ cause: 'no_signal' });
    });
  const versions = await at(other);

  // Each load uses one of the two servers, one action after the other; all loads concurrently.
  const sent: Sent[] = [];
  let answered = 0;
  let killed: Promise<unknown> | null = null;
  const send = async (server: Served, load_id: string, act: TriageAct, act_id: string) => {
    const items = [{ load_id, version: versions.get(load_id)?.version ?? 0 }];
    const { status, json } = await browser.api(`${server.url}/api/triage/acts`, {
      method: 'POST',
      body: { act_id, act, items },
    });
    if (status !== 200) throw new Error(`answered ${status}`);
    return json as unknown as TriageResult;
  };
  await Promise.all(
    load_ids.map(async (load_id, n) => {
      for (const act of acts) {
        const entry = { load_id, act, act_id: randomUUID(), confirmed: false };
        sent.push(entry);
        try {
          const { done } = await send(n % 2 === 0 ? one : other, load_id, act, entry.act_id);
          expect(done).toEqual([load_id]);
          entry.confirmed = true;
        } catch (error) {
          if (killed === null) throw error;
        }
        answered += 1;
        if (answered !== LOADS || killed !== null) continue;
        one.child.kill('SIGKILL');
        killed = one.exit;
      }
    }),
  );
  await killed;
  expect(sent.some((entry) => !entry.confirmed)).toBe(true);

  // Like the page: the same request with the same id, at the remaining server.
  for (const entry of sent) {
    if (entry.confirmed) continue;
    const { done } = await send(other, entry.load_id, entry.act, entry.act_id);
    expect(done).toEqual([entry.load_id]);
  }
  for (const load_id of load_ids) {
    const { json } = await browser.api(`${other.url}/api/loads/${load_id}/triage`);
    const events = (json as { items: TriageEvent[] }).items.filter(({ by }) => by !== null);
    const wanted = [...before, ...sent]
      .filter((entry) => entry.load_id === load_id)
      .map(({ act_id }) => act_id);
    expect(events.map(({ act_id }) => act_id).sort()).toEqual(wanted.sort());
  }
  // The board of the remaining server, now the leader, agrees.
  await eventually(async () => {
    const seen = await at(other);
    for (const load_id of load_ids)
      expect(seen.get(load_id)).toMatchObject({
        owner: expect.any(Object),
        snooze: { until: null },
        notes: acts === ROUNDS[0] ? 1 : 2,
        last_note: { text: acts.flatMap((act) => (act.kind === 'note' ? act.text : []))[0] },
      });
  });
  return [...before, ...sent];
}
