/**
 * What share links show, to whom and for how long; guessed, expired and revoked links, those of another load, and requests with a
 * session.
 */
import { Writable } from 'node:stream';
import { type BoardLoads, boardLoads } from '@waypost/contract/api/board';
import type { PredictedArrival } from '@waypost/contract/api/predicted-arrival';
import { MAX_SHARE_LINKS, type SharedLoad, sharedLoad } from '@waypost/contract/api/share-links';
import { DAY_MS } from '@waypost/contract/common';
import { loadTracking } from '@waypost/contract/loads';
import { pino } from 'pino';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { useServer } from '../../testing/server.ts';
import { id, silentLog, tracking } from '../../testing/tracking.ts';
import { createStopPlaces } from '../arrival/stop-places.ts';
import { Board } from '../board/board.ts';
import { departureOf } from '../board/entry.ts';
import { SHARED_READS_PER_MINUTE, ShareLinks } from './share-links.ts';

const ada = { sub: 'ada', name: 'Ada' };
/** Address of the readers. */
const OFFICE = '198.51.100.1';
const START = Date.parse('2026-11-20T10:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const VEHICLE = { vehicle_name: 'Unit 1187', vin: '1XKYDP9X0KJ211111', license_plate_number: '4KD-8812' };

const PREDICTION: PredictedArrival = {
  stop_sequence: 2,
  from: iso(START + 3_600_000),
  likely: iso(START + 4_000_000),
  to: iso(START + 7_200_000),
  place_by: 'site',
  place: { latitude: 39.70123, longitude: -104.9 },
  way_by: 'corridors',
  meters_to_go: 100_000,
  speed_mps: 25,
  rest: 'none',
};

function shared(load: number) {
  const answer = tracking({ load });
  const stops = ['Amarillo DC', 'Pueblo yard', 'Denver DC'].map((name, sequence) => ({
    id: id(500 + sequence),
    sequence,
    stop_type: null,
    name,
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
    estimated_arrival_at: iso(START + (sequence - 1) * 7_200_000 + 60_000),
  }));
  const vehicle = { ...answer.vehicle_assignment?.vehicle, ...VEHICLE };
  return loadTracking.parse({
    ...answer,
    vehicle_assignment: { ...answer.vehicle_assignment, vehicle },
    stops,
  });
}

describeOnBothDatabases('share links', (fresh) => {
  async function setup() {
    const { db } = await (await fresh()).open();
    const clock = { now: START };
    const now = () => clock.now;
    const board = await Board.open({
      db,
      placeOf: () => null,
      arrivalsOf: () => ({ predicted_arrivals: [PREDICTION], possible_delivery: null }),
      log: silentLog,
      now,
      batchMs: 3_600_000,
    });
    await board.watch([id(1), id(2)], 'person', null);
    for (const answer of [shared(1), shared(2)]) board.recordAnswer(answer.load_id, answer, answer);
    await board.flush();
    const activity = new Activity(db, silentLog, now);
    const company = {
      identity: { name: 'Northbound Freight', logo_url: null },
      settings: { length_unit: 'mi', clock: '24' } as never,
    };
    const stopPlaceOf = createStopPlaces({
      findCity: () => [],
      siteNamed: (name) => (name === 'Denver DC' ? { latitude: 39.7512, longitude: -104.9934 } : null),
    });
    const links = new ShareLinks({ db, activity, board, company, stopPlaceOf, now });
    const create = (load = 1, shows_vehicle = false, ms = DAY_MS) =>
      links.create(id(load), { expires_at: iso(clock.now + ms), shows_vehicle }, ada);
    const leave = async (reason: 'monitor_completed' | 'next_load' | 'overdue' | 'removed') => {
      const item = board.get(id(1))?.item;
      if (!item) throw new Error('the load is gone');
      const departure = departureOf(item, ada);
      const leaving = reason === 'removed' ? departure : { ...departure, reason };
      await board.archive(new Map([[id(1), leaving]]));
    };
    return { db, clock, activity, board, links, create, leave };
  }

  it('show the number, position, next and last stop of one load, and no other load', async () => {
    const { links, create } = await setup();
    const { token } = await create();
    await create(2);
    const answer = await links.read(token, OFFICE);
    expect(sharedLoad.parse(answer)).toMatchObject({
      company: { name: 'Northbound Freight' },
      load_ref: 'LD-1',
      delivered: null,
      tracking: {
        tracking_health: 'live',
        truck_in_doubt: false,
        last_position: { latitude: 35.19, longitude: -102.05 },
        time_zone: 'America/Chicago',
        stops: [
          { name: 'Pueblo yard', time_zone: null, place: null, passed: null },
          {
            name: 'Denver DC',
            time_zone: 'America/Denver',
            place: { latitude: 39.76, longitude: -105, is_city: false },
          },
        ],
        vehicle: null,
      },
    });
    expect(JSON.stringify(answer)).not.toContain(id(1));
    expect(JSON.stringify(answer)).not.toContain('LD-2');
  });

  it('contain the estimate, but not the coordinates of our sites', async () => {
    const { links, create } = await setup();
    const answer = sharedLoad.parse(await links.read((await create()).token, OFFICE));
    expect(answer.tracking?.predicted_arrivals).toMatchObject([{ stop_sequence: 2 }]);
    expect(JSON.stringify(answer)).not.toMatch(/39\.70123|39\.7512/);
  });

  it('say that an appointment has passed without an arrival, but not that a truck which drives on is late: it may have been there', async () => {
    const { board, links, create, clock } = await setup();
    const { token } = await create();
    const passed = async () =>
      (await links.read(token, OFFICE)).tracking?.stops.map((stop) => [stop.name, stop.passed]);
    clock.now = START + 3 * 3_600_000;
    expect(await passed()).toEqual([['Denver DC', 'unseen']]);
    const answer = shared(1);
    const drive = (longitude: number, minutes: number) => {
      const occurred_at = iso(START + minutes * 60_000);
      const moved = { ...answer, last_position: { latitude: 35.19, longitude, occurred_at } };
      board.recordAnswer(id(1), moved, moved);
    };
    drive(-103, 170);
    drive(-103.5, 179);
    expect(board.get(id(1))?.item.motion?.moving).toBe(true);
    expect(await passed()).toEqual([['Denver DC', 'unseen']]);
  });

  it('say when the truck arrived, and whether that was late, unless it may be another truck', async () => {
    const { board, links, create, clock } = await setup();
    const { token } = await create();
    clock.now = START + 6 * 3_600_000;
    const answer = shared(1);
    const arriving = async (minutes: number, agreement: string | null = 'agree') => {
      const stops = answer.stops.map((stop) => {
        const due = Date.parse(stop.estimated_arrival_at ?? '');
        return { ...stop, arrived_at: Number.isNaN(due) ? null : iso(due + minutes * 60_000) };
      });
      const { vehicle_assignment } = answer;
      const there = {
        ...answer,
        stops,
        vehicle_assignment: vehicle_assignment && { ...vehicle_assignment, agreement },
      };
      board.recordAnswer(id(1), there, there);
      const { tracking } = sharedLoad.parse(await links.read(token, OFFICE));
      return tracking?.stops.map(({ name, arrived }) => [name, arrived]);
    };
    const due = Date.parse(answer.stops.at(-1)?.estimated_arrival_at ?? '');
    const at = (minutes: number) => iso(due + minutes * 60_000);
    expect(await arriving(93)).toEqual([['Denver DC', { at: at(93), is_late: true }]]);
    expect(await arriving(-20)).toEqual([['Denver DC', { at: at(-20), is_late: false }]]);
    expect(await arriving(93, 'disagree')).toEqual([['Denver DC', null]]);
  });

  it('contain an arrival confirmed by phone until it passes, but not who confirmed it', async () => {
    const { board, links, create, clock } = await setup();
    const dispatcher_eta = {
      stop_sequence: 2,
      at: iso(START + 60_000),
      by: { sub: 'maria', name: 'Maria Ruiz' },
      set_at: iso(START),
    };
    board.recordCalls(id(1), { dispatcher_eta, last_call: null }, 1);
    const { token } = await create();
    const answer = sharedLoad.parse(await links.read(token, OFFICE));
    expect(answer.tracking?.confirmed_eta).toEqual({ stop_sequence: 2, at: iso(START + 60_000) });
    expect(JSON.stringify(answer)).not.toMatch(/maria/i);
    clock.now += 60_000;
    expect((await links.read(token, OFFICE)).tracking?.confirmed_eta).toBeNull();
  });

  it('show the stop that the board shows: one with a late arrival confirmed by phone, not a pickup that nobody saw', async () => {
    const { board, links, create } = await setup();
    const answer = shared(1);
    const assignment = answer.vehicle_assignment && { ...answer.vehicle_assignment, agreement: 'disagree' };
    board.recordAnswer(id(1), loadTracking.parse({ ...answer, vehicle_assignment: assignment }), null);
    const { token } = await create();
    const names = async () => (await links.read(token, OFFICE)).tracking?.stops.map(({ name }) => name);
    expect(await names()).toEqual(['Amarillo DC', 'Denver DC']);
    const dispatcher_eta = { stop_sequence: 1, at: iso(START + 3_600_000), by: ada, set_at: iso(START) };
    board.recordCalls(id(1), { dispatcher_eta, last_call: null }, 1);
    expect(await names()).toEqual(['Pueblo yard', 'Denver DC']);
  });

  it('contain no unit, VIN or plate unless that was allowed', async () => {
    const { links, create } = await setup();
    const read = async (shows_vehicle: boolean) =>
      JSON.stringify(sharedLoad.parse(await links.read((await create(1, shows_vehicle)).token, OFFICE)));
    const [hidden, shown] = [await read(false), await read(true)];
    for (const value of Object.values(VEHICLE)) {
      expect(hidden).not.toContain(value);
      expect(shown).toContain(value);
    }
    // Only what the page shows, whatever else the vehicle has.
    expect(shown).not.toContain(id(100_001));
  });

  it('respond identically to a guess, an expired link, a revoked link and one whose load was removed', async () => {
    const { links, create, clock, leave } = await setup();
    const refusal = (token: string) =>
      links.read(token, OFFICE).then(
        () => 'shown',
        ({ code, message, detail, headers }: Record<string, unknown>) => ({ code, message, detail, headers }),
      );
    const unknown = await refusal('x'.repeat(43));
    expect(unknown).toMatchObject({
      code: 404,
      message: 'This link does not work',
      detail:
        'It has expired or was revoked, its load is no longer tracked, or a part of the link is missing. Ask Northbound Freight for a new one.',
    });
    const good = await create();
    const wrong = [
      '',
      good.token.slice(1),
      `${good.token}x`,
      good.token.toLowerCase(),
      good.share_link.share_link_id,
    ];
    for (const token of wrong) expect(await refusal(token), token).toEqual(unknown);
    const revoked = await create();
    await links.revoke(revoked.share_link.share_link_id, ada);
    expect(await refusal(revoked.token)).toEqual(unknown);
    const short = await create(1, false, 60_000);
    clock.now += 60_000;
    expect(await refusal(short.token)).toEqual(unknown);
    expect(await refusal(good.token)).toBe('shown');
    await leave('removed');
    expect(await refusal(good.token)).toEqual(unknown);
  });

  it('say that a load was delivered once it has left the board, and whether that is only presumed', async () => {
    for (const [reason, presumed] of [
      ['monitor_completed', false],
      ['next_load', true],
    ] as const) {
      const { board, links, create, leave } = await setup();
      const { token } = await create(1, true);
      const arrived_at = iso(START - 3_600_000);
      const answered = shared(1);
      const stops = answered.stops.map((stop) => ({
        ...stop,
        arrived_at: stop.sequence === 2 ? arrived_at : null,
      }));
      board.recordAnswer(id(1), { ...answered, stops }, { ...answered, stops });
      await leave(reason);
      const answer: SharedLoad = await links.read(token, OFFICE);
      expect(answer).toMatchObject({
        load_ref: 'LD-1',
        delivered: {
          presumed,
          time_zone: 'America/Denver',
          stop: { name: 'Denver DC', arrived_at: presumed ? null : arrived_at },
        },
        tracking: null,
      });
      expect(JSON.stringify(answer)).not.toContain(VEHICLE.vin);
    }
  });

  it('show the position of a load whose appointment has passed, and no delivery that nobody saw', async () => {
    const { board, links, create, leave } = await setup();
    const { token } = await create();
    const since = iso(START - 60_000);
    const leaving = { since, at: iso(START + DAY_MS), next_load: null };
    board.recordLeaving(id(1), { ...leaving, reason: 'overdue' });
    expect(await links.read(token, OFFICE)).toMatchObject({
      delivered: null,
      tracking: { last_position: { latitude: 35.19 } },
    });
    board.recordLeaving(id(1), { ...leaving, reason: 'left_destination' });
    expect(await links.read(token, OFFICE)).toMatchObject({
      delivered: { at: since, presumed: false },
      tracking: null,
    });
    await leave('overdue');
    expect(await links.read(token, OFFICE)).toMatchObject({ delivered: null, tracking: null });
  });

  it('say that a load was delivered that a person then removed', async () => {
    const { board, links, create, leave } = await setup();
    const { token } = await create();
    const since = iso(START - 60_000);
    board.recordLeaving(id(1), { reason: 'left_destination', since, at: iso(START), next_load: null });
    await board.flush();
    await leave('removed');
    expect(await links.read(token, OFFICE)).toMatchObject({ delivered: { at: since }, tracking: null });
  });

  it('count each opening once, for each reader, and not the updates of a page that stays open', async () => {
    const { links, create, clock } = await setup();
    const { token } = await create();
    await links.read(token, OFFICE);
    for (let update = 0; update < 5; update += 1) {
      clock.now += 60_000;
      await links.read(token, OFFICE);
    }
    expect(await links.list(id(1))).toMatchObject([{ opened: 1, last_opened_at: iso(START) }]);
    await links.read(token, '203.0.113.9');
    expect(await links.list(id(1))).toMatchObject([{ opened: 2, last_opened_at: iso(clock.now) }]);
    clock.now += 10 * 60_000;
    await links.read(token, OFFICE);
    expect(await links.list(id(1))).toMatchObject([{ opened: 3, last_opened_at: iso(clock.now) }]);
  });

  it('are found by the whole token only, and tokens are not stored', async () => {
    const { db, create, links } = await setup();
    const { token, share_link } = await create();
    expect(token).toMatch(/^[\w-]{43}$/);
    await links.read(token, OFFICE);
    await links.revoke(share_link.share_link_id, ada);
    const rows = JSON.stringify([
      await db.selectFrom('share_link').selectAll().execute(),
      await db.selectFrom('activity').selectAll().execute(),
      await links.list(id(1)),
    ]);
    for (let at = 0; at + 8 <= token.length; at += 1) expect(rows).not.toContain(token.slice(at, at + 8));
  });

  it('are created and revoked once, with the name of the person', async () => {
    const { create, links, activity } = await setup();
    const { share_link } = await create();
    const revoked = await links.revoke(share_link.share_link_id, ada);
    expect(revoked).toMatchObject({ created_by_name: 'Ada', revoked_by_name: 'Ada' });
    expect(await links.revoke(share_link.share_link_id, { sub: 'bob', name: 'Bob' })).toEqual(revoked);
    for (const action of ['create_share_link', 'revoke_share_link'])
      expect(await activity.list({ action, limit: 5 })).toMatchObject([{ name: 'Ada', target: id(1) }]);
    await expect(links.revoke(id(9), ada)).rejects.toMatchObject({ code: 404 });
  });

  it('last at most ninety days, need a watched load, and are limited in number', async () => {
    const { create } = await setup();
    for (const ms of [0, -1, 91 * DAY_MS])
      await expect(create(1, false, ms)).rejects.toMatchObject({
        code: 422,
        detail: [{ path: 'body.expires_at' }],
      });
    await expect(create(3)).rejects.toMatchObject({ code: 404 });
    for (let n = 0; n < MAX_SHARE_LINKS; n += 1) await create();
    await expect(create()).rejects.toMatchObject({ code: 409 });
    expect(await create(2)).toMatchObject({ share_link: { opened: 0 } });
  });
});

describe('a shared load over the network', async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }),
  );
  const { url, signedIn } = await useServer({ log, env: { TRUSTED_PROXIES: '1' } });
  const stranger = new TestBrowser();
  let dispatcher: TestBrowser;
  let load_id: string;
  let token: string;
  const read = (from: TestBrowser, headers: Record<string, string> = {}) =>
    from.api(`${url}/bff/shared-load`, { headers: { 'X-Share-Token': token, ...headers } });
  const links = (from: TestBrowser, method = 'GET', body?: object) =>
    from.api(`${url}/api/loads/${load_id}/share-links`, { method, body });

  beforeAll(async () => {
    dispatcher = await signedIn();
    const { items }: BoardLoads = boardLoads.parse((await dispatcher.api(`${url}/api/loads`)).json);
    load_id = items[0]?.load_id ?? '';
    const body = { expires_at: iso(Date.now() + DAY_MS), shows_vehicle: false };
    const created = await links(dispatcher, 'POST', body);
    expect(created.status).toBe(201);
    token = created.json.token as string;
  });

  it('is read without a session, sets no cookie, and is neither cached nor sent as a referrer', async () => {
    const { status, headers } = await read(stranger);
    expect(status).toBe(200);
    expect(stranger.setCookies).toEqual([]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it('is the same for a signed-in person, and opens nothing else to a stranger', async () => {
    const without = ({ json }: { readonly json: Record<string, unknown> }) => ({
      ...json,
      server_time: null,
    });
    // The load may be read again between the two.
    await vi.waitFor(async () =>
      expect(without(await read(dispatcher))).toEqual(without(await read(stranger))),
    );
    for (const path of ['loads', `loads/${load_id}`, `loads/${load_id}/share-links`, 'exceptions']) {
      const headers = { 'X-Share-Token': token, Authorization: `Bearer ${token}` };
      expect((await stranger.api(`${url}/api/${path}`, { headers })).status, path).toBe(401);
    }
  });

  it('is not read by another site, nor with the token in the URL', async () => {
    expect((await read(stranger, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await read(stranger, { Origin: 'https://evil.example' })).status).toBe(403);
    const guess = await stranger.api(`${url}/bff/shared-load?token=${'t'.repeat(43)}`);
    expect(guess.status).toBe(404);
  });

  it('is counted as opened, whatever headers a stranger sends', async () => {
    const [before] = (await links(dispatcher)).json.items as { opened: number }[];
    const other = { 'X-Forwarded-For': '203.0.113.77', 'X-Background': '1' };
    expect((await read(stranger, other)).status).toBe(200);
    const [after] = (await links(dispatcher)).json.items as { opened: number }[];
    expect(after?.opened).toBe((before?.opened ?? 0) + 1);
  });

  it('is not created, listed or revoked by a viewer', async () => {
    const viewer = await signedIn('viewer');
    const body = { expires_at: iso(Date.now() + DAY_MS), shows_vehicle: true };
    const [{ share_link_id } = { share_link_id: '' }] = (await links(dispatcher)).json.items as {
      share_link_id: string;
    }[];
    const revoke = `${url}/api/share-links/${share_link_id}/revoke`;
    expect((await links(viewer, 'POST', body)).status).toBe(403);
    expect((await links(viewer)).status).toBe(403);
    expect((await viewer.api(revoke, { method: 'POST' })).status).toBe(403);
    expect((await stranger.api(revoke, { method: 'POST' })).status).toBe(401);
    expect((await read(stranger)).status).toBe(200);
  });

  it('does not write its token to the log', () => {
    const text = lines.join('');
    expect(text).toContain('/bff/shared-load');
    for (let at = 0; at + 8 <= token.length; at += 1) expect(text).not.toContain(token.slice(at, at + 8));
  });

  it('is rate-limited per address, valid token or not', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= SHARED_READS_PER_MINUTE; n += 1)
      statuses.push((await read(stranger, { 'X-Share-Token': `${n}`.padEnd(43, 'x') })).status);
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect((await read(stranger)).status).toBe(429);
    expect((await dispatcher.api(`${url}/api/loads`)).status).toBe(200);
  });
});
