import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'bff',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
