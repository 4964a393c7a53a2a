/** Emails to fleets with the real sandbox and a real SMTP server: each is sent once, and every outcome shown. */
import { randomUUID } from 'node:crypto';
import { chaseReason } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { JobEmail } from '@waypost/contract/api/messages';
import { DAY_MS } from '@waypost/contract/common';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { addRow, rowOf, updateRow } from '../../platform/store/query.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { MailServer } from '../../testing/mail-server.ts';
import { useServer } from '../../testing/server.ts';

const mail = await MailServer.start();
const { server, signedIn } = await useServer({
  env: {
    SMTP_URL: mail.url,
    SMTP_FROM: 'invitations@northbound.example',
    SMTP_PER_MINUTE: '1000',
    // The identity provider names people's addresses only if asked.
    SERVICE_ASSUMPTIONS: '{"login_scope":"openid profile email offline_access organization"}',
  },
});
afterAll(() => mail.stop());
afterEach(() => mail.release());
const staff = await signedIn('onboarding');
const admin = await signedIn('admin');

const call = (method: string, path: string, body?: unknown, who = staff) =>
  who.api(`${server.url}/api/${path}`, { method, body });
const company = (name: string | null) => call('PATCH', 'company', { name }, admin);
beforeAll(async () => {
  await company('Northbound Freight');
});

async function invited(fleet_ref: string, fleet_email: string | null = `${fleet_ref}@example.com`) {
  const { json } = await call('POST', 'invitations', { fleet_ref, fleet_name: 'Mesa', fleet_email });
  return json.result as unknown as BoardInvitation;
}
const send = (key: string, to: string, id: string = randomUUID()) =>
  call('POST', `invitations/${key}/email`, { id, to, language: 'en', zone: 'America/Chicago' });
const read = async (key: string) =>
  (await call('GET', `invitations/${key}`)).json as unknown as BoardInvitation & { history: object[] };
const ended = (key: string, state: string) =>
  vi.waitFor(async () => {
    const one = await read(key);
    expect(one.email?.state).toBe(state);
    return one;
  }, 20_000);
const mailsTo = (to: string) => mail.mails.filter((one) => one.to === to);

it('an address that its mail server rejects gets no more emails, and the reason is told', async () => {
  mail.refuse('nobody@mesa.example', 550, '5.1.1 No such user');
  const { key } = await invited('MAIL-BOUNCED');
  await send(key, 'nobody@mesa.example');
  await ended(key, 'failed');
  const { status, json } = await send(key, 'Nobody@mesa.example');
  expect(status).toBe(422);
  expect(JSON.stringify(json.detail)).toContain('550 5.1.1 No such user');
});

it('a test email shows its sender what fleets get, and the mail server’s answer when it does not take it', async () => {
  const test = (to: string) => call('POST', 'messages/test', { to, language: 'en', zone: 'America/Chicago' });
  expect((await test('me@northbound.example')).status).toBe(204);
  const [one] = mailsTo('me@northbound.example');
  expect(one?.subject).toBe('Test: Invitation to share telematics data with Northbound Freight (BMH-204)');
  expect(one?.text).toContain('invites Blue Mesa Haulage to share telematics data');
  expect(one?.raw).toContain('Reply-To: onboarding@waypost.example');
  const { items } = (await call('GET', 'activity?action=send_test_email', undefined, admin)).json;
  expect(items).toMatchObject([{ target: 'me@northbound.example', outcome: 'done' }]);

  mail.refuse('wrong@northbound.example', 550, '5.1.1 No such user');
  expect(await test('wrong@northbound.example')).toMatchObject({
    status: 409,
    json: {
      message: 'The test email was not sent',
      detail: expect.stringContaining('550 5.1.1 No such user'),
    },
  });
  const address = 'gone@northbound.example';
  await call('POST', 'email-opt-outs', { address });
  expect((await test(address)).status).toBe(422);
  await call('POST', 'email-opt-outs/remove', { address }, admin);
});

