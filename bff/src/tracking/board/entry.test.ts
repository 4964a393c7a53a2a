import type { LoadTracking } from '@waypost/contract/loads';
import { assignment, id, load, MINUTE } from '@waypost/triage/testing/loads';
import { describe, expect, it } from 'vitest';
import { applyAnswer, newEntry } from './entry.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const at = (minutes: number) => new Date(START + minutes * MINUTE).toISOString();

/** Reads as (minute of the read, minute of the position). */
function readAt(...reads: readonly (readonly [read: number, position: number])[]) {
  const entry = newEntry(load().load_id, 'person', null, START);
  for (const [minute, position] of reads) {
    const tracking = {
      ...load(),
      vehicle_assignment: assignment(),
      last_position: { latitude: 35, longitude: -101 - position / 100, occurred_at: at(position) },
    } as LoadTracking;
    applyAnswer(entry, tracking, null, START + minute * MINUTE, { placeOf: () => null });
  }
  return entry.item.pings_delayed;
}

it('a new position from well before the last read was sent late', () => {
  expect(readAt([0, -150], [2, -120])).toEqual({ seconds: 122 * 60, at: at(2) });
});

it.each([
  ['the first one', [[0, -120]]],
  [
    'one that is not new',
    [
      [0, -120],
      [2, -120],
    ],
  ],
  [
    'one after a long time without reads',
    [
      [0, -150],
      [120, 100],
    ],
  ],
  [
    'one that follows in time after a late one',
    [
      [0, -150],
      [2, -120],
      [4, 3],
    ],
  ],
] as const)('%s was not', (_what, reads) => {
  expect(readAt(...reads) ?? null).toBeNull();
});

describe('a load whose truck is no longer matched', () => {
  const FLEET = { fleet_id: id(9), name: 'Redwater Motor Lines', fleet_ref: 'R-9' };
  const AMARILLO = {
    name: 'Amarillo',
    region: 'TX',
    country: 'US',
    distance_meters: 0,
    direction: null,
  } as const;
  const NONE = { tracking_health: 'unassigned', vehicle_assignment: null, last_position: null } as const;

  function read(...answers: readonly Partial<LoadTracking>[]) {
    const entry = newEntry(load().load_id, 'person', null, START);
    const facts = {
      placeOf: () => AMARILLO,
      fleetOf: (vehicle: string) => (vehicle === assignment().vehicle.id ? FLEET : null),
    };
    answers.forEach((answer, minute) => {
      const position = { latitude: 35, longitude: -101, occurred_at: at(minute - 1) };
      const tracking = { ...load(), last_position: position, ...answer } as LoadTracking;
      applyAnswer(entry, tracking, null, START + minute * MINUTE, facts);
    });
    return entry.item;
  }

  it('keeps what was last known of it, and its fleet', () => {
    const item = read({}, NONE, NONE);
    expect(item.lost_truck).toEqual({
      vehicle: assignment().vehicle,
      confirmed: true,
      seen_at: at(-1),
      place: AMARILLO,
      lost_at: at(1),
    });
    expect(item.fleet).toEqual(FLEET);
  });

  it('has nothing of the kind without an earlier truck, and once a truck is back', () => {
    expect(read(NONE)).toMatchObject({ lost_truck: null, fleet: null });
    expect(read({}, NONE, {})).toMatchObject({ lost_truck: null, fleet: FLEET });
  });
});
