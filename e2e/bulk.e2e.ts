/** Inviting many fleets from one CSV file: problems first, then a job that survives a pause, a reload and a server crash. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invitationList } from '@waypost/contract/api/invitations';
import { axeFaults } from './harness/axe.ts';
import { callApi, expect, testWithOwnSandbox } from './harness/fixtures.ts';

/** A sandbox of its own, slow enough to pause a job, and a server that is killed. */
const test = testWithOwnSandbox({ SANDBOX_LOADS: '1', SANDBOX_RATE_LIMIT: '6' });

const GOOD = 40;
const BAD = [
  ',Nameless,,',
  '#REF!,Ridge,ops@ridge.example,USA',
  'BULK-91,Delta,,USA,0',
  'BULK-1,Mesa again,,USA',
];
const CSV = [
  'Carrier ref,Company,E-mail,Country,Hours',
  ...Array.from(
    { length: GOOD },
    (_, n) => `BULK-${n + 1},Mesa ${n + 1},ops${n + 1}@mesa.example,${n % 2 === 0 ? 'US' : 'United States'}`,
  ),
  ...BAD,
].join('\n');

const paste = (page: Page, text: string) =>
  page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);

/** More than 5 MB: 2,000 rows of 40 columns; three of every ten rows have an error. */
const LARGE_ROWS = 2_000;
const FAULTS: Readonly<Record<number, (n: number) => string>> = {
  3: () => 'Fleet reference must not be empty',
  5: (n) => `Fleet reference duplicates row ${n}`,
  7: () => 'Valid for must be at least 1 hour',
};
function largeCsv(): string {
  const others = Array.from({ length: 36 }, (_, n) => `Extra ${n}`);
  const filler = others.map((_, n) => `"${'x'.repeat(62)} é, ""${n}"""`).join(',');
  const rows = Array.from({ length: LARGE_ROWS }, (_, n) => {
    const ref = n % 10 === 3 ? '' : `LARGE-${n % 10 === 5 ? n - 1 : n}`;
    return `${ref},=Mesa ${n},ops${n}@mesa.example,Mexico,${n % 10 === 7 ? 0 : ''},${filler}`;
  });
  return [`Carrier ref,Company,E-mail,Country,Hours,${others.join(',')}`, ...rows].join('\r\n');
}

const drop = (page: Page, name: string, text: string) =>
  page.getByText('Drop a CSV file here').evaluate(
    (target, given) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([given.text], given.name, { type: 'text/csv' }));
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, text },
  );

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a row that would rename a sharing fleet is not sent, and a job is undone', {
  tag: '@deep',
}, async ({ page, person }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('onboarding', '/bulk/new?kind=invitation');
  const known = async () => invitationList.parse((await callApi(page, '/api/invitations')).body).items;
  await expect.poll(async () => (await known()).some(({ status }) => status === 'accepted')).toBe(true);
  const fleet = (await known()).find(({ status, fleet_name }) => status === 'accepted' && fleet_name);
  if (!fleet) throw new Error('no fleet has accepted');
  const { fleet_ref, fleet_name } = fleet;
  const twin = `${fleet_ref?.toLowerCase()} `;
  await paste(page, `Carrier ref,Company\n${fleet_ref},Renamed by a file\n${twin},Twin\nSAFE-1,Ridge`);

  // Field by field, before anything is sent.
  const rows = page.getByRole('grid', { name: 'Rows' });
  await expect(rows.getByText(/^Not sent: fleet already shares/)).toBeVisible();
  await expect(rows.getByText(`Nearly the same reference as ${fleet_ref}`)).toBeVisible();
  await page.getByRole('button', { name: 'Review 2 rows' }).click();
  const review = page.getByRole('dialog', { name: `Row 1: Renamed by a file, ${fleet_ref}` });
  await expect(review.getByRole('row', { name: `Fleet name ${fleet_name} Renamed by a file` })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  await review.getByRole('button', { name: 'Next' }).click();
  await page
    .getByRole('dialog', { name: /^Row 2/ })
    .getByRole('button', { name: 'Remove row' })
    .click();
  await page.getByRole('button', { name: 'Create 1 invitation' }).click();

  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}/);
  await expect(page.getByText('1 of 1 invitation created')).toBeVisible();
  await expect(page.getByText('Nothing was sent to the fleets.')).toBeVisible();
  await expect(page.getByText('Not sent: the fleet has already accepted')).toBeVisible();
  expect((await known()).find(({ key }) => key === fleet.key)?.fleet_name).toBe(fleet_name);

  // Its invitations are withdrawn after a confirmation that explains the effect.
  await page.getByRole('button', { name: 'Withdraw invitations…' }).click();
  const dialog = page.getByRole('dialog', { name: "Withdraw this job's invitations?" });
  await expect(dialog.getByText('1 invitation will be withdrawn.')).toBeVisible();
  await dialog.getByLabel('Type withdraw to confirm').fill('withdraw');
  await dialog.getByRole('button', { name: 'Withdraw 1 invitation' }).click();
  await expect(page.getByText('1 of 1 invitation withdrawn.')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  const safe = (await known()).find((one) => one.fleet_ref === 'SAFE-1');
  expect(safe?.status).toBe('deleted');
});

