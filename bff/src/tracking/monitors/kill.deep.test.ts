/** The real process, killed while events arrive; the long version is `pnpm soak:monitors`. */
import { expect, it } from 'vitest';
import { monitorRun } from '../../../soak/monitor-run.ts';
import { sized } from '../../testing/deep.ts';

it('shuffled and repeated events, with kills in between, lead to the same monitors as ordered ones', async () => {
  const monitors = sized(8, 60);
  const result = await monitorRun({ monitors, kills: sized(1, 4), seed: 7 });
  expect(result.deliveries).toBeGreaterThan(result.events);
  expect(result.duplicates_marked).toBeGreaterThan(0);
  expect(result).toMatchObject({
    events: monitors * 10,
    start_failures: [],
    left: 0,
    different_from_ordered: [],
    untrue: [],
  });
}, 180_000);
