/** Who keeps something of its own beside an intent, in the same transactions. */
import type { Database } from '../store/database.ts';
import type { IntentRow } from '../store/intents.ts';

export interface IntentListener {
  /** The intent stands, nothing was sent yet. Comes again when one that failed is sent once more. */
  begun(store: Database, row: IntentRow, body: unknown): Promise<void>;
  /** It was created: the service's answer, or what was found there. What is returned is to be called after the commit. */
  done(store: Database, row: IntentRow, answer: unknown): Promise<() => Promise<void>>;
  /** A person knows the identifier of what was created. */
  named(row: IntentRow, id: string): Promise<void>;
}
