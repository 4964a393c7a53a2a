/** True in `npx pnpm test:deep`, which runs additional variants of tests. */
export const deep = process.env.TEST_DEEP === '1';

/** True in `npx pnpm test:all` and `npx pnpm test:deep`, which run what the quick run skips. */
export const everything = deep || process.env.TEST_ALL === '1';

/** Size of tests that kill, storm and soak: small in each run, large in a deep one. */
export function sized<T>(usual: T, large: T): T {
  return deep ? large : usual;
}
