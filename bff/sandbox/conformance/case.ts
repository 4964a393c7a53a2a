/** What a case of the conformance suite is: one statement of the interface and how a service shows that it holds. */
import type { ENDPOINT_GROUPS } from '@waypost/contract/endpoints';
import type { Context } from './context.ts';

/**
 * `reading`: changes nothing and needs nothing but credentials, so that it may be pointed at any service.
 * `writing`: makes or changes records.
 * `control`: needs the sandbox: its control routes, sentinel inputs or seeded situations.
 */
export type Need = 'reading' | 'writing' | 'control';

/** What the cases are about, in the order of CONFORMANCE.md; what is not here comes first. */
const ORDER = [
  'general',
  'loads',
  'monitors',
  'users',
  'operations',
  'agreements',
  'fuel',
  'usage',
  'overview',
  'invitations',
  'tms invitations',
  'connections',
  'vehicle locations',
  'other reads',
  'token',
  'events',
  'paging',
  'errors',
  'limits',
  'versioning',
] as const;
export type Topic = (typeof ORDER)[number] | keyof typeof ENDPOINT_GROUPS;
/** In the order of CONFORMANCE.md. */
export const TOPICS: readonly Topic[] = ORDER;

export interface Case {
  /** Unique; the name of the test. */
  readonly id: string;
  readonly topic: Topic;
  /** What the interface says there, quoted or said shorter. */
  readonly statement: string;
  readonly needs: Need;
  /** Rejects when the statement does not hold; with a Skip when the service at hand cannot show it. */
  readonly run: (context: Context) => Promise<void>;
}

/** The service at hand has nothing to check: neither shown nor refuted. Against the sandbox this counts as a failure. */
export class Skip extends Error {}

/** Makes the cases of one topic; identifiers are `<topic> <name>`. */
export function topic(about: Topic) {
  const make =
    (needs: Need) =>
    (name: string, statement: string, run: Case['run']): Case => ({
      id: `${about} ${name}`,
      topic: about,
      statement,
      needs,
      run,
    });
  return { reads: make('reading'), writes: make('writing'), controls: make('control') };
}
