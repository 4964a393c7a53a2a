import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { updateRow } from './query.ts';

export type ActivityRow = Omit<Tables['activity'], 'search'>;

export interface ActivityFilter {
  /** Every word must occur in the row or stand for it; case and accents are ignored. */
  readonly words?: readonly string[];
  /** @param word as `searchText` gives it */
  readonly meaningOf?: (word: string) => WordMeaning;
  readonly action?: string | undefined;
  readonly actions?: readonly string[];
  /** True: leaves out successful sign-ins and sign-outs. */
  readonly without_sessions?: boolean;
  /** Only the acts of this bulk job; null: only those of none. */
  readonly job_id?: string | null | undefined;
  /** Milliseconds, inclusive; `until` is exclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Cursor: only rows after this one. */
  readonly after?: Position | undefined;
  readonly limit: number;
}
/** Rows that the page shows with a word which they are not stored with. */
interface WordMeaning {
  readonly actions: readonly string[];
  /** Parts of the stored text. */
  readonly texts: readonly string[];
  readonly targets: readonly string[];
  /** Also those of nobody. */
  readonly by_nobody: boolean;
}
type Position = Pick<ActivityRow, 'at' | 'id'>;

const COLUMNS = ['id', 'at', 'sub', 'name', 'action', 'target', 'outcome', 'detail', 'job_id'] as const;
/** Rows searched per query: no index helps with parts of words. */
const ROWS_PER_SEARCH = 1_000;

/** Lowercase and without accents; SQLite's own LIKE folds ASCII letters only. */
export const searchText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export const activitySearchText = (
  row: Pick<ActivityRow, 'action' | 'target' | 'name' | 'outcome' | 'detail'>,
): string => searchText([row.action, row.target, row.name, row.outcome, row.detail].join('\n'));

export async function addActivity(db: Database, row: ActivityRow): Promise<void> {
  await db
    .insertInto('activity')
    .values({ ...row, search: activitySearchText(row) })
    .execute();
}

/** Outcome of an act at the tracking service until its call has ended. */
export const STARTED = 'started';

/** Sets outcome and detail of an entry that is still `started`. */
export async function endStartedActivity(db: Database, row: ActivityRow): Promise<void> {
  const { id, outcome, detail } = row;
  await updateRow(
    db,
    'activity',
    { id, outcome: STARTED },
    { outcome, detail, search: activitySearchText(row) },
  );
}

export async function listActivity(db: Database, filter: ActivityFilter): Promise<ActivityRow[]> {
  const words = (filter.words ?? []).map(searchText).filter((word) => word !== '');
  if (words.length === 0) return ordered(db, filter).select(COLUMNS).limit(filter.limit).execute();
  const found: ActivityRow[] = [];
  let after = filter.after;
  for (;;) {
    const last = await ordered(db, { ...filter, after })
      .select(['at', 'id'])
      .offset(ROWS_PER_SEARCH - 1)
      .limit(1)
      .executeTakeFirst();
    let query = ordered(db, { ...filter, after }).select(COLUMNS);
    if (last) query = query.where(({ not }) => not(behind(last)));
    for (const word of words) {
      const meaning = filter.meaningOf?.(word);
      const parts = [word, ...(meaning?.texts ?? [])].map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
      query = query.where(({ or, eb, and }) =>
        or([
          ...parts.map((part) => sql<boolean>`search LIKE ${part} ESCAPE '\\'`),
          ...(meaning?.actions.length ? [eb('action', 'in', meaning.actions)] : []),
          ...(meaning?.targets.length ? [eb('target', 'in', meaning.targets)] : []),
          ...(meaning?.by_nobody ? [and([eb('name', 'is', null), eb('sub', 'is', null)])] : []),
        ]),
      );
    }
    found.push(...(await query.limit(filter.limit - found.length).execute()));
    if (!last || found.length === filter.limit) return found;
    after = last;
  }
}

export async function purgeActivity(db: Database, before: number, pause?: Pause): Promise<void> {
  await deleteOld(db, 'activity', ['id'], sql`at < ${before}`, pause);
}

const SESSION_ACTIONS = ['sign_in', 'sign_out', 'session_ended'];

function ordered(db: Database, filter: Omit<ActivityFilter, 'limit' | 'words' | 'meaningOf'>) {
  const { action, actions, without_sessions, job_id, since, until, after } = filter;
  let query = db.selectFrom('activity');
  if (without_sessions)
    query = query.where(({ or, eb }) =>
      or([eb('action', 'not in', SESSION_ACTIONS), eb('outcome', '!=', 'done')]),
    );
  if (job_id !== undefined) query = query.where('job_id', job_id === null ? 'is' : '=', job_id);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actions !== undefined) query = query.where('action', 'in', actions);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  // Redundant, but the part that an index can start from.
  if (after) query = query.where('at', '<=', after.at).where(behind(after));
  return query.orderBy('at', 'desc').orderBy('id');
}

const behind = ({ at, id }: Position) => sql<boolean>`(at < ${at} OR (at = ${at} AND id > ${id}))`;
