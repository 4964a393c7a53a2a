/** Monitors through our API with the real sandbox: a truck is driven, and its arrivals and departures are recorded. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { type BoardMonitor, boardMonitor, boardMonitorDetail } from '@waypost/contract/api/monitors';
import { outgoingEnvelope, type outgoingStop } from '@waypost/contract/api/outgoing-events';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { destination } from '@waypost/geo/geodesy';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { signatureProblem } from '../../service/webhooks/verifier.ts';
import { useServer } from '../../testing/server.ts';
import { openStream, type TestStream } from '../../testing/stream.ts';
import { webhookReceiver } from '../../testing/webhook-receiver.ts';

const { server, line, signedIn } = await useServer();
const browser = await signedIn();
const receiver = await webhookReceiver(200);
let stream: TestStream;
let load: BoardLoad;

const ORIGIN = { latitude: 35.2, longitude: -101.83 };
const STOP = destination(ORIGIN, 90, 12_000);
const END = destination(ORIGIN, 90, 24_000);
const BETWEEN = [destination(ORIGIN, 90, 6_000), destination(ORIGIN, 90, 18_000)] as const;
const BEYOND = destination(ORIGIN, 90, 30_000);
const circle = (centre: typeof ORIGIN) => ({ ...centre, radius_meters: 500 });

beforeAll(async () => {
  await vi.waitFor(async () => {
    const loads = (await call('loads')).items as BoardLoad[];
    // The truck of a load that is not confirmed may change.
    const shared = loads.filter(
      ({ tracking_health, vehicle_assignment, stops }) =>
        tracking_health === 'live' && vehicle_assignment?.agreement === 'agree' && stops.length >= 2,
    );
    const vehicles = new Map<string, number>();
    for (const one of loads) {
      const id = one.vehicle_assignment?.vehicle.id ?? '';
      vehicles.set(id, (vehicles.get(id) ?? 0) + 1);
    }
    const found = shared.find((one) => vehicles.get(one.vehicle_assignment?.vehicle.id ?? '') === 1);
    expect(found).toBeDefined();
    load = found as BoardLoad;
  }, 20_000);
  stream = await openStream(server.url, browser);
});
afterAll(() => Promise.all([stream?.close(), receiver.close()]));

async function call(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const page = await browser.api(
    `${server.url}/api/${path}`,
    body === undefined ? {} : { method: 'POST', body },
  );
  if (page.status >= 400) throw new Error(`${path}: ${page.status} ${page.text}`);
  return page.json;
}
const monitorOf = async (id: string) => boardMonitorDetail.parse(await call(`monitors/${id}`));
const boardOf = async () => (await call(`loads/${load.load_id}`)) as unknown as BoardLoad;

async function drive(to: typeof ORIGIN): Promise<void> {
  const { id } = load.vehicle_assignment?.vehicle ?? { id: '' };
  const answer = await fetch(`${line.base_url}/_sandbox/vehicles/${id}/drive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to }),
  });
  expect(answer.status).toBe(200);
}
async function advance(seconds: number): Promise<void> {
  const answer = await fetch(`${line.base_url}/_sandbox/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  });
  expect(answer.status).toBe(200);
}

/** Waits until the stream has sent a matching state of this monitor. */
async function waitForMonitor(id: string, isIt: (item: BoardMonitor) => boolean): Promise<void> {
  await vi.waitFor(() =>
    expect(
      stream.events.some(
        (one) =>
          one.event === 'monitors' &&
          (one.data as { items: BoardMonitor[] }).items.some((item) => item.id === id && isIt(item)),
      ),
    ).toBe(true),
  );
}

const stopAt = (item: BoardMonitor, sequence: number) =>
  item.stops.find((stop) => stop.sequence === sequence);

