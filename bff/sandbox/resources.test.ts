/** Effects of time without a reader, and what survives a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callApi, clientToken, type RunningSandbox, startSandbox } from './testing.ts';
import { MINUTE } from './world/clock.ts';

let folder: string;
let running: RunningSandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'office-'));
  running = await startSandbox({ loads: 40, rate_limit: 10_000, state: join(folder, 'state.json') });
});
afterEach(async () => {
  expect(running.breaches).toEqual([]);
  // A file still being written would outlive its folder.
  await running.flush();
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  await running.flush();
  await running.kill();
  running = await startSandbox(
    { loads: 40, rate_limit: 10_000, state: join(folder, 'state.json') },
    running.clock,
  );
}
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await callApi(running.info, await clientToken(running.info), method, path, body);
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (response.status === 204 ? null : await response.json()) as T;
}
interface One {
  readonly id: string;
  readonly magic_link: string;
  readonly fleet_id: string;
}
const items = async (path: string) => (await call<{ items: One[] }>('GET', path)).items;
const writableConnection = () => {
  const fleet = running.world.fleets.findLast(
    ({ agreement, kind }) => kind === 'open' && agreement.scopes?.user,
  );
  return items(`/v2/integrations/connections?fleet_ids=${fleet?.fleet_id}`);
};

describe('without a reader', () => {
  it('operations and invitations end within a second and send events', async () => {
    await call('POST', '/v2/telematics/users', { connection_id: (await writableConnection())[0]?.id });
    await call('POST', '/v2/orgs/invitations', { fleet_ref: 'NEW-1', expires_in_hours: 1 });
    const emit = vi.spyOn(running.events, 'emit');
    const names = () => emit.mock.calls.map(([{ event_name }]) => event_name);
    running.clock.advance(10_000);
    expect(names()).toEqual(['resource_operation.succeeded']);
    running.clock.advance(60 * MINUTE);
    expect(names()).toContain('invitation.expired');
  });
});

describe('after a kill', () => {
  it('an onboarded fleet has the same trucks, agreement and connection', async () => {
    const { id, magic_link } = await call<One>('POST', '/v2/orgs/invitations', { fleet_ref: 'NEW-1' });
    await fetch(`${magic_link}/accept`, {
      method: 'POST',
      body: new URLSearchParams({ provider: 'axleline' }),
    });
    const invitation = await call<One>('GET', `/v2/orgs/invitations/${id}`);
    const facts = async () => {
      const fleet = running.world.fleets.find(({ fleet_id }) => fleet_id === invitation.fleet_id);
      return {
        trucks: fleet && running.world.vehicles.of(fleet).map(({ record }) => record),
        agreements: await items(`/v2/orgs/share-agreements?fleet_ref=NEW-1`),
        connections: await items(`/v2/integrations/connections?fleet_refs=NEW-1`),
        fleets: running.world.fleets.length,
        usage: (await call<{ total: number }>('GET', '/v2/orgs/usage?size=1&entity_type=driver')).total,
        fuel: (await items('/v2/telematics/fuel-transactions?size=5')).map((one) => one.id),
      };
    };
    const before = await facts();
    expect(before.trucks?.length).toBeGreaterThan(2);
    expect([before.agreements.length, before.connections.length]).toEqual([1, 1]);
    await restart();
    expect(await facts()).toEqual(before);
  });

  it('a fleet invited again has its old agreement and the new one', async () => {
    const agreed = () => items('/v2/orgs/share-agreements?fleet_ref=NEW-2');
    const join = async () => {
      const { magic_link } = await call<One>('POST', '/v2/orgs/invitations', { fleet_ref: 'NEW-2' });
      const body = new URLSearchParams({ provider: 'axleline' });
      await fetch(`${magic_link}/accept`, { method: 'POST', body });
    };
    await join();
    await call('POST', `/v2/orgs/share-agreements/${(await agreed())[0]?.id}/cancel`);
    await join();
    const before = await agreed();
    expect(before).toHaveLength(2);
    await restart();
    expect(await agreed()).toEqual(before);
  });

  it('changed agreements, deleted connections and invitations, and pending operations are unchanged', async () => {
    const [agreement] = await items('/v2/orgs/share-agreements?share_agreement_status=paused');
    await call('POST', `/v2/orgs/share-agreements/${agreement?.id}/cancel`);
    const [other] = await writableConnection();
    const all = await items('/v2/integrations/connections');
    const connection = all.find(({ fleet_id }) => fleet_id !== other?.fleet_id);
    await call('DELETE', `/v2/integrations/connections/${connection?.id}`);
    const [tms] = await items('/v2/orgs/tms-invitations');
    await call('DELETE', `/v2/orgs/tms-invitations/${tms?.id}`);
    const created = await call<One>('POST', '/v2/telematics/users', {
      connection_id: other?.id,
      partner_ref: 'HR-1',
      password: 'correct-horse',
    });
    await restart();
    expect(await items('/v2/orgs/share-agreements?share_agreement_status=cancelled')).toContainEqual(
      expect.objectContaining({ id: agreement?.id }),
    );
    const left = (await items('/v2/integrations/connections')).map(({ id }) => id);
    expect([left.includes(connection?.id ?? ''), left.includes(other?.id ?? '')]).toEqual([false, true]);
    expect((await items('/v2/orgs/tms-invitations')).map(({ id }) => id)).not.toContain(tms?.id);
    const emit = vi.spyOn(running.events, 'emit');
    running.clock.advance(MINUTE);
    expect(emit.mock.calls.map(([{ event_name }]) => event_name)).toContain('resource_operation.succeeded');
    expect(await items('/v2/integrations/connections/resource-operations?size=1')).toMatchObject([
      { id: created.id, status: 'success', partner_ref: 'HR-1' },
    ]);
  });
});