it('a fleet that has not answered is reminded as often as the company allows, unless it has unsubscribed', async () => {
  const { db } = server.services;
  /** Its email was sent two days ago. */
  const age = async (key: string) => {
    const row = await rowOf(db, 'invitation', { key });
    const email = { ...JSON.parse(row?.email ?? ''), at: new Date(Date.now() - 2 * DAY_MS).toISOString() };
    await updateRow(db, 'invitation', { key }, { email: JSON.stringify(email) });
  };
  const emailed = async (ref: string) => {
    const { key } = await invited(ref);
    await send(key, `${ref}@mesa.example`);
    await ended(key, 'sent');
    await age(key);
    return key;
  };
  const limits = (thresholds: object) => call('PATCH', 'company', { thresholds }, admin);
  const reminded = (ref: string) =>
    vi.waitFor(() => expect(mailsTo(`${ref}@mesa.example`)).toHaveLength(2), 20_000);
  const silent = await emailed('remind-1');
  await emailed('remind-2');
  const planned = await emailed('remind-3');
  const address = 'remind-2@mesa.example';
  await call('POST', 'email-opt-outs', { address });
  await updateRow(db, 'invitation', { key: planned }, { follow_up_at: Date.now() + DAY_MS });
  expect((await limits({ remind_after_days: 1 })).status).toBe(200);
  await reminded('remind-1');
  await ended(silent, 'sent');
  const { items } = (await call('GET', 'activity?action=remind_fleet', undefined, admin)).json;
  expect(items).toMatchObject([{ name: null, detail: { to: 'remind-1@mesa.example', reminder: 1 } }]);
  // The next look, which the change of a limit begins, reminds another one, and none of these.
  await age(silent);
  await emailed('remind-4');
  await limits({ late_after_minutes: 16 });
  await reminded('remind-4');
  for (const [ref, mails] of [
    ['remind-1', 2],
    ['remind-2', 1],
    ['remind-3', 1],
  ] as const)
    expect(mailsTo(`${ref}@mesa.example`)).toHaveLength(mails);
  await limits({ remind_after_days: 0, late_after_minutes: 15 });
  await call('POST', 'email-opt-outs/remove', { address }, admin);
});

