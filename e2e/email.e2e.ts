/**
 * Invitations by email through a real SMTP server: one that is read and accepted, and fifty from a file despite a server crash.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { MailServer, type ReceivedMail } from '@waypost/bff/testing/mail-server';
import { invitationList } from '@waypost/contract/api/invitations';
import { axeFaults } from './harness/axe.ts';
import { test as base, callApi, expect } from './harness/fixtures.ts';
import { type Stack, startStack } from './harness/stack.ts';

const SMTP_PASSWORD = 'a password of the mail server 2342';
const LOGIN = { user: 'waypost', password: SMTP_PASSWORD };

const test = base.extend<object, { mail: MailServer; stack: Stack }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern.
    async ({}, use) => {
      const mail = await MailServer.start({ login: LOGIN });
      await use(mail);
      await mail.stop();
    },
    { scope: 'worker' },
  ],
  stack: [
    async ({ mail }, use) => {
      const url = new URL(mail.url);
      url.username = LOGIN.user;
      url.password = encodeURIComponent(SMTP_PASSWORD);
      const stack = await startStack(
        { SANDBOX_LOADS: '1' },
        { SMTP_URL: url.href, SMTP_FROM: 'invitations@northbound.example', SMTP_PER_MINUTE: '10000' },
      );
      stack.sandbox.secrets.add(SMTP_PASSWORD);
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const linkIn = ({ text }: ReceivedMail) => /^http\S+\/invite\/\S+$/m.exec(text)?.[0] ?? '';

/** Emails to fleets name the company. */
async function nameCompany(page: Page) {
  await callApi(page, '/api/company', 'PATCH', { name: 'Northbound Freight' });
}

test('a fleet is invited by email, reads it, accepts, and the list shows it without a reload', {
  tag: '@deep',
}, async ({ page, person, mail, browser }) => {
  await person.signIn('admin', '/invitations');
  await nameCompany(page);
  await page.goto('/invitations?invitation=new');
  await page.getByLabel('Fleet reference').fill('MAIL-7');
  await page.getByRole('button', { name: 'Create only' }).click();
  const panel = page.getByRole('complementary', { name: 'Invitation' });
  await panel.getByRole('button', { name: 'Email invitation…' }).click();
  const form = panel.getByRole('form', { name: 'Email invitation' });
  await form.getByLabel('To').fill('ops at mesa');
  await form.getByRole('button', { name: 'Send email' }).click();
  await expect(form.getByText('must be an email address')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await form.getByLabel('To').fill('ops@mesa.example');
  await form.getByRole('button', { name: 'Send email' }).click();
  await expect(panel.getByText(/^Emailed .*to ops@mesa\.example/).first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await expect.poll(() => mail.mails.length).toBe(1);
  const [received] = mail.mails;
  if (!received) throw new Error('no mail');
  expect(received.to).toBe('ops@mesa.example');
  expect(received.subject).toContain('Northbound Freight');

  // The fleet, in a separate browser.
  const fleetContext = await browser.newContext();
  const fleet = await fleetContext.newPage();
  await fleet.goto(linkIn(received));
  await fleet.getByRole('radio').first().check();
  await fleet.getByRole('button', { name: 'Accept and share' }).click();
  await expect(fleet.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const row = page.getByRole('row', { name: /MAIL-7/ });
  await expect(row).toContainText('Accepted');

  // It unsubscribes without signing in.
  await fleet.goto(/^List-Unsubscribe: <([^>]+)>/im.exec(received.raw.replace(/\r\n[ \t]/g, ' '))?.[1] ?? '');
  expect(await axeFaults(fleet)).toEqual([]);
  await fleet.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(fleet.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
  await fleet.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(fleet)).toBe(0);
  await fleetContext.close();
  await page.goto('/invitations?invitation=new');
  await page.getByLabel('Fleet reference').fill('MAIL-8');
  await page.getByRole('button', { name: 'Create only' }).click();
  await panel.getByRole('button', { name: 'Email invitation…' }).click();
  await form.getByLabel('To').fill('OPS@mesa.example');
  await expect(form.getByText('has unsubscribed').first()).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send email' })).toBeDisabled();
});

const COUNT = 50;
/** The server sends this many emails at the same time. */
const AT_ONCE = 3;
const CSV = [
  'Carrier ref,Company,E-mail,Country',
  ...Array.from({ length: COUNT }, (_, n) => `MANY-${n + 1},Mesa ${n + 1},ops${n + 1}@many.example,USA`),
].join('\n');

test('fifty fleets of a file get one email each, in four clicks and despite a server crash', {
  tag: '@deep',
}, async ({ page, person, stack, mail, received }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('admin', '/bulk/new?kind=invitation');
  await nameCompany(page);
  const mails = () => mail.mails.filter(({ to }) => to.endsWith('@many.example'));
  const before = mail.mails.length;
  mail.answer((count) => (count - before < 20 ? 'take' : 'hold'));
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, CSV);
  await page.getByRole('button', { name: `Create ${COUNT} invitations` }).click();
  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}/);
  await page.getByRole('button', { name: `Email ${COUNT} fleets…` }).click();
  await page.getByRole('button', { name: `Send ${COUNT} emails` }).click();

  // The server is killed while the mail server still owes the response to a few mails.
  await expect.poll(() => mails().length).toBe(20 + AT_ONCE);
  await stack.server.stop('SIGKILL');
  mail.release();
  await stack.server.start();

  // It is unknown whether those mails were sent, so a person decides; they are not repeated.
  await expect(page.getByText(`${COUNT - AT_ONCE} of ${COUNT} emails sent.`)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(`${AT_ONCE} not confirmed; open each and mark what happened.`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);

  // No link has reached this browser: each went to its fleet only, with an activity entry.
  const links = mails().map(linkIn);
  const browserText = await received.all();
  expect(links.filter((link) => browserText.includes(link))).toEqual([]);
  const logged = async (action: string) => {
    const { body } = await callApi(page, `/api/activity?size=100&action=${action}`);
    return (body as { items: { detail: { to?: string; links?: number } }[] }).items;
  };
  const shared = (await logged('share_invitation')).filter(({ detail }) =>
    detail.to?.endsWith('@many.example'),
  );
  expect(shared).toHaveLength(COUNT - AT_ONCE);

  // For a mail merge a person downloads all links, with one activity entry.
  await page.getByRole('button', { name: 'Download links and messages…' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const merge = readFileSync(await file.path(), 'utf8');
  expect(links.filter((link) => !merge.includes(link))).toEqual([]);
  expect((await logged('export_invitation_links')).map(({ detail }) => detail.links)).toEqual([COUNT]);
  const database = readFileSync(join(stack.server.dir, 'waypost.db')).toString('latin1');
  expect(links.filter((link) => database.includes(link))).toEqual([]);

  const { body } = await callApi(page, '/api/invitations');
  const unknown = invitationList.parse(body).items.find(({ email }) => email?.state === 'unknown');
  await page.goto(`/invitations?invitation=${unknown?.key}`);
  await page.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(page.getByText(/^Emailed .*@many\.example/).first()).toBeVisible();

  expect(mails()).toHaveLength(COUNT);
  expect(new Set(mails().map(({ to }) => to)).size).toBe(COUNT);
  expect(new Set(mails().map(linkIn)).size).toBe(COUNT);
});
