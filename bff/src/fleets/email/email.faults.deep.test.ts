/** Emails while requests coincide, keys are gone, the database rejects writes, or another server reads positions. */
import { randomUUID } from 'node:crypto';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { postgresUrl } from '../../testing/databases.ts';
import { MailServer } from '../../testing/mail-server.ts';
import { rejectWrites } from '../../testing/rejected-writes.ts';
import { sandbox, startServer, temporaryFolder } from '../../testing/server.ts';

const WAIT_MS = 20_000;

describe.each(['sqlite', 'postgres'] as const)('emails (%s)', async (dialect) => {
  const mail = await MailServer.start();
  const folder = temporaryFolder();
  const { line, stop } = await sandbox({ SANDBOX_LOADS: '2' });
  const env = {
    SMTP_URL: mail.url,
    SMTP_FROM: 'invitations@northbound.example',
    SMTP_PER_MINUTE: '1000',
    ...(dialect === 'sqlite' ? {} : { DATABASE_URL: await postgresUrl({ migrated: true }) }),
  };
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) });
  const server = await startServer(line, folder.dir, env, log);
  const { db } = server.services;
  afterAll(async () => {
    await server.stop();
    await stop();
    await mail.stop();
    folder.remove();
  });
  const admin = new TestBrowser();
  await admin.signIn(server.url, 'admin');
  const staff = new TestBrowser();
  await staff.signIn(server.url, 'onboarding');
  const call = (method: string, path: string, body?: unknown, who = staff) =>
    who.api(`${server.url}/api/${path}`, { method, body });
  await call('PATCH', 'company', { name: 'Northbound Freight' }, admin);

  const invited = async (fleet_ref: string) => {
    const fleet = { fleet_ref, fleet_name: 'Mesa', fleet_email: `${fleet_ref}@mesa.example` };
    const { json } = await call('POST', 'invitations', fleet);
    return json.result as unknown as BoardInvitation;
  };
  const send = (key: string, to: string) =>
    call('POST', `invitations/${key}/email`, { id: randomUUID(), to, language: 'en', zone: 'UTC' });
  const emailOf = async (key: string) =>
    ((await call('GET', `invitations/${key}`)).json as unknown as BoardInvitation).email;
  const reaches = (key: string, state: string) =>
    vi.waitFor(async () => expect((await emailOf(key))?.state).toBe(state), WAIT_MS);
  const mailsTo = (to: string) => mail.mails.filter((one) => one.to === to);

  it('are sent once when several people send the same one at the same time', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { key } = await invited(`SAME-${n}`);
      const to = `same-${n}@mesa.example`;
      const sent = await Promise.all(Array.from({ length: 4 }, () => send(key, to)));
      expect(sent.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
      await reaches(key, 'sent');
      expect(mailsTo(to)).toHaveLength(1);
    }
  }, 60_000);

  it('of a job are sent once when a single one is sent in the meantime', async () => {
    const refs = Array.from({ length: 30 }, (_, n) => `BULK-${n}`);
    const rows = refs.map((fleet_ref) => ({ fleet_ref, fleet_email: `${fleet_ref}@mesa.example` }));
    const { json } = await call('POST', 'bulk', { kind: 'invitation', rows });
    const job = `bulk/${String(json.id)}`;
    await vi.waitFor(async () => expect((await call('GET', job)).json.state).toBe('done'), WAIT_MS);
    const list = (await call('GET', `${job}/emails`)).json.items as unknown as { invitation_key: string }[];
    const middle = list[15]?.invitation_key ?? '';
    const all = { language: null, zone: 'UTC' };
    await Promise.all([
      call('POST', `${job}/emails`, all),
      send(middle, 'BULK-15@mesa.example'),
      call('POST', `${job}/emails`, all),
    ]);
    for (const { invitation_key } of list) await reaches(invitation_key, 'sent');
    for (const ref of refs) expect.soft(mailsTo(`${ref}@mesa.example`), ref).toHaveLength(1);
  }, 60_000);

  it('that cannot be composed hold up no others, show why, and can be retried once they failed', async () => {
    const [broken, fine] = [await invited('KEY-1'), await invited('KEY-2')];
    const where = { key: broken.key };
    const sealed_id = (await rowOf(db, 'invitation', where))?.sealed_id ?? '';
    // As after its key was removed from SECRET_KEYS.
    await updateRow(db, 'invitation', where, { sealed_id: sealed_id.replace('test', 'gone') });
    await send(broken.key, 'broken@mesa.example');
    await vi.waitFor(async () => expect((await emailOf(broken.key))?.message).toMatch(/gone/), WAIT_MS);
    await send(fine.key, 'fine@mesa.example');
    await reaches(fine.key, 'sent');
    expect((await emailOf(broken.key))?.state).toBe('waiting');

    const [job] = await rowsOf(db, 'job', { dedupe_key: broken.key });
    await updateRow(db, 'job', { id: job?.id ?? '' }, { tries: 5, run_at: 0 });
    await reaches(broken.key, 'failed');
    const failed = { kind: 'email', state: 'failed', count: 1, items: [{ job_id: job?.id, tries: 6 }] };
    expect((await call('GET', 'jobs', undefined, admin)).json.items).toMatchObject([failed]);
    await updateRow(db, 'invitation', where, { sealed_id });
    expect((await call('POST', `jobs/${job?.id}/retry`)).status).toBe(403);
    expect((await call('POST', `jobs/${job?.id}/retry`, undefined, admin)).status).toBe(200);
    await reaches(broken.key, 'sent');
    expect((await call('GET', 'jobs', undefined, admin)).json.items).toEqual([]);
  }, 60_000);

  it('are shown as sent without a restart after the database rejected that', async () => {
    const { key } = await invited('WRITE-1');
    const held = mail.mails.length;
    mail.answer((count) => (count === held ? 'hold' : 'take'));
    await send(key, 'write@mesa.example');
    await vi.waitFor(() => expect(mailsTo('write@mesa.example')).toHaveLength(1), WAIT_MS);
    const accept = await rejectWrites(db, dialect, 'invitation_happening');
    mail.release();
    await vi.waitFor(() => expect(logged.join()).toContain('could not store the result of a job'), WAIT_MS);
    await accept();
    await reaches(key, 'sent');
    expect(mailsTo('write@mesa.example')).toHaveLength(1);
  }, 60_000);

  it('are unknown, not failed, when the last try was interrupted after the mail server had the mail', async () => {
    const { key } = await invited('LAST-1');
    const held = mail.mails.length;
    mail.answer((count) => (count === held ? 'hold' : 'take'));
    await send(key, 'last@mesa.example');
    await vi.waitFor(() => expect(mailsTo('last@mesa.example')).toHaveLength(1), WAIT_MS);
    // As after the server that sent it has ended.
    await updateRow(db, 'job', { dedupe_key: key }, { tries: 6, claimed_until: 0 });
    await reaches(key, 'unknown');
    mail.release();
    expect(await rowsOf(db, 'job', { dedupe_key: key })).toEqual([]);
    expect(mailsTo('last@mesa.example')).toHaveLength(1);
    expect((await emailOf(key))?.state).toBe('unknown');
  }, 60_000);

  it.runIf(dialect === 'postgres')(
    'are sent by a server that does not read positions',
    async () => {
      const another = { owner: 'another server', until: Date.now() + 3_600_000 };
      await vi.waitFor(async () => {
        await updateRow(db, 'lease', { name: 'reader' }, another);
        expect(await server.services.metrics.getSingleMetricAsString('waypost_lease_held')).toMatch(
          /"reader"} 0$/m,
        );
      }, WAIT_MS);
      const { key } = await invited('LEASE-1');
      await send(key, 'lease@mesa.example');
      await reaches(key, 'sent');
    },
    60_000,
  );

  it.runIf(dialect === 'postgres')(
    'show why they wait although another server is writing the other waiting ones',
    async () => {
      const [one, other] = [await invited('WAIT-1'), await invited('WAIT-2')];
      await send(other.key, 'wait-2@mesa.example');
      await reaches(other.key, 'sent');
      const where = { invitation_key: other.key };
      await updateRow(db, 'email', where, { state: 'waiting' });
      mail.answer(() => ({ code: 421, text: 'closing' }));
      // Rejects when the database has ended it because it held up the other.
      await db.transaction().execute(async (trx) => {
        await updateRow(trx, 'email', where, { message: null });
        await send(one.key, 'wait-1@mesa.example');
        await vi.waitFor(async () => expect((await emailOf(one.key))?.message).toMatch(/421/), WAIT_MS);
      });
      await vi.waitFor(async () => expect((await emailOf(other.key))?.message).toMatch(/421/), WAIT_MS);
    },
    60_000,
  );
});
