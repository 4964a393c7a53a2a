/** The link of a wall screen in other hands: what it reads of a load, in the list, the stream and a replay. */
import type { BoardLoad, BoardLoads } from '@waypost/contract/api/board';
import { STREAM_EVENTS } from '@waypost/contract/api/stream-events';
import { WALL_RESPONSES, wallLoad } from '@waypost/contract/api/wall-load';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';
import { openStream } from '../../testing/stream.ts';
import { id, tracking } from '../../testing/tracking.ts';
import { json as answerJson, startUpstream } from '../../testing/upstream.ts';

const upstream = await startUpstream();
const { url, signedIn } = await useServer({ env: { SERVICE_BASE_URL: upstream.url } });

const VEHICLE = {
  id: id(7),
  vehicle_name: 'Unit 7',
  vin: '1FUJGLDR5CSBM1234',
  license_plate_number: '4KD8812',
  eld_id: 'eld-of-unit-7',
  eld_serial_number: 'serial-of-unit-7',
  source_id: 'source-of-unit-7',
  external_id: 'external-of-unit-7',
};
const PHONE = '+18065550142';
const NOTE = 'The driver is called Lee';
const CALL = 'Lee is at home';
const SECRETS = [...Object.values(VEHICLE).slice(2), PHONE, NOTE, CALL];

let latitude = 35;
const position = () => {
  latitude += 0.01;
  return { latitude, longitude: -101, occurred_at: new Date().toISOString() };
};
const wrongTruck = () => ({
  ...tracking({ load: 1 }),
  vehicle_assignment: { source: 'declared', agreement: 'disagree', vehicle: VEHICLE },
  last_position: position(),
});

it('has no contacts, notes, VINs or other identifiers; people read them all', async () => {
  onTestFinished(() => upstream.stop());
  upstream.answer((response) => answerJson(response, 200, wrongTruck()));
  const admin = await signedIn('admin');
  const { json } = await admin.api(`${url}/api/wall-screens`, { method: 'POST', body: { name: 'Dock' } });
  const screen = new TestBrowser();
  await screen.api(`${url}/bff/wall`, { method: 'POST', body: { secret: json.secret } });
  const live = await openStream(url, screen);
  onTestFinished(() => live.close());
  const load_id = id(1);
  await admin.api(`${url}/api/loads`, { method: 'POST', body: { load_id } });
  await admin.api(`${url}/api/loads/${load_id}/carrier-phone`, { method: 'PUT', body: { phone: PHONE } });
  const list = async (browser: TestBrowser) => (await browser.api(`${url}/api/loads`)).text;
  await vi.waitFor(async () => expect(await list(admin)).toContain('"triage":{'), { timeout: 9_000 });
  // The text of a call is the last note as well.
  for (const [n, act] of [
    { kind: 'call', outcome: 'reached', text: CALL },
    { kind: 'note', text: NOTE },
  ].entries()) {
    const [{ triage }] = (JSON.parse(await list(admin)) as BoardLoads).items as [BoardLoad];
    const body = { act_id: id(100 + n), act, items: [{ load_id, version: triage?.version }] };
    expect(await admin.api(`${url}/api/triage/acts`, { method: 'POST', body })).toMatchObject({
      status: 200,
    });
  }
  await vi.waitFor(async () => {
    const text = await list(admin);
    expect(SECRETS.filter((secret) => !text.includes(secret))).toEqual([]);
  });
  await vi.waitFor(() => expect(JSON.stringify(live.events)).toContain('"last_position":{'));

  const replayed = await openStream(url, screen, '0');
  onTestFinished(() => replayed.close());
  await vi.waitFor(() => expect(JSON.stringify(replayed.events)).toContain('Unit 7'));
  const given = { list: await list(screen), live: live.events, replayed: replayed.events };
  for (const [where, text] of Object.entries(given))
    expect(
      SECRETS.filter((secret) => JSON.stringify(text).includes(secret)),
      where,
    ).toEqual([]);
  const [item] = (JSON.parse(given.list) as { items: Record<string, unknown>[] }).items;
  expect(item).toMatchObject({
    load_id,
    triage: { cause: 'disagree' },
    vehicle_assignment: { agreement: 'disagree', vehicle: { id: VEHICLE.id, vehicle_name: 'Unit 7' } },
  });
  expect(Object.keys(item ?? {}).filter((field) => !(field in wallLoad.shape))).toEqual([]);
});

it('is said by the descriptors of the route and of the event', () => {
  expect(WALL_RESPONSES['GET /api/loads'].shape.items.element).toBe(wallLoad);
  expect(Object.keys(STREAM_EVENTS.change.wall_data.shape.items.element.shape)).toEqual(
    Object.keys(wallLoad.shape),
  );
});
