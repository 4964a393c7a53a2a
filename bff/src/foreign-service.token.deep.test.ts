/** All failures of the token endpoint: nothing hangs, no innocent party is blamed, and polling resumes automatically. */
import { afterEach, describe, expect, it } from 'vitest';
import * as records from './testing/foreign-service/records.ts';
import {
  html,
  json,
  type Responder,
  redirect,
  refusal,
  silence,
  tooMany,
} from './testing/foreign-service/responders.ts';
import { eventually, type Stack, type StackOptions, startStack } from './testing/foreign-service/stack.ts';

let running: Stack | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function start(options: StackOptions) {
  running = await startStack(options);
  return { ...running, admin: await running.signedIn('admin') };
}

const LOADS = [1, 2, 3].map(records.loadId);

/** Checks the process's health continuously until stopped. `stop` returns the longest response time, ms. */
function pulse(url: string): { stop: () => Promise<number> } {
  let longest = 0;
  let stopped = false;
  const beat = (async () => {
    while (!stopped) {
      const began = performance.now();
      const answer = await fetch(`${url}/healthz`);
      await answer.body?.cancel();
      longest = Math.max(longest, performance.now() - began);
      // Leaves processor time to others.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await beat;
      return longest;
    },
  };
}
/** Tolerant: a machine that is busy with other tests responds late, a busy loop does not respond at all. */
const PROMPTLY_MS = 1_500;

describe('the real process', () => {
  /** Reads three loads with short-lived tokens, so that another one is needed soon. */
  async function reading() {
    const stack = await start({
      process: true,
      assumptions: { retry_after_unknown_seconds: 4 },
      before: ({ tokens }) => {
        tokens.lifetime = 2;
      },
    });
    const { admin, service, server } = stack;
    const readSince = (since: number) =>
      eventually(async () => {
        for (const { read_at } of await admin.items('/api/loads'))
          expect(Date.parse(String(read_at))).toBeGreaterThan(since);
      }, 15_000);
    const refusedOnce = async (responder: Responder) => {
      const before = service.requests('token').length;
      service.behave('token', responder);
      await eventually(() => expect(service.requests('token').length).toBeGreaterThan(before));
    };
    const ends = async () => {
      if (!('terminate' in server)) throw new Error('it is no process of its own');
      const { code, afterMs } = await server.terminate();
      expect(code).toBe(0);
      expect(afterMs).toBeLessThan(10_000);
    };
    await admin.watch(...LOADS);
    await readSince(0);
    return { ...stack, readSince, refusedOnce, ends };
  }

  it('survives 429 without a wait from the token endpoint, reports it, resumes automatically, and stops while the endpoint hangs', async () => {
    const { service, server, admin, readSince, refusedOnce, ends } = await reading();
    const beating = pulse(server.url);
    await refusedOnce(tooMany());
    await eventually(async () => expect((await admin.status()).state).not.toBe('ok')).finally(async () =>
      expect(await beating.stop()).toBeLessThan(PROMPTLY_MS),
    );
    service.behave('token', service.tokens.answer);
    await readSince(Date.now());
    await refusedOnce(silence);
    await ends();
  }, 120_000);
});

describe('a token endpoint that responds with', () => {
  const BLAME = /SERVICE_CLIENT_(ID|SECRET)|our credentials/;

  it.each<[what: string, responder: Responder]>([
    ['a redirect', redirect('http://127.0.0.1:9/sign-in')],
    ["a firewall's page with 403", html(403)],
    ['a maintenance page with 200', html(200)],
    ['JSON without a token', json(200, { token_type: 'Bearer', expires_in: 3600 })],
    ['500', refusal(500)],
  ])('%s is in trouble: it is said so, and our credentials are not blamed', async (_, responder) => {
    const { admin } = await start({ before: (service) => service.behave('token', responder) });
    await admin.watch(...LOADS);
    const status = await eventually(async () => {
      const current = await admin.status();
      expect(['down', 'paused', 'unauthorized']).toContain(current.state);
      return current;
    }, 8_000);
    expect(status.state).not.toBe('unauthorized');
    expect(status.message).not.toMatch(BLAME);
  });

  it('nothing, because nobody listens there, is reported too', async () => {
    const { admin } = await start({ env: { SERVICE_TOKEN_URL: 'http://127.0.0.1:1/tkn' } });
    await admin.watch(...LOADS);
    await eventually(async () => expect((await admin.status()).state).toBe('down'));
    expect((await admin.status()).message).not.toMatch(BLAME);
  });

  it('invalid_client rejects our credentials, and the message names the variables to check', async () => {
    const responder = json(401, { error: 'invalid_client', error_description: 'no' });
    const { admin } = await start({ before: (service) => service.behave('token', responder) });
    await admin.watch(...LOADS);
    await eventually(async () => {
      const current = await admin.status();
      expect(current.state).toBe('unauthorized');
      expect(current.message).toMatch(/SERVICE_CLIENT_SECRET/);
    });
  });

  it('tokens without a lifetime is usable: one token serves several reads', async () => {
    const { admin, service } = await start({
      before: ({ tokens }) => {
        tokens.lifetime = null;
      },
    });
    await admin.watch(...LOADS);
    await eventually(() => expect(service.requests('tracking').length).toBeGreaterThanOrEqual(6));
    expect(service.requests('token')).toHaveLength(1);
    expect((await admin.status()).state).toBe('ok');
  });

  it('429 with a wait in its body only gets no requests for that long', async () => {
    const { admin, service } = await start({
      assumptions: { retry_after_unknown_seconds: 1 },
      before: (one) => one.behave('token', tooMany({ body: 3 })),
    });
    // No load is watched: a token is needed only for a person's requests.
    await eventually(async () => {
      await admin.get('/api/overview');
      expect(service.requests('token').length).toBeGreaterThanOrEqual(2);
    }, 10_000);
    const [one, two] = service.requests('token').map(({ at }) => at);
    expect(Number(two) - Number(one)).toBeGreaterThanOrEqual(3_000);
  });
});

it('a service that accepts no token causes at most one token request per second', async () => {
  const { admin, service } = await start({ before: (one) => one.behave('everything', refusal(401)) });
  await admin.watch(...Array.from({ length: 30 }, (_, n) => records.loadId(n)));
  const began = Date.now();
  await eventually(async () => {
    await admin.call('POST', `/api/loads/${records.loadId(1)}/read`, {});
    expect(service.requests('token').length >= 4 || Date.now() - began > 5_000).toBe(true);
  }, 10_000);
  const times = service.requests('token').map(({ at }) => at);
  const gaps = times.slice(1).map((at, n) => at - Number(times[n]));
  // The second may follow immediately, because the first token may have been revoked.
  expect(gaps.slice(1).filter((gap) => gap < 900)).toEqual([]);
  expect((await admin.status()).state).toBe('unauthorized');
});
