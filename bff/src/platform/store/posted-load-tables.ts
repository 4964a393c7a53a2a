/** What Waypost sent with loads that it posted or corrected. */
import { statements } from './statements.ts';

export interface PostedLoadTables {
  /** Stored because the tracking service does not report it back. */
  posted_load: {
    load_id: string;
    load_ref: string | null;
    /** JSON of the identifiers, `null` in it when none were sent; NULL: unknown. */
    vehicle: string | null;
    /** JSON of the stops as sent; NULL: Waypost sent none. */
    stops: string | null;
    /** 0: posted, but not yet added to the board. */
    watched: number;
    version: number;
    sent_by: string;
    sent_by_name: string;
    sent_at: number;
  };
}

export const addPostedLoadTables = statements(`
  create table "posted_load" ("load_id" text primary key, "load_ref" text, "vehicle" text, "stops" text,
    "watched" integer not null, "version" integer not null, "sent_by" text not null,
    "sent_by_name" text not null, "sent_at" bigint not null);
  create index "posted_load_ref" on "posted_load" ("load_ref");
  create index "posted_load_at" on "posted_load" ("sent_at");
  -- Loads are created through intents as well.
  ALTER TABLE intent DROP CONSTRAINT intent_kind_known;
  ALTER TABLE intent ADD CONSTRAINT intent_kind_known
    CHECK (kind IN ('invitation', 'user', 'monitor', 'load'));
`);
