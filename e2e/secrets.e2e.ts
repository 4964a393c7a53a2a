/** No token, secret or password reaches a browser, the log or an error (rule 17): every byte received is searched. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boardReady, expect, loadsOf, signIn, test } from './harness/fixtures.ts';
import { startStack } from './harness/stack.ts';

test('every byte that the browser and the log received holds no token and no secret', async ({ page }) => {
  const stack = await startStack({}, { LOG_LEVEL: 'trace' });
  try {
    const received: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().startsWith(stack.server.url)) return;
      received.push(JSON.stringify(response.headers()));
      if (response.url().includes('/api/events')) return;
      received.push(await response.text().catch(() => ''));
    });
    await page.goto(stack.server.url);
    await signIn(page, 'dispatcher', '/', stack.server.url);
    await boardReady(page);
    const [load] = await loadsOf(page);
    await page.goto(`${stack.server.url}/?load=${load?.load_id}`);
    await page.getByRole('button', { name: 'Read now' }).click();
    await expect(page.getByRole('complementary')).toContainText(/Read .+ ago/);
    await page.getByRole('button', { name: 'Close the panel' }).click();

    const issued = await stack.sandbox.control<{ tokens: string[] }>('tokens');
    expect(issued.tokens.length).toBeGreaterThanOrEqual(3);
    const secrets = [...issued.tokens, stack.sandbox.line.client_secret];
    const places = {
      browser: received.join('\n'),
      log: stack.server.log.join(''),
      storage: JSON.stringify(await page.context().storageState()),
    };
    expect(places.browser.length).toBeGreaterThan(10_000);
    for (const [place, text] of Object.entries(places))
      expect(
        secrets.filter((secret) => text.includes(secret)),
        place,
      ).toEqual([]);
    const database = readFileSync(join(stack.server.dir, 'waypost.db')).toString('latin1');
    expect(secrets.filter((secret) => database.includes(secret))).toEqual([]);
  } finally {
    await stack.stop();
  }
});
