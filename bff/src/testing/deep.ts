/** True in `npx pnpm test:deep`: what another test shows in each run is shown here in its other forms, too. */
export const deep = process.env.TEST_DEEP === '1';

/** Sizes of the tests that kill, storm and soak: small in each run, large in a deep one. */
export function sized<T>(usual: T, large: T): T {
  return deep ? large : usual;
}
