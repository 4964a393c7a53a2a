/** Must show 2 of onboarding, in small: the full numbers are `pnpm soak:bulk`. */
import { expect, it } from 'vitest';
import { bulkRun } from '../../soak/bulk-run.ts';

it('a job goes on after each kill: every good row is one invitation, every bad one says why it is none', async () => {
  const result = await bulkRun({ rows: 40, bad: 4, kills: 2, rateLimit: 12 });
  expect(result).toMatchObject({
    state: 'done',
    start_failures: [],
    counts: { done: 36, invalid: 4, unknown: 0, failed: 0 },
    at_service: 36,
    twice: [],
    bad_explained: 4,
    done_but_missing: 0,
    again_would_create: 0,
  });
  expect(result.done_at_kills).toHaveLength(2);
}, 120_000);
