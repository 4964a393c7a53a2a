/** A case of the conformance suite: one statement of the interface and a check that a service satisfies it. */
import type { ENDPOINT_GROUPS } from '@waypost/contract/endpoints';
import type { Context } from './context.ts';

/**
 * `reading`: changes nothing and needs nothing but credentials, so that it may run against any service.
 * `writing`: creates or changes records.
 * `control`: needs the sandbox: its control routes, sentinel inputs or seeded situations.
 */
export type Need = 'reading' | 'writing' | 'control';

/** Topics in the order of CONFORMANCE.md; a topic missing here sorts first. */
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
export const TOPICS: readonly Topic[] = ORDER;

export interface Case {
  /** Unique; the name of the test. */
  readonly id: string;
  readonly topic: Topic;
  /** The interface's statement, quoted or shortened. */
  readonly statement: string;
  readonly needs: Need;
  /** Rejects if the statement does not hold; throws a Skip if this service has nothing to check it with. */
  readonly run: (context: Context) => Promise<void>;
}

/** The service has nothing to check: the statement is neither shown nor refuted. Against the sandbox this counts as a failure. */
export class Skip extends Error {}

/** Creates the cases of one topic; identifiers are `<topic> <name>`. */
export function topic(about: Topic) {
  const create =
    (needs: Need) =>
    (name: string, statement: string, run: Case['run']): Case => ({
      id: `${about} ${name}`,
      topic: about,
      statement,
      needs,
      run,
    });
  return { reads: create('reading'), writes: create('writing'), controls: create('control') };
}
