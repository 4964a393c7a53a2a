import { factsOf } from '@waypost/triage/facts';
import { expect, it } from 'vitest';
import { id, list, load, NOW, stop } from '../testing/loads.ts';
import { shareText } from './shared-text.ts';
import { LoadStore } from './store.ts';

it('shares text between loads without changing a value, and lets other work run in between', async () => {
  const store = new LoadStore({ derive: factsOf, now: () => NOW, schedule: (flush) => flush() });
  const arrival = { from: 'a', likely: 'b', to: 'c' };
  const loads = Array.from({ length: 1200 }, (_, n) =>
    load({
      load_id: id(n),
      stops: [
        stop({ name: n % 2 ? 'Fresno' : null, estimated_arrival_at: `2026-11-20T1${n % 9}:00:00.000Z` }),
      ],
      fleet: n % 3 ? { fleet_id: id(n % 5), name: `Fleet ${n % 5}`, fleet_ref: null } : null,
      stop_zones: n % 4 ? { 0: 'America/Denver' } : null,
      predicted_arrivals: (n % 2 ? [{ ...arrival, stop_sequence: 0 }] : []) as never,
    }),
  );
  const before = JSON.stringify(loads);
  store.replaceAll(list(loads));
  let pauses = 0;
  await shareText(store, async () => {
    pauses += 1;
    // A load may leave at any time.
    if (pauses === 1) store.remove(id(1199));
  });
  expect(pauses).toBe(2);
  expect(JSON.stringify(loads)).toBe(before);
  expect(store.size).toBe(1199);
});