describe('a monitor from a load', () => {
  it('is known at once, shows each arrival and departure, and its load and our webhooks receive them too', async () => {
    const vehicle = load.vehicle_assignment?.vehicle;
    const admin = await signedIn('admin');
    const added = await admin.api(`${server.url}/api/outgoing-webhooks`, {
      method: 'POST',
      body: { url: receiver.url, events: ['stop.arrived', 'stop.departed'] },
    });
    expect(added.status).toBe(201);
    const { secret } = added.json as { secret: string };
    await drive(destination(ORIGIN, 270, 20_000));
    const site = await call('sites', {
      name: 'Amarillo yard',
      ...circle(ORIGIN),
      free_minutes: 60,
      detention_rate: '75.00',
      detention_currency: 'USD',
    });
    const [first, last] = [load.stops[0], load.stops.at(-1)];
    const created = await call('monitors', {
      origin: circle(ORIGIN),
      stops: [{ ...circle(STOP), name: 'Fuel' }],
      destination: circle(END),
      starts_at: new Date(Date.now() - 60_000).toISOString(),
      vehicle_id: vehicle?.id,
      name: `Trip ${load.load_ref}`,
      about: {
        load_id: load.load_id,
        stops: [
          { sequence: 0, name: 'Yard', site_id: site.id, load_stop_sequence: first?.sequence },
          { sequence: 2, name: 'Customer', load_stop_sequence: last?.sequence },
        ],
      },
    });
    const { id } = created.result as { id: string };
    const detail = await monitorOf(id);
    expect(detail).toMatchObject({
      name: `Trip ${load.load_ref}`,
      status: 'active',
      vehicle_id: vehicle?.id,
      vehicle_name: vehicle?.vehicle_name,
      created_by_name: expect.any(String),
      links: [{ load_id: load.load_id, load_ref: load.load_ref, source: 'created', state: 'linked' }],
    });
    expect(detail.stops.map((stop) => stop.name)).toEqual(['Yard', 'Fuel', 'Customer']);
    expect(detail.stops[0]).toMatchObject({
      site_id: site.id,
      free_minutes: 60,
      detention_rate: '75.00',
      load_stop_sequence: first?.sequence,
      planned_departure_at: first?.estimated_departure_at,
    });
    expect(detail.stops[2]?.planned_arrival_at).toBe(last?.estimated_arrival_at);
    await vi.waitFor(async () =>
      expect((await boardOf()).monitor).toMatchObject({ monitor_id: id, status: 'active' }),
    );

    const steps: [typeof ORIGIN, (item: BoardMonitor) => boolean][] = [
      [ORIGIN, (item) => stopAt(item, 0)?.arrived_at !== null],
      [BETWEEN[0], (item) => stopAt(item, 0)?.departed_at !== null],
      [STOP, (item) => stopAt(item, 1)?.arrived_at !== null],
      [BETWEEN[1], (item) => stopAt(item, 1)?.departed_at !== null],
      [END, (item) => stopAt(item, 2)?.arrived_at !== null],
      [BEYOND, (item) => item.status === 'completed' && stopAt(item, 2)?.departed_at !== null],
    ];
    for (const [to, isIt] of steps) {
      await advance(600);
      await drive(to);
      await waitForMonitor(id, isIt);
    }

    // Deliveries may overtake each other: the last departure may arrive after the completion.
    const end = await vi.waitFor(async () => {
      const one = await monitorOf(id);
      expect(one.events).toBe(7);
      return one;
    }, 10_000);
    expect(end.status).toBe('completed');
    expect(end.completed_at).not.toBeNull();
    const times = end.stops.flatMap((stop) => [stop.arrived_at, stop.departed_at]).map(String);
    expect(times).toEqual([...times].sort());
    // Ten minutes inside each circle, by the service's clock.
    for (const stop of end.stops)
      expect(Date.parse(stop.departed_at ?? '') - Date.parse(stop.arrived_at ?? '')).toBeGreaterThan(590_000);
    expect(end.stops.every((stop) => stop.arrived_by === 'event' && stop.departed_by === 'event')).toBe(true);
    expect(end.history.map((one) => one.kind)).toEqual([
      ...['arrived', 'departed', 'arrived', 'departed', 'arrived', 'departed', 'completed'],
    ]);
    await vi.waitFor(async () =>
      expect((await boardOf()).monitor).toMatchObject({
        status: 'completed',
        stops: [{ arrived_at: times[0] }, {}, { departed_at: times[5] }],
      }),
    );

    // Each delivery of the service has been forwarded once, signed, with the load.
    await vi.waitFor(() => expect(receiver.received).toHaveLength(6), 10_000);
    const sent = receiver.received.map(({ body }) => {
      const { data } = outgoingEnvelope(body.event_name as 'stop.arrived').parse(body);
      const [record] = data as z.output<typeof outgoingStop>[];
      expect(record?.monitor_id).toBe(id);
      expect(record?.loads).toMatchObject([{ load_id: load.load_id, load_ref: load.load_ref }]);
      return [body.event_name, record?.stop.name, record?.occurred_at, record?.known_by];
    });
    const expected = end.stops.flatMap(({ name, arrived_at, departed_at }) => [
      ['stop.arrived', name, arrived_at, 'event'],
      ['stop.departed', name, departed_at, 'event'],
    ]);
    expect(sent.toSorted()).toEqual(expected.toSorted());
    for (const { headers, text } of receiver.received)
      expect(
        signatureProblem(
          {
            signature: String(headers['x-webhook-signature']),
            timestamp: String(headers['x-webhook-timestamp']),
            body: Buffer.from(text),
          },
          secret,
          ASSUMPTIONS.webhooks,
          Date.now(),
        ),
      ).toBeNull();
  }, 60_000);

  it('is listed according to the contract, and pages continue after the last item', async () => {
    const { items, sources } = await call('monitors');
    const all = items as BoardMonitor[];
    for (const item of all) expect(boardMonitor.parse(item)).toEqual(item);
    expect(sources).toMatchObject({ events: 'active', reads: 'yes' });
    const paged: string[] = [];
    let cursor = '';
    do {
      const page = await call(`monitors?size=1${cursor}`);
      paged.push(...(page.items as BoardMonitor[]).map((one) => one.id));
      cursor = page.next_page ? `&cursor=${page.next_page}` : '';
    } while (cursor);
    expect(paged).toEqual(all.map((one) => one.id));
    const ofLoad = (await call(`monitors?load_id=${load.load_id}`)).items as BoardMonitor[];
    expect(ofLoad.map((one) => one.links[0]?.load_id)).toEqual([load.load_id]);
  });

  it('rejected by a person leaves the board, and returns', async () => {
    const [item] = (await call(`monitors?load_id=${load.load_id}`)).items as BoardMonitor[];
    const say = (state: string) => call(`monitors/${item?.id}/links`, { load_id: load.load_id, state });
    expect((await say('rejected')).links).toEqual([
      expect.objectContaining({ source: 'person', state: 'rejected' }),
    ]);
    await vi.waitFor(async () => expect((await boardOf()).monitor).toBeNull());
    await say('linked');
    await vi.waitFor(async () => expect((await boardOf()).monitor).toMatchObject({ monitor_id: item?.id }));
  });

  it("is linked automatically again once a person's decision is deleted", async () => {
    const [item] = (await call(`monitors?load_id=${load.load_id}`)).items as BoardMonitor[];
    const say = (state: string) => call(`monitors/${item?.id}/links`, { load_id: load.load_id, state });
    await say('rejected');
    expect((await say('suggested')).links).toEqual([
      expect.objectContaining({ source: 'created', state: 'linked' }),
    ]);
  });

  it('is unchanged after a restart, and causes no change of the board', async () => {
    const before = await call('monitors');
    const board = (await boardOf()).monitor;
    await server.restart({ POLL_INTERVAL_SECONDS: '3600' });
    expect(server.services.board.get(load.load_id)?.item.monitor).toEqual(board);
    const items = (await call('monitors')).items as BoardMonitor[];
    const still = (item: BoardMonitor) => ({
      ...item,
      last_position: null,
      place: null,
      rhythm_seconds: null,
      last_read_at: null,
    });
    expect(items.map(still)).toEqual((before.items as BoardMonitor[]).map(still));
  });
});

