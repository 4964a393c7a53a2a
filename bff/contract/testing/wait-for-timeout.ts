/**
 * Test setup: raises the timeout of `vi.waitFor`, whose default of one second is too short on a busy machine and says nothing
 * about the product.
 */
import { vi } from 'vitest';

const TIMEOUT_MS = 20_000;

const { waitFor } = vi;
if (waitFor.name !== 'waitWithTimeout')
  vi.waitFor = function waitWithTimeout(condition, options) {
    return waitFor(condition, options ?? TIMEOUT_MS);
  };
