/** Credentials of create requests, with the real sandbox: nothing is sent with other credentials than the original ones. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashOf } from '../../platform/secrets/keys.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { type LossyService, lossyService } from '../../testing/lossy-service.ts';
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
let server: TestServer;
const people: Record<string, TestBrowser> = {};

beforeAll(async () => {
  started = await sandbox({ SANDBOX_RATE_LIMIT: '100000' });
  service = await lossyService(started.line.base_url);
  server = await startServer(started.line, folder.dir, { SERVICE_BASE_URL: service.url });
  const admin = new TestBrowser();
  await admin.signIn(server.url, 'admin');
  people.admin = admin;
});
afterAll(async () => {
  await server?.stop();
  await service?.close();
  await started?.stop();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly json: { readonly intent: Record<string, unknown> } & Record<string, unknown>;
}
const send = async (who: string, path: string, body: unknown, key?: string): Promise<Answer> => {
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
  const page = await people[who]?.api(`${server.url}/api/${path}`, { method: 'POST', body, headers });
  return page as unknown as Answer;
};
const resolve = (who: string, id: unknown, body: unknown) => send(who, `intents/${id}/resolve`, body);
const invitation = (fleet_ref: string) => ({ fleet_ref, fleet_name: 'Acme' });
const intents = (fleet_ref: string) =>
  server.services.db.selectFrom('intent').selectAll().where('subject', '=', fleet_ref).execute();
/** A separate person, whose sessions can be ended without affecting other tests. */
const newcomer = async (name: string) => {
  const browser = new TestBrowser();
  await browser.signIn(server.url, 'onboarding');
  people[name] = browser;
};
const tokensOf = async (name: string) => {
  const id = people[name]?.cookie(server.url, '__Host-waypost')?.value ?? '';
  return hashOf(id);
};

it('a 401 whose refresh fails is a refusal: nothing is repeated, and the same key sends again', async () => {
  await newcomer('ended');
  await server.services.db
    .updateTable('session_token')
    .set({ refresh_token: null })
    .where('session_id_hash', '=', await tokensOf('ended'))
    .execute();
  const key = randomUUID();
  service.refuse(1, 401);
  expect((await send('ended', 'invitations', invitation('F-401'), key)).status).toBe(401);
  expect(await intents('F-401')).toMatchObject([{ state: 'failed', next_check_at: null, request: null }]);
  await newcomer('ended');
  expect((await send('ended', 'invitations', invitation('F-401'), key)).status).toBe(201);
  expect(await intents('F-401')).toMatchObject([{ state: 'done', attempt: 2, credentials: 'person' }]);
});

it("an invitation sent with a person's own sign-in is not repeated with other credentials after that has ended", async () => {
  await newcomer('gone');
  service.lose(1);
  const sent = await send('gone', 'invitations', { ...invitation('F-gone'), fleet_name: 'First' });
  expect(sent.json.intent).toMatchObject({ state: 'unknown' });
  // All sessions of this person have ended.
  await server.services.db
    .updateTable('intent')
    .set({ created_by: 'somebody-else', next_check_at: Date.now() })
    .where('id', '=', String(sent.json.intent.id))
    .execute();
  service.forget();
  const checked = await resolve('admin', sent.json.intent.id, { outcome: 'check' });
  expect(checked.json).toMatchObject({
    state: 'unknown',
    next_check_at: null,
    message: expect.stringContaining('whose session has ended'),
  });
  expect(service.posts()).toBe(0);
});
