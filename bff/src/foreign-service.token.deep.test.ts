/** The token endpoint fails in every way: nothing hangs, nobody is blamed who did nothing, and reading resumes by itself. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  html,
  json,
  type Responder,
  redirect,
  refusal,
  silence,
  tooMany,
} from './testing/foreign-service/responders.ts';
import * as records from './testing/foreign-service/records.ts';
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

/** Asks the process again and again whether it lives, until it is stopped. Ends with the longest time that an answer took, ms. */
function pulse(url: string): { stop: () => Promise<number> } {
  let longest = 0;
  let stopped = false;
  const beat = (async () => {
    while (!stopped) {
      const began = performance.now();
      const answer = await fetch(`${url}/healthz`);
      await answer.body?.cancel();
      longest = Math.max(longest, performance.now() - began);
      // Others need the processor too.
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
/** Generous: a machine that is busy with other tests answers late, one that spins not at all. */
const PROMPTLY_MS = 1_500;

describe('the real process', () => {
  /** Reads three loads with tokens that die young, so that it has to ask for another soon. */
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

  it('lives on when the token endpoint answers 429 without a wait, says so, resumes by itself, and ends while it hangs', async () => {
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

describe('a token endpoint that answers', () => {
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

  it('nothing, for nobody listens there, is in trouble too', async () => {
    const { admin } = await start({ env: { SERVICE_TOKEN_URL: 'http://127.0.0.1:1/tkn' } });
    await admin.watch(...LOADS);
    await eventually(async () => expect((await admin.status()).state).toBe('down'));
    expect((await admin.status()).message).not.toMatch(BLAME);
  });

  it('invalid_client refuses our credentials, and it is said which variables to look at', async () => {
    const responder = json(401, { error: 'invalid_client', error_description: 'no' });
    const { admin } = await start({ before: (service) => service.behave('token', responder) });
    await admin.watch(...LOADS);
    await eventually(async () => {
      const current = await admin.status();
      expect(current.state).toBe('unauthorized');
      expect(current.message).toMatch(/SERVICE_CLIENT_SECRET/);
    });
  });

  it('tokens without a lifetime is used: one token serves several reads', async () => {
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

  it('429 with a wait in its body alone is left alone for that long', async () => {
    const { admin, service } = await start({
      assumptions: { retry_after_unknown_seconds: 1 },
      before: (one) => one.behave('token', tooMany({ body: 3 })),
    });
    // No load is watched: only what a person asks for needs a token here.
    await eventually(async () => {
      await admin.get('/api/overview');
      expect(service.requests('token').length).toBeGreaterThanOrEqual(2);
    }, 10_000);
    const [one, two] = service.requests('token').map(({ at }) => at);
    expect(Number(two) - Number(one)).toBeGreaterThanOrEqual(3_000);
  });
});

it('a service that accepts no token has us ask for another at most once a second', async () => {
  const { admin, service } = await start({ before: (one) => one.behave('everything', refusal(401)) });
  await admin.watch(...Array.from({ length: 30 }, (_, n) => records.loadId(n)));
  const began = Date.now();
  await eventually(async () => {
    await admin.call('POST', `/api/loads/${records.loadId(1)}/read`, {});
    expect(service.requests('token').length >= 4 || Date.now() - began > 5_000).toBe(true);
  }, 10_000);
  const times = service.requests('token').map(({ at }) => at);
  const gaps = times.slice(1).map((at, n) => at - Number(times[n]));
  // The first is refused at once, which may have been a token that had died: the second may follow at once, too.
  expect(gaps.slice(1).filter((gap) => gap < 900)).toEqual([]);
  expect((await admin.status()).state).toBe('unauthorized');
});
