import type { LoadTracking } from '@waypost/contract/loads';
import { assignment, load, MINUTE } from '@waypost/triage/testing/loads';
import { expect, it } from 'vitest';
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
