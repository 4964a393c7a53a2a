import { expect, test } from 'vitest';
import { outcomeOf } from './operation-outcome.ts';

const failed = (response_status_code: number | null, error_type: string | null = null) => ({
  status: 'failed',
  attempts: 1,
  last_attempt: { response_status_code, error_type },
});

test.each([
  [{ status: 'pending', attempts: 0, last_attempt: null }, 'waiting', false],
  [{ status: 'pending', attempts: 2, last_attempt: null }, 'retrying', false],
  [{ status: 'success', attempts: 1, last_attempt: null }, 'done', false],
  [{ status: 'being_judged', attempts: 1, last_attempt: null }, 'unknown', false],
  [failed(409), 'duplicate', false],
  [failed(null, 'DuplicateRecord'), 'duplicate', false],
  [failed(401), 'denied', true],
  [failed(403), 'denied', true],
  [failed(400), 'rejected', false],
  [failed(422), 'rejected', false],
  [failed(429), 'provider_down', true],
  [failed(503), 'provider_down', true],
  [failed(null, 'timeout'), 'provider_down', true],
  [failed(null, 'who_knows'), 'failed', true],
  [failed(null), 'failed', true],
] as const)('%j is %s', (operation, outcome, again) => {
  const described = outcomeOf(operation);
  expect(described).toMatchObject({ outcome, again });
  expect(described.say).toMatch(/\.$/);
});

test('who waits learns that no time is known, and what to do meanwhile', () => {
  for (const attempts of [0, 2]) {
    const { say, act } = outcomeOf({ status: 'pending', attempts, last_attempt: null });
    expect(say).toContain('it does not say when');
    expect(act).toContain('Do not request it again');
  }
});
