/** Dependencies of nearly every component, each with one name. */
import type { Logger } from 'pino';
import type { Activity } from './activity/activity.ts';
import type { SecretBox } from './secrets/keys.ts';
import type { Database } from './store/database.ts';

interface Dependencies {
  readonly db: Database;
  readonly log: Logger;
  readonly box: SecretBox;
  readonly activity: Activity;
  /** Milliseconds since 1970; defaults to the system clock. */
  readonly now?: () => number;
  /** For waits and durations; defaults to the monotonic clock (lib/clocks.ts). */
  readonly monotonicNow?: () => number;
}

/** The dependencies that a component names in its options. */
export type Uses<K extends keyof Dependencies> = Pick<Dependencies, K>;
