/** What survives a restart: two successive sandboxes on one state file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { Monitor } from '@waypost/contract/monitors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxConfig } from '../config.ts';
import { makeKeys } from '../identity/keys.ts';
import {
  callApi,
  clientToken,
  type ManualClock,
  personTokens,
  type RunningSandbox,
  refreshTokens,
  startSandbox,
} from '../testing.ts';

let folder: string;
let running: RunningSandbox | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restart-'));
});
afterEach(async () => {
  await running?.close();
  running = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a sandbox on the file; the previous one ends without a clean shutdown, as with a kill. */
async function start(settings: Partial<SandboxConfig> = {}, clock?: ManualClock): Promise<RunningSandbox> {
  const before = running;
  if (before) await before.kill();
  running = await startSandbox(
    { loads: 40, state: join(folder, 'state.json'), ...settings },
    clock ?? before?.clock,
    // New unless restored, as in a process of its own.
    makeKeys,
  );
  return running;
}

const refresh = ({ info }: RunningSandbox, refresh_token: string) => refreshTokens(info, refresh_token);

const reads = async ({ info, world }: RunningSandbox, token: string) =>
  (await callApi(info, token, 'GET', `/v2/visibility/loads/${world.loads.all[0]?.load_id}/tracking`)).status;

describe('sign-ins after a kill', () => {
  it('stay valid: access tokens, an unused refresh token, the browser session', async () => {
    const first = await start();
    const { access_token, refresh_token } = await personTokens(first.info, 'dispatcher');
    const client = await clientToken(first.info);
    await first.flush();
    const second = await start();
    expect(await reads(second, access_token)).toBe(200);
    expect(await reads(second, client)).toBe(200);
    const refreshed = await refresh(second, refresh_token);
    expect(refreshed.status).toBe(200);
    expect(await reads(second, ((await refreshed.json()) as { access_token: string }).access_token)).toBe(
      200,
    );
  });

  it('remember used refresh tokens: using one again revokes everything', async () => {
    const first = await start();
    const { refresh_token } = await personTokens(first.info, 'dispatcher');
    const next = (await (await refresh(first, refresh_token)).json()) as { refresh_token: string };
    const second = await start();
    expect((await refresh(second, next.refresh_token)).status).toBe(200);
    expect((await refresh(second, refresh_token)).status).toBe(400);
    const third = await start();
    expect((await refresh(third, next.refresh_token)).status).toBe(400);
  });

  it('are verified with the same key', async () => {
    const keys = async ({ info }: RunningSandbox) => (await fetch(`${info.issuer}/jwks`)).json();
    const before = await keys(await start());
    expect(await keys(await start())).toEqual(before);
  });

  it('end with their lifetime, also if it ended during the downtime', async () => {
    const first = await start({ token_lifetime_seconds: 60 });
    const token = await clientToken(first.info);
    first.clock.advance(61_000);
    expect(await reads(await start(), token)).toBe(401);
  });
});

