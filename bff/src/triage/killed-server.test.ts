/** Two server processes over one PostgreSQL: what people do at both is whole and the same, though one is killed in the middle. */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { TriageAct, TriageEvent, TriageResult } from '@waypost/contract/api/triage';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Served, serve } from '../../soak/serve.ts';
import { TestBrowser } from '../testing/browser.ts';
import { postgresUrl } from '../testing/databases.ts';
import { sandbox, type TestSandbox, temporaryFolder } from '../testing/server.ts';
import { id, tracking } from '../testing/tracking.ts';
import { json, startUpstream, type Upstream } from '../testing/upstream.ts';

const LOADS = 12;
const COOKIE = '__Host-waypost';
const folder = temporaryFolder();
let provider: TestSandbox;
let service: Upstream;
const servers: Served[] = [];

beforeAll(async () => {
  provider = await sandbox({ SANDBOX_LOADS: '1' });
  service = await startUpstream();
  service.answer((response, { url }) => {
    const load = /-0*(\d+)\/tracking$/.exec(url)?.[1];
    if (load) json(response, 200, tracking({ load: Number(load), health: 'no_signal' }));
    else json(response, 404, { code: 404, message: 'Not found', detail: null });
  });
  const env = {
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

const ACTS: readonly TriageAct[] = [
  { kind: 'assign' },
  { kind: 'note', text: 'Called the carrier' },
  { kind: 'snooze', until: null },
];

it('every act that was confirmed is there once, none is there in part, and one that was cut off is done once when it is sent again', async () => {
  const [one, other] = servers as [Served, Served];
  const browser = new TestBrowser();
  await browser.signIn(one.url, 'dispatcher');
  browser.setCookie(other.url, COOKIE, browser.cookie(one.url, COOKIE)?.value ?? '');
  const load_ids = Array.from({ length: LOADS }, (_, n) => id(n + 1));
  await browser.api(`${one.url}/api/loads`, { method: 'POST', body: { load_ids } });
  const at = async ({ url }: Served) => {
    const { json } = await browser.api(`${url}/api/loads`);
    return new Map((json as { items: BoardLoad[] }).items.map((item) => [item.load_id, item.triage]));
  };
  for (const server of servers)
    await eventually(async () => {
      const seen = await at(server);
      for (const load_id of load_ids) expect(seen.get(load_id)).toMatchObject({ cause: 'no_signal' });
    });
  const versions = await at(other);

  // Each load at one of the two servers, one act after the other; all loads at once.
  const sent: { load_id: string; act: TriageAct; act_id: string; confirmed: boolean }[] = [];
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
      for (const act of ACTS) {
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

  // What the page does: the same request again, with the same id, at the server that is left.
  for (const entry of sent) {
    if (entry.confirmed) continue;
    const { done } = await send(other, entry.load_id, entry.act, entry.act_id);
    expect(done).toEqual([entry.load_id]);
  }
  for (const load_id of load_ids) {
    const { json } = await browser.api(`${other.url}/api/loads/${load_id}/triage`);
    const events = (json as { items: TriageEvent[] }).items.filter(({ by }) => by !== null);
    const wanted = sent.filter((entry) => entry.load_id === load_id).map(({ act_id }) => act_id);
    expect(events.map(({ act_id }) => act_id).sort()).toEqual(wanted.sort());
  }
  // The board of the server that is left, which leads now, says the same.
  await eventually(async () => {
    const seen = await at(other);
    for (const load_id of load_ids)
      expect(seen.get(load_id)).toMatchObject({
        owner: expect.any(Object),
        snooze: { until: null },
        notes: 1,
        last_note: { text: 'Called the carrier' },
      });
  });
}, 180_000);
