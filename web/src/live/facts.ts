/**
 * What the board works out of a load and keeps beside it, so that counts, order and filters need no second look.
 * Worked out anew when the load changes, when time makes it untrue (`valid_until`), and when an outage begins or ends.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { HealthKey } from '../ui/health.ts';
import type { TruckDoubt } from './doubt.ts';

export interface LoadFacts {
  /** The service's `tracking_health`, or `check` when the truck itself is in doubt. */
  readonly health: HealthKey;
  /** Why its truck is in doubt; null when it is not. */
  readonly doubt: TruckDoubt | null;
  /** Row of the table from state to sentence that matches (features/loads/attention.ts). */
  readonly cause: string;
  /** True when a person should look at it now. */
  readonly attention: boolean;
  /** Order of the worst first: lower is worse. */
  readonly rank: number;
  /** When it got so, as far as known: the order inside a rank, oldest first. Milliseconds since 1970; null: unknown. */
  readonly since: number | null;
  /** The next stop by plan: its estimated arrival; null when the plan names none. */
  readonly next_arrival: number | null;
  /** Where the load stands by its monitor, while one watches; null when none does. */
  readonly journey: 'at_stop' | 'on_the_way' | 'not_begun' | null;
  /** When the arrival was planned that its monitor still expects though it is overdue; null: not late, or nobody knows. */
  readonly late_since: number | null;
  /** From this moment on these facts may be untrue though nothing changed. */
  readonly valid_until: number;
}

export interface FactsContext {
  readonly now: number;
  /**
   * True while the service as a whole cannot be read. Then a failed read is no exception of one load: all share one
   * cause, and one banner says it.
   */
  readonly outage: boolean;
}

export type DeriveFacts = (load: BoardLoad, context: FactsContext) => LoadFacts;
