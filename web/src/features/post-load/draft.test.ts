import type { SentLoad } from '@waypost/contract/api/posted-loads';
import { fc } from '@waypost/contract/testing/property';
import { expect, it } from 'vitest';
import type { PickedPlace } from '../../live/places.ts';
import { id, load, stop } from '../../testing/loads.ts';
import { fromWall, toWall } from '../../ui/zoned.ts';
import { correctionOf, type DraftAction, emptyDraft, type LoadDraft, reduceDraft } from './draft.ts';

const COMPANY_ZONE = 'America/New_York';
const newKey = () => crypto.randomUUID();
const act = (draft: LoadDraft, action: DraftAction) => reduceDraft(draft, action, COMPANY_ZONE);
const first = ({ stops }: LoadDraft) => stops[0] as LoadDraft['stops'][number];

const place = (latitude: number, longitude: number): PickedPlace => ({
  latitude,
  longitude,
  name: null,
  place_name: null,
  site: null,
  is_city: false,
});
const AMARILLO = place(35.19, -101.83);
const DENVER = place(39.74, -104.99);
const PHOENIX = place(33.45, -112.07);
const ZONES = [
  [AMARILLO, 'America/Chicago'],
  [DENVER, 'America/Denver'],
  [PHOENIX, 'America/Phoenix'],
] as const;

it.each(ZONES)('a stop has the time zone of its place (%o)', (at, zone) => {
  const draft = emptyDraft(newKey, COMPANY_ZONE);
  expect(first(draft)).toMatchObject({ zone: COMPANY_ZONE, zone_from: 'default' });
  const placed = act(draft, { type: 'place', key: first(draft).key, place: at });
  expect(first(placed)).toMatchObject({ zone, zone_from: 'place' });
});

it('a typed time keeps its digits and gets the instant of that time at the place, also when clocks change', () => {
  const step = fc.oneof(
    fc.constantFrom(...ZONES).map(([at]) => ({ place: at })),
    fc.constantFrom('', 'Hou').map((text) => ({ text })),
    fc.constantFrom('America/Los_Angeles', 'UTC').map((zone) => ({ zone })),
  );
  // All hours of the days around the clock changes of a year.
  const hour = fc
    .tuple(fc.constantFrom('2026-03-07', '2026-10-31'), fc.integer({ min: 0, max: 72 * 4 }))
    .map(([day, quarters]) => new Date(Date.parse(day) + quarters * 900_000).toISOString().slice(0, 16));
  fc.assert(
    fc.property(hour, fc.array(step, { minLength: 1, maxLength: 6 }), (wall, steps) => {
      let draft = emptyDraft(newKey, COMPANY_ZONE);
      const { key } = first(draft);
      draft = act(draft, { type: 'stop', key, change: { arrival: wall } });
      for (const one of steps)
        draft = act(
          draft,
          'place' in one
            ? { type: 'place', key, place: one.place }
            : 'text' in one
              ? { type: 'place_text', key, text: one.text }
              : { type: 'zone', key, zone: one.zone },
        );
      const { arrival, zone, latitude, zone_from } = first(draft);
      expect(arrival).toBe(wall);
      const read = fromWall(arrival, zone);
      if (read?.odd !== 'skipped') expect(toWall(read?.at ?? '', zone)).toBe(wall);
      if (latitude === null && zone_from !== 'person') expect(zone).toBe(COMPANY_ZONE);
      if (zone_from === 'place') expect(zone).toBe(ZONES.find(([at]) => at.latitude === latitude)?.[1]);
    }),
  );
});

it('a time zone chosen by hand stays until the stop gets another place', () => {
  let draft = emptyDraft(newKey, COMPANY_ZONE);
  const { key } = first(draft);
  draft = act(draft, { type: 'zone', key, zone: 'America/Tijuana' });
  draft = act(draft, { type: 'place_text', key, text: 'Den' });
  expect(first(draft)).toMatchObject({ zone: 'America/Tijuana', zone_from: 'person' });
  draft = act(draft, { type: 'place', key, place: DENVER });
  expect(first(draft)).toMatchObject({ zone: 'America/Denver', zone_from: 'place' });
});

const AT = '2026-11-24T15:00:00Z';
const sent = (has_places: boolean): SentLoad => ({
  load_id: id(1),
  load_ref: 'LD-1',
  vehicle: null,
  vehicle_known: false,
  stops: has_places
    ? [{ stop_type: 'origin', latitude: 35.19, longitude: -101.83, estimated_departure_at: AT }]
    : null,
  city_centers: [],
  sent_by_name: null,
  sent_at: null,
  version: 0,
});

it('a correction shows known times in the zone of each place', () => {
  const draft = correctionOf(load(), sent(true), newKey, COMPANY_ZONE);
  expect(first(draft)).toMatchObject({ departure: '2026-11-24T09:00', zone: 'America/Chicago' });
});

it('a correction keeps the instant of a known time when its stop gets a place, and the digits of a corrected one', () => {
  const known = load({ stops: [stop({ id: id(1), estimated_arrival_at: AT, estimated_departure_at: AT })] });
  let draft = correctionOf(known, sent(false), newKey, COMPANY_ZONE);
  const { key } = first(draft);
  expect(first(draft)).toMatchObject({
    arrival: '2026-11-24T10:00',
    zone: COMPANY_ZONE,
    zone_from: 'default',
  });
  draft = act(draft, { type: 'stop', key, change: { departure: '2026-11-24T11:30' } });
  draft = act(draft, { type: 'place', key, place: DENVER });
  expect(first(draft)).toMatchObject({
    arrival: '2026-11-24T08:00',
    departure: '2026-11-24T11:30',
    zone: 'America/Denver',
  });
});
