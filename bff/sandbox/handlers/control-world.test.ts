import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { describe, expect, it } from 'vitest';
import { callApi, personTokens } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';
import type { Vehicle } from '../world/vehicles.ts';

const sandbox = useSandbox({ loads: 40, rate_limit: 1000 }, { startsAt: Date.UTC(2026, 10, 20, 12) });

const order = (path: string, body?: unknown) =>
  callApi(sandbox.info, '', body === undefined ? 'GET' : 'POST', `/_sandbox${path}`, body);
const iso = (offset = 0) => new Date(sandbox.world.clock.now() + offset).toISOString();
const json = async (response: Response | Promise<Response>) => (await (await response).json()) as never;

/** A load with a declared vehicle of a fleet that shares its location, and a function that reads its tracking. */
async function watched(): Promise<{ vehicle: Vehicle; load_id: string; read: () => Promise<Tracked> }> {
  const vehicle = sandbox.world.vehicles.all.find(({ fleet }) => fleet.kind === 'open');
  if (!vehicle) throw new Error('no vehicle');
  const stops = [
    { latitude: 35.2, longitude: -101.8 },
    { latitude: 39.7, longitude: -105 },
  ];
  const body = { load_ref: 'A', vehicle: { vehicle_id: vehicle.record.id }, stops };
  const { load_id }: { load_id: string } = await json(sandbox.call('POST', '/v2/visibility/loads', body));
  return {
    vehicle,
    load_id,
    read: async () => json(sandbox.call('GET', `/v2/visibility/loads/${load_id}/tracking`)),
  };
}
interface Tracked {
  readonly tracking_health: string;
  readonly last_position: { latitude: number; longitude: number; occurred_at: string } | null;
}

describe('clock control', () => {
  it("moves all times in responses, and never beyond the service's own present", async () => {
    const before = iso();
    expect(await json(order('/clock/advance', { seconds: 86_400 }))).toMatchObject({ ahead_seconds: 86_400 });
    expect(sandbox.world.clock.now()).toBe(Date.parse(before) + 86_400_000);
    const responses = await Promise.all(
      sandbox.world.loads.all.map(({ load_id }) =>
        sandbox.call('GET', `/v2/visibility/loads/${load_id}/tracking`),
      ),
    );
    expect(Date.parse(responses[0]?.headers.get('date') ?? '')).toBe(sandbox.world.clock.now());
    const answered = (await Promise.all(responses.map((one) => json(one)))) as Tracked[];
    const ages = answered.flatMap(({ last_position, tracking_health }) =>
      last_position && tracking_health !== 'unknown'
        ? [sandbox.world.clock.now() - Date.parse(last_position.occurred_at)]
        : [],
    );
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...ages)).toBeLessThan(3_600_000);
  });

  it('does not affect sign-ins and tokens, which run in real time', async () => {
    const { access_token } = await personTokens(sandbox.info, 'viewer');
    await order('/clock/advance', { seconds: 30 * 86_400 });
    const [load] = sandbox.world.loads.all;
    const path = `/v2/visibility/loads/${load?.load_id}/tracking`;
    expect((await callApi(sandbox.info, access_token, 'GET', path)).status).toBe(200);
    expect((await sandbox.call('GET', path)).status).toBe(200);
    expect(await json(order('/clock'))).toEqual({ now: iso(), ahead_seconds: 30 * 86_400, speed: 10 });
    // A browser that received a Date of a month ago would drop a sign-in cookie at once.
    const page = await fetch(`${sandbox.info.issuer}/.well-known/openid-configuration`);
    expect(Date.parse(page.headers.get('date') ?? '')).toBe(sandbox.clock.now());
  });

  it.each([[{ seconds: -1 }], [{ seconds: 0 }], [{ seconds: 1e9 }], [{}]])('rejects %j', async (body) => {
    expect((await order('/clock/advance', body)).status).toBe(422);
  });
});

