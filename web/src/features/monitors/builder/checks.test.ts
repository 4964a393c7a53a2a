import { describe, expect, it } from 'vitest';
import { AMARILLO, DENVER, draft, draftStop, facts, PUEBLO } from '../../../testing/drafts.ts';
import { ago, assignment, HOUR, id, load, MINUTE, NOW } from '../../../testing/loads.ts';
import { checksOf } from './checks.ts';
import type { CheckContext } from './checks-journey.ts';
import { toCreateRequest } from './convert.ts';
import { type Draft, NO_VEHICLE, reduceDraft, type VehicleDraft } from './draft.ts';

const context = (more: Partial<CheckContext> = {}): CheckContext => ({
  now: NOW,
  zone: 'America/Chicago',
  unit: 'mi',
  facts: facts(),
  load: null,
  cities: {},
  behavior: { monitor_stops_in_order: true },
  ...more,
});
const run = (value: Draft, more: Partial<CheckContext> = {}) => checksOf(value, context(more));
const ids = (value: Draft, more: Partial<CheckContext> = {}) =>
  run(value, more).map(({ id, severity }) => `${severity} ${id}`);
const by = (vehicle: Partial<VehicleDraft>) => draft({ vehicle: { ...NO_VEHICLE, ...vehicle } });
const pair = (first: Parameters<typeof draftStop>[0], second: Parameters<typeof draftStop>[0]) =>
  draft({ stops: [draftStop({ key: 'a', ...first }), draftStop({ key: 'b', center: DENVER, ...second })] });
const day = 24 * HOUR;

describe('checks before sending', () => {
  it('find nothing wrong with a good monitor', () => {
    expect(run(draft())).toEqual([]);
  });

  it.each<[string, Draft, readonly string[], RegExp]>([
    ['no vehicle', by({}), ['error vehicle'], /No truck chosen/],
    [
      'an id that is none',
      by({ vehicle_id: '1187' }),
      ['error vehicle'],
      /“1187” does not match a truck yet/,
    ],
    [
      'a short VIN',
      by({ by: 'vin', vin: '1M8GDM9AXKP04278' }),
      ['error vin'],
      /17 characters; this one has 16/,
    ],
    ['an O in a VIN', by({ by: 'vin', vin: '1M8GDM9AXKPO42788' }), ['error vin'], /no letter O/],
    ['a dash in a VIN', by({ by: 'vin', vin: '1M8GDM9-XKP042788' }), ['error vin'], /no “-”/],
    [
      'a wrong check digit',
      by({ by: 'vin', vin: '1M8GDM9A1KP042788' }),
      ['warning vin-check-digit'],
      /check digit/,
    ],
    ['a good VIN', by({ by: 'vin', vin: '1M8GDM9AXKP042788' }), [], /^$/],
    [
      'a third of a plate',
      by({ by: 'plate', license_plate_number: '4KD8812', license_plate_country: '' }),
      ['error license_plate_region', 'error license_plate_country'],
      /number, region and country/,
    ],
    [
      'a region in full',
      by({
        by: 'plate',
        license_plate_number: '4KD8812',
        license_plate_region: 'Texas',
        license_plate_country: 'USA',
      }),
      ['error license_plate_region'],
      /two letters/,
    ],
    [
      'a stop without a circle',
      pair({ center: null, radius_meters: null }, {}),
      ['error place:a'],
      /no circle/,
    ],
    [
      'a place half typed',
      pair({}, { center: null, place_text: 'Amar' }),
      ['error place:b'],
      /“Amar” does not match a place/,
    ],
    ['a radius that is none', pair({ radius_text: 'half' }, {}), ['error radius:a'], /“half” is not valid/],
    [
      'a radius of 4 m',
      pair({ radius_meters: 4 }, {}),
      ['warning radius:a', 'warning rhythm'],
      /not that precise/,
    ],
    ['no start', draft({ starts_at: null }), ['error starts_at'], /start is missing/],
    ['an end before the start', draft({ expires_at: ago(0) }), ['error window'], /ends before it starts/],
    ['an end after 14 days', draft({ expires_at: ago(-15 * day) }), ['error window'], /longer than 14 days/],
    ['an end in the past', draft({ starts_at: ago(4 * day) }), ['error window'], /already over/],
    ['a name of 256 characters', draft({ name: 'x'.repeat(256) }), ['error name'], /maximum is 255/],
    [
      'a subscription that is none',
      draft({ webhook_group_id: 'mine' }),
      ['error webhook_group_id'],
      /not a subscription ID/,
    ],
  ])('%s', (_what, value, expected, words) => {
    const found = run(value);
    expect(found.map(({ id, severity }) => `${severity} ${id}`)).toEqual(expected);
    expect(found.map(({ sentence, reason }) => `${sentence} ${reason}`).join(' ')).toMatch(words);
  });

  it('exactly 14 days are allowed', () => {
    expect(ids(draft({ starts_at: ago(0), expires_at: ago(-14 * day) }))).toEqual([]);
  });

  it('list errors before warnings, each with a reason and a field', () => {
    const found = run(
      draft({ name: 'x'.repeat(300), stops: [draftStop({ key: 'a' }), draftStop({ key: 'b' })] }),
    );
    expect(found.map(({ severity }) => severity)).toEqual(['error', 'warning']);
    for (const { sentence, reason, field } of found) {
      expect(sentence).toMatch(/^.{5,}\.$/);
      expect(reason).toMatch(/^.{5,}\.$/);
      expect(field).not.toBe('');
    }
  });
});

