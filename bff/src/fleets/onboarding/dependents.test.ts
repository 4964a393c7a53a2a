import type { Agreement } from '@waypost/contract/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';
import { describe, expect, it } from 'vitest';
import { id, tracking } from '../../testing/tracking.ts';
import { newEntry } from '../../tracking/board/entry.ts';
import { type AgreementContext, accessPeriodOf, boardAgreements, loadsOfUnknownFleet } from './dependents.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (hours: number) => new Date(NOW + hours * 3600_000).toISOString();

function load(n: number, until: number | null): BoardLoad {
  const { item } = newEntry(id(n), 'person', null, NOW);
  const stop = {
    ...tracking().stops[0],
    sequence: 0,
    id: id(900 + n),
    estimated_arrival_at: until && at(until),
  };
  return { ...item, ...tracking({ load: n }), stops: until === null ? [] : [stop] } as BoardLoad;
}
const agreement = (n: number, more: Partial<Agreement> = {}): Agreement => ({
  id: id(500 + n),
  fleet_id: id(700),
  fleet_ref: 'F',
  status: 'active',
  effective_date: at(-24),
  expiration_date: null,
  ...more,
});
const context = (more: Partial<AgreementContext>): AgreementContext => ({
  agreements: [agreement(1)],
  connections: [],
  loads: [],
  monitors: [],
  fleetOf: () => id(700),
  invitationOf: () => null,
  now: NOW,
  ...more,
});
const one = async (more: Partial<AgreementContext>) => (await boardAgreements(context(more)))[0]?.dependents;

describe('dependents of an agreement', () => {
  it('are at risk when the access ends before them, and listed first', async () => {
    const loads = [load(1, 2), load(2, 10), load(3, null)];
    const monitors = [
      { id: id(50), name: 'm', fleet_id: id(700), vehicle_id: null, starts_at: null, expires_at: at(20) },
    ];
    const shown = await one({ loads, monitors, agreements: [agreement(1, { expiration_date: at(5) })] });
    expect(shown).toMatchObject({
      loads: 3,
      monitors: 1,
      loads_at_risk: 1,
      monitors_at_risk: 1,
      needed_until: at(20),
    });
    expect(shown?.load_list.map(({ load_id }) => load_id)).toEqual([id(2), id(1), id(3)]);
  });

  it('are at no risk when the access ends at the same time, or later, or never', async () => {
    const loads = [load(1, 10)];
    for (const expiration_date of [at(10), at(11), null])
      expect(await one({ loads, agreements: [agreement(1, { expiration_date })] })).toMatchObject({
        loads: 1,
        loads_at_risk: 0,
      });
  });

  it('are at no risk when another agreement of the fleet continues the access', async () => {
    const loads = [load(1, 10)];
    const agreements = [agreement(1, { expiration_date: at(5) }), agreement(2)];
    expect(await one({ loads, agreements })).toMatchObject({ loads_at_risk: 0 });
  });

  it('do not include those covered by another agreement when this one is over', async () => {
    const agreements = [agreement(1, { status: 'cancelled' }), agreement(2)];
    const shown = await boardAgreements(context({ loads: [load(1, 10)], agreements }));
    expect(shown.map(({ dependents }) => dependents.loads)).toEqual([0, 1]);
  });

  it('include loads that have lost their truck since the access ended', async () => {
    const { vehicle_assignment, ...before } = load(1, 10);
    const vehicle = vehicle_assignment?.vehicle ?? { id: id(1) };
    const lost_truck = { vehicle, confirmed: true, seen_at: null, place: null, lost_at: at(0) };
    const loads = [{ ...before, vehicle_assignment: null, lost_truck }];
    const ended = [agreement(1, { expiration_date: at(-1) })];
    expect(await one({ loads, agreements: ended })).toMatchObject({ loads: 1, loads_at_risk: 0 });
  });

  it('leave out loads of unknown fleets, and count them', async () => {
    const parts = { loads: [load(1, 10), load(2, 10)], fleetOf: () => undefined };
    expect(await one(parts)).toMatchObject({ loads: 0 });
    expect(loadsOfUnknownFleet(parts)).toBe(2);
  });
});

describe('another agreement of the fleet', () => {
  const monitors = [
    { id: id(50), name: 'm', fleet_id: id(700), vehicle_id: null, starts_at: at(-1), expires_at: at(20) },
  ];
  const short = agreement(1, {
    expiration_date: at(5),
    scopes: { vehicle: 'read', vehicle_location: 'read' },
  });
  const risks = (other: Partial<Agreement>) =>
    one({ loads: [load(1, 10)], monitors, agreements: [short, agreement(2, other)] });

  it('does not cover what it does not share', async () => {
    for (const scopes of [{ user: 'read' }, { vehicle: 'read' }, {}] as Agreement['scopes'][])
      expect(await risks({ scopes })).toMatchObject({ loads_at_risk: 1, monitors_at_risk: 1 });
    expect(await risks({ scopes: { vehicle_location: 'read' } })).toMatchObject({
      loads_at_risk: 1,
      monitors_at_risk: 0,
    });
  });

  it('leaves at risk what is under way in the gap between the two', async () => {
    expect(await risks({ effective_date: at(6) })).toMatchObject({ loads_at_risk: 1, monitors_at_risk: 1 });
    expect(await risks({ effective_date: at(5) })).toMatchObject({ loads_at_risk: 0, monitors_at_risk: 0 });
  });

  it('covers a load that begins after the gap', async () => {
    const later = load(1, 30);
    const first = { ...later.stops[0], id: id(950), sequence: 0, estimated_arrival_at: at(8) };
    const loads = [{ ...later, stops: [first, ...later.stops] } as BoardLoad];
    const agreements = [short, agreement(2, { effective_date: at(6) })];
    expect(await one({ loads, agreements })).toMatchObject({ loads_at_risk: 0 });
  });

  it("has the fleet's loads as dependents when this one shares no trucks", async () => {
    const agreements = [agreement(1, { scopes: { user: 'read' } }), agreement(2)];
    const shown = await boardAgreements(context({ loads: [load(1, 10)], agreements }));
    expect(shown.map(({ dependents }) => dependents.loads)).toEqual([0, 1]);
  });
});

describe('a load past its estimates', () => {
  const soon = [agreement(1, { expiration_date: at(5) })];
  it('is at risk while it is still under way', async () => {
    expect(await one({ loads: [load(1, -3)], agreements: soon })).toMatchObject({
      loads_at_risk: 1,
      needed_until: at(24),
    });
  });
  it('is at no risk once its monitor has recorded its delivery', async () => {
    const monitor = { monitor_id: id(50), status: 'completed', stops: [] };
    const loads = [{ ...load(1, -3), monitor }];
    expect(await one({ loads, agreements: soon })).toMatchObject({ loads_at_risk: 0, needed_until: at(-3) });
  });
  it('counts as delivered when it has not moved for a day', async () => {
    const motion = { moving: false, bearing_degrees: null, speed_mps: 0, last_moved_at: at(-40) };
    const rested = { ...load(1, -30), motion };
    expect(await one({ loads: [rested], agreements: soon })).toMatchObject({ loads_at_risk: 0 });
    const drove = { ...rested, motion: { ...motion, last_moved_at: at(-1) } };
    expect(await one({ loads: [drove], agreements: soon })).toMatchObject({ loads_at_risk: 1 });
  });
});

it('a load needs access until its last estimate', async () => {
  expect(accessPeriodOf(load(1, 4), NOW)).toEqual({ from: NOW, until: NOW + 4 * 3600_000 });
  expect(accessPeriodOf(load(1, null), NOW)).toBeNull();
});
