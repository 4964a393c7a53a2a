/**
 * The rules of SECURITY-RULES.md, each broken by a small edit, with the test files that must then fail. `pnpm prove:rules` makes each
 * edit in a copy and runs them. A text that is no longer in its file ends it: the table has to follow the code.
 */
import type { Broken } from '../broken.ts';

/** `file` is below bff/src. */
export interface BrokenRule extends Broken {
  readonly rule: number;
  /** Below bff/src; at least one test in them must fail. */
  readonly tests: readonly string[];
  /** Only tests with this in their name. */
  readonly named?: string;
}