describe('a circle far from the city in the name of its stop', () => {
  const city = (region: string, latitude: number, longitude: number) => ({
    kind: 'city' as const,
    name: 'Columbus',
    region,
    country: 'US',
    latitude,
    longitude,
    population: 900_000,
  });
  const ohio = city('OH', 39.96, -83);
  const indiana = city('IN', 39.2, -85.92);
  const cities = { 'Columbus Dock 4': { city: ohio, same_name: [ohio, indiana] } };
  const at = (place: { latitude: number; longitude: number }, more: Parameters<typeof draftStop>[0] = {}) =>
    run(
      pair(
        {
          name: 'Columbus Dock 4',
          center: { latitude: place.latitude, longitude: place.longitude },
          ...more,
        },
        {},
      ),
      {
        cities,
      },
    ).filter(({ id }) => id === 'far:a');

  it('is warned of with the distance and the city', () => {
    const [warning] = at({ latitude: 41.52, longitude: -90.58 });
    expect(warning?.severity).toBe('warning');
    expect(warning?.sentence).toMatch(/^The circle of .?Columbus Dock 4.? is 4\d\d mi from Columbus, OH\.$/);
  });

  it('is not far in the outskirts, at another city of that name, or as a saved site', () => {
    expect(at({ latitude: 39.7, longitude: -83.2 })).toEqual([]);
    expect(at(indiana)).toEqual([]);
    const site = { site_id: id(700), name: 'Columbus Dock 4', radius_meters: 500, ...DENVER };
    expect(at(DENVER, { site })).toEqual([]);
  });
});

describe('circles in travel order', () => {
  const at = (kilometers: number) => ({
    latitude: AMARILLO.latitude + kilometers / 110.95,
    longitude: AMARILLO.longitude,
  });
  it.each([
    [5, []],
    [3.5, ['warning overlap:b']],
    [0.5, ['warning overlap:b']],
  ])('two of 2 km, %d km apart: %j', (kilometers, expected) => {
    expect(ids(pair({}, { center: at(kilometers) }))).toEqual(expected);
  });
  it('state the overlap', () => {
    expect(run(pair({}, { center: at(3) }), { unit: 'km' })[0]?.sentence).toMatch(/overlap by 1 km/);
    expect(run(pair({ radius_meters: 9000 }, { center: at(3) }))[0]?.sentence).toMatch(/overlap completely/);
  });
  it('ignore stops that are not consecutive: out and back is a valid trip', () => {
    const back = draft({
      stops: [draftStop({ key: 'a' }), draftStop({ key: 'b', center: DENVER }), draftStop({ key: 'c' })],
    });
    expect(ids(back)).toEqual([]);
  });
});

