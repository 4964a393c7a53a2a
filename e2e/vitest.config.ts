import { defineConfig } from 'vitest/config';

/** Tests about the house itself. The journeys (*.e2e.ts) are Playwright's. */
export default defineConfig({ test: { name: 'house', include: ['{harness,prove}/**/*.test.ts'] } });
