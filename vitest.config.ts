import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Each worker and each process that a test starts reads its code compiled: a server starts in half the processor time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compile');

const WEB = join(import.meta.dirname, 'web');
const WAIT_FOR_TIMEOUT = join(import.meta.dirname, 'bff', 'contract', 'testing', 'wait-for-timeout.ts');
const WITHOUT_SOURCE_MAPS = join(import.meta.dirname, 'bff', 'src', 'testing', 'without-source-maps.ts');

/**
 * Tests named *.deep.test.ts start and kill whole processes, storm the server, or prove the sandbox and the map's data. They take most of the
 * time and fail seldom: `pnpm test:all` and `pnpm test:deep` run them, `pnpm test` does not.
 */
const everything = process.env.TEST_ALL === '1' || process.env.TEST_DEEP === '1';
const left = everything ? [] : ['**/*.deep.test.ts'];

/** Tests of the page that draw something: their set-up empties the document between files. */
const drawing = globSync('src/**/*.test.{ts,tsx}', { cwd: WEB }).filter((file) =>
  readFileSync(join(WEB, file), 'utf8').includes('@vitest-environment'),
);

/**
 * Files without a document share their worker: starting one anew for each takes longer than most of them. What they
 * replace in the global object is put back after each test.
 */
const shared = {
  exclude: [...left, '**/node_modules/**'],
  setupFiles: [WAIT_FOR_TIMEOUT],
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
  // Small machines do other work beside the tests; `test:deep` tries many times as much.
  testTimeout: process.env.TEST_DEEP === '1' ? 900_000 : 30_000,
  hookTimeout: 60_000,
} as const;

/** Of the server: as Node runs it in the product, nothing transformed. Coverage needs what is transformed. */
const transformed = process.argv.includes('--coverage');
const native = {
  ...shared,
  setupFiles: transformed ? shared.setupFiles : [WITHOUT_SOURCE_MAPS, ...shared.setupFiles],
  // Without the loader no module is parsed for `vi.mock`, which the server's tests do not use.
  experimental: { viteModuleRunner: transformed, nodeLoader: false },
};

/** One run over all rooms. */
export default defineConfig({
  test: {
    // `npx pnpm coverage`. Code that only runs in started processes or in the browser counts as not covered here.
    coverage: {
      include: ['bff/{src,contract,geo,triage,sandbox}/**/*.ts', 'web/src/**/*.{ts,tsx}'],
      exclude: ['**/*.test.*', '**/testing/**', '**/testing.ts', '**/bench/**'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
    },
    projects: [
      {
        test: {
          name: 'server',
          include: ['bff/**/*.test.ts', 'e2e/{bench,harness,prove}/*.test.ts'],
          globalSetup: ['bff/src/testing/postgres.ts'],
          ...native,
          // Three more than the usual cores: these wait for a server, a database or a clock part of the time.
          maxWorkers: 5,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root: 'web',
        test: {
          name: 'web',
          include: ['**/*.test.ts'],
          ...shared,
          exclude: [...drawing, ...shared.exclude],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: 'web/vite.config.ts',
        root: 'web',
        test: {
          name: 'web drawing',
          include: drawing,
          setupFiles: [WAIT_FOR_TIMEOUT, join(WEB, 'src', 'testing', 'document.ts')],
          isolate: false,
          testTimeout: shared.testTimeout,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
