/** Arrivals, each with an estimate that was shown before it: how often the estimates were right. */
import { statements } from './statements.ts';

export interface ArrivalCaseTables {
  arrival_case: {
    load_id: string;
    stop_sequence: number;
    minutes_before: number;
    /** Null: the fleet is not known. */
    fleet_id: string | null;
    /** When the estimate was shown, and its interval. */
    shown_at: number;
    shown_from: number;
    shown_likely: number;
    shown_to: number;
    /** What earlier cases had taught by then, see arrival/track-record.ts. */
    time_factor: number;
    width_factor: number;
    arrived_at: number;
    /** The arrival was within the interval. */
    hit: number;
  };
}

export const addArrivalCases = statements(`
  create table "arrival_case" ("load_id" text not null, "stop_sequence" integer not null,
    "minutes_before" integer not null, "fleet_id" text, "shown_at" bigint not null,
    "shown_from" bigint not null, "shown_likely" bigint not null, "shown_to" bigint not null,
    "time_factor" double precision not null, "width_factor" double precision not null,
    "arrived_at" bigint not null, "hit" integer not null,
    constraint "arrival_case_key" primary key ("load_id", "stop_sequence", "minutes_before"));
  create index "arrival_case_by_arrived_at" on "arrival_case" ("arrived_at");
`);
