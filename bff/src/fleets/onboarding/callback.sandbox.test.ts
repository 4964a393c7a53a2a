/** Events through `callback_url` alone, in any order and repeated; and what of them reaches the log and the streams. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { SESSION_COOKIE } from '../../platform/http/cookies.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { deliver, envelopeOf } from '../../testing/deliveries.ts';
import { useServer } from '../../testing/server.ts';

const lines: string[] = [];
/** Without the real log's redaction: our code must not depend on it. */
const log = pino(
  { level: 'trace' },
  new Writable({
    write(part: Buffer, _encoding, done) {
      lines.push(part.toString('utf8'));
      done();
    },
  }),
);

const { server, signedIn } = await useServer({
  sandbox: { SANDBOX_LOADS: '1' },
  // Only this test delivers there.
  env: { HOOKS_PUBLIC_URL: 'https://hooks.invalid' },
  log,
});
const staff = await signedIn('onboarding');

const api = (method: string, path: string, body?: unknown) =>
  staff.api(`${server.url}/api/${path}`, { method, body });
const item = async (key: string) =>
  (await api('GET', `invitations/${key}`)).json as unknown as BoardInvitation;

async function invited(fleet_ref: string) {
  const sent = await api('POST', 'invitations', { fleet_ref });
  const { key } = sent.json.result as BoardInvitation;
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listInvitations, { query: { fleet_ref }, priority: 'person' });
  const [there] = data.items;
  if (!there?.callback_url) throw new Error('no callback was put in');
  const address = there.callback_url.replace('https://hooks.invalid', server.url);
  return { key, there, address };
}

describe('our callback URL', () => {
  it('is added to every create, and shown to nobody', async () => {
    const { key, there } = await invited('F-1');
    expect(there.callback_url).toMatch(/^https:\/\/hooks\.invalid\/hooks\/[\w-]{43}$/);
    const shown = await api('GET', `invitations/${key}`);
    expect(shown.json).toMatchObject({ callback: 'ours', callback_url: null });
    expect(shown.text).not.toContain('/hooks/');
    const given = await api('POST', 'invitations', {
      fleet_ref: 'F-own',
      callback_url: 'https://example.com/own',
    });
    expect(given.json.result).toMatchObject({ callback: 'other', callback_url: 'https://example.com/own' });
    const none = await api('POST', 'invitations', { fleet_ref: 'F-none', callback_url: null });
    expect(none.json.result).toMatchObject({ callback: 'none' });
  });

  it('reports acceptance once, regardless of repetition and order of deliveries', async () => {
    const { key, there, address } = await invited('F-2');
    const { magic_link: _, ...record } = there;
    const time = (seconds: number) =>
      new Date(Date.parse(there.created_at ?? '') + seconds * 1000).toISOString();
    const viewed = envelopeOf('invitation.viewed', [{ ...record, occurred_at: time(10) }]);
    const accepted = envelopeOf('invitation.accepted', [
      {
        ...record,
        status: 'accepted',
        accepted_at: time(20),
        fleet_id: randomUUID(),
        pre_registration_access_token: 'pre-access-token-of-the-fleet',
        occurred_at: time(20),
      },
    ]);
    for (const event of [accepted, viewed, accepted, viewed]) expect(await deliver(address, event)).toBe(204);
    await vi.waitFor(async () => {
      expect(await item(key)).toMatchObject({
        status: 'accepted',
        viewed_at: time(10),
        accepted_at: time(20),
        last_event_at: time(20),
      });
    }, 5000);
    const { history } = (await api('GET', `invitations/${key}`)).json as { history: { what: string }[] };
    expect(history.map(({ what }) => what)).toEqual(['created', 'viewed', 'accepted']);
  });

  it('keeps an event with an unknown name or record without failing', async () => {
    const { key, there, address } = await invited('F-3');
    const at = new Date(Date.parse(there.created_at ?? '') + 5_000).toISOString();
    const { id, fleet_ref } = there;
    expect(await deliver(address, envelopeOf('invitation.reminded', [{ id, occurred_at: at }]))).toBe(204);
    expect(await deliver(address, envelopeOf('invitation.declined', [{ fleet_ref, occurred_at: at }]))).toBe(
      204,
    );
    expect(await deliver(address, envelopeOf('invitation.accepted', [{ id: randomUUID() }, 'odd']))).toBe(
      204,
    );
    await vi.waitFor(async () => expect((await item(key)).status).toBe('declined'), 5000);
    expect((await api('GET', `invitations/${key}`)).json.history).toContainEqual(
      expect.objectContaining({ what: 'other', note: 'invitation.reminded' }),
    );
  });
});

it('streams carry a changed invitation completely and without its secrets', async () => {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/events`, {
    headers: { Cookie: `${SESSION_COOKIE}=${staff.cookie(server.url, SESSION_COOKIE)?.value}` },
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  const reading = (async () => {
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>)
      text += Buffer.from(part).toString('utf8');
  })().catch(() => undefined);
  const { key, there } = await invited('F-4');
  await api('POST', `invitations/${key}/chase`, {});
  const job = await api('POST', 'bulk', { kind: 'invitation', rows: [{ fleet_ref: 'F-5' }, {}] });
  expect(job.status).toBe(201);
  await vi.waitFor(() => {
    const events = text.split('\n\n').filter((one) => one.startsWith('event: invitations'));
    const items = events.flatMap((one) => JSON.parse(one.split('\ndata: ')[1] ?? '{}').items);
    expect(items).toContainEqual(expect.objectContaining({ key, chases: 1, fleet_ref: 'F-4' }));
    const jobs = text
      .split('\n\n')
      .filter((one) => one.startsWith('event: bulk'))
      .flatMap((one) => JSON.parse(one.split('\ndata: ')[1] ?? '{}').items);
    expect(jobs.at(-1)).toMatchObject({ id: job.json.id, state: 'done', counts: { done: 1, invalid: 1 } });
  }, 8000);
  stop.abort();
  await reading;
  expect(text).not.toContain(there.id);
  expect(text).not.toContain(String(there.magic_link));
});

it('no log line contains an id, a link, a token, a webhook path or a reference from a URL', async () => {
  await new TestBrowser().request(
    `${server.url}/onboarding/success?invitation_id=x&fleet_ref=REF-IN-ADDRESS`,
  );
  await new TestBrowser().request(`${server.url}/onboarding/other?fleet_ref=REF-IN-ADDRESS`);
  const { client, endpoints } = server.services.upstream;
  const { data } = await client.call(endpoints.listInvitations, {
    query: { size: 1000 },
    priority: 'person',
  });
  const all = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  const secrets = data.items.flatMap((one) => [
    one.id,
    one.magic_link,
    one.callback_url?.split('/hooks/')[1],
    one.pre_registration_access_token,
  ]);
  for (const secret of [...secrets, 'pre-access-token-of-the-fleet', 'REF-IN-ADDRESS'])
    if (secret) expect(all).not.toContain(secret);
});