describe('the world after a restart', () => {
  it('is the same, at the current time', async () => {
    const first = await start();
    const facts = ({ world }: RunningSandbox) =>
      world.loads.all.map(({ load_id }) => world.tracking(load_id));
    await first.flush();
    first.clock.advance(3_600_000);
    const before = facts(first);
    expect(facts(await start())).toEqual(before);
  });

  it('has each truck report at the same moments as without a restart', async () => {
    const first = await start();
    await first.flush();
    first.clock.advance(1_234_567);
    const reports = ({ world }: RunningSandbox) =>
      world.vehicles.all.map(({ pings }) => pings.last(world.clock.tau()));
    const before = reports(first);
    expect(reports(await start())).toEqual(before);
  });

  it('is new for another seed, but keeps posted loads', async () => {
    const first = await start();
    const stops = [
      { latitude: 35.2, longitude: -101.8 },
      { latitude: 39.7, longitude: -105 },
    ];
    const token = await clientToken(first.info);
    const posted = await callApi(first.info, token, 'POST', '/v2/visibility/loads', {
      load_ref: 'MINE',
      stops,
    });
    const { load_id } = (await posted.json()) as { load_id: string };
    const seeded = first.world.loads.all[0]?.load_id ?? '';
    await first.flush();
    const second = await start({ seed: 2 });
    expect(second.world.tracking(load_id)).toMatchObject({ load_ref: 'MINE', stops: [{}, {}] });
    expect(second.world.tracking(seeded)).toBeNull();
  });

  it('has its edited loads, overridden health, silences and drives', async () => {
    const first = await start();
    const [one, two] = first.world.loads.all;
    const vehicle = first.world.vehicles.all[0];
    const id = vehicle?.record.id ?? '';
    first.world.updateLoad(one?.load_id ?? '', { load_ref: 'EDITED', vehicle: { vehicle_id: id } });
    first.world.forceHealth(two?.load_id ?? '', 'teleporting');
    const at = first.clock.now();
    first.world.drive(id, [{ latitude: 40, longitude: -100, at }]);
    first.clock.advance(60_000);
    const position = { latitude: 40, longitude: -100 };
    await first.flush();
    const second = await start();
    expect(second.world.tracking(one?.load_id ?? '')).toMatchObject({
      load_ref: 'EDITED',
      last_position: position,
    });
    expect(second.world.tracking(two?.load_id ?? '')?.tracking_health).toBe('teleporting');
    second.world.silence(id, true);
    const lastPositionAt = second.world.tracking(one?.load_id ?? '')?.last_position?.occurred_at;
    second.clock.advance(600_000);
    await second.flush();
    const third = await start();
    third.clock.advance(600_000);
    expect(third.world.tracking(one?.load_id ?? '')?.last_position?.occurred_at).toBe(lastPositionAt);
  });

  it('has its subscriptions and monitors, which catch up with missed pings', async () => {
    const first = await start();
    const token = await clientToken(first.info);
    const vehicle = first.world.vehicles.all.find(({ fleet }) => fleet.kind === 'open');
    const vehicle_id = vehicle?.record.id ?? '';
    const yard = { latitude: 35.2, longitude: -101.83 };
    const dock = { latitude: 35.2, longitude: -101.7 };
    const subscribed = await callApi(first.info, token, 'POST', ASSUMPTIONS.paths.webhooks, {
      url: 'http://localhost:1/hook',
      event_name: 'geofence_monitor.*',
    });
    const [{ webhook_group_id } = { webhook_group_id: '' }] = (await subscribed.json()) as {
      webhook_group_id: string;
    }[];
    const response = await callApi(first.info, token, 'POST', ASSUMPTIONS.paths.geofence_monitors, {
      origin: { ...yard, radius_meters: 500 },
      destination: { ...dock, radius_meters: 500 },
      starts_at: new Date(first.clock.now()).toISOString(),
      vehicle_id,
      webhook_group_id,
    });
    const created = (await response.json()) as Monitor;
    const startedAt = first.clock.now();
    first.world.drive(vehicle_id, [
      { ...yard, at: startedAt + 10_000 },
      { ...dock, at: startedAt + 70_000 },
      { ...yard, at: startedAt + 90_000 },
    ]);
    first.clock.advance(20_000);
    await first.flush();
    await first.kill();
    first.clock.advance(100_000);
    const second = await start();
    const path = `${ASSUMPTIONS.paths.geofence_monitors}/${created.id}`;
    const read = (await (await callApi(second.info, token, 'GET', path)).json()) as Monitor;
    const at = (after: number) => new Date(startedAt + after).toISOString();
    expect(read).toMatchObject({
      status: 'completed',
      webhook_group_id,
      stops: [
        { id: created.stops?.[0]?.id, arrived_at: at(10_000), departed_at: at(70_000) },
        { id: created.stops?.[1]?.id, arrived_at: at(70_000), departed_at: at(90_000) },
      ],
    });
    expect(second.events.subscriptions.of(webhook_group_id)).toHaveLength(5);
  });

  it('has its clock offset', async () => {
    const first = await start();
    first.advance(86_400_000);
    const before = first.world.clock.now();
    await first.flush();
    const second = await start();
    expect(second.world.clock.now()).toBe(before);
    expect(second.world.clock.start).toBe(first.world.clock.start);
  });

  it('is new after too long a downtime', async () => {
    const first = await start();
    await first.flush();
    first.clock.advance(30 * 86_400_000);
    const second = await start();
    expect(second.world.clock.start).toBe(second.clock.now());
  });
});
