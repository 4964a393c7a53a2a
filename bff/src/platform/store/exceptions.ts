import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import {
  above,
  addRow,
  addRows,
  atMost,
  inChunks,
  lockSetting,
  putRows,
  readSetting,
  rowsOf,
  updateRow,
} from './query.ts';
import { inTransaction } from './transaction.ts';

export type ExceptionRow = Tables['exception'];
export type ExceptionEventRow = Tables['exception_event'];

const LAST_SEQ = 'triage_change';

/** Must be called once before anything is written. */
export async function prepareExceptions(db: Database): Promise<void> {
  await addRow(db, 'setting', { key: LAST_SEQ, value: '0' }, 'ignore');
}

/** Sequence number of the last committed event. */
export async function lastSeq(db: Database): Promise<number> {
  return Number((await readSetting(db, LAST_SEQ)) ?? 0);
}

/**
 * Runs `work` in a transaction that excludes all other changes of exceptions, on any server. `next` returns the sequence number of the
 * next event.
 */
export async function changeExceptions<T>(
  db: Database,
  work: (trx: Database, next: () => number) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    // Must come first: the update locks the sequence number, which serializes transactions of all servers.
    const value = Number(await lockSetting(trx, LAST_SEQ));
    let seq = value;
    const result = await work(trx, () => {
      seq += 1;
      return seq;
    });
    if (seq !== value) await updateRow(trx, 'setting', { key: LAST_SEQ }, { value: String(seq) });
    return result;
  });
}

export async function currentExceptions(
  db: Database,
  load_ids: readonly string[],
): Promise<Map<string, ExceptionRow>> {
  const rows = await inChunks(load_ids, (load_id) => rowsOf(db, 'exception', { load_id, ended_at: null }));
  return new Map(rows.map((row) => [row.load_id, row]));
}

/** The exception of each load that ended last. @param since ms; those that ended earlier do not count */
export async function lastEnded(
  db: Database,
  load_ids: readonly string[],
  since = 0,
): Promise<Map<string, ExceptionRow>> {
  const rows = await inChunks(load_ids, (load_id) =>
    rowsOf(db, 'exception', { load_id, ended_at: above(since) }, ['change']),
  );
  return new Map(rows.map((row) => [row.load_id, row]));
}

export async function expiredSnoozes(db: Database, now: number): Promise<string[]> {
  const rows = await rowsOf(db, 'exception', { snoozed_until: atMost(now), ended_at: null });
  return rows.map(({ load_id }) => load_id);
}

/** Exceptions that changed after event `seq`, oldest change first. */
export function exceptionsSince(db: Database, seq: number): Promise<ExceptionRow[]> {
  return rowsOf(db, 'exception', { change: above(seq) }, ['change']);
}

export async function saveExceptions(
  db: Database,
  rows: readonly ExceptionRow[],
  events: readonly ExceptionEventRow[],
): Promise<void> {
  // Ended exceptions first: their load may have a new one.
  const ended = rows.filter(({ ended_at }) => ended_at !== null);
  const current = rows.filter(({ ended_at }) => ended_at === null);
  for (const group of [ended, current]) await putRows(db, 'exception', ['id'], group);
  await addRows(db, 'exception_event', events);
}

/** Events of these loads since `since` (ms) that were not undone, oldest first. */
export async function eventsNotUndone(
  db: Database,
  load_ids: readonly string[],
  since: number,
): Promise<ExceptionEventRow[]> {
  return inChunks(load_ids, (load_id) =>
    rowsOf(db, 'exception_event', { load_id, at: above(since - 1), undone_at: null }, ['seq']),
  );
}

export function eventsSince(db: Database, seq: number, limit: number): Promise<ExceptionEventRow[]> {
  return rowsOf(db, 'exception_event', { seq: above(seq) }, ['seq'], limit);
}

/** Notes about these loads that were not undone, oldest first. */
export function notesOf(db: Database, load_ids: readonly string[]): Promise<ExceptionEventRow[]> {
  return inChunks(load_ids, (load_id) =>
    rowsOf(db, 'exception_event', { load_id, kind: 'note', undone_at: null }, ['seq']),
  );
}

export async function markUndone(db: Database, act_id: string, load_ids: readonly string[], at: number) {
  await inChunks(load_ids, async (load_id) => {
    await updateRow(db, 'exception_event', { act_id, load_id }, { undone_at: at });
    return [];
  });
}

export interface Period {
  /** Milliseconds since 1970; `until` is exclusive. */
  readonly since: number;
  readonly until: number;
}

const NO_ACTION = ['offer', 'decline', 'undo'] as const;

/** Since when loads have been watched, as far as the database remembers; null: never. */
export async function watchedSince(db: Database): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`SELECT min(at) AS at FROM (
    SELECT min(watched_at) AS at FROM watched_load
    UNION ALL SELECT min(watched_at) FROM archived_load
    UNION ALL SELECT min(opened_at) FROM exception) AS firsts`.execute(db);
  return rows[0]?.at == null ? null : Number(rows[0].at);
}

