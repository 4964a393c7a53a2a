/** The last call about each load, and the ETA that a dispatcher learned by phone. */
import { statements } from './statements.ts';

export interface LoadCallTables {
  load_call: {
    load_id: string;
    /** JSON of the newest call that was not undone; null: none. */
    last_call: string | null;
    /** JSON of the ETA as last set; null: none, or cleared. Whether it is over is decided by the board. */
    eta: string | null;
    /** Sequence number of the event that set or cleared `eta`. */
    eta_seq: number | null;
    /** Sequence number of the last event. */
    change: number;
    changed_at: number;
  };
}

export const addLoadCalls = statements(`
  create table "load_call" ("load_id" text primary key, "last_call" text, "eta" text, "eta_seq" bigint,
    "change" bigint not null, "changed_at" bigint not null);
  create index "load_call_by_change" on "load_call" ("change");
  create index "load_call_by_changed_at" on "load_call" ("changed_at");
`);
