import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { Monitor } from '@waypost/contract/monitors';
import { destination, type LatLon } from '@waypost/geo/geodesy';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSandbox } from '../use-sandbox.ts';
import type { Vehicle } from '../world/vehicles.ts';

const YARD: LatLon = { latitude: 35.2, longitude: -101.83 };
const DOCK: LatLon = { latitude: 35.2, longitude: -101.7 };
const AWAY = destination(YARD, 90, 3000);
const MINUTE = 60_000;
const DAY = 86_400_000;
const PATH = ASSUMPTIONS.paths.geofence_monitors;

const sandbox = useSandbox({ loads: 40 }, { startsAt: Date.UTC(2026, 10, 20, 12) });
let emitted: { event_name: string; record: Readonly<Record<string, unknown>> }[];
beforeEach(async () => {
  emitted = [];
  const { events } = sandbox;
  const emit = events.emit.bind(events);
  events.emit = (event) => {
    if (event.event_name.startsWith('geofence_monitor.'))
      emitted.push({ event_name: event.event_name.split('.')[1] ?? '', record: event.data[0] as never });
    emit(event);
  };
});

const iso = (offset = 0) => new Date(sandbox.world.clock.now() + offset).toISOString();
const circle = (place: LatLon, radius_meters = 500) => ({ ...place, radius_meters });

function vehicleOf(kind: string): Vehicle {
  const found = sandbox.world.vehicles.all.find(({ fleet }) => fleet.kind === kind);
  if (!found) throw new Error(kind);
  return found;
}
const open = () => vehicleOf('open');

const journey = (change: object = {}) => ({
  origin: circle(YARD),
  destination: circle(DOCK),
  starts_at: iso(),
  vehicle_id: open().record.id,
  name: 'BOL 7',
  ...change,
});

async function create(change: object = {}): Promise<Monitor> {
  const response = await sandbox.call('POST', PATH, journey(change));
  expect(response.status).toBe(201);
  return (await response.json()) as Monitor;
}

const read = async ({ id }: Monitor) =>
  (await (await sandbox.call('GET', `${PATH}/${id}`)).json()) as Monitor;

/** Drives the vehicle to one place a minute, starting in a minute, and advances the clock past the last one. */
function drive(...places: LatLon[]): void {
  const { world, clock } = sandbox;
  const points = places.map((place, i) => ({ ...place, at: world.clock.now() + (i + 1) * MINUTE }));
  world.drive(open().record.id, points);
  clock.advance(places.length * MINUTE);
}

const names = () => emitted.map(({ event_name }) => event_name);

describe('creating a monitor', () => {
  it('accepts a duration of exactly 14 days and 60 stops', async () => {
    const stops = Array.from({ length: 58 }, (_, i) => circle(destination(YARD, 90, 1000 * i), 100));
    const one = await create({ expires_at: iso(14 * DAY), stops });
    expect(one.expires_at).toBe(iso(14 * DAY));
    expect(one.stops).toHaveLength(60);
  });
});

describe('monitoring', () => {
  it('sends each arrival and departure with the time of the ping, then the completion', async () => {
    const one = await create();
    const startedAt = sandbox.clock.now();
    drive(YARD, AWAY, DOCK, AWAY);
    const done = await read(one);
    const at = (minutes: number) => new Date(startedAt + minutes * MINUTE).toISOString();
    expect(emitted.map(({ event_name, record }) => [event_name, record.occurred_at])).toEqual([
      ['stop_arrived', at(1)],
      ['stop_departed', at(2)],
      ['stop_arrived', at(3)],
      ['stop_departed', at(4)],
      ['completed', at(4)],
    ]);
    expect(emitted[1]?.record).toMatchObject({
      name: 'BOL 7',
      status: 'active',
      current_stop_sequence: 1,
      updated_at: at(2),
      stop: { sequence: 0, arrived_at: at(1), departed_at: at(2) },
    });
    expect(done).toMatchObject({
      status: 'completed',
      completed_at: at(4),
      stops: [
        { arrived_at: at(1), departed_at: at(2) },
        { arrived_at: at(3), departed_at: at(4) },
      ],
    });
  });

  it('has the same result whether polled all the time or read once at the end', async () => {
    const watched = await create();
    drive(YARD);
    await read(watched);
    drive(AWAY);
    await read(watched);
    drive(DOCK, AWAY);
    const seen = await read(watched);
    expect(seen.status).toBe('completed');
    expect(names()).toEqual(['stop_arrived', 'stop_departed', 'stop_arrived', 'stop_departed', 'completed']);
  });

  it('ignores pings from before its creation', async () => {
    drive(YARD, AWAY);
    const one = await create({ starts_at: iso(-10 * MINUTE) });
    drive(AWAY);
    expect((await read(one)).stops?.[0]?.arrived_at).toBeNull();
  });

  it("catches up when the service's clock is moved by days", async () => {
    const one = await create();
    sandbox.world.drive(open().record.id, [
      { ...YARD, at: sandbox.clock.now() + MINUTE },
      { ...AWAY, at: sandbox.clock.now() + DAY },
    ]);
    sandbox.advance(4 * DAY);
    expect((await read(one)).status).toBe('expired');
    expect(emitted.map(({ event_name, record }) => [event_name, record.occurred_at])).toEqual([
      ['stop_arrived', iso(MINUTE - 4 * DAY)],
      ['stop_departed', iso(-3 * DAY)],
      ['expired', iso(-DAY)],
    ]);
  });

  it('applies the agreement at the time of a ping, not the current one', async () => {
    const one = await create();
    const at = sandbox.world.clock.now() + MINUTE;
    sandbox.world.drive(open().record.id, [
      { ...YARD, at },
      { ...AWAY, at: at + MINUTE },
    ]);
    // Nothing reads in between: time passes, and the agreement ends at once.
    sandbox.advance(2 * MINUTE);
    sandbox.world.changeAgreement(open().fleet, { status: 'cancelled' });
    expect((await read(one)).stops?.[0]).toMatchObject({ departed_at: iso() });
  });

  it('sends its events only to the group that it names', async () => {
    const subscribe = async (url: string) =>
      (await (
        await sandbox.call('POST', ASSUMPTIONS.paths.webhooks, { url, event_name: 'geofence_monitor.*' })
      ).json()) as {
        webhook_group_id: string;
      }[];
    const [mine] = await subscribe('http://localhost:1/mine');
    await subscribe('http://localhost:1/other');
    const one = await create({ webhook_group_id: mine?.webhook_group_id });
    expect(one.webhook_group_id).toBe(mine?.webhook_group_id);
    drive(YARD);
    await read(one);
    await expect.poll(() => sandbox.events.log.map(({ url }) => url)).toEqual(['http://localhost:1/mine']);
  });

  it('runs without being read', async () => {
    await create();
    drive(YARD);
    expect(names()).toEqual(['stop_arrived']);
  });
});

describe('cancelling, reading and listing (assumed)', () => {
  it('cancels once and sends an event', async () => {
    const one = await create();
    const cancel = () => sandbox.call('POST', `${PATH}/${one.id}/cancel`);
    expect(await (await cancel()).json()).toMatchObject({ status: 'cancelled', cancelled_at: iso() });
    expect((await cancel()).status).toBe(409);
    drive(YARD);
    expect(names()).toEqual(['cancelled']);
  });

  it('rejects unknown monitors', async () => {
    const nobody = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
    expect((await sandbox.call('GET', `${PATH}/${nobody}`)).status).toBe(404);
    expect((await sandbox.call('POST', `${PATH}/${nobody}/cancel`)).status).toBe(404);
  });
});
