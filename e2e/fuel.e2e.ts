/** Fuel totals across windows, months and currencies equal the exact sums of the service's rows. */
import { readFile } from 'node:fs/promises';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { fuelEndpoints } from '@waypost/contract/fuel';
import { axeFaultsInCurrentTheme } from './harness/axe.ts';
import { expect, testWithOwnSandbox } from './harness/fixtures.ts';
import type { Stack } from './harness/stack.ts';

/** A sandbox of its own: years of purchases, in real time. */
const test = testWithOwnSandbox({
  SANDBOX_LOADS: '20',
  SANDBOX_FUEL_ROWS: '1500',
  SANDBOX_SPEED: '1',
  SANDBOX_RATE_LIMIT: '500',
});
test.use({ viewport: { width: 1280, height: 800 } });

interface Item {
  readonly id: string;
  readonly occurred_at: string;
  readonly deleted_at: string | null;
  readonly currency: string;
  readonly fuel_type: string;
  readonly fuel_volume: number;
  readonly total_cost: string;
  readonly transaction_jurisdiction: string;
  readonly extras: { readonly fuel_volume_unit: string };
}

const PATH = fuelEndpoints(ASSUMPTIONS).listFuelTransactions.path;
const DAY = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
/** Half a year up to yesterday: five windows, seven months. */
const FROM = dayOf(Date.now() - 183 * DAY);
const TO = dayOf(Date.now() - DAY);

/** Every transaction, read in windows and pages of our own. */
async function everyItem(stack: Stack): Promise<Item[]> {
  const items: Item[] = [];
  const end = Date.parse(TO) + DAY;
  for (let from = Date.parse(FROM); from < end; from += 40 * DAY) {
    let cursor: string | null = null;
    do {
      const query: URLSearchParams = new URLSearchParams({
        from_datetime: new Date(from).toISOString(),
        to_datetime: new Date(Math.min(end, from + 40 * DAY)).toISOString(),
        size: '700',
        ...(cursor === null ? {} : { cursor }),
      });
      const page: { items: Item[]; next_page: string | null } = await stack.sandbox.service(
        `${PATH}?${query}`,
      );
      items.push(...page.items);
      cursor = page.next_page;
    } while (cursor !== null);
  }
  return items;
}

/** Integer millionths: exact, independent of the product's decimals. */
const micros = (text: string) => {
  const [integer = '0', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(integer + fraction.padEnd(6, '0'));
};
/** As a volume is written: by tenths. */
const tenths = (volume: bigint) => ((volume + 50_000n) / 100_000n) * 100_000n;
const UNITS: Readonly<Record<string, string>> = { gallon: 'gal', liter: 'L', litre: 'L' };
const unitOf = ({ extras }: Item) => UNITS[extras.fuel_volume_unit] ?? extras.fuel_volume_unit;

function sums(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, { count: number; volume: bigint; cost: bigint }>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? { count: 0, volume: 0n, cost: 0n };
    groups.set(keyOf(item), {
      count: group.count + 1,
      volume: group.volume + micros(String(item.fuel_volume)),
      cost: group.cost + micros(item.total_cost),
    });
  }
  return groups;
}

test('totals across windows, months and currencies are exact, and every view is readable', {
  tag: '@deep',
}, async ({ page, person, stack }) => {
  const items = await everyItem(stack);
  const currentItems = items.filter(({ deleted_at }) => deleted_at === null);
  const totals = sums(currentItems, (item) => `${item.currency}, ${unitOf(item)}`);
  expect(totals.size).toBeGreaterThan(1);

  await person.signIn('dispatcher', `/fuel?from=${FROM}&to=${TO}`);
  const strip = page.getByRole('region', { name: 'Totals', exact: true });
  await expect(strip).toBeVisible();
  const response = await strip
    .getByRole('listitem')
    .evaluateAll((all) =>
      all.map((one) => [
        one.getAttribute('aria-label') ?? '',
        one.querySelector('strong')?.textContent ?? '',
        one.querySelector('span')?.textContent ?? '',
      ]),
    );
  const shown = new Map(
    response.map(([name = '', cost = '', rest = '']) => [
      name,
      {
        count: Number(/([\d,]+) transactions?$/.exec(rest)?.[1]?.replaceAll(',', '')),
        // Each fuel by itself: their sum is nobody's volume, but must be complete.
        volume: [...rest.matchAll(/([\d,.]+) (?:gal|L) /g)].reduce(
          (sum, [, volume = '']) => sum + micros(volume),
          0n,
        ),
        cost: micros(/[\d,.]+/.exec(cost)?.[0] ?? ''),
      },
    ]),
  );
  const byFuel = sums(currentItems, (item) => `${item.currency}, ${unitOf(item)}, ${item.fuel_type}`);
  for (const [name, total] of totals) {
    const fuels = [...byFuel].filter(([key]) => key.startsWith(`${name}, `));
    total.volume = fuels.reduce((sum, [, { volume }]) => sum + tenths(volume), 0n);
  }
  expect(shown).toEqual(totals);

  const grid = page.getByRole('grid', { name: 'Transactions' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(items.length + 1));
  await grid.focus();
  await page.keyboard.press('End');
  const oldest = grid.locator(`[aria-rowindex="${items.length + 1}"]`);
  await expect(oldest).toContainText(items[0]?.transaction_jurisdiction ?? '');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Transaction' });
  await panel.getByRole('button', { name: 'Get record' }).click();
  await expect(panel.locator('pre')).toContainText('transactionId');
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(items.length + 1);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('tab', { name: 'Totals' }).click();
  const table_download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'By month and jurisdiction (for IFTA): CSV' }).click();
  const table = await readFile(await (await table_download).path(), 'utf8');
  const [heads = [], ...rows] = table
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const tax = new Map(
    rows.map((cells) => {
      const of = (head: string) => cells[heads.indexOf(head)] ?? '';
      const key = ['Month (UTC)', 'Jurisdiction', 'Fuel', 'Unit', 'Currency'].map(of).join(' ');
      return [
        key,
        { count: Number(of('Transactions')), volume: micros(of('Volume')), cost: micros(of('Cost')) },
      ];
    }),
  );
  expect(tax).toEqual(
    sums(currentItems, (item) =>
      [
        item.occurred_at.slice(0, 7),
        item.transaction_jurisdiction,
        item.fuel_type,
        unitOf(item),
        item.currency,
      ].join(' '),
    ),
  );

  await page.getByRole('tab', { name: /Checks/ }).click();
  await expect(page.getByText('Odometer went backward')).toBeVisible();
  await page.getByRole('tab', { name: 'Prices' }).click();
  await expect(page.getByRole('figure', { name: 'Price per unit over time, USD, gal' })).toBeVisible();
  await page.getByRole('button', { name: /20\d\d$/ }).click();
  await page.getByRole('button', { name: 'Last quarter' }).click();
  await expect(page.getByText(/loaded in 6 steps/)).toBeVisible();
  expect(await axeFaultsInCurrentTheme(page)).toEqual([]);
});
