import type { Agreement } from '@waypost/contract/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';
import { describe, expect, it } from 'vitest';
import { newEntry } from '../board/entry.ts';
import { id, tracking } from '../testing/tracking.ts';
import { type Around, boardAgreements, loadsOfUnknownFleet, untilOf } from './dependents.ts';

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
const around = (more: Partial<Around>): Around => ({
  agreements: [agreement(1)],
  connections: [],
  loads: [],
  monitors: [],
  fleetOf: () => id(700),
  invitationOf: () => null,
  now: NOW,
  ...more,
});
const one = (more: Partial<Around>) => boardAgreements(around(more))[0]?.dependents;

describe('what depends on an agreement', () => {
  it('is at risk when the access ends before it, those first', () => {
    const loads = [load(1, 2), load(2, 10), load(3, null)];
    const monitors = [{ id: id(50), name: 'm', fleet_id: id(700), vehicle_id: null, expires_at: at(20) }];
    const told = one({ loads, monitors, agreements: [agreement(1, { expiration_date: at(5) })] });
    expect(told).toMatchObject({
      loads: 3,
      monitors: 1,
      loads_at_risk: 1,
      monitors_at_risk: 1,
      needed_until: at(20),
    });
    expect(told?.load_list.map(({ load_id }) => load_id)).toEqual([id(2), id(1), id(3)]);
  });

  it('is at no risk when the access ends at that very instant, or later, or never', () => {
    const loads = [load(1, 10)];
    for (const expiration_date of [at(10), at(11), null])
      expect(one({ loads, agreements: [agreement(1, { expiration_date })] })).toMatchObject({
        loads: 1,
        loads_at_risk: 0,
      });
  });

  it('is at no risk when another agreement of the fleet carries it on', () => {
    const loads = [load(1, 10)];
    const agreements = [agreement(1, { expiration_date: at(5) }), agreement(2)];
    expect(one({ loads, agreements })).toMatchObject({ loads_at_risk: 0 });
  });

  it('does not hang on an agreement that is over while another one lives', () => {
    const agreements = [agreement(1, { status: 'cancelled' }), agreement(2)];
    const told = boardAgreements(around({ loads: [load(1, 10)], agreements }));
    expect(told.map(({ dependents }) => dependents.loads)).toEqual([0, 1]);
  });

  it('leaves out loads whose fleet is not known, and counts them', () => {
    const parts = { loads: [load(1, 10), load(2, 10)], fleetOf: () => undefined };
    expect(one(parts)).toMatchObject({ loads: 0 });
    expect(loadsOfUnknownFleet(parts)).toBe(2);
  });
});

it('a load is watched until its last estimate', () => {
  expect(untilOf(load(1, 4))).toBe(at(4));
  expect(untilOf(load(1, null))).toBeNull();
});
