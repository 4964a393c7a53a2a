import { defineConfig } from 'vitest/config';

/** One run over all rooms; each has a configuration of its own where it needs one. */
export default defineConfig({
  test: {
    // Both of two cores: most tests wait for a server, a database or a browser's clock.
    maxWorkers: 2,
    projects: ['bff', 'bff/contract', 'bff/geo', 'bff/sandbox', 'web', 'e2e'],
  },
});
