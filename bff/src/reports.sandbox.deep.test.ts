import type { BoardOverview } from '@waypost/contract/api/overview';
import { DEFAULT_PREFERENCES, type PersonPreferences } from '@waypost/contract/api/preferences';
import type { SearchResult } from '@waypost/contract/api/search';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { Overview } from '@waypost/contract/overview';
import { expect, it, vi } from 'vitest';
import { clientToken } from './testing/independent.ts';
import { useServer } from './testing/server.ts';

const server = await useServer();
const ask = async <T>(path: string, init?: { method: string; body: unknown }, as = 'dispatcher') => {
  const browser = await server.signedIn(as);
  const { status, json } = await browser.api(`${server.url}${path}`, init);
  return { status, body: json as T };
};

it("the overview matches the service's counts, also with filters", async () => {
  const authorization = `Bearer ${await clientToken(server.line)}`;
  const truth = async (query: string) => {
    const url = `${server.line.base_url}${ASSUMPTIONS.paths.analytics_overview_successor}${query}`;
    return (await (await fetch(url, { headers: { authorization } })).json()) as Overview;
  };
  const { body } = await ask<BoardOverview>('/api/overview');
  expect(body).toMatchObject({ ...(await truth('')), answered_by: 'successor' });
  const filter = '?fleet_refs=nobody';
  expect((await ask<BoardOverview>(`/api/overview${filter}`)).body).toMatchObject(await truth(filter));
  const many = Array.from({ length: 101 }, (_, i) => `fleet_refs=${i}`).join('&');
  expect((await ask(`/api/overview?${many}`)).status).toBe(422);
});

it('a load is found by its reference, and its vehicle with a load to open', async () => {
  const browser = await server.signedIn();
  const load = await vi.waitUntil(
    async () => {
      const { json } = await browser.api(`${server.url}/api/loads`);
      const items = json.items as { load_id: string; load_ref: string; vehicle_assignment: unknown }[];
      return items.find((one) => one.load_ref && one.vehicle_assignment);
    },
    { timeout: 20_000, interval: 100 },
  );
  const { body } = await ask<SearchResult>(`/api/search?q=${encodeURIComponent(load.load_ref)}`);
  expect(body.items[0]).toMatchObject({ kind: 'load', id: load.load_id, match: 'exact', field: 'load_ref' });
  const { vehicle } = load.vehicle_assignment as { vehicle: { id: string } };
  const found = await ask<SearchResult>(`/api/search?q=${vehicle.id}&kind=vehicle`);
  expect(found.body.items).toMatchObject([{ kind: 'vehicle', id: vehicle.id, load_id: expect.any(String) }]);
});

it.each(['/api/search', '/api/search?q=', '/api/search?q=x&kind=cat', '/api/search?q=x&size=1000'])(
  '%s is refused',
  async (path) => {
    expect((await ask(path)).status).toBe(422);
  },
);

it('preferences belong to the person, in any browser', async () => {
  const change = { theme: 'dark', volume_unit: 'L' };
  const { status, body } = await ask<PersonPreferences>('/api/preferences', {
    method: 'PATCH',
    body: change,
  });
  expect([status, body.preferences]).toEqual([200, { ...DEFAULT_PREFERENCES, ...change }]);
  expect((await ask<PersonPreferences>('/api/preferences')).body).toEqual(body);
  const other = await ask<PersonPreferences>('/api/preferences', undefined, 'viewer');
  expect(other.body.preferences).toEqual(DEFAULT_PREFERENCES);
  expect((await ask('/api/preferences', { method: 'PATCH', body: { colour: 'red' } })).status).toBe(422);
});

it('nothing is available without signing in', async () => {
  for (const path of [
    '/api/usage?from_month=2026-01&to_month=2026-01',
    '/api/overview',
    '/api/search?q=x',
    '/api/preferences',
  ])
    expect((await fetch(`${server.url}${path}`, { headers: { 'X-CSRF': '1' } })).status).toBe(401);
});
