/** Calls to the service that one person causes, with the complete server. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';
import { CallBudget, CallBudgetSpent, countCall, readShared } from './call-budget.ts';

const LIMIT = 10;
const { url, server, signedIn } = await useServer({
  env: { PERSON_CALLS_PER_MINUTE: String(LIMIT), POLL_INTERVAL_SECONDS: '3600' },
});
const LIMIT_REACHED = {
  reason: 'too_many_requests',
  message: "You have reached Waypost's own limit for one person",
  service_status: null,
  detail: { retry_after_seconds: expect.any(Number), message: expect.stringContaining('Try again after') },
};

describe('a person who causes many calls to the service', () => {
  let viewer: TestBrowser;
  let load_id: string;
  const refresh = (browser: TestBrowser) =>
    browser.api(`${url}/api/loads/${load_id}/read`, { method: 'POST' });
  const clientHealth = () => server.services.upstream.client.health.get();

  beforeAll(async () => {
    await vi.waitFor(() => {
      expect(server.services.board.size).toBe(50);
      expect(clientHealth().state).toBe('ok');
    });
    viewer = await signedIn('viewer');
    const { items } = (await viewer.api(`${url}/api/loads`)).json as { items: { load_id: string }[] };
    load_id = items[0]?.load_id ?? '';
    const statuses = [];
    for (let n = 0; n < LIMIT; n += 1) statuses.push((await refresh(viewer)).status);
    expect(statuses).toEqual(Array(LIMIT).fill(200));
  });

  it("is told that it is Waypost's limit for one person, and when to try again", async () => {
    const refused = await refresh(viewer);
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject(LIMIT_REACHED);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('reaches the limit with all sessions and routes together, while our own reads continue', async () => {
    const elsewhere = await signedIn('viewer');
    const proxied = `/api${server.services.upstream.endpoints.getLoadTracking.path.replace('{load_id}', load_id)}`;
    for (const path of [proxied, '/api/overview', '/api/connections?fresh=true']) {
      const { status, json } = await elsewhere.api(url + path);
      expect({ path, status, json }).toMatchObject({ path, status: 429, json: LIMIT_REACHED });
    }
    expect((await elsewhere.api(`${url}/api/loads/${load_id}`)).status).toBe(200);
  });

  it('does not affect others, and the service does not count as paused', async () => {
    const due = server.services.polling.poller.nextReadAt(load_id);
    await refresh(viewer);
    expect(server.services.polling.poller.nextReadAt(load_id)).toBe(due);
    expect(clientHealth()).toMatchObject({ state: 'ok', retry_at: null });
    const dispatcher = await signedIn('dispatcher');
    expect((await refresh(dispatcher)).status).toBe(200);
    const { problem } = (await dispatcher.api(`${url}/api/connections`)).json;
    expect(problem ?? null).toBeNull();
  });

  it('creates nothing beyond the limit, and is not told that the outcome is unknown', async () => {
    const onboarding = await signedIn('onboarding');
    const invite = (n: number) =>
      onboarding.api(`${url}/api/invitations`, {
        method: 'POST',
        body: { fleet_ref: `F-${n}`, fleet_name: `Fleet ${n}` },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      });
    const answers = [];
    for (let n = 0; n <= LIMIT; n += 1) answers.push(await invite(n));
    expect(answers.filter(({ status }) => status === 429).map(({ json }) => json)).not.toEqual([]);
    expect(answers.at(-1)?.json).toMatchObject(LIMIT_REACHED);
    expect(JSON.stringify(answers)).not.toContain('Not confirmed yet');
  });
});

describe('a budget of calls', () => {
  it('is not spent by work outside of a request, and is refilled each minute', () => {
    const clock = { now: 0 };
    const budget = new CallBudget(1, () => clock.now);
    for (let n = 0; n < 5; n += 1) countCall();
    budget.run('ann', countCall);
    expect(() => budget.run('ann', countCall)).toThrow(CallBudgetSpent);
    budget.run('bob', countCall);
    clock.now += 60_000;
    budget.run('ann', countCall);
  });

  it('refuses a read that others share before it begins, and never cuts it off', async () => {
    const budget = new CallBudget(2, () => 0);
    const pages = async () => {
      for (let n = 0; n < 4; n += 1) countCall();
    };
    await budget.run('ann', () => readShared(pages));
    await expect(budget.run('ann', () => readShared(pages))).rejects.toThrow(CallBudgetSpent);
  });
});
