/** What people and load balancers are answered while the database is unavailable. */
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { useServer } from '../../testing/server.ts';

const { server, signedIn, url } = await useServer();

it('a full disk is a 503 with what happened and when to retry, the server says so, and recovers by itself', async () => {
  const browser = await signedIn();
  const { db } = server.services;
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
  await sql`PRAGMA max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db);
  const post = async (n: number) => {
    const name = `Dock ${n} ${'x'.repeat(60)}`;
    const circle = { latitude: 40, longitude: -100, radius_meters: 500 };
    const rest = {
      free_minutes: null,
      detention_rate: null,
      detention_currency: null,
      note: 'x'.repeat(1_000),
    };
    return browser.api(`${url}/api/sites`, { method: 'POST', body: { name, ...circle, ...rest } });
  };
  let answer = await post(0);
  for (let n = 1; answer.status === 201; n += 1) answer = await post(n);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('5');
  expect(answer.json).toMatchObject({
    reason: 'store_unavailable',
    message: "Waypost's database is not available",
    detail: expect.stringMatching(/^The disk of the database is full\. This may not have been saved/),
  });

  await sql`PRAGMA max_page_count = 1000000`.execute(db);
  await vi.waitFor(async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(server.services.polling.status().store_outage).toBeNull();
  });
  expect((await post(1_000)).status).toBe(201);
});
