import { expect, it } from 'vitest';
import { ServiceError } from './errors.ts';
import { pagesWithRetry } from './pages.ts';

it('a list without a token waits until the token endpoint may be called again', async () => {
  const pauses: number[] = [];
  let calls = 0;
  const pages = pagesWithRetry({
    signal: new AbortController().signal,
    pause: async (ms) => {
      pauses.push(ms);
    },
    call: async () => {
      calls += 1;
      if (calls <= 2)
        throw new ServiceError('rate_limited', 'Rate limit reached at the token endpoint', {
          atTokenEndpoint: true,
          retryAt: calls === 1 ? Date.now() + 60_000 : Date.now() - 1,
        });
      return { items: ['row'] };
    },
  });
  expect((await pages.next()).value).toEqual({ items: ['row'] });
  expect(pauses).toEqual([expect.closeTo(60_000, -3), 1_000]);
});
