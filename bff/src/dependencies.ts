/** What many parts of the server are created with, each under one name. */
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Logger } from 'pino';
import type { Activity } from './activity/activity.ts';
import type { SecretBox } from './auth/keys.ts';
import type { Board } from './board/board.ts';
import type { ThrottledBroadcaster } from './events/throttled-broadcaster.ts';
import type { Database } from './store/database.ts';
import type { ServiceClient } from './upstream/client.ts';

interface Dependencies {
  readonly db: Database;
  readonly box: SecretBox;
  readonly log: Logger;
  readonly activity: Activity;
  readonly assumptions: Assumptions;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly board: Board;
  readonly broadcaster: ThrottledBroadcaster;
  /** Of several servers one works in the background and writes to the board. */
  readonly isLeader: () => boolean;
  /** Milliseconds since 1970; the system clock where it is left out. */
  readonly now?: () => number;
}

/** Those of them that a part names in its options. */
export type Uses<K extends keyof Dependencies> = Pick<Dependencies, K>;