describe('checks of the truck', () => {
  const past = { starts_at: ago(HOUR) };
  it('warn about a truck parked at the origin when tracking starts in the past', () => {
    const here = facts({ last_position: { ...AMARILLO, occurred_at: ago(3 * MINUTE) } });
    expect(ids(draft(past), { facts: here })).toEqual(['warning parked']);
    expect(ids(draft({ starts_at: ago(-HOUR) }), { facts: here })).toEqual([]);
    expect(ids(draft(past))).toEqual([]);
  });

  it('require that the center of a city is drawn as a dock or confirmed, and send it as what it is', () => {
    const city = pair({}, { name: 'Atlanta Cross-dock 7', place_name: 'Atlanta, GA', city: 'unconfirmed' });
    const [check] = run(city);
    expect(check).toMatchObject({
      id: 'city:b',
      severity: 'error',
      sentence: expect.stringMatching(/Atlanta Cross-dock 7.* is only the city center of Atlanta, GA/),
    });
    const confirmed = check?.fix ? reduceDraft(city, check.fix.action) : city;
    expect(ids(confirmed)).toEqual(['warning city:b']);
    expect(toCreateRequest(confirmed)).toMatchObject({
      ok: true,
      request: { about: { stops: [{}, { name: 'Atlanta Cross-dock 7', city_center: 'Atlanta, GA' }] } },
    });
  });

  it("warn about circles smaller than the distance between two pings, by the truck's ping rate", () => {
    const slow = run(draft(), { facts: facts({ rhythm_seconds: 300 }) });
    expect(slow.map(({ id }) => id)).toEqual(['rhythm']);
    expect(`${slow[0]?.sentence} ${slow[0]?.reason}`).toMatch(/\(5 mi\).*every 5 min/);
    expect(ids(pair({ radius_meters: 900 }, {}), { facts: facts({ rhythm_seconds: 30 }) })).toEqual([]);
    expect(run(pair({ radius_meters: 900 }, {}), { facts: null })[0]?.reason).toMatch(/ping rate is unknown/);
  });

  it.each([
    ['no', ['warning not-shared']],
    ['unknown', []],
    ['yes', []],
  ] as const)('location shared: %s', (location_shared, expected) => {
    expect(ids(draft(), { facts: facts({ location_shared }) })).toEqual(expected);
  });

  it('access that ends before the watch', () => {
    expect(ids(draft(), { facts: facts({ location_shared_until: ago(-day) }) })).toEqual([
      'warning shared-until',
    ]);
    expect(ids(draft(), { facts: facts({ location_shared_until: ago(-10 * day) }) })).toEqual([]);
  });

  it('warn about a monitor at the same time, but not about an earlier one', () => {
    const other = { id: id(9), name: 'LD-1', starts_at: ago(day), expires_at: ago(-day) };
    expect(run(draft(), { facts: facts({ monitors: [other] }) })[0]?.sentence).toMatch(
      /“LD-1”, until Nov 21/,
    );
    expect(ids(draft(), { facts: facts({ monitors: [{ ...other, expires_at: ago(0) }] }) })).toEqual([]);
  });

  it('warn about a possible wrong truck', () => {
    const loads = [{ load_id: id(1), load_ref: 'LD-48213', agreement: 'disagree' }];
    expect(run(draft(), { facts: facts({ loads }) })[0]?.sentence).toMatch(
      /Possible wrong truck: .+ carries .?LD-48213/,
    );
    expect(ids(draft(), { facts: facts({ loads: [{ ...loads[0], agreement: null } as never] }) })).toEqual(
      [],
    );
  });

  describe('of a truck in doubt', () => {
    const assigned = { vehicle_assignment: assignment() };
    const vehicle_id = assigned.vehicle_assignment.vehicle.id;
    const mine = draft({ load_id: id(1), vehicle: { ...NO_VEHICLE, vehicle_id } });
    const sameTruck = load({
      ...assigned,
      same_truck_loads: [{ load_id: id(2), load_ref: 'LD-40567' }],
    });

    it('warn that times may belong to the other load of the truck, and link the reason', () => {
      expect(run(mine, { load: sameTruck })).toMatchObject([
        {
          severity: 'warning',
          sentence: expect.stringMatching(/This truck is in doubt: times from it may belong to .?LD-40567/),
          why: id(1),
        },
      ]);
    });

    it('warn although nothing else is known of the truck', () => {
      expect(ids(mine, { load: sameTruck, facts: null })).toContain('warning same-truck');
    });

    it('warn when the service has changed the truck of the load lately', () => {
      const changed = (vehicle_changed_at: string) => load({ ...assigned, vehicle_changed_at });
      expect(ids(mine, { load: changed(ago(HOUR)) })).toEqual(['warning vehicle-changed-lately']);
      expect(ids(mine, { load: changed(ago(day)) })).toEqual([]);
    });

    it('warn once, of the worst reason', () => {
      const loads = [{ load_id: id(1), load_ref: 'LD-48213', agreement: 'disagree' }];
      expect(ids(mine, { load: sameTruck, facts: facts({ loads }) })).toEqual(['warning disagree']);
    });

    it('do not warn when the monitor is for another truck', () => {
      const other = draft({ load_id: id(1), vehicle: { ...NO_VEHICLE, vehicle_id: id(777) } });
      expect(ids(other, { load: sameTruck })).not.toContain('warning same-truck');
    });
  });

  it('warn about an origin that the truck has left', () => {
    const departed = pair({ planned_departure_at: ago(2 * HOUR) }, {});
    // An error until it is confirmed: one click would create a monitor that cannot work.
    expect(ids(departed)).toEqual(['error origin-behind']);
    expect(ids(reduceDraft(departed, { type: 'start_at_origin' }))).toEqual(['warning origin-behind']);
    expect(ids(departed, { behavior: { monitor_stops_in_order: false } })).toEqual([]);
    expect(ids(pair({ planned_departure_at: ago(-2 * HOUR) }, {}))).toEqual([]);
    const arrived = facts({ last_position: { ...DENVER, occurred_at: ago(MINUTE) } });
    const via = draft({
      stops: [
        draftStop({ key: 'a' }),
        draftStop({ key: 'b', center: DENVER, name: 'Denver Warehouse' }),
        draftStop({ key: 'c', center: PUEBLO }),
      ],
    });
    expect(run(via, { facts: arrived })[0]?.sentence).toMatch(/already at Denver Warehouse/);
    expect(run(via, { facts: arrived })[0]?.reason).toMatch(
      /^We assume stops are tracked in order.*next stop/,
    );
  });

  it('say that a monitor comes too late when the truck is at the last stop or past it, and name no next stop', () => {
    const arrived = facts({ last_position: { ...DENVER, occurred_at: ago(MINUTE) } });
    const [at] = run(draft({ load_id: id(1) }), { facts: arrived, load: load({}) });
    expect(at).toMatchObject({ id: 'origin-behind', fix: { label: 'Create it anyway' }, why: id(1) });
    expect(at?.sentence).toMatch(/^Too late for a monitor: the truck is already at the last stop, Denver W/);
    expect(at?.reason).toMatch(/record nothing \(.*\); at most the departure from here/);
    expect(at?.reason).not.toMatch(/next stop/);
    const gone = load({
      leaving: { reason: 'left_destination', since: ago(HOUR), at: ago(-HOUR), next_load: null },
    });
    const [past] = run(pair({ planned_departure_at: ago(2 * HOUR) }, {}), { load: gone });
    expect(past?.sentence).toMatch(/already past the last stop/);
  });

  it('name no next stop where the truck is too close to the last one for a circle of its own', () => {
    const near = facts({
      last_position: {
        latitude: DENVER.latitude + 0.03,
        longitude: DENVER.longitude,
        occurred_at: ago(MINUTE),
      },
    });
    const [check] = run(pair({ planned_departure_at: ago(2 * HOUR) }, {}), { facts: near });
    expect(check?.fix?.label).toBe('Start at the origin anyway');
    expect(check?.reason).not.toMatch(/next stop/);
  });

  it('offer to start at the next stop, and around the truck when only the destination remains', () => {
    const departed = pair({ planned_departure_at: ago(2 * HOUR) }, {});
    const fixOf = (value: Draft) => {
      const fix = run(value).find(({ id }) => id === 'origin-behind')?.fix;
      return fix && { label: fix.label, draft: reduceDraft(value, fix.action) };
    };
    const [origin, destination] = departed.stops;
    const fixed = fixOf(departed);
    expect(fixed?.label).toBe('Start at stop 2');
    expect(fixed?.draft.stops).toEqual([
      expect.objectContaining({ name: 'Start of tracking', center: { latitude: 36.5, longitude: -102.5 } }),
      destination,
    ]);
    const middle = draftStop({ key: 'm', center: PUEBLO });
    const three = draft({ stops: [origin, middle, destination].filter((one) => one !== undefined) });
    expect(fixOf(three)?.draft.stops).toEqual([middle, destination]);
    expect(fixed && ids(fixed.draft)).toEqual([]);
  });

  it.each([
    ['on its way to the last stop', { latitude: 36.5, longitude: -102.5 }, NOW],
    ['at a stop, before it departs from there', PUEBLO, NOW + 15 * MINUTE],
  ])('offer a start with the truck %s that needs no other time', (_where, at, starts) => {
    const truck = facts({ last_position: { ...at, occurred_at: ago(MINUTE) } });
    const stops = [
      draftStop({ key: 'a', planned_departure_at: ago(2 * HOUR) }),
      ...(at === PUEBLO ? [draftStop({ key: 'm', center: PUEBLO })] : []),
      draftStop({ key: 'b', center: DENVER }),
    ];
    const begun = draft({ stops, starts_at: ago(HOUR) });
    const fix = run(begun, { facts: truck }).find(({ id }) => id === 'origin-behind')?.fix;
    const fixed = fix ? reduceDraft(begun, fix.action) : begun;
    expect(fixed.starts_at).toBe(new Date(starts).toISOString());
    expect(ids(fixed, { facts: truck })).toEqual([]);
  });

  it('warn about a load with another truck and offer to use that truck', () => {
    const other = { ...assignment().vehicle, id: id(501), vehicle_name: 'Unit 7' };
    const now = load({ vehicle_assignment: assignment({ vehicle: other }) });
    const [check] = run(draft({ load_id: id(1) }), { load: now });
    expect(check).toMatchObject({ id: 'vehicle-changed', fix: { label: 'Use Unit 7' } });
    const fixed = check?.fix && reduceDraft(draft({ load_id: id(1) }), check.fix.action);
    expect(fixed?.vehicle).toMatchObject({ vehicle_id: id(501), vehicle_name: 'Unit 7' });
  });
});

