/**
 * No token, secret or password reaches a browser, the log or the metrics. harness/leaks.ts checks that after every journey; this
 * journey uses the features that handle secrets, and proves that the search finds a leak.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { boardReady, callApi, expect, listLoads, test } from './harness/fixtures.ts';
import { leaks, Received } from './harness/leaks.ts';
import { STARTED } from './harness/stack.ts';

const TYPED = 'a password for a driver 0815';

test('nothing received by the browser, the log or the metrics contains a token, secret or password', async ({
  page,
  person,
  stack,
  received,
}) => {
  stack.sandbox.secrets.add(TYPED);
  await person.signIn('admin', '/', { anew: true });
  await boardReady(page);
  const [load] = await listLoads(page);
  await page.goto(`/?load=${load?.load_id}`);
  await page.getByRole('complementary').getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('complementary')).toContainText(/Updated .+ ago/);

  const connections = await stack.sandbox.service<{ items: { id: string }[] }>(
    `${serviceEndpoints(ASSUMPTIONS).listConnections.path}?size=20`,
  );
  const created: number[] = [];
  for (const { id } of connections.items) {
    const { status } = await callApi(page, '/api/users', 'POST', {
      connection_id: id,
      username: `driver-${id.slice(0, 8)}`,
      password: TYPED,
    });
    created.push(status);
  }
  expect(created).toContain(202);
  // Rejected with the field named, and without the password.
  await callApi(page, '/api/users', 'POST', { connection_id: 'none', username: 'x', password: TYPED });
  await callApi(page, '/api/invitations', 'POST', { fleet_ref: 'leaks', fleet_name: 'Leaks' });
  await callApi(page, '/api/activity');
  await callApi(page, '/bff/sessions');

  // Responses, streams and errors are all searched; a change arrives on the stream in its own time.
  for (const part of ['change ', '"subject":"leaks"', '"reason":"invalid"', 'set-cookie'])
    await expect.poll(async () => (await received.all()).toLowerCase().includes(part), part).toBe(true);
  expect(await leaks(STARTED, received)).toEqual([]);
  expect(stack.sandbox.secrets.size).toBeGreaterThan(10);
  expect(stack.sandbox.addresses.size).toBeGreaterThan(4);
  expect(stack.server.metrics.join('')).toContain('waypost_loads_watched');
  expect(stack.server.log.join('').split('\n').length).toBeGreaterThan(20);
  const database = readFileSync(join(stack.server.dir, 'waypost.db')).toString('latin1');
  expect([...stack.sandbox.secrets].filter((secret) => database.includes(secret))).toEqual([]);
});

test('the search finds a leak without repeating it', async ({ stack }) => {
  await stack.sandbox.collectSecrets();
  const token = [...stack.sandbox.secrets].at(-1) as string;
  const nothing = new Received();
  for (const place of ['log', 'metrics'] as const) {
    const line = `{"msg":"it has ${token} in it"}\n`;
    stack.server[place].push(line);
    const found = await leaks(STARTED, nothing);
    expect(found).toEqual([expect.stringContaining(`${place}: `)]);
    expect(found.join()).not.toContain(token);
    // Searched text is not searched again, so later journeys have a clean log.
    expect(await leaks(STARTED, nothing)).toEqual([]);
  }
});
