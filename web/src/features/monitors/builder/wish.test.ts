import { describe, expect, it } from 'vitest';
import { ago, HOUR, id } from '../../../testing/loads.ts';
import { NO_VEHICLE } from './draft.ts';
import { type FieldName, fieldOfPath, stopKeyOf } from './fields.ts';
import { AMARILLO, DENVER, draft, draftStop, PUEBLO } from './testing.ts';
import { toWish } from './wish.ts';

const three = draft({
  stops: [
    draftStop({ key: 'a', name: 'Yard' }),
    draftStop({ key: 'b', name: 'Pueblo', center: PUEBLO, load_stop_sequence: 1 }),
    draftStop({ key: 'c', center: DENVER }),
  ],
  load_id: id(1),
});

describe('the draft as it is sent', () => {
  it('has circles of origin and destination, planned stops between, and what stays here', () => {
    const made = toWish(three);
    expect(made).toMatchObject({ ok: true });
    expect(made.ok && made.wish).toMatchObject({
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

  it('leaves out what was not given: the service then takes its defaults', () => {
    const made = toWish(draft({ name: '  ', expires_at: null }));
    expect(made.ok && Object.keys(made.wish).toSorted()).toEqual([
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
  ] as const)('names the vehicle by its %s alone', (_by, vehicle, sent) => {
    const made = toWish(draft({ vehicle: { ...NO_VEHICLE, vehicle_id: id(500), ...vehicle } }));
    expect(made.ok && made.wish).toMatchObject(sent);
    expect(made.ok && made.wish).not.toHaveProperty('vehicle_id');
  });

  it('shows each error of the schema on its field', () => {
    const made = toWish(
      draft({ stops: [draftStop({ key: 'a', radius_meters: -1 }), draftStop({ key: 'b', center: null })] }),
    );
    const fields = made.ok ? [] : made.issues.map(({ field }) => field);
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
  ])('%s is %s', (path, field) => {
    expect(fieldOfPath(path, three)).toBe(field);
  });

  it('know the stop that they belong to', () => {
    expect(stopKeyOf('stop:b:radius')).toBe('b');
    expect(stopKeyOf('vin')).toBeNull();
  });
});
