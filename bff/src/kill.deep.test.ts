/** Kills the real process; the long version is `pnpm soak:kill`. */
import { expect, it } from 'vitest';
import { killRun } from '../soak/kill-run.ts';
import { sized } from './testing/deep.ts';

it('after kills no acknowledged delivery is lost, nothing is created twice, and every start succeeds', async () => {
  const result = await killRun({ kills: sized(2, 10), seed: 3 });
  expect(result.acknowledged).toBeGreaterThan(0);
  // How many fit between two kills depends on the machine.
  expect(result.requests).toBeGreaterThan(0);
  expect(result).toMatchObject({
    start_failures: [],
    acknowledged_lost: 0,
    duplicates_unmarked: 0,
    deliveries_left: 0,
    unexpected_answers: 0,
    created_twice: [],
    done_but_missing: [],
    failed_but_there: [],
    unknown_but_there: [],
    still_sending: 0,
  });
}, 180_000);
