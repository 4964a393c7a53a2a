import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';
import { AMARILLO, DALLAS, NORTHBOUND, ping, RATON, scene } from './testing.ts';

/** Tracks a load that declares a vehicle of this scene. */
function declared(build: (world: ReturnType<typeof scene>) => { id: string }) {
  const world = scene();
  const { id } = build(world);
  return world.tracking.of(world.load({ vehicle_id: id }));
}

const LOCATIONS_KEPT = { scopes: { vehicle: 'read' } } as const;

describe('tracking_health', () => {
  it('is live if the vehicle reported recently', () => {
    const response = declared((w) => w.vehicle(w.fleet()).record);
    expect(response.tracking_health).toBe('live');
    expect(response.last_position).toEqual({ ...RATON, occurred_at: '2026-11-20T11:55:00.000Z' });
  });

  it('becomes stale with the age of the last position, which stays', () => {
    const world = scene();
    const { record } = world.vehicle(world.fleet());
    const load = world.load({ vehicle_id: record.id });
    world.clock.advance(85 * MINUTE);
    expect(world.tracking.of(load).tracking_health).toBe('live');
    world.clock.advance(SECOND);
    expect(world.tracking.of(load)).toMatchObject({
      tracking_health: 'stale',
      last_position: { ...RATON, occurred_at: '2026-11-20T11:55:00.000Z' },
    });
  });

  it('measures staleness in minutes of the wall clock, not of simulated time', () => {
    const world = scene(3600);
    const { record } = world.vehicle(world.fleet());
    world.clock.advance(10 * MINUTE);
    expect(world.tracking.of(world.load({ vehicle_id: record.id })).tracking_health).toBe('live');
  });

  it('is no_signal if a readable vehicle never reported', () => {
    const response = declared((w) => w.vehicle(w.fleet(), []).record);
    expect(response).toMatchObject({ tracking_health: 'no_signal', last_position: null });
    expect(response.vehicle_assignment).not.toBeNull();
  });

  it('is not_shared if the fleet does not share locations, even if the vehicle never reported', () => {
    for (const pings of [NORTHBOUND, []]) {
      const response = declared((w) => w.vehicle(w.fleet(LOCATIONS_KEPT), pings).record);
      expect(response).toMatchObject({ tracking_health: 'not_shared', last_position: null });
      expect(response.vehicle_assignment).toMatchObject({ source: 'declared', agreement: null });
    }
  });

  it('is unassigned if no vehicle qualifies', () => {
    const world = scene();
    world.vehicle(world.fleet());
    expect(world.tracking.of(world.load({ vin: 'NOSUCHVIN' }))).toMatchObject({
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
    });
  });

  it("is unknown if the device's clock is ahead of now", () => {
    const response = declared((w) => w.vehicle(w.fleet(), NORTHBOUND, { clock_ahead: 30 * MINUTE }).record);
    expect(response).toMatchObject({
      tracking_health: 'unknown',
      last_position: { occurred_at: '2026-11-20T12:25:00.000Z' },
    });
  });

  it('is unknown for a position without useful accuracy', () => {
    const response = declared((w) => w.vehicle(w.fleet(), [ping(-MINUTE, RATON, 5000)]).record);
    expect(response.tracking_health).toBe('unknown');
  });
});

describe('share agreements', () => {
  it.each([
    ['not yet effective', { effective_date: '2026-11-20T12:00:01Z' }],
    ['past its end, though its status stays active', { expiration_date: '2026-11-20T12:00:00Z' }],
    ['paused', { status: 'paused' }],
    ['cancelled', { status: 'cancelled' }],
    ['without vehicles', { scopes: { vehicle_location: 'read' } }],
  ] as const)('that are %s show no vehicle', (_what, change) => {
    const response = declared((w) => w.vehicle(w.fleet(change)).record);
    expect(response).toMatchObject({
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
    });
  });

  it('begin and end while the world runs', () => {
    const world = scene();
    const fleet = world.fleet({
      effective_date: world.date(10 * MINUTE),
      expiration_date: world.date(20 * MINUTE),
    });
    const load = world.load({ vehicle_id: world.vehicle(fleet).record.id });
    const seen = [0, 10, 10].map((minutes) => {
      world.clock.advance(minutes * MINUTE);
      return world.tracking.of(load).tracking_health;
    });
    expect(seen).toEqual(['unassigned', 'live', 'unassigned']);
  });

  it('take effect at once when changed manually', () => {
    const world = scene();
    const fleet = world.fleet();
    const load = world.load({ vehicle_id: world.vehicle(fleet).record.id });
    expect(world.tracking.of(load).tracking_health).toBe('live');
    fleet.agreement = { ...fleet.agreement, scopes: { vehicle: 'read' } };
    expect(world.tracking.of(load).tracking_health).toBe('not_shared');
  });
});

