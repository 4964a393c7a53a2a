/** Data that the page needs before anyone has signed in. */
import { publicConfig } from '@waypost/contract/api/session';
import { expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';

const assumed = { behavior: { stale_after_minutes: 240, monitor_stops_in_order: false } };
const { url } = await useServer({ env: { SERVICE_ASSUMPTIONS: JSON.stringify(assumed) } });

it("includes the operator's assumptions about the service's behavior", async () => {
  const answer = await fetch(`${url}/bff/config`, { headers: { 'X-CSRF': '1' } });
  expect(publicConfig.parse(await answer.json())).toMatchObject(assumed);
});
