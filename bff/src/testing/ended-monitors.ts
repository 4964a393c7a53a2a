/** Monitors that ended long ago, as an earlier version stored them. */
import { sql } from 'kysely';
import type { Database } from '../platform/store/database.ts';
import { id } from './tracking.ts';

const DAY = 24 * 3600_000;

/** Monitor n was created n minutes after the first, and ended a month ago; every tenth was cancelled. */
export async function addEndedMonitors(db: Database, now: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, index) => {
      const n = from + index;
      const state = {
        fields: {
          name: { v: n === 7 ? 'Ángel at Dock 9' : `Trip ${n}`, t: 1 },
          vehicle_id: { v: id(100_000 + (n % 1000)), t: 1 },
          created_at: { v: now - 60 * DAY + n * 60_000, t: 1 },
        },
        ending: { status: n % 10 === 0 ? 'cancelled' : 'completed', evidence: 2, at: now - 30 * DAY },
        stops: {},
      };
      return {
        id: id(n),
        tag: null,
        state: JSON.stringify(state),
        events: 0,
        last_event_at: null,
        read_at: null,
        first_seen_at: now - 60 * DAY,
        ended_at: now - 30 * DAY,
        version: n + 1,
      };
    });
    await db
      .insertInto('monitor')
      .values(
        rows.map((row) => ({
          ...row,
          ended_as: null,
          born_at: null,
          outside_origin_at: null,
          search: null,
          vehicle_key: null,
          vehicle_name: null,
        })),
      )
      .execute();
  }
  await sql`INSERT INTO setting (key, value) VALUES ('monitor_version', ${String(count)})`.execute(db);
}