/** Number of exceptions opened in a period, by cause; `untouched` ones are still open without any action by a person. */
export async function openedByCause(db: Database, { since, until }: Period) {
  const acted = sql`select 1 from exception_event as act where act.exception_id = exception.id and act.sub is not null and act.kind <> 'undo' and act.undone_at is null`;
  const untouched = sql<number>`sum(case when ended_at is null and not exists (${acted}) then 1 else 0 end)`;
  const rows = await db
    .selectFrom('exception')
    .select(({ fn }) => ['cause', fn.countAll().as('opened'), untouched.as('untouched')])
    .where('opened_at', '>=', since)
    .where('opened_at', '<', until)
    .groupBy('cause')
    .execute();
  return rows.map(({ cause, opened, untouched }) => ({
    cause,
    opened: Number(opened),
    untouched: Number(untouched),
  }));
}

/** Number of exceptions by cause that ended in a period because nothing was wrong anymore, without being closed by a person. */
export async function endedByCause(db: Database, { since, until }: Period) {
  const rows = await db
    .selectFrom('exception')
    .select(({ fn }) => ['cause', fn.countAll().as('ended')])
    .where('ended_at', '>=', since)
    .where('ended_at', '<', until)
    .where('ended_as', '=', 'resolved')
    .where('closed_at', 'is', null)
    .groupBy('cause')
    .execute();
  return rows.map(({ cause, ended }) => ({ cause, ended: Number(ended) }));
}

/**
 * Number of exceptions, or of loads without one, per person, kind of action and cause in a period, without undone actions, and
 * without closings after which the exception was opened again in the period.
 */
export async function actsByPerson(db: Database, { since, until }: Period) {
  const rows = await db
    .selectFrom('exception_event as act')
    .select(({ fn }) => [
      'sub',
      'kind',
      'cause',
      fn.max('name').as('name'),
      fn.count(fn.coalesce('exception_id', 'load_id')).distinct().as('exceptions'),
    ])
    .where('at', '>=', since)
    .where('at', '<', until)
    .where('sub', 'is not', null)
    .where('undone_at', 'is', null)
    .where(({ and, eb, exists, not, selectFrom }) => {
      const reopened = selectFrom('exception_event as later')
        .select('later.seq')
        .whereRef('later.exception_id', '=', 'act.exception_id')
        .whereRef('later.seq', '>', 'act.seq')
        .where('later.kind', '=', 'reopen')
        .where('later.at', '<', until)
        .where('later.undone_at', 'is', null);
      return not(and([eb('kind', '=', 'close'), exists(reopened)]));
    })
    .groupBy(['sub', 'kind', 'cause'])
    .execute();
  return rows.map(({ exceptions, ...row }) => ({ ...row, exceptions: Number(exceptions) }));
}

/** First actions on exceptions in a period, without undone ones: by whom, and how long after opening (ms). */
export async function firstActions(db: Database, { since, until }: Period) {
  const rows = await db
    .selectFrom('exception_event as event')
    .innerJoin('exception', 'exception.id', 'event.exception_id')
    .select(['event.sub', 'event.name', 'exception.cause', 'exception.opened_at', 'event.at'])
    .where('event.at', '>=', since)
    .where('event.at', '<', until)
    .where('event.sub', 'is not', null)
    .where('event.kind', 'not in', NO_ACTION)
    .where('event.undone_at', 'is', null)
    .where(({ exists, not, selectFrom }) => {
      const earlier = selectFrom('exception_event as earlier')
        .select('earlier.seq')
        .whereRef('earlier.exception_id', '=', 'event.exception_id')
        .whereRef('earlier.seq', '<', 'event.seq')
        .where('earlier.sub', 'is not', null)
        .where('earlier.kind', 'not in', NO_ACTION)
        .where('earlier.undone_at', 'is', null);
      return not(exists(earlier));
    })
    .execute();
  return rows.map(({ sub, name, cause, opened_at, at }) => ({
    sub: sub ?? '',
    name: name ?? '',
    cause,
    after_ms: at - opened_at,
  }));
}

/** People who signed in after `since` (ms): subject and latest name, sorted by name. */
export async function peopleSince(db: Database, since: number): Promise<{ sub: string; name: string }[]> {
  const rows = await db
    .selectFrom('activity')
    .select(['sub', 'name'])
    .where('action', '=', 'sign_in')
    .where('outcome', '=', 'done')
    .where('at', '>=', since)
    .orderBy('at')
    .execute();
  const names = new Map<string, string>();
  for (const { sub, name } of rows) if (sub !== null && name !== null) names.set(sub, name);
  return [...names]
    .map(([sub, name]) => ({ sub, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.sub.localeCompare(b.sub));
}

/** Deletes exceptions that ended before `before` (ms), and events from before it. */
export async function purgeExceptions(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'exception', ['id'], sql`ended_at < ${before}`, pause);
  await deleteOld(db, 'exception_event', ['seq'], sql`at < ${before}`, pause);
}
