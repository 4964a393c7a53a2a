import { describe, expect, it } from 'vitest';
import {
  AMARILLO,
  DENVER,
  draft,
  draftStop,
  facts,
  keys,
  monitor,
  monitorStop,
  PUEBLO,
  site,
} from '../../../testing/drafts.ts';
import { ago, HOUR, id, load, MINUTE, NOW, stop } from '../../../testing/loads.ts';
import { checksOf } from './checks.ts';
import { copyDraft, draftFromLoad, followOnDraft, suggestionsFor, toCreateRequest } from './convert.ts';
import { NO_VEHICLE, reduceDraft } from './draft.ts';
import { type FieldName, fieldOfPath, stopKeyOf } from './fields.ts';

const book = [site(), site({ id: id(701), name: 'Denver Warehouse North', ...DENVER })];
const planned = (sequence: number, name: string | null, in_ms: number) =>
  stop({
    id: id(900 + sequence),
    sequence,
    name,
    stop_type: null,
    estimated_arrival_at: ago(-in_ms),
    estimated_departure_at: ago(-in_ms - HOUR),
  });
const journey = load({
  stops: [planned(1, 'Denver warehouse north', 12 * HOUR), planned(0, 'Amarillo DC-4', HOUR)],
});

describe('a draft from a load that was posted here', () => {
  const place = { latitude: 39.7, longitude: -104.9 };
  const sent = { stops: [{ ...PUEBLO }, { ...place }], city_centers: ['Pueblo, CO', null] };
  const circles = (places: typeof sent) =>
    draftFromLoad(
      load({ stops: [planned(0, 'Yard', HOUR), planned(1, 'Dock', HOUR)] }),
      book,
      NOW,
      keys(),
      places,
    ).stops.map(({ center, city, place_name }) => [center, city, place_name]);

  it('has the places given then, and knows the center of a city from a dock', () => {
    expect(circles(sent)).toEqual([
      [PUEBLO, 'confirmed', 'Pueblo, CO'],
      [place, null, ''],
    ]);
  });

  it('has none of them when the trip has other stops now', () => {
    expect(circles({ ...sent, stops: [{ ...PUEBLO }] })).toEqual([
      [null, null, ''],
      [null, null, ''],
    ]);
  });
});

describe('a draft from a load', () => {
  it('can be sent unchanged when the site book has its stops', () => {
    const draft = draftFromLoad(journey, book, NOW, keys());
    const context = {
      now: NOW,
      zone: 'UTC',
      unit: 'mi',
      facts: facts(),
      load: journey,
      cities: {},
      behavior: { monitor_stops_in_order: true },
    } as const;
    expect(checksOf(draft, context).filter(({ severity }) => severity === 'error')).toEqual([]);
    const result = toCreateRequest(draft);
    expect(result.ok && result.request).toMatchObject({
      name: 'LD-48213',
      vehicle_id: id(500),
      starts_at: ago(0),
      origin: { ...AMARILLO, radius_meters: 800 },
      destination: { ...DENVER, radius_meters: 800 },
      about: {
        load_id: id(1),
        stops: [
          { site_id: id(700), load_stop_sequence: 0, planned_arrival_at: ago(-HOUR) },
          { site_id: id(701), load_stop_sequence: 1, planned_departure_at: ago(-13 * HOUR) },
        ],
      },
    });
  });

  it('leaves out stops for fuel and rest without a place to track, until they are added', () => {
    const type = { stop_type: 'rest' } as const;
    const between = [
      { ...planned(1, 'Cameron', 3 * HOUR), ...type },
      planned(2, 'Fuel stop Osceola', 6 * HOUR),
      { ...planned(3, 'Denver Warehouse North', 8 * HOUR), ...type },
    ];
    const stops = [planned(0, 'Amarillo DC 4', HOUR), ...between, planned(4, 'Denver', 12 * HOUR)];
    const draft = draftFromLoad(load({ stops }), book, NOW, keys());
    const namesOf = (of: typeof draft) => of.stops.map(({ name }) => name);
    expect(namesOf(draft)).toEqual(['Amarillo DC 4', 'Denver Warehouse North', 'Denver']);
    expect(draft.left_out.map(({ name }) => name)).toEqual(['Cameron', 'Fuel stop Osceola']);
    const added = reduceDraft(draft, { type: 'add_left_out' });
    expect(namesOf(added)).toEqual(stops.map(({ name }) => name));
    expect(added.left_out).toEqual([]);
  });

  it('only suggests a site with a similar name', () => {
    const draft = draftFromLoad(load({ stops: [planned(0, 'Denver Warehouse', HOUR)] }), book, NOW, keys());
    expect(draft.stops[0]).toMatchObject({ name: 'Denver Warehouse', center: null, site: null });
    expect(suggestionsFor(draft, book)).toEqual([{ key: draft.stops[0]?.key, sites: [book[1]] }]);
  });

  it('has empty stops and no vehicle when the load has none', () => {
    const draft = draftFromLoad(load({ vehicle_assignment: null }), book, NOW, keys());
    expect(draft.stops).toHaveLength(2);
    expect(draft.vehicle.vehicle_id).toBe('');
  });

  describe('starts before the first appointment', () => {
    const leaves = (in_ms: number) => [
      planned(0, 'Amarillo DC 4', in_ms - HOUR),
      planned(1, 'Denver', 40 * HOUR),
    ];
    const starts = (in_ms: number, position: { latitude: number; longitude: number } | null, age = MINUTE) =>
      draftFromLoad(
        load({
          stops: leaves(in_ms),
          last_position: position && { ...position, occurred_at: ago(age) },
        }),
        book,
        NOW,
        keys(),
      ).starts_at;
    it('an hour early, so that arrival and wait are recorded', () => {
      expect(starts(6 * HOUR, DENVER)).toBe(ago(-4 * HOUR));
      expect(starts(2.5 * HOUR, null)).toBe(ago(-0.5 * HOUR));
      expect(starts(1.5 * HOUR, DENVER)).toBe(ago(0));
    });
    it('at the planned departure if the truck is at the origin already, where it would count as arriving', () => {
      expect(starts(3 * HOUR, AMARILLO)).toBe(ago(-3 * HOUR));
    });
    it('now while the truck still waits for a departure ahead, once the appointment has passed', () => {
      expect(starts(0.5 * HOUR, DENVER)).toBe(ago(0));
    });
    it('uses now once it has passed and the truck has left', () => {
      expect(starts(-2 * HOUR, DENVER)).toBe(ago(0));
    });
    it('is never in the past while the truck is at the origin, where it would count as arriving', () => {
      expect(starts(-2 * HOUR, AMARILLO)).toBe(ago(-15 * MINUTE));
    });
    it('ignores an old position', () => {
      expect(starts(-2 * HOUR, AMARILLO, 5 * HOUR)).toBe(ago(0));
    });
  });

  it.each([
    [20, null],
    [100, ago(-125 * HOUR)],
    [400, ago(-14 * 24 * HOUR)],
  ])('ends a day after the plan, 14 days at most: last stop in %d h', (hours, expires_at) => {
    const long = load({ stops: [planned(0, 'Amarillo DC 4', HOUR), planned(1, 'Denver', hours * HOUR)] });
    expect(draftFromLoad(long, book, NOW, keys()).expires_at).toBe(expires_at);
  });
});