describe('declared vehicles', () => {
  it('agree if they are among the strong matches', () => {
    const response = declared((w) => w.vehicle(w.fleet()).record);
    expect(response.vehicle_assignment).toMatchObject({ source: 'declared', agreement: 'agree' });
  });

  it('disagree if another vehicle is the strong match, and keep their own position', () => {
    const response = declared((w) => {
      w.vehicle(w.fleet());
      return w.vehicle(w.fleet(), [ping(-MINUTE, DALLAS)]).record;
    });
    expect(response.vehicle_assignment?.agreement).toBe('disagree');
    expect(response.last_position).toMatchObject(DALLAS);
  });

  it.each([
    ['nothing was seen at the origin', [ping(-MINUTE, RATON)]],
    ['it is still at the origin', NORTHBOUND.slice(0, 3)],
  ])('have no agreement while %s', (_what, pings) => {
    const response = declared((w) => w.vehicle(w.fleet(), pings).record);
    expect(response.vehicle_assignment).toMatchObject({ source: 'declared', agreement: null });
  });

  it('have no agreement if matching does not cover the fleet, whatever other vehicles do', () => {
    const response = declared((w) => {
      w.vehicle(w.fleet());
      return w.vehicle(w.fleet({}, false), [ping(-MINUTE, DALLAS)]).record;
    });
    expect(response.vehicle_assignment?.agreement).toBeNull();
  });

  it('have no agreement if their location is not readable, whatever other vehicles do', () => {
    const response = declared((w) => {
      w.vehicle(w.fleet());
      return w.vehicle(w.fleet(LOCATIONS_KEPT), [ping(-MINUTE, DALLAS)]).record;
    });
    expect(response.vehicle_assignment?.agreement).toBeNull();
  });

  it('are not contradicted by a vehicle with an unreadable location', () => {
    const response = declared((w) => {
      w.vehicle(w.fleet(LOCATIONS_KEPT));
      return w.vehicle(w.fleet(), [ping(-MINUTE, DALLAS)]).record;
    });
    expect(response.vehicle_assignment?.agreement).toBeNull();
  });
});

describe('inferred vehicles', () => {
  it('are assigned from a strong match, without agreement', () => {
    const world = scene();
    const { record } = world.vehicle(world.fleet());
    for (const none of [null, {}])
      expect(world.tracking.of(world.load(none)).vehicle_assignment).toEqual({
        source: 'inferred',
        agreement: null,
        vehicle: record,
      });
  });

  it.each([
    ['nothing was seen at the origin yet', [ping(-MINUTE, RATON)], {}],
    ['the vehicle is still at the origin', NORTHBOUND.slice(0, 3), {}],
    ['it went another way', [...NORTHBOUND.slice(0, 3), ping(-MINUTE, DALLAS)], {}],
    ['it was there half a day too early', NORTHBOUND.map((one) => ({ ...one, at: one.at - 12 * HOUR })), {}],
    ['it left seven hours too early', NORTHBOUND.map((one) => ({ ...one, at: one.at - 7 * HOUR })), {}],
    ['it only drove past the origin', [ping(-4 * HOUR, AMARILLO), ping(-MINUTE, RATON)], {}],
    ['its fleet shares vehicles only', NORTHBOUND, LOCATIONS_KEPT],
    ['its fleet shares locations only', NORTHBOUND, { scopes: { vehicle_location: 'read' } }],
    ['its agreement has ended', NORTHBOUND, { expiration_date: '2026-11-20T11:00:00Z' }],
  ] as const)('do not exist while %s', (_what, pings, agreement) => {
    const world = scene();
    world.vehicle(world.fleet(agreement), pings);
    expect(world.tracking.of(world.load(null))).toMatchObject({
      tracking_health: 'unassigned',
      vehicle_assignment: null,
      last_position: null,
    });
  });

  it('are never from fleets that matching does not cover', () => {
    const world = scene();
    world.vehicle(world.fleet({}, false));
    expect(world.tracking.of(world.load(null)).vehicle_assignment).toBeNull();
  });

  it('stay with the load after delivery, wherever the vehicle goes next', () => {
    const world = scene();
    const delivered = [
      ...NORTHBOUND.slice(0, 3).map((one) => ({ ...one, at: one.at - DAY })),
      ping(-12 * HOUR, { latitude: 39.741, longitude: -104.99 }),
      ping(-MINUTE, DALLAS),
    ];
    const { record } = world.vehicle(world.fleet(), delivered);
    const response = world.tracking.of(world.load(null, -28 * HOUR));
    expect(response.vehicle_assignment?.vehicle.id).toBe(record.id);
    expect(response.last_position).toMatchObject(DALLAS);
  });

  it('are matched around the time of posting if no departure was given', () => {
    const world = scene();
    world.vehicle(world.fleet());
    expect(world.tracking.of(world.load(null, null)).vehicle_assignment?.source).toBe('inferred');
  });

  it('appear as soon as the pings support them', () => {
    const world = scene();
    const later = [...NORTHBOUND.slice(0, 3), ping(10 * MINUTE, RATON)];
    world.vehicle(world.fleet(), later);
    const load = world.load(null);
    expect(world.tracking.of(load).vehicle_assignment).toBeNull();
    world.clock.advance(MINUTE);
    expect(world.tracking.of(load).vehicle_assignment?.source).toBe('inferred');
  });
});