test('fleets are invited from a file, each once, and every row has its outcome', {
  tag: '@deep',
}, async ({ page, person, stack }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.signIn('onboarding', '/bulk/new?kind=invitation');
  await expect(page.getByText('Drop a CSV file here, or choose one')).toBeVisible();
  const rows = page.getByRole('grid', { name: 'Rows' });

  // A file of several megabytes from another system: each row has its own outcome.
  const csv = largeCsv();
  expect(csv.length).toBeGreaterThan(5_000_000);
  await drop(page, 'large.csv', csv);
  await expect(rows).toHaveAttribute('aria-rowcount', String(LARGE_ROWS + 1));
  await expect(page.getByText('36 columns not used', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create 1,400 invitations' })).toBeEnabled();
  const [problems] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Problems CSV' }).click(),
  ]);
  const faulty = readFileSync(await problems.path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
  const expected = Array.from({ length: LARGE_ROWS }, (_, n) => FAULTS[n % 10]?.(n)).filter(Boolean);
  expect(
    faulty.map((line) => /(?:Fleet reference|Valid for) (?:must|duplicates)[^"]*/.exec(line)?.[0]),
  ).toEqual(expected);
  await page.getByRole('button', { name: 'Start over' }).click();
  await paste(page, CSV);

  // Problems before anything is sent; one is fixed in place.
  await page.getByRole('button', { name: /^Problems 4/ }).click();
  await expect(rows.getByText('Fleet reference must not be empty')).toBeVisible();
  await expect(rows.getByText('Fleet reference duplicates row 1')).toBeVisible();
  await expect(rows.getByText('Fleet reference “#REF!” is an error of the spreadsheet')).toBeVisible();
  // Checked after the color transition.
  await expect(page.getByRole('button', { name: `Create ${GOOD} invitations` })).toBeEnabled();
  expect(await axeFaults(page)).toEqual([]);
  await rows.getByLabel('Valid for, row 43').fill('72');
  await page.getByRole('button', { name: `Create ${GOOD + 1} invitations` }).click();

  // A running job is paused, unchanged after a reload, and resumed.
  await page.waitForURL(/\/bulk\/[0-9a-f-]{36}/);
  await expect(page.getByText('3 rows of this file are not sent yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fix 3 rows' })).toHaveAttribute('href', /kind=invitation/);
  await expect(page.getByText(new RegExp(`^[1-9]\\d* of ${GOOD + 1} invitations created`))).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByText('Nothing is sent until someone resumes it.', { exact: false })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  // The server is killed during the job: the page says so, and the job resumes automatically.
  await stack.server.stop('SIGKILL');
  await expect(page.getByText(/resumes automatically when it is back/)).toBeVisible();
  await stack.server.start();
  await expect(page.getByText(`${GOOD + 1} of ${GOOD + 1} invitations created`)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();

  const listed = invitationList.parse((await callApi(page, '/api/invitations')).body);
  const refs = listed.items.map(({ fleet_ref }) => fleet_ref).filter((ref) => ref?.startsWith('BULK-'));
  expect(refs.length).toBe(GOOD + 1);
  expect(new Set(refs).size).toBe(GOOD + 1);

  // Every row is explained, on the page and in a file.
  await page.getByRole('button', { name: /^Not sent 3/ }).click();
  await expect(page.getByRole('grid', { name: 'Job rows' }).getByText('duplicates row 1')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Outcome CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.length).toBe(1 + GOOD + BAD.length);
  expect(lines.filter((line) => line.includes(',Created,'))).toHaveLength(GOOD + 1);

  // Rows that could not be sent remain to be fixed.
  await page.goto('/bulk');
  await expect(page.getByText('3 rows left to fix')).toBeVisible();
  await expect(page.getByRole('row', { name: /Pasted invitations.*41 of 41 done/ })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});
