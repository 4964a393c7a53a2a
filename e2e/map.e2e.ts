/** A street-level map from an archive of tiles. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeTown } from '@waypost/bff/testing/town-tiles';
import { boardReady, expect, listLoads, signIn, test } from './harness/fixtures.ts';
import { ServerProcess, startStack } from './harness/stack.ts';

const EVANSVILLE = { latitude: 37.97, longitude: -87.57 };
/** Colors of buildings and highways (web/src/map/street-layers.ts). */
const STREETS = {
  light: ['#e2e5e8', '#dfe5eb'],
  dark: ['#2b3138', '#4c5660'],
} as const;

const dir = mkdtempSync(join(tmpdir(), 'waypost-map-'));
const archive = join(dir, 'town.pmtiles');
writeTown(archive, EVANSVILLE);
let stack: Awaited<ReturnType<typeof startStack>>;

test.beforeAll(async () => {
  stack = await startStack(
    { SANDBOX_LOADS: '20' },
    {
      MAP_TILES: archive,
      POLL_INTERVAL_SECONDS: '1',
      // No response is needed: only the requests are checked.
      MAP_SATELLITE_URL: 'http://127.0.0.1:4711/imagery/{z}/{x}/{y}.png',
      MAP_SATELLITE_ATTRIBUTION: '© Example <imagery>',
    },
  );
});
test.afterAll(async () => {
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
});

/**
 * Number of pixels of each color on the map. Runs on a separate page: the board's Content-Security-Policy does not allow reading
 * images there.
 */
async function countColors(page: Page, colors: readonly string[]): Promise<number[]> {
  const picture = await page.getByRole('region', { name: 'Map', exact: true }).screenshot();
  const desk = await page.context().newPage();
  try {
    return await desk.evaluate(
      async ({ base64, wanted }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]));
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas?.drawImage(image, 0, 0);
        const data = canvas?.getImageData(0, 0, image.width, image.height).data ?? [];
        const counts = new Map(wanted.map((color) => [color, 0]));
        for (let i = 0; i < data.length; i += 4) {
          const hex = [data[i], data[i + 1], data[i + 2]].map((part = 0) =>
            part.toString(16).padStart(2, '0'),
          );
          const color = `#${hex.join('')}`;
          const known = counts.get(color);
          if (known !== undefined) counts.set(color, known + 1);
        }
        return wanted.map((color) => counts.get(color) ?? 0);
      },
      { base64: picture.toString('base64'), wanted: [...colors] },
    );
  } finally {
    await desk.close();
  }
}

for (const theme of ['light', 'dark'] as const)
  test(`streets and buildings of an archive are drawn, in ${theme}`, { tag: ['@map', '@deep'] }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    const rejected: string[] = [];
    page.on('console', (message) => message.type() === 'error' && rejected.push(message.text()));
    const { latitude, longitude } = EVANSVILLE;
    await signIn(page, 'dispatcher', `/?map=${latitude},${longitude},14.50`, stack.server.url);
    await expect
      .poll(async () => (await countColors(page, STREETS[theme])).every((count) => count > 300))
      .toBe(true);
    await expect(page.getByRole('link', { name: '© OpenStreetMap' })).toBeVisible();
    expect(rejected).toEqual([]);
  });

test('the map follows the open truck until a person moves the map', { tag: ['@map', '@deep'] }, async ({
  page,
}) => {
  await signIn(page, 'dispatcher', '/', stack.server.url);
  await boardReady(page);
  const moving = (await listLoads(page)).find(
    ({ tracking_health, vehicle_assignment }) =>
      tracking_health === 'live' && vehicle_assignment?.agreement === 'agree',
  );
  const vehicle = moving?.vehicle_assignment?.vehicle.id ?? '';
  const drive = (latitude: number, longitude: number) =>
    stack.sandbox.control(`vehicles/${vehicle}/drive`, { to: { latitude, longitude } });
  /** The map's center in the address, in whole degrees. */
  const center = () =>
    (new URL(page.url()).searchParams.get('map') ?? '')
      .split(',')
      .slice(0, 2)
      .map((part) => Math.round(Number(part)));
  await page.goto(`${stack.server.url}/?load=${moving?.load_id}`);
  await page.getByRole('button', { name: 'Follow the selected load' }).click();
  await drive(40, -100);
  await expect.poll(center, { timeout: 30_000 }).toEqual([40, -100]);
  await drive(44, -90);
  await expect.poll(center, { timeout: 30_000 }).toEqual([44, -90]);
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await map.hover({ position: { x: 200, y: 300 } });
  await page.mouse.down();
  await page.mouse.move(400, 200, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Follow the selected load' })).toBeVisible();
  await stack.sandbox.control(`vehicles/${vehicle}/drive`, { release: true });
});

test('outside the archive the embedded basemap is drawn', { tag: ['@map', '@deep'] }, async ({ page }) => {
  await signIn(page, 'dispatcher', '/?map=41.0000,-89.0000,12.00', stack.server.url);
  const land = '#f4f5f6';
  await expect.poll(async () => (await countColors(page, [land]))[0] ?? 0).toBeGreaterThan(100_000);
  expect(await countColors(page, [STREETS.light[0]])).toEqual([0]);
});

test('the first script of the board contains neither the archive reader nor its layers', {
  tag: '@deep',
}, async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(new URL(response.url()).pathname));
  await signIn(page, 'dispatcher', '/', stack.server.url);
  await page.waitForFunction(() => performance.getEntriesByName('waypost:board-ready').length > 0);
  expect(scripts.some((path) => path.includes('detail-control') || path.includes('map-tiles'))).toBe(false);
});

test('imagery can be switched on where circles are drawn, with its attribution', {
  tag: ['@map', '@deep'],
}, async ({ page }) => {
  const asked = page.waitForRequest(/\/imagery\/\d+\/\d+\/\d+\.png$/);
  await signIn(page, 'dispatcher', '/monitors/new', stack.server.url);
  await page.getByRole('button', { name: 'Show satellite imagery' }).click();
  await asked;
  await expect(page.getByText('© Example <imagery>')).toBeVisible();
  await page.getByRole('button', { name: 'Hide satellite imagery' }).click();
  await expect(page.getByText('© Example <imagery>')).toHaveCount(0);
});

test('a server with a broken archive does not start and reports the reason', { tag: '@deep' }, async () => {
  const broken = join(dir, 'broken.pmtiles');
  writeFileSync(broken, 'PMTiles');
  await expect(ServerProcess.start(stack.sandbox.line, { MAP_TILES: broken })).rejects.toThrow(
    /MAP_TILES: ".+" is too short for a map archive \(7 bytes\)/,
  );
});
