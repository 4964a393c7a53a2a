/** The real process, killed while events come; the long version is `pnpm soak:monitors`. */
import { expect, it } from 'vitest';
import { monitorRun } from '../../soak/monitor-run.ts';

it('300 events shuffled, up to three times each, with two kills: every monitor is as after each once and in order', async () => {
  const result = await monitorRun({ monitors: 30, kills: 2, seed: 7 });
  expect(result.deliveries).toBeGreaterThan(result.events);
  expect(result.duplicates_marked).toBeGreaterThan(0);
  expect(result).toMatchObject({ events: 300, start_failures: [], left: 0, unlike_in_order: [], untrue: [] });
}, 180_000);
