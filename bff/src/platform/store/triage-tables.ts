import type { CloseReason, WakeReason } from '@waypost/contract/api/load-triage';
import type { TriageEventKind } from '@waypost/contract/api/triage';
import { type Kysely, sql } from 'kysely';

export interface TriageTables {
  /** One row per occurrence of a cause on a load. A load has at most one open exception. */
  exception: {
    id: string;
    load_id: string;
    /** As of the last change: the load may have left the board since. */
    load_ref: string | null;
    cause: string;
    opened_at: number;
    /** When its cause disappeared; null: still open. */
    ended_at: number | null;
    /** `resolved`: nothing is wrong anymore; `changed`: another cause replaced it; `left`: the load left the board. */
    ended_as: 'resolved' | 'changed' | 'left' | null;
    owner_sub: string | null;
    owner_name: string | null;
    snoozed_at: number | null;
    /** Null while snoozed: until something changes. */
    snoozed_until: number | null;
    snoozed_by_name: string | null;
    /** JSON of the conditions under which the snooze holds, see triage/reducer.ts. */
    snoozed_basis: string | null;
    woke_at: number | null;
    woke_because: WakeReason | null;
    closed_at: number | null;
    closed_by_name: string | null;
    closed_reason: CloseReason | null;
    first_action_at: number | null;
    notes: number;
    /** JSON of the newest note that was not undone. */
    last_note: string | null;
    /** Author of `version`; null: the server. */
    acted_by: string | null;
    /** Sequence number of the last event that must be seen before acting; notes do not count. */
    version: number;
    /** Sequence number of the last event. */
    change: number;
  };
  /** Append-only, except for `undone_at`. */
  exception_event: {
    seq: number;
    /** Request of a person that caused it; null: automatic. */
    act_id: string | null;
    /** Null: a note on a load without an exception. */
    exception_id: string | null;
    load_id: string;
    load_ref: string | null;
    cause: string | null;
    at: number;
    sub: string | null;
    name: string | null;
    kind: TriageEventKind;
    /** JSON, see `EventDetail` in triage/reducer.ts. */
    detail: string | null;
    undone_at: number | null;
  };
}

export async function addTriageTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exception')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('load_ref', 'text')
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_as', 'text')
    .addColumn('owner_sub', 'text')
    .addColumn('owner_name', 'text')
    .addColumn('snoozed_at', 'bigint')
    .addColumn('snoozed_until', 'bigint')
    .addColumn('snoozed_by_name', 'text')
    .addColumn('snoozed_basis', 'text')
    .addColumn('woke_at', 'bigint')
    .addColumn('woke_because', 'text')
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_by_name', 'text')
    .addColumn('closed_reason', 'text')
    .addColumn('first_action_at', 'bigint')
    .addColumn('notes', 'integer', (c) => c.notNull())
    .addColumn('last_note', 'text')
    .addColumn('acted_by', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('change', 'bigint', (c) => c.notNull())
    .execute();
  // Guarantees at most one open exception per load across all servers.
  await db.schema
    .createIndex('exception_current')
    .on('exception')
    .column('load_id')
    .unique()
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('exception_snoozed')
    .on('exception')
    .column('snoozed_until')
    .where(sql.ref('snoozed_until'), 'is not', null)
    .execute();
  for (const columns of [['change'], ['load_id', 'ended_at'], ['opened_at'], ['ended_at']])
    await db.schema
      .createIndex(`exception_by_${columns.join('_')}`)
      .on('exception')
      .columns(columns)
      .execute();
  await db.schema
    .createTable('exception_event')
    .addColumn('seq', 'bigint', (c) => c.primaryKey())
    .addColumn('act_id', 'text')
    .addColumn('exception_id', 'text')
    .addColumn('load_id', 'text', (c) => c.notNull())
    .addColumn('load_ref', 'text')
    .addColumn('cause', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('sub', 'text')
    .addColumn('name', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .addColumn('undone_at', 'bigint')
    .execute();
  for (const columns of [['load_id', 'seq'], ['act_id'], ['exception_id', 'seq'], ['at']])
    await db.schema
      .createIndex(`exception_event_by_${columns.join('_')}`)
      .on('exception_event')
      .columns(columns)
      .execute();
}
