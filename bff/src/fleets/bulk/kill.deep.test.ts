/** Small version of `pnpm soak:bulk`. */
import { expect, it } from 'vitest';
import { bulkRun } from '../../../soak/bulk-run.ts';
import { sized } from '../../testing/deep.ts';

it('a job resumes after each kill: every valid row is one invitation, every invalid one has a reason', async () => {
  const [good, bad, kills] = sized([16, 4, 1], [90, 10, 4]);
  const result = await bulkRun({ rows: good + bad, bad, kills, rateLimit: 12 });
  expect(result).toMatchObject({
    state: 'done',
    start_failures: [],
    counts: { done: good, invalid: bad, unknown: 0, failed: 0 },
    at_service: good,
    twice: [],
    bad_explained: bad,
    done_but_missing: 0,
    again_would_create: 0,
  });
  expect(result.done_at_kills).toHaveLength(kills);
}, 120_000);