describe('driving a vehicle', () => {
  it('places the vehicle at once, and it keeps reporting from there', async () => {
    const { vehicle, read } = await watched();
    await order(`/vehicles/${vehicle.record.id}/drive`, { to: { latitude: 40, longitude: -90 } });
    const place = { latitude: 40, longitude: -90 };
    expect((await read()).last_position).toMatchObject({ ...place, occurred_at: iso() });
    sandbox.clock.advance(50 * 60_000);
    const later = await read();
    expect(later).toMatchObject({ tracking_health: 'live', last_position: place });
    expect(Date.parse(later.last_position?.occurred_at ?? '')).toBeGreaterThan(sandbox.clock.now() - 120_000);
  });

  it('reports each point at its time, and nothing in between', async () => {
    const { vehicle, read } = await watched();
    const startedAt = sandbox.clock.now();
    const path = [
      { latitude: 40, longitude: -90 },
      { latitude: 41, longitude: -90 },
      { latitude: 42, longitude: -90, after_seconds: 60 },
      { latitude: 43, longitude: -90, at: new Date(startedAt + 90_000).toISOString() },
    ];
    const response = await order(`/vehicles/${vehicle.record.id}/drive`, { path, interval_seconds: 20 });
    expect(response.status).toBe(200);
    const at = async (seconds: number) => {
      sandbox.clock.advance(startedAt + seconds * 1000 - sandbox.clock.now());
      const { last_position } = await read();
      return [last_position?.latitude, (Date.parse(last_position?.occurred_at ?? '') - startedAt) / 1000];
    };
    expect(await at(0)).toEqual([40, 0]);
    expect(await at(19)).toEqual([40, 0]);
    expect(await at(20)).toEqual([41, 20]);
    expect(await at(59)).toEqual([41, 20]);
    expect(await at(89)).toEqual([42, 60]);
    expect(await at(90)).toEqual([43, 90]);
  });

  it('can be ended, so that the vehicle resumes its own trip', async () => {
    const { vehicle, read } = await watched();
    const drive = `/vehicles/${vehicle.record.id}/drive`;
    await order(drive, { to: { latitude: 0, longitude: 0 } });
    sandbox.clock.advance(60_000);
    expect((await order(drive, { release: true })).status).toBe(200);
    sandbox.clock.advance(3_000_000);
    await sandbox.newToken();
    expect((await read()).last_position?.latitude).toBeGreaterThan(10);
  });

  it('reports nothing while the vehicle is silenced', async () => {
    const { vehicle, read } = await watched();
    const id = vehicle.record.id;
    await order(`/vehicles/${id}/drive`, { to: { latitude: 40, longitude: -90 } });
    sandbox.clock.advance(1000);
    await order(`/vehicles/${id}/silence`, { silent: true });
    await order(`/vehicles/${id}/drive`, { to: { latitude: 41, longitude: -90 } });
    sandbox.clock.advance(60_000);
    expect((await read()).last_position?.latitude).toBe(40);
  });

  it.each([
    [{ path: [] }, 'path'],
    [{ path: [{ latitude: 91, longitude: 0 }] }, 'path.0.latitude'],
    [{ path: [{ latitude: 1, longitude: 0, at: '2020-01-01T00:00:00Z' }] }, 'path.0'],
    [
      {
        path: [
          { latitude: 1, longitude: 0, after_seconds: 9 },
          { latitude: 1, longitude: 0, after_seconds: 9 },
        ],
      },
      'path.1',
    ],
    [{ release: false }, 'release'],
  ])('refuses %j, naming the field', async (body, path) => {
    const { vehicle } = await watched();
    const response = await order(`/vehicles/${vehicle.record.id}/drive`, body);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(`"path":"${path}`);
  });

  it('rejects unknown vehicles and lists the known ones', async () => {
    const nobody = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
    const to = { to: { latitude: 1, longitude: 1 } };
    expect((await order(`/vehicles/${nobody}/drive`, to)).status).toBe(404);
    const { vehicles }: { vehicles: unknown[] } = await json(order('/vehicles'));
    expect(vehicles).toHaveLength(sandbox.world.vehicles.all.length);
  });
});

