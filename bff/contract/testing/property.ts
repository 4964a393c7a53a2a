/**
 * fast-check settings for the tests of every package. `PROPERTY_SEED` repeats a run (a failing property prints its seed).
 * `PROPERTY_RUNS` is the number of inputs per property: 10 in `npx pnpm test`, 100 in `npx pnpm test:all` and by default, 2,000
 * in `npx pnpm test:deep`.
 */
import fc from 'fast-check';

// The contract has no Node types because the page imports it, but its tests run in Node.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

type Environment = typeof process.env;

const DEFAULT_RUNS = 100;

/** Reads fast-check parameters from the environment. Throws on a value that is not a number. */
export function propertyParameters(env: Environment): { numRuns: number; seed?: number } {
  const number = (name: string): number | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    if (!/^-?\d+$/.test(text)) throw new Error(`${name}: "${text}" is no whole number`);
    return Number(text);
  };
  const seed = number('PROPERTY_SEED');
  const numRuns = number('PROPERTY_RUNS') ?? DEFAULT_RUNS;
  return seed === undefined ? { numRuns } : { numRuns, seed };
}

const parameters = propertyParameters(process.env);
fc.configureGlobal(parameters);

/** Number of inputs of a property: `defaultRuns`, scaled by `PROPERTY_RUNS`. */
export function runs(defaultRuns: number, { numRuns }: { numRuns: number } = parameters): number {
  return Math.max(1, Math.round((defaultRuns * numRuns) / DEFAULT_RUNS));
}

export { fc };
