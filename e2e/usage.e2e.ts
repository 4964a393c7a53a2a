/** Usage totals equal the sums of the service's rows across pages and months, including empty ones. */
import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { usageEndpoints } from '@waypost/contract/usage';
import { axeFaultsInCurrentTheme } from './harness/axe.ts';
import { expect, testWithOwnSandbox } from './harness/fixtures.ts';
import type { Stack } from './harness/stack.ts';

/** More rows in a month than the service's largest page, in real time. */
const test = testWithOwnSandbox({
  SANDBOX_LOADS: '20',
  SANDBOX_USAGE_ROWS: '15600',
  SANDBOX_SPEED: '1',
  SANDBOX_RATE_LIMIT: '500',
});
test.use({ viewport: { width: 1280, height: 800 } });

interface Row {
  readonly usage_month: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly rest_api_count: number;
  readonly webhook_count: number;
  readonly is_active: boolean;
}

const PATH = usageEndpoints(ASSUMPTIONS).listUsage.path;

async function everyRow(stack: Stack, query: Readonly<Record<string, string>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const pageQuery: URLSearchParams = new URLSearchParams({
      ...query,
      size: '700',
      ...(cursor === null ? {} : { cursor }),
    });
    const page: { items: Row[]; next_page: string | null } = await stack.sandbox.service(
      `${PATH}?${pageQuery}`,
    );
    rows.push(...page.items);
    cursor = page.next_page;
  } while (cursor !== null);
  return rows;
}

const sum = (rows: readonly Row[], name: 'rest_api_count' | 'webhook_count') =>
  rows.reduce((all, row) => all + row[name], 0);
const number = (text: string) => Number(text.replaceAll(',', ''));
const titleOf = (usage_month: string) =>
  new Date(usage_month).toLocaleString('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** Rows of a table, keyed by the column headers. */
async function read(table: Locator): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const [head = [], ...rows] = await table.evaluate((element) =>
    [...(element as HTMLTableElement).rows].map((row) =>
      [...row.cells].map((cell) => cell.textContent ?? ''),
    ),
  );
  return new Map(
    rows.map(([title = '', ...cells]) => [
      title,
      Object.fromEntries(cells.map((cell, at) => [head[at + 1] ?? '', cell])),
    ]),
  );
}

test('totals across pages and months are exact, and every view is readable', { tag: '@deep' }, async ({
  page,
  person,
  stack,
}) => {
  const [this_year, this_month] = [new Date().getUTCFullYear(), new Date().getUTCMonth() + 1];
  const before = await everyRow(stack, { year: String(this_year), month: String(this_month) });
  const earlier = await everyRow(stack, { year: String(this_year - 1) });
  expect(before.length).toBeGreaterThan(1000);

  await person.signIn('dispatcher', '/?tab=all');
  // One click: this month by entity type, REST against webhook.
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.mouse.move(640, 790);
  const types = page.getByRole('listbox', { name: 'Usage by entity type' });
  await expect(types.getByRole('option').first()).toHaveAttribute('aria-label', /REST calls: [\d,]+/, {
    timeout: 30_000,
  });
  await expect(page.getByText('Loading.')).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByText('Month to date (UTC)')).toBeVisible();
  const figure = (name: string) =>
    page.getByRole('region', { name: 'Totals' }).getByText(name, { exact: true }).locator('+ dd strong');
  // The service keeps counting during these reads.
  const shown = number((await figure('REST calls').textContent()) ?? '');
  const after = await everyRow(stack, { year: String(this_year), month: String(this_month) });
  expect(shown).toBeGreaterThanOrEqual(sum(before, 'rest_api_count'));
  expect(shown).toBeLessThanOrEqual(sum(after, 'rest_api_count'));
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);

  // By keyboard to a value, and to the entities behind it.
  await page.getByRole('listbox', { name: 'Usage by month' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/month=\d{4}-\d\d&sort_by=webhook_count/);
  await expect(page.getByRole('grid', { name: 'Entities' }).getByRole('row').nth(1)).toContainText(
    /Vehicle|Driver/,
  );

  // A past year as tables: one key.
  await page.goto(`/usage?year=${this_year - 1}&month=all`);
  const by_month = page.getByRole('listbox', { name: 'Usage by month' });
  await expect(by_month.getByRole('option', { name: /^December/ }).first()).toBeVisible({ timeout: 30_000 });
  await expect(by_month.getByRole('option', { name: /not loaded|rows loaded/ })).toHaveCount(0, {
    timeout: 30_000,
  });
  await page.keyboard.press('t');
  const table = page.getByRole('region', { name: 'By month, as a table' }).getByRole('table');
  const response = await read(table);
  expect(response.size).toBe(12);
  const entities = await read(page.getByRole('region', { name: 'Entities, as a table' }).getByRole('table'));
  const named = [...new Set(earlier.map(({ entity_type }) => entity_type))];
  for (let month = 1; month <= 12; month += 1) {
    const usage_month = `${this_year - 1}-${String(month).padStart(2, '0')}-01`;
    const rows = earlier.filter((row) => row.usage_month === usage_month);
    const [line, counted] = [response.get(titleOf(usage_month)), entities.get(titleOf(usage_month))];
    for (const entity_type of named) {
      const some = rows.filter((row) => row.entity_type === entity_type);
      expect(number(line?.[`REST calls: ${entity_type}`] ?? '')).toBe(sum(some, 'rest_api_count'));
      expect(number(line?.[`Webhook deliveries: ${entity_type}`] ?? '')).toBe(sum(some, 'webhook_count'));
      expect(number(counted?.[`Active: ${entity_type}`] ?? '')).toBe(
        some.filter(({ is_active }) => is_active).length,
      );
    }
  }
  expect(number((await figure('REST calls').textContent()) ?? '')).toBe(sum(earlier, 'rest_api_count'));
  expect(number((await figure('Webhook deliveries').textContent()) ?? '')).toBe(
    sum(earlier, 'webhook_count'),
  );

  // The exported rows: same number, same sum.
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All rows of these months (CSV)' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  const at = lines[0]?.split(',').indexOf('rest_api_count') ?? -1;
  expect(lines.length - 1).toBe(earlier.length);
  expect(lines.slice(1).reduce((all, line) => all + Number(line.split(',')[at]), 0)).toBe(
    sum(earlier, 'rest_api_count'),
  );

  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/usage');
  await expect(types).toBeVisible();
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0);

  // A year without data is not the same as a year that was not read.
  await page.goto(`/usage?year=${this_year - 3}`);
  await expect(page.getByText('No usage', { exact: false })).toBeVisible({
    timeout: 30_000,
  });
});