describe('a draft from a monitor', () => {
  it('copies vehicle, name and circles but not the times and the load', () => {
    const draft = copyDraft(monitor(), book, NOW, keys());
    expect(draft).toMatchObject({ name: 'LD-48213', load_id: null, starts_at: ago(0), expires_at: null });
    expect(draft.stops.map(({ name }) => name)).toEqual(['Stop 0', 'Stop 1', 'Stop 2', 'Stop 3']);
    expect(draft.stops[1]).toMatchObject({ planned_arrival_at: null, load_stop_sequence: null });
  });

  it('continues with the remaining stops, the next one as origin', () => {
    const departed = monitorStop(1, { arrived_at: ago(HOUR), departed_at: ago(MINUTE) });
    const draft = followOnDraft(
      monitor({
        current_stop_sequence: 2,
        stops: [monitorStop(0), departed, monitorStop(2), monitorStop(3)],
      }),
      book,
      NOW,
      keys(),
    );
    expect(draft.stops.map(({ name }) => name)).toEqual(['Stop 2', 'Stop 3']);
    expect(draft).toMatchObject({ load_id: id(1) });
    expect(draft.stops[0]).toMatchObject({ load_stop_sequence: 2 });
  });

  it('has no circle around the truck from an earlier monitor', () => {
    const begun = monitor({
      current_stop_sequence: 0,
      last_position: { latitude: 37, longitude: -100, occurred_at: ago(MINUTE) },
      stops: [monitorStop(0, { name: 'Start of tracking', around_truck: true }), monitorStop(1)],
    });
    expect(copyDraft(begun, book, NOW, keys()).stops[0]).toMatchObject({ name: '', center: null });
    const { stops } = followOnDraft(begun, book, NOW, keys());
    expect(stops.map(({ name }) => name)).toEqual(['Start of tracking', 'Stop 1']);
    expect(stops[0]).toMatchObject({ center: { latitude: 37, longitude: -100 } });
  });

  it('starts around the truck when only the destination remains', () => {
    const last = monitor({
      current_stop_sequence: 3,
      last_position: { latitude: 37, longitude: -100, occurred_at: ago(MINUTE) },
    });
    const [origin, destination] = followOnDraft(last, book, NOW, keys()).stops;
    expect(destination?.name).toBe('Stop 3');
    expect(origin).toMatchObject({ name: 'Start of tracking', center: { latitude: 37, longitude: -100 } });
    expect(origin?.radius_meters).toBeGreaterThan(1609);
    const draft = followOnDraft(last, book, NOW, keys());
    const result = toCreateRequest({ ...draft, stops: [origin, destination] as typeof draft.stops });
    const sent = result.ok ? result.request.about?.stops : [];
    expect(sent?.map(({ around_truck }) => around_truck)).toEqual([true, undefined]);
    const unknown = followOnDraft({ ...last, last_position: null }, book, NOW, keys());
    expect(unknown.stops[0]).toMatchObject({ center: null });
  });
});