describe('the start of tracking', () => {
  const starting = (minutes: number) => ({
    ...pair({ planned_arrival_at: ago(-2 * HOUR), center: AMARILLO }, {}),
    starts_at: ago(-minutes * MINUTE),
  });
  const away = { facts: facts({ last_position: { ...DENVER, occurred_at: ago(MINUTE) } }) };
  const starts = (minutes: number, more: Partial<CheckContext> = away) =>
    ids(starting(minutes), more).includes('warning after-origin');

  it('is flagged after the planned arrival at the origin, with a fix', () => {
    expect(starts(180)).toBe(true);
    expect(starts(60)).toBe(false);
    const check = run(starting(180), away).find(({ id }) => id === 'after-origin');
    const fixed = check?.fix && reduceDraft(starting(180), check.fix.action);
    expect(fixed?.starts_at).toBe(ago(-HOUR));
  });
  it('is left close to dispatch for a truck that is at the origin already', () => {
    expect(starts(180, { facts: facts({ last_position: { ...AMARILLO, occurred_at: ago(MINUTE) } }) })).toBe(
      false,
    );
  });
});

describe('the end of tracking', () => {
  const planned = (days: number) => pair({}, { planned_arrival_at: ago(-days * day) });
  it('is flagged before the last estimate, with a fix', () => {
    const late = planned(5);
    const [check] = run(late);
    expect(check).toMatchObject({ id: 'before-last', severity: 'warning', field: 'expires_at' });
    const fixed = check?.fix && reduceDraft(late, check.fix.action);
    expect(fixed?.expires_at).toBe(ago(-6 * day));
    expect(ids(planned(2))).toEqual([]);
  });
  it('is never proposed later than the service accepts', () => {
    const far = planned(13.9);
    const [check] = run(far);
    const fixed = check?.fix && reduceDraft(far, check.fix.action);
    expect(fixed && ids(fixed)).toEqual([]);
    expect(run(planned(20))[0]).toMatchObject({ id: 'before-last', field: 'starts_at' });
    expect(run(planned(20))[0]).not.toHaveProperty('fix');
  });
});
