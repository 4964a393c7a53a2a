/** Sizes of the tests that kill, storm and soak: small in each run, large in `npx pnpm test:deep`. */
const deep = process.env.TEST_DEEP === '1';

export function sized<T>(usual: T, large: T): T {
  return deep ? large : usual;
}
