/**
 * fast-check for the tests of every package. `PROPERTY_SEED` repeats a run (a failing property prints its seed), and
 * `PROPERTY_RUNS` says how many inputs a property tries: 25 in `npx pnpm test`, 100 in `npx pnpm test:all` and by default, 2,000 in
 * `npx pnpm test:deep`.
 */
import fc from 'fast-check';

// The contract has no types of Node, because the page imports it; its tests run in Node all the same.
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };

type Environment = typeof process.env;

const USUAL_RUNS = 100;

/** What the environment asks of fast-check. Throws when a value is no number. */
export function propertyParameters(env: Environment): { numRuns: number; seed?: number } {
  const number = (name: string): number | undefined => {
    const text = env[name];
    if (text === undefined || text === '') return undefined;
    if (!/^-?\d+$/.test(text)) throw new Error(`${name}: "${text}" is no whole number`);
    return Number(text);
  };
  const seed = number('PROPERTY_SEED');
  const numRuns = number('PROPERTY_RUNS') ?? USUAL_RUNS;
  return seed === undefined ? { numRuns } : { numRuns, seed };
}

const parameters = propertyParameters(process.env);
fc.configureGlobal(parameters);

/** Inputs for a property that tries `usual` of them by default: it grows with `PROPERTY_RUNS` as all others do. */
export function runs(usual: number, { numRuns }: { numRuns: number } = parameters): number {
  return Math.max(1, Math.round((usual * numRuns) / USUAL_RUNS));
}

export { fc };
