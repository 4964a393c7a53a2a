/** A change of what a fleet shares updates the board long before its loads are due for polling. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { expect, it, vi } from 'vitest';
import { useServer } from '../../testing/server.ts';

const { server, signedIn } = await useServer({ env: { POLL_INTERVAL_SECONDS: '3600' } });

it('revoking access updates the loads of that fleet within seconds, and restoring it updates them back', async () => {
  const staff = await signedIn('onboarding');
  const call = (method: string, path: string, body?: unknown) =>
    staff.api(`${server.url}/api/${path}`, { method, body });
  const loads = async () => (await call('GET', 'loads')).json.items as BoardLoad[];
  const live = async () =>
    (await loads()).filter(({ tracking_health }) => tracking_health === 'live').map(({ load_id }) => load_id);
  await vi.waitFor(
    async () => expect((await loads()).every(({ read_at }) => read_at !== null)).toBe(true),
    15_000,
  );
  server.services.onboarding.readFleetsSoon();
  interface AgreementItem {
    id: string;
    dependents: { load_list: { load_id: string }[] };
  }
  const before = new Set(await live());
  const one = await vi.waitFor(
    async () => {
      const { items } = (await call('GET', 'agreements')).json as unknown as { items: AgreementItem[] };
      const found = items.find(({ dependents }) =>
        dependents.load_list.some(({ load_id }) => before.has(load_id)),
      );
      expect(found).toBeDefined();
      return found as AgreementItem;
    },
    { timeout: 15_000, interval: 500 },
  );
  const affected = one.dependents.load_list.map(({ load_id }) => load_id).filter((id) => before.has(id));
  const options = { timeout: 15_000, interval: 250 };
  const past = new Date(Date.now() - 60_000).toISOString();
  expect((await call('PATCH', `agreements/${one.id}`, { expiration_date: past })).json).toMatchObject({
    effective: { state: 'ended', shared: false },
  });
  await vi.waitFor(async () => {
    const still = new Set(await live());
    expect(affected.filter((id) => still.has(id))).toEqual([]);
  }, options);
  await call('PATCH', `agreements/${one.id}`, { expiration_date: null });
  await vi.waitFor(async () => {
    const again = new Set(await live());
    expect(affected.filter((id) => again.has(id)).length).toBeGreaterThan(0);
  }, options);
}, 60_000);
