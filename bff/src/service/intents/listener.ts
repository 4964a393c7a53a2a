/** Who wants to know what became of an intent. */
import type { Action } from '../../platform/activity/activity.ts';
import type { Database } from '../../platform/store/database.ts';
import type { IntentRow } from '../../platform/store/intents.ts';

/** Called after the commit of an intent. */
export type After = () => Promise<void>;

/** Stores additional data in the transactions of an intent. */
export interface IntentListener {
  /** The intent is stored, but not sent yet. Called again when a failed intent is resent. */
  begun?(store: Database, row: IntentRow, body: unknown): Promise<void>;
  /** Nothing was created: the service answered with this status, or null without an answer. */
  refused?(store: Database, row: IntentRow, body: unknown, status: number | null): Promise<void>;
  /**
   * The resource was created: `answer` is the service's response, or what was found. The returned function is called after the commit.
   */
  done(store: Database, row: IntentRow, answer: unknown): Promise<After | undefined>;
  /** What the activity log says of it, if not that it was created; asked after `done`. */
  act?(row: IntentRow): { readonly action: Action; readonly detail: object } | null;
  /** A person knows the id of the created resource. The returned function is called after the commit. */
  identified?(store: Database, row: IntentRow, id: string): Promise<After | undefined>;
}
