/**
 * Set-up of all tests: `vi.waitFor` waits for a condition as long as a busy machine may need. Its own second is an allowance of time,
 * and a test that reaches it says nothing about the product.
 */
import { vi } from 'vitest';

const PATIENCE_MS = 20_000;

const { waitFor } = vi;
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(condition, options) {
    return waitFor(condition, options ?? PATIENCE_MS);
  };
