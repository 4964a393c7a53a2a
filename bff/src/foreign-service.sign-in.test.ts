/** Signing in at the service itself: plain OAuth with opaque tokens, without discovery or ID token. */
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { ENDPOINTS } from './testing/foreign-service/names.ts';
import { cut, refusal, USE_DEFAULT } from './testing/foreign-service/responders.ts';
import { eventually, type Stack, startStack } from './testing/foreign-service/stack.ts';
import { temporaryFolder } from './testing/server.ts';

/** The variable for the URL at which the service identifies a person. */
const USERINFO = 'SERVICE_USERINFO_URL';

let running: Stack | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe("the service's own sign-in", () => {
  it('with opaque tokens requests the person from the configured URL', async () => {
    let userinfo = '';
    running = await startStack({
      ownLogin: true,
      before: (service) => {
        userinfo = service.url + ENDPOINTS.whoami[1];
      },
      env: {
        get [USERINFO]() {
          return userinfo;
        },
      },
    });
    const browser = await running.signedIn('dispatcher');
    const { json } = await browser.get('/bff/session');
    expect(json).toMatchObject({
      signed_in: true,
      user: { sub: 'sub-dispatcher', name: 'The dispatcher', roles: ['dispatcher'] },
    });
    expect(running.service.requests('whoami')).toHaveLength(1);
    expect(browser.received.join()).not.toMatch(/access_token|refresh_token/);
  });

  it('that could not identify anybody prevents the start, with the variable to set', () => {
    const folder = temporaryFolder();
    const env = {
      SERVICE_BASE_URL: 'https://api.example.com',
      SERVICE_TOKEN_URL: 'https://id.example.com/token',
      SERVICE_AUTHORIZATION_URL: 'https://id.example.com/auth',
      SERVICE_CLIENT_ID: 'c',
      SERVICE_CLIENT_SECRET: 's',
      [USERINFO]: 'not an address',
    };
    expect(() => readConfig(env, folder.dir)).toThrow(USERINFO);
    folder.remove();
  });
});

describe("a person's request", () => {
  /** Signs in a person whose calls carry their own token, as a JWT that identifies them. */
  async function signedIn() {
    running = await startStack({
      ownLogin: true,
      before: ({ tokens }) => {
        tokens.readable = true;
      },
    });
    return { ...running, person: await running.signedIn('admin') };
  }

  it('that was refused for lack of a token has failed, is not sent for anybody else, and is sent again on another click', async () => {
    const { service, person } = await signedIn();
    const key = { 'Idempotency-Key': randomUUID() };
    const order = () => person.call('POST', '/api/invitations', { fleet_ref: 'OWN-1' }, key);
    // The token is not accepted, and no other is given.
    service.behave('createInvitation', refusal(401));
    service.behave('token', (request, response) =>
      request.body.includes('refresh_token') ? cut(request, response) : USE_DEFAULT,
    );
    const refused = await order();
    expect(refused.status).toBeGreaterThanOrEqual(400);
    const inState = async (state: string) => {
      const intents = await person.items(`/api/intents?state=${state}`);
      return intents.map(({ subject }) => subject);
    };
    await eventually(async () => expect(await inState('failed')).toEqual(['OWN-1']));
    expect(await inState('sending')).toEqual([]);
    expect(await inState('unknown')).toEqual([]);

    service.behave('createInvitation', () => USE_DEFAULT);
    service.behave('token', () => USE_DEFAULT);
    const again = await order();
    expect([200, 201], again.text).toContain(again.status);
    const owners = service
      .requests('createInvitation')
      .map(({ headers }) => service.tokens.ownerOf(headers.authorization));
    expect(new Set(owners)).toEqual(new Set(['sub-admin']));
  });
});
