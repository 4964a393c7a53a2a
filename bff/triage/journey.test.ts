import { describe, expect, it } from 'vitest';
import { type JourneyStop, journeyOf, lateBy } from './journey.ts';
import { ago, HOUR, MINUTE, NOW } from './testing/loads.ts';
import { journeyStops, monitor, monitorStop } from './testing/monitors.ts';

const stops = (...times: readonly (readonly [arrived: number | null, departed: number | null])[]) =>
  times.map(([arrived, departed], sequence) =>
    monitorStop({
      sequence,
      arrived_at: arrived === null ? null : ago(arrived * HOUR),
      departed_at: departed === null ? null : ago(departed * HOUR),
    }),
  );
const at = (it: ReturnType<typeof journeyOf>) => [
  it.kind,
  it.stop?.sequence ?? null,
  it.next?.sequence ?? null,
];
const journey = (
  of: ReturnType<typeof stops>,
  status = 'active',
  current_stop_sequence: number | null = null,
) => at(journeyOf({ stops: of, status, current_stop_sequence }));

describe('progress of a monitored journey', () => {
  it('does not count the circle around the truck where tracking began as a stop', () => {
    const from = (of: ReturnType<typeof stops>) =>
      of.map((stop, n) => (n === 0 ? { ...stop, around_truck: true as const } : stop));
    expect(journey(from(stops([null, null], [null, null])))).toEqual(['not_begun', null, 1]);
    expect(journey(from(stops([1, null], [null, null])))).toEqual(['on_the_way', 0, 1]);
    expect(journey(from(stops([3, 2], [1, null])))).toEqual(['at_stop', 1, null]);
  });

  it.each([
    [
      'nothing observed yet',
      [
        [null, null],
        [null, null],
      ],
      ['not_begun', null, 0],
    ],
    [
      'inside the origin',
      [
        [2, null],
        [null, null],
      ],
      ['at_stop', 0, 1],
    ],
    [
      'left the origin',
      [
        [2, 1],
        [null, null],
      ],
      ['on_the_way', 0, 1],
    ],
    [
      'at the last stop',
      [
        [3, 2],
        [1, null],
      ],
      ['at_stop', 1, null],
    ],
    [
      'left the last stop',
      [
        [3, 2],
        [1, 0],
      ],
      ['done', 1, null],
    ],
    [
      'a stop without times before one with them',
      [
        [4, 3],
        [null, null],
        [1, null],
        [null, null],
      ],
      ['at_stop', 2, 3],
    ],
    [
      'a departure without arrival',
      [
        [4, 3],
        [null, 1],
        [null, null],
      ],
      ['on_the_way', 1, 2],
    ],
  ] as const)('%s', (_how, times, expected) => {
    expect(journey(stops(...times))).toEqual(expected);
  });

  it('trusts the service when it watches a later stop than its times show', () => {
    expect(journey(stops([4, 3], [null, null], [null, null]), 'active', 2)).toEqual(['on_the_way', 0, 2]);
    // Watching the next stop does not prove that this one was left.
    expect(journey(stops([4, null], [null, null]), 'active', 1)).toEqual(['at_stop', 0, 1]);
  });

  it('is at no stop when it is no longer monitored', () => {
    expect(journey(stops([2, null], [null, null]), 'cancelled')).toEqual(['ended', 0, 1]);
    expect(journey(stops([2, null], [null, null]), 'a value nobody knows')[0]).toBe('ended');
    expect(journey(stops([2, 1], [null, null]), 'completed')[0]).toBe('done');
  });

  it('is late when the next arrival is more than 15 minutes overdue', () => {
    const due = (ms: number) =>
      journeyOf(
        monitor({
          stops: journeyStops().map((stop) =>
            stop.sequence === 1 ? { ...stop, planned_arrival_at: ago(ms) } : stop,
          ),
        }),
      );
    expect(lateBy(due(20 * MINUTE), NOW)).toBe(20 * MINUTE);
    expect(lateBy(due(14 * MINUTE), NOW)).toBeNull();
    expect(lateBy(due(-HOUR), NOW)).toBeNull();
    expect(lateBy({ ...due(HOUR), kind: 'ended' }, NOW)).toBeNull();
  });

  it('is not late for its first stop if monitoring began after the planned time', () => {
    const begun = stops([null, null], [null, null]).map((one) => ({ ...one, planned_arrival_at: ago(HOUR) }));
    const it = journeyOf({ status: 'active', stops: begun });
    expect(lateBy(it, NOW, ago(2 * HOUR))).toBe(HOUR);
    expect(lateBy(it, NOW, ago(MINUTE))).toBeNull();
    expect(lateBy(it, NOW)).toBeNull();
  });

  it('is not late for a stop planned before monitoring began around the truck or at a later stop', () => {
    const planned = stops([null, null], [null, null]).map((one) => ({
      ...one,
      planned_arrival_at: ago(HOUR),
    }));
    const [first, ...others] = planned;
    const around = {
      ...first,
      arrived_at: ago(MINUTE),
      departed_at: ago(MINUTE),
      around_truck: true,
    } as const;
    for (const it of [
      journeyOf({ status: 'active', stops: [around as JourneyStop, ...others] }),
      journeyOf({ status: 'active', stops: planned, current_stop_sequence: 1 }),
    ]) {
      expect(it).toMatchObject({ kind: 'on_the_way', next: { sequence: 1 } });
      expect(lateBy(it, NOW, ago(2 * HOUR))).toBe(HOUR);
      expect(lateBy(it, NOW, ago(MINUTE))).toBeNull();
    }
  });
});
