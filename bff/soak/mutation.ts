/** Shared by `prove:rules` and `prove:journeys`: mutation tests in a copy of this checkout. */
import { readFileSync, writeFileSync } from 'node:fs';

export interface Mutation {
  /** The mistake that the mutation simulates. */
  readonly what: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
}

/** `late`: tests failed only by timing out, as on a busy machine. `break`: the run failed without a failed test. */
export type Outcome = 'pass' | 'fail' | 'late' | 'break';

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  fail: 'red  ',
  pass: 'GREEN',
  late: 'LATE ',
  break: 'BREAK',
};

/** Runs `work` with a mutation in a file of the copy and then restores it. Throws unless the text occurs exactly once. */
export async function withMutation<T>(
  path: string,
  { text, becomes }: Pick<Mutation, 'text' | 'becomes'>,
  work: () => T | Promise<T>,
): Promise<T> {
  const original = readFileSync(path, 'utf8');
  if (text === '' || original.split(text).length !== 2)
    throw new Error(`${path} does not contain this exactly once: ${text}`);
  writeFileSync(
    path,
    original.replace(text, () => becomes),
  );
  try {
    return await work();
  } finally {
    writeFileSync(path, original);
  }
}
