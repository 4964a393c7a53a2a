/**
 * Mutations that break the rules of SECURITY-RULES.md, with the tests that must then fail. `pnpm prove:rules` applies each one in
 * a copy and runs the tests. It stops when a text is no longer in its file, so that the table follows the code.
 */
import type { Mutation } from '../mutation.ts';

/** `file` is relative to bff/src. */
export interface RuleMutation extends Mutation {
  readonly rule: number;
  /** Relative to bff/src; at least one test in them must fail. */
  readonly tests: readonly string[];
  /** Runs only tests whose name contains this. */
  readonly named?: string;
}