describe('cancelling', () => {
  const make = async (name: string) => {
    const created = await call('monitors', {
      origin: circle(ORIGIN),
      destination: circle(END),
      starts_at: new Date(Date.now() + 7_200_000).toISOString(),
      vehicle_id: load.vehicle_assignment?.vehicle.id,
      name,
    });
    return (created.result as { id: string }).id;
  };

  it('ends the tracking, and is reported once', async () => {
    const id = await make('to be cancelled');
    expect(await call(`monitors/${id}/cancel`, {})).toMatchObject({ status: 'cancelled' });
    const again = await browser.api(`${server.url}/api/monitors/${id}/cancel`, { method: 'POST', body: {} });
    expect(again.status).toBe(409);
  });

  it('names the failed assumption where the service does not offer it', async () => {
    const id = await make('cannot be cancelled');
    const paths = { geofence_monitor_cancel: '/v2/nowhere/{geofence_monitor_id}/cancel' };
    await server.restart({ SERVICE_ASSUMPTIONS: JSON.stringify({ paths }) });
    const page = await browser.api(`${server.url}/api/monitors/${id}/cancel`, { method: 'POST', body: {} });
    expect(page.status).toBe(502);
    expect(page.json).toMatchObject({
      reason: 'assumption_failed',
      message: expect.stringContaining('/v2/nowhere/'),
    });
  });
});

describe('what is known of a vehicle', () => {
  it('includes its position, its loads and monitors, and whether it is shared', async () => {
    const vehicle = load.vehicle_assignment?.vehicle;
    const facts = await call('monitors/facts', { vehicle_id: vehicle?.id });
    expect(facts).toMatchObject({
      vehicle_id: vehicle?.id,
      vin: vehicle?.vin,
      location_shared: 'yes',
      loads: expect.arrayContaining([
        expect.objectContaining({ load_id: load.load_id, load_ref: load.load_ref }),
      ]),
      monitors: [{ name: 'cannot be cancelled' }],
    });
    expect(facts.last_position).not.toBeNull();
    expect(await call('monitors/facts', { vin: vehicle?.vin })).toMatchObject({ vehicle_id: vehicle?.id });
  });
  it('is nothing for an unknown vehicle, and nothing is claimed to be fine', async () => {
    const facts = await call('monitors/facts', { vin: '1FUJGLDR8CLBP8834' });
    expect(facts).toMatchObject({ vehicle_id: null, location_shared: 'unknown', loads: [], monitors: [] });
  });
});