it('an email contains the company, the request and a working link, and counts as shared', async () => {
  const { key } = await invited('MAIL-1');
  const id = randomUUID();
  expect((await send(key, 'ops@mesa.example', id)).status).toBe(202);
  const after = await ended(key, 'sent');
  expect(after).toMatchObject({ shared_how: 'emailed', shared_to: 'ops@mesa.example', shares: 1 });
  expect(after.history).toContainEqual(
    expect.objectContaining({ what: 'shared', how: 'emailed', to: 'ops@mesa.example' }),
  );
  // Repeating the request does not send a second email.
  await send(key, 'ops@mesa.example', id);
  const [one, ...more] = mailsTo('ops@mesa.example');
  expect(more).toEqual([]);
  expect(one?.subject).toBe('Invitation to share telematics data with Northbound Freight (MAIL-1)');
  expect(one?.text).toContain('invites Mesa to share telematics data with Northbound Freight');
  expect(one?.raw).toContain('From: Northbound Freight <invitations@northbound.example>');
  // A fleet that answers reaches the person who invites it.
  expect(one?.raw).toContain('Reply-To: onboarding@waypost.example');
  expect(one?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /^http\S+$/m.exec(one?.text ?? '')?.[0] ?? '';
  expect((await new TestBrowser().go(link)).text).toContain(
    '<h1>Northbound Freight asks Mesa to share data</h1>',
  );
  const log = await call('GET', 'activity?action=share_invitation&q=MAIL-1', undefined, admin);
  expect(log.json.items).toHaveLength(1);
});

it('replies go to the company where nobody knows the address of the person, and without both no fleet is told to reply', async () => {
  const { db } = server.services;
  const address = 'onboarding@waypost.example';
  await updateRow(db, 'session', { email: address }, { email: null });
  const invite = async (ref: string) => {
    const { key } = await invited(ref);
    await send(key, `${ref}@mesa.example`);
    await ended(key, 'sent');
    const { client, endpoints } = server.services.upstream;
    const query = { fleet_ref: ref };
    const { data } = await client.call(endpoints.listInvitations, { query, priority: 'person' });
    const page = await new TestBrowser().go(
      `${server.url}/onboarding/failure?invitation_id=${data.items[0]?.id}`,
    );
    return { raw: mailsTo(`${ref}@mesa.example`)[0]?.raw, page: page.text };
  };
  const settings = async () => (await call('GET', 'messages')).json.reply_to;
  const none = await invite('ANSWER-0');
  expect(await settings()).toBeNull();
  expect(none.raw).not.toContain('Reply-To');
  expect(none.page).toContain('Questions? Ask Northbound Freight.');
  expect(none.page).not.toMatch(/reply/i);
  await call('PATCH', 'company', { contact: 'Onboarding, 505 555 0117, desk@northbound.example' }, admin);
  const company = await invite('ANSWER-1');
  expect(await settings()).toBe('desk@northbound.example');
  expect(company.raw).toContain('Reply-To: desk@northbound.example');
  expect(company.page).toContain('Questions? Reply to the message with the link.');
  await call('PATCH', 'company', { contact: null }, admin);
  await updateRow(db, 'session', { email: null, sub: 'onboarding' }, { email: address });
});

it("the mail server's response about an address is shown, and the email can be sent to another", async () => {
  mail.refuse('gone@mesa.example', 550, 'No such user here');
  const { key } = await invited('MAIL-2');
  expect(await send(key, 'gone@mesa.example')).toMatchObject({ status: 202 });
  const after = await ended(key, 'failed');
  expect(after).toMatchObject({
    shared_at: null,
    email: { message: 'The mail server answered: 550 No such user here' },
  });
  expect(after.history).toContainEqual(
    expect.objectContaining({ what: 'email_failed', to: 'gone@mesa.example' }),
  );
  await send(key, 'here@mesa.example');
  await ended(key, 'sent');
});

it('an invalid address is rejected at its field', async () => {
  const { key } = await invited('MAIL-3');
  for (const to of [
    'nobody',
    'a@b',
    'a@mesa.example\r\nBcc: all@mesa.example',
    'a@mesa.example, b@mesa.example',
  ])
    expect(await send(key, to)).toMatchObject({
      status: 422,
      json: { detail: [{ path: 'body.to', message: 'must be an email address, such as ops@example.com' }] },
    });
});

it('an unsubscribed address gets no emails, without a session, and can subscribe again', async () => {
  const { key } = await invited('MAIL-4');
  await send(key, 'Stop@mesa.example');
  await ended(key, 'sent');
  const raw = mailsTo('Stop@mesa.example')[0]?.raw.replace(/\r\n[ \t]/g, ' ') ?? '';
  const stop = /^List-Unsubscribe: ?<([^>]+)>/m.exec(raw)?.[1] ?? '';
  const stranger = new TestBrowser();
  // A scanner that opens the link changes nothing.
  expect((await stranger.go(stop)).text).toContain('Unsubscribe?');
  expect((await call('GET', 'email-opt-outs')).json.items).toEqual([]);
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
  expect((await stranger.request(stop, oneClick)).text).toContain('Unsubscribed');
  const { unsubscribed_at, ...after } = await read(key);
  expect(unsubscribed_at).not.toBeNull();
  expect(chaseReason({ unsubscribed_at, ...after }, Date.now())).toBe('unsubscribed');
  const addresses = ['STOP@mesa.example', 'other@mesa.example', 'no address'];
  expect((await call('POST', 'email-opt-outs/check', { addresses })).json).toEqual({
    addresses: ['stop@mesa.example'],
  });
  expect((await call('GET', 'email-opt-outs')).json.items).toMatchObject([
    { address: 'stop@mesa.example', by_name: null },
  ]);
  const other = await invited('MAIL-5');
  expect(await send(other.key, 'STOP@mesa.example')).toMatchObject({
    status: 422,
    json: { detail: [{ path: 'body.to' }] },
  });
  expect((await stranger.request(`${stop}?wants=1`, { method: 'POST' })).text).toContain('Unsubscribe?');
  expect((await read(key)).unsubscribed_at).toBeNull();
  expect((await send(other.key, 'STOP@mesa.example')).status).toBe(202);
  await ended(other.key, 'sent');
  // A forged token has no effect.
  expect((await stranger.request(`${stop.slice(0, -4)}AAAA`, { method: 'POST' })).status).toBe(404);
});

it('an email whose response was lost is unknown and never sent again automatically, even after a restart', async () => {
  const { key } = await invited('MAIL-6');
  mail.answer(() => 'lose');
  await send(key, 'lost@mesa.example');
  await ended(key, 'unknown');
  mail.release();
  expect((await send(key, 'lost@mesa.example')).status).toBe(409);
  await server.restart();
  expect((await read(key)).email?.state).toBe('unknown');
  expect(mailsTo('lost@mesa.example')).toHaveLength(1);
  const resolved = await call('POST', `invitations/${key}/email/resolve`, { outcome: 'sent' });
  expect(resolved.json).toMatchObject({ email: { state: 'sent' }, shared_how: 'emailed' });
  expect((await call('POST', `invitations/${key}/email/resolve`, { outcome: 'sent' })).status).toBe(409);
  expect(mailsTo('lost@mesa.example')).toHaveLength(1);
});

it('a mail server that never responds about one email holds up no other', async () => {
  const [slow, next] = [await invited('MAIL-11'), await invited('MAIL-12')];
  const held = mail.mails.length;
  mail.answer((count) => (count === held ? 'hold' : 'take'));
  await send(slow.key, 'slow@mesa.example');
  await vi.waitFor(() => expect(mailsTo('slow@mesa.example')).toHaveLength(1), 10_000);
  await send(next.key, 'quick@mesa.example');
  await ended(next.key, 'sent');
  expect((await read(slow.key)).email?.state).not.toBe('sent');
  mail.release();
  await ended(slow.key, 'sent');
});

it('an email that was not tried does not show that a response was lost, and does not wait for it', async () => {
  const [lost, next] = [await invited('MAIL-13'), await invited('MAIL-14')];
  mail.answer(() => 'lose');
  await send(lost.key, 'vanished@mesa.example');
  await ended(lost.key, 'unknown');
  mail.release();
  await send(next.key, 'fine@mesa.example');
  const sent = () => vi.waitFor(async () => expect((await read(next.key)).email?.state).toBe('sent'), 14_000);
  await sent();
  expect((await read(next.key)).email?.message).toBeNull();
});

it('an email being sent when the server ended becomes unknown, and is never sent again automatically', async () => {
  const { key } = await invited('MAIL-9');
  await send(key, 'cut@mesa.example');
  const after = await ended(key, 'sent');
  // State left by a server killed between marking the row and the mail server's response.
  const { db } = server.services;
  const id = after.email?.id ?? '';
  await updateRow(db, 'email', { id }, { state: 'sending' });
  await addRow(db, 'job', {
    id,
    kind: 'email',
    payload: JSON.stringify({ email_id: id }),
    dedupe_key: key,
    order_key: null,
    position: 0,
    holds_key: 1,
    created_at: 0,
    run_at: 0,
    tries: 1,
    max_tries: 6,
    interruptions: 0,
    claimed_by: 'killed',
    claimed_until: Date.now() + 60_000,
    fence: 1,
    dead_at: null,
    problem: null,
  });
  await server.restart();
  expect((await ended(key, 'unknown')).email?.message).toBe('Waypost stopped while sending this email');
  // Other waiting emails are sent in the meantime.
  const other = await invited('MAIL-10');
  await send(other.key, 'next@mesa.example');
  await ended(other.key, 'sent');
  expect(mailsTo('cut@mesa.example')).toHaveLength(1);
});

it('without a company name nothing is sent, since the fleet would not see who is asking', async () => {
  const { key } = await invited('MAIL-7');
  await company(null);
  expect(await send(key, 'ops7@mesa.example')).toMatchObject({
    status: 409,
    json: { detail: 'An administrator can set it in Settings, under Company' },
  });
  await company('Northbound Freight');
});

it('a job sends each fleet its link once, in its language, and reports who cannot get one', async () => {
  await call('POST', 'email-opt-outs', { address: 'out@mesa.example' });
  const rows = [
    { fleet_ref: 'JOB-1', fleet_email: 'one@mesa.example', fleet_country_code: 'MEX' },
    { fleet_ref: 'JOB-2', fleet_email: 'out@mesa.example' },
    { fleet_ref: 'JOB-3' },
    { fleet_ref: 'JOB-4', fleet_email: 'full@mesa.example' },
  ];
  mail.refuse('full@mesa.example', 552, 'Mailbox full');
  const { json } = await call('POST', 'bulk', { kind: 'invitation', rows });
  const id = String(json.id);
  await vi.waitFor(async () => expect((await call('GET', `bulk/${id}`)).json.state).toBe('done'), 20_000);
  const emails = async (method = 'GET') =>
    (await call(method, `bulk/${id}/emails`, method === 'POST' ? { language: null, zone: 'UTC' } : undefined))
      .json.items as unknown as JobEmail[];
  expect((await emails()).map(({ block }) => block)).toEqual([null, 'opted_out', 'no_address', null]);
  await Promise.all([emails('POST'), emails('POST')]);
  await vi.waitFor(
    async () =>
      expect((await emails()).map(({ email }) => email?.state)).toEqual([
        'sent',
        undefined,
        undefined,
        'failed',
      ]),
    20_000,
  );
  expect(mailsTo('one@mesa.example')).toHaveLength(1);
  expect(mailsTo('one@mesa.example')[0]?.subject).toMatch(/^Invitación para compartir/);
  // Its emails are entries of the job, which the log counts in one of its own.
  const log = await call('GET', 'activity?action=share_invitation&q=JOB-1', undefined, admin);
  expect(log.json.items).toMatchObject([{ job_id: id, target: 'JOB-1' }]);
  // Failed emails are sent again, sent ones are not.
  mail.accept('full@mesa.example');
  await emails('POST');
  await vi.waitFor(async () => expect(mailsTo('full@mesa.example')).toHaveLength(1), 20_000);
  expect(mailsTo('one@mesa.example')).toHaveLength(1);
});

it('an export of links is recorded for each fleet and in the log', async () => {
  const { json } = await call('POST', 'bulk', {
    kind: 'invitation',
    rows: [{ fleet_ref: 'EXPORT-1', fleet_email: 'e1@mesa.example' }, { fleet_ref: 'EXPORT-2' }],
  });
  const id = String(json.id);
  await vi.waitFor(async () => expect((await call('GET', `bulk/${id}`)).json.state).toBe('done'), 20_000);
  const { json: exported } = await call('POST', `bulk/${id}/messages`, { language: null, zone: 'UTC' });
  const items = exported.items as unknown as { fleet_ref: string; magic_link: string; text: string }[];
  expect(items.map(({ fleet_ref }) => fleet_ref)).toEqual(['EXPORT-1', 'EXPORT-2']);
  for (const { magic_link, text } of items) expect(text).toContain(magic_link);
  const { json: list } = await call('GET', 'invitations');
  const known = (list.items as unknown as BoardInvitation[]).filter(({ fleet_ref }) =>
    fleet_ref?.startsWith('EXPORT'),
  );
  // Nothing was sent to anybody.
  expect(known.map(({ shared_how, shared_to }) => [shared_how, shared_to])).toEqual([
    ['exported', null],
    ['exported', null],
  ]);
  // Also of a fleet without an address, which blocks its email for another reason.
  const { json: of_job } = await call('GET', `bulk/${id}/emails`);
  expect(of_job.items).toMatchObject([
    { block: 'shared', shared: true },
    { block: 'no_address', shared: true },
  ]);
  const log = await call('GET', 'activity?action=export_invitation_links', undefined, admin);
  expect(log.json.items).toHaveLength(1);
  expect(log.text).not.toContain(items[0]?.magic_link);
});

it('a template can be changed by administrators only, and must contain the link', async () => {
  const body = { subject: 'Join {company}', text: 'Please open {link}' };
  expect((await call('PATCH', 'messages/en', body)).status).toBe(403);
  expect((await call('PATCH', 'messages/en', { ...body, text: 'No way in' }, admin)).status).toBe(422);
  expect((await call('PATCH', 'messages/en', { ...body, text: '{link} {nope}' }, admin)).status).toBe(422);
  expect((await call('PATCH', 'messages/en', body, admin)).status).toBe(200);
  const { key } = await invited('MAIL-8');
  await send(key, 'ops8@mesa.example');
  await ended(key, 'sent');
  expect(mailsTo('ops8@mesa.example')[0]?.subject).toBe('Join Northbound Freight');
  await call('DELETE', 'messages/en', undefined, admin);
});

it('several picked invitations are emailed once each, and those left out are named with the reason', async () => {
  const refs = ['PICK-1', 'PICK-2', 'PICK-NONE', 'PICK-OUT'];
  const keys: string[] = [];
  for (const ref of refs)
    keys.push((await invited(ref, ref === 'PICK-NONE' ? null : `${ref}@mesa.example`)).key);
  await call('POST', 'email-opt-outs', { address: 'pick-out@mesa.example' });
  // Copied, which does not keep back an email that somebody asks for.
  await call('POST', `invitations/${keys[1]}/share`, { how: 'copied' });
  const checked = await call('POST', 'invitations/emails/check', { keys });
  const blocks = [null, null, 'no_address', 'opted_out'];
  expect((checked.json.items as JobEmail[]).map(({ block }) => block)).toEqual(blocks);
  expect((await read(keys[0] ?? '')).email).toBeNull();
  const sendAll = () => call('POST', 'invitations/emails', { keys, language: null, zone: 'America/Chicago' });
  expect((await sendAll()).status).toBe(202);
  for (const key of keys.slice(0, 2)) await ended(key, 'sent');
  expect((await sendAll()).status).toBe(202);
  for (const ref of refs) {
    const mails = mailsTo(`${ref}@mesa.example`).length;
    expect([ref, mails]).toEqual([ref, ['PICK-1', 'PICK-2'].includes(ref) ? 1 : 0]);
  }
  const { items } = (await call('GET', 'activity?action=email_invitation', undefined, admin)).json;
  expect((items as { target: string }[]).filter(({ target }) => target.startsWith('PICK-'))).toHaveLength(2);
});

it('picked fleets that were emailed before are emailed again once for each request, unless they unsubscribed', async () => {
  const keys: string[] = [];
  for (const ref of ['AGAIN-1', 'AGAIN-OUT', 'AGAIN-NEW'])
    keys.push((await invited(ref, `${ref}@mesa.example`)).key);
  const [first = '', out = ''] = keys;
  for (const key of [first, out]) {
    await send(key, (await read(key)).fleet_email ?? '');
    await ended(key, 'sent');
  }
  await call('POST', 'email-opt-outs', { address: 'again-out@mesa.example' });
  const again = randomUUID();
  const sendAll = () => call('POST', 'invitations/emails', { keys, language: null, zone: 'UTC', again });
  const sent = (ref: string) => mailsTo(`${ref}@mesa.example`).length;
  expect((await sendAll()).status).toBe(202);
  await vi.waitFor(() => expect([sent('AGAIN-1'), sent('AGAIN-NEW')]).toEqual([2, 1]), 20_000);
  for (const key of keys) await ended(key, 'sent');
  // The answer was lost, and the same request comes once more.
  expect((await sendAll()).status).toBe(202);
  await send((await invited('AGAIN-END')).key, 'again-end@mesa.example');
  await vi.waitFor(() => expect(mailsTo('again-end@mesa.example')).toHaveLength(1), 20_000);
  expect([sent('AGAIN-1'), sent('AGAIN-NEW'), sent('AGAIN-OUT')]).toEqual([2, 1, 1]);
});

it('a picked fleet without an address is emailed at one that is entered, which is checked first', async () => {
  const { key } = await invited('ENTERED-1', null);
  await call('POST', 'email-opt-outs', { address: 'entered-out@mesa.example' });
  const sendTo = (to: string) =>
    call('POST', 'invitations/emails', {
      keys: [key],
      language: null,
      zone: 'UTC',
      addresses: [{ key, to }],
    });
  expect(await sendTo('Entered-out@mesa.example')).toMatchObject({
    status: 422,
    json: { detail: [{ path: 'body.addresses.0.to' }] },
  });
  expect((await sendTo('entered@mesa.example')).status).toBe(202);
  expect((await ended(key, 'sent')).shared_to).toBe('entered@mesa.example');
  expect(mailsTo('entered@mesa.example')).toHaveLength(1);

  // It is known from then on, also after a renewal, and that it has unsubscribed.
  const check = async () => (await call('POST', 'invitations/emails/check', { keys: [key] })).json.items;
  expect(await check()).toMatchObject([{ to: 'entered@mesa.example', block: null }]);
  await invited('ENTERED-1', null);
  expect(await read(key)).toMatchObject({ email: null, emailed_to: 'entered@mesa.example' });
  await call('POST', 'email-opt-outs', { address: 'entered@mesa.example' });
  expect(await check()).toMatchObject([{ to: 'entered@mesa.example', block: 'opted_out' }]);
});
