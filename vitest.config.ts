import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Each worker and each process that a test starts reads its code compiled: a server starts in half the processor time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compile');

/** One run over all rooms; each has a configuration of its own where it needs one. */
export default defineConfig({
  test: {
    projects: ['bff', 'bff/contract', 'bff/geo', 'bff/sandbox', 'web', 'e2e'],
  },
});
