/** What a case of the conformance suite is: one statement of the interface and how a service shows that it holds. */
import type { Context } from './context.ts';

/**
 * `reading`: changes nothing and needs nothing but credentials, so that it may be pointed at any service.
 * `writing`: makes or changes records.
 * `control`: needs the sandbox: its control routes, sentinel inputs or seeded situations.
 */
export type Need = 'reading' | 'writing' | 'control';

export interface Case {
  /** Unique; the name of the test. */
  readonly id: string;
  /** Section of the interface. */
  readonly section: string;
  /** What the interface says there, quoted or said shorter. */
  readonly statement: string;
  readonly needs: Need;
  /** Rejects when the statement does not hold; with a Skip when the service at hand cannot show it. */
  readonly run: (context: Context) => Promise<void>;
}

/** The service at hand has nothing to look at: neither shown nor refuted. Against the sandbox this counts as a failure. */
export class Skip extends Error {}

/** Cases of one section; identifiers are `<section> <name>`. */
export function section(number: string) {
  const make =
    (needs: Need) =>
    (name: string, statement: string, run: Case['run']): Case => ({
      id: `${number} ${name}`,
      section: number,
      statement,
      needs,
      run,
    });
  return { reads: make('reading'), writes: make('writing'), controls: make('control') };
}
