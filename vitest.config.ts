import { defineConfig } from 'vitest/config';

/** One run over all rooms; each has a configuration of its own where it needs one. */
export default defineConfig({
  test: {
    projects: ['bff', 'bff/contract', 'bff/geo', 'bff/sandbox', 'web', 'e2e'],
  },
});