it('accepting all suggestions fills only the suggested stops', () => {
  const draft = draftFromLoad(load({ stops: [planned(0, 'Denver Warehouse', HOUR)] }), book, NOW, keys());
  const key = draft.stops[0]?.key ?? '';
  const next = reduceDraft(draft, {
    type: 'sites',
    sites: { [key]: { site_id: id(701), name: 'Denver Warehouse North', ...DENVER, radius_meters: 800 } },
  });
  expect(next.stops[0]).toMatchObject({ name: 'Denver Warehouse', center: DENVER });
  expect(next.stops[1]).toBe(draft.stops[1]);
});

const three = draft({
  stops: [
    draftStop({ key: 'a', name: 'Yard' }),
    draftStop({ key: 'b', name: 'Pueblo', center: PUEBLO, load_stop_sequence: 1 }),
    draftStop({ key: 'c', center: DENVER }),
  ],
  load_id: id(1),
});

describe('the request of a draft', () => {
  it('has circles of origin and destination, planned stops between them, and our own details', () => {
    const result = toCreateRequest(three);
    expect(result).toMatchObject({ ok: true });
    expect(result.ok && result.request).toMatchObject({
      origin: { ...AMARILLO, radius_meters: 2000 },
      stops: [{ name: 'Pueblo', ...PUEBLO, radius_meters: 2000 }],
      destination: { ...DENVER, radius_meters: 2000 },
      starts_at: ago(-HOUR),
      vehicle_id: id(500),
      name: 'LD-48213',
      about: {
        load_id: id(1),
        stops: [
          { sequence: 0, name: 'Yard' },
          { sequence: 1, name: 'Pueblo', load_stop_sequence: 1 },
          { sequence: 2, name: null },
        ],
      },
    });
  });

  it('omits missing values, so that the service applies its defaults', () => {
    const result = toCreateRequest(draft({ name: '  ', expires_at: null }));
    expect(result.ok && Object.keys(result.request).toSorted()).toEqual([
      'about',
      'destination',
      'origin',
      'starts_at',
      'vehicle_id',
    ]);
  });

  it.each([
    ['vin', { by: 'vin', vin: ' 1m8gdm9axkp042788 ' }, { vin: '1M8GDM9AXKP042788' }],
    [
      'plate',
      {
        by: 'plate',
        license_plate_number: '4KD8812',
        license_plate_region: 'tx',
        license_plate_country: 'usa',
      },
      { license_plate_number: '4KD8812', license_plate_region: 'TX', license_plate_country: 'USA' },
    ],
  ] as const)('identifies the vehicle by its %s only', (_by, vehicle, sent) => {
    const result = toCreateRequest(draft({ vehicle: { ...NO_VEHICLE, vehicle_id: id(500), ...vehicle } }));
    expect(result.ok && result.request).toMatchObject(sent);
    expect(result.ok && result.request).not.toHaveProperty('vehicle_id');
  });

  it('maps each schema error to its field', () => {
    const result = toCreateRequest(
      draft({ stops: [draftStop({ key: 'a', radius_meters: -1 }), draftStop({ key: 'b', center: null })] }),
    );
    const fields = result.ok ? [] : result.issues.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set<FieldName>(['stop:a:radius', 'stop:b:place']));
  });
});

describe('paths of a 422', () => {
  it.each([
    ['body.origin.radius_meters', 'stop:a:radius'],
    ['origin.latitude', 'stop:a:place'],
    ['stops.0.radius_meters', 'stop:b:radius'],
    ['body.stops[0].name', 'stop:b:name'],
    ['/destination/longitude', 'stop:c:place'],
    ['about.stops.2.name', 'stop:c:name'],
    ['$.starts_at', 'starts_at'],
    ['license_plate_region', 'license_plate_region'],
    ['stops.9.name', null],
    ['stops', null],
    ['something.new', null],
    ['', null],
  ])('maps %s to %s', (path, field) => {
    expect(fieldOfPath(path, three)).toBe(field);
  });

  it('identify their stop', () => {
    expect(stopKeyOf('stop:b:radius')).toBe('b');
    expect(stopKeyOf('vin')).toBeNull();
  });
});