describe('agreement control', () => {
  it('takes effect in tracking at once, by fleet or by reference, and sends an event', async () => {
    const { vehicle, read } = await watched();
    const emitted: string[] = [];
    sandbox.events.emit = ({ event_name }) => emitted.push(event_name);
    const agree = (id: string, body: object) => order(`/fleets/${id}/agreement`, body);
    const { fleet_id, fleet_ref } = vehicle.fleet;
    const scopes = { vehicle: 'read' };
    expect(await json(agree(fleet_id, { scopes }))).toMatchObject({ fleet_id, scopes, status: 'active' });
    expect((await read()).tracking_health).toBe('not_shared');
    await agree(fleet_ref, { scopes: { vehicle: 'read', vehicle_location: 'read' } });
    expect((await read()).tracking_health).not.toBe('not_shared');
    await agree(fleet_id, { expiration_date: iso(60_000) });
    expect((await read()).tracking_health).not.toBe('unassigned');
    sandbox.clock.advance(60_000);
    expect((await read()).tracking_health).toBe('unassigned');
    await agree(fleet_id, { expiration_date: null });
    expect((await read()).tracking_health).not.toBe('unassigned');
    await agree(fleet_id, { status: 'paused' });
    expect((await read()).tracking_health).toBe('unassigned');
    expect(new Set(emitted)).toEqual(new Set(['share_agreement.updated']));
  });

  it.each([[{ status: 'asleep' }], [{ scopes: { lunch: 'read' } }], [{ effective_date: null }]])(
    'refuses %j',
    async (body) => {
      const [fleet] = sandbox.world.fleets;
      expect((await order(`/fleets/${fleet?.fleet_id}/agreement`, body)).status).toBe(422);
    },
  );

  it('lists the fleets and rejects unknown ones', async () => {
    expect((await order('/fleets/nobody/agreement', {})).status).toBe(404);
    const { fleets }: { fleets: { agreement: unknown }[] } = await json(order('/fleets'));
    expect(fleets.map(({ agreement }) => agreement)).toEqual(
      sandbox.world.fleets.map(({ agreement }) => agreement),
    );
  });
});

describe('received requests and reset', () => {
  it('lists requests with their status, without control routes and codes', async () => {
    await sandbox.call('GET', '/v2/nothing?a=1');
    await personTokens(sandbox.info, 'viewer');
    const { requests, webhooks }: { requests: { path: string }[]; webhooks: unknown[] } = await json(
      order('/received'),
    );
    expect(requests).toContainEqual({ at: iso(), method: 'GET', path: '/v2/nothing?a=1', status: 404 });
    expect(JSON.stringify(requests)).not.toMatch(/_sandbox|code=/);
    expect(webhooks).toEqual([]);
  });

  it('resets the world and keeps people signed in', async () => {
    const { load_id, vehicle } = await watched();
    await order('/clock/advance', { seconds: 86_400 });
    await order(`/vehicles/${vehicle.record.id}/drive`, { to: { latitude: 0, longitude: 0 } });
    const subscribed = await sandbox.call('POST', ASSUMPTIONS.paths.webhooks, {
      url: 'http://localhost:1/',
      event_name: 'invitation.*',
    });
    expect(subscribed.status).toBe(201);
    expect((await order('/reset', {})).status).toBe(200);
    expect((await sandbox.call('GET', `/v2/visibility/loads/${load_id}/tracking`)).status).toBe(404);
    expect(sandbox.world.clock.now()).toBe(sandbox.clock.now());
    expect(sandbox.world.vehicles.byId(vehicle.record.id)?.drives.all).toEqual([]);
    expect(sandbox.events.subscriptions.all).toEqual([]);
  });
});
