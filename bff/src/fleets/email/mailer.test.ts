/** Outcomes of a mail, with a real SMTP server. */
import { afterEach, expect, it } from 'vitest';
import type { SmtpSettings } from '../../platform/config/config.ts';
import { freePort } from '../../testing/free-port.ts';
import { MailServer, type MailServerOptions } from '../../testing/mail-server.ts';
import { openMailSession } from './mailer.ts';

const started: MailServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()));
});

async function setup(options: MailServerOptions = {}, settings: Partial<SmtpSettings> = {}) {
  const server = await MailServer.start(options);
  started.push(server);
  const open = () =>
    openMailSession({
      host: '127.0.0.1',
      port: server.port,
      secure: false,
      requireTls: false,
      login: null,
      from: 'invitations@example.com',
      perMinute: 60,
      ...settings,
    });
  return { server, open };
}

const CONTENT = Buffer.from('Subject: Hi\r\n\r\nHello\r\n');

it('sends several mails over one connection', async () => {
  const { server, open } = await setup(
    { login: { user: 'u', password: 'p' } },
    { login: { user: 'u', password: 'p' } },
  );
  const session = await open();
  await session.send('a@example.com', CONTENT);
  await session.send('b@example.com', CONTENT);
  session.close();
  expect(server.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['a@example.com', 'Hi'],
    ['b@example.com', 'Hi'],
  ]);
});

it('sends nothing without TLS where that is required, not even a password', async () => {
  const { server, open } = await setup(
    { login: { user: 'u', password: 'p' } },
    { requireTls: true, login: { user: 'u', password: 'p' } },
  );
  await expect(open()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(server.mails).toEqual([]);
});

it('says in words that nothing answers, without the code and address of the system', async () => {
  const { open } = await setup({}, { port: await freePort() });
  await expect(open()).rejects.toMatchObject({
    kind: 'unavailable',
    message: "The mail server can't be used: connection refused",
  });
});

it('distinguishes a wrong password from a refused mail', async () => {
  const { open } = await setup(
    { login: { user: 'u', password: 'p' } },
    { login: { user: 'u', password: 'wrong' } },
  );
  await expect(open()).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('Authentication failed'),
  });
});

it("reports the server's response about a recipient, and continues with the next", async () => {
  const { server, open } = await setup();
  server.refuse('gone@example.com', 550, 'No such user here');
  server.refuse('policy@example.com', 550, '5.7.1 Blocked by policy');
  server.refuse('grey@example.com', 451, 'Try again later');
  const session = await open();
  await expect(session.send('gone@example.com', CONTENT)).rejects.toMatchObject({
    kind: 'refused',
    message: 'The mail server answered: 550 No such user here',
    bounced: true,
  });
  await expect(session.send('policy@example.com', CONTENT)).rejects.toMatchObject({
    kind: 'refused',
    bounced: false,
  });
  await expect(session.send('grey@example.com', CONTENT)).rejects.toMatchObject({ kind: 'later' });
  await session.send('fine@example.com', CONTENT);
  expect(server.mails.map(({ to }) => to)).toEqual(['fine@example.com']);
  session.close();
});

it('treats a refusal after the complete mail as a refusal', async () => {
  const { server, open } = await setup();
  server.answer(() => ({ code: 554, text: 'Looks like spam' }));
  const session = await open();
  await expect(session.send('a@example.com', CONTENT)).rejects.toMatchObject({
    kind: 'refused',
    message: 'The mail server answered: 554 Looks like spam',
  });
  session.close();
});

it('treats a mail whose response is lost as possibly delivered', async () => {
  const { server, open } = await setup();
  server.answer(() => 'lose');
  const session = await open();
  await expect(session.send('a@example.com', CONTENT)).rejects.toMatchObject({ kind: 'unknown' });
});

it('treats an unreachable server as having accepted nothing', async () => {
  const { server, open } = await setup();
  await server.stop();
  await expect(open()).rejects.toMatchObject({ kind: 'unavailable' });
});
