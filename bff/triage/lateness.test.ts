import { expect, it } from 'vitest';
import { factsOf } from './facts.ts';
import { latenessAt } from './lateness.ts';
import { ago, HOUR, load, MINUTE, NOW, stop } from './testing/loads.ts';
import { journeyStops, loadMonitor, monitor } from './testing/monitors.ts';
import { LATE_ARRIVAL } from './testing/states.ts';

const CONTEXT = { now: NOW, outage: false };
const LATE = {
  ...LATE_ARRIVAL,
  stop_sequence: 1,
  from: ago(-5 * HOUR),
  likely: ago(-6 * HOUR),
  to: ago(-8 * HOUR),
};

/** Its monitor expects it since 20 minutes; our estimate says five to eight hours from now. */
function lateByMonitor(predicted: boolean) {
  const stops = journeyStops().map((item) =>
    item.sequence === 1 ? { ...item, planned_arrival_at: ago(20 * MINUTE), load_stop_sequence: 1 } : item,
  );
  return load({
    stops: [stop({ sequence: 1, estimated_arrival_at: ago(20 * MINUTE) })],
    monitor: loadMonitor(monitor({ stops })),
    predicted_arrivals: predicted ? [LATE] : [],
  });
}

it('a monitored truck whose appointment has passed stays as late as we expect it to be', () => {
  expect(latenessAt(lateByMonitor(true), NOW)).toMatchObject({
    by: 'estimate',
    from_ms: 5 * HOUR + 20 * MINUTE,
    to_ms: 8 * HOUR + 20 * MINUTE,
  });
  const [known, expected] = [lateByMonitor(false), lateByMonitor(true)].map((one) => factsOf(one, CONTEXT));
  expect([known?.cause, expected?.cause]).toEqual(['late', 'late']);
  expect(expected?.score.severity).toBeGreaterThan(known?.score.severity ?? 100);
});
