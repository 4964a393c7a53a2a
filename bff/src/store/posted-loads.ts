/** What Waypost has sent with loads that it posted or corrected. */
import { sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { deleteOld, type Pause } from './delete-old.ts';
import { addRow, inChunks, rowOf, updateRow } from './query.ts';

export type PostedLoadRow = Tables['posted_load'];

/** Adds it, or takes the place of what was sent before. */
export async function savePostedLoad(db: Database, row: PostedLoadRow): Promise<void> {
  const { load_id: _, ...sent } = row;
  await db
    .insertInto('posted_load')
    .values(row)
    .onConflict((c) => c.column('load_id').doUpdateSet(sent))
    .execute();
}

/**
 * Counts a version on before it is sent, so that of several servers one sends it.
 * @param row as it was before, with its next version
 * @returns false: somebody else was quicker
 */
export async function claimVersion(db: Database, row: PostedLoadRow): Promise<boolean> {
  const { load_id, version } = row;
  if (version === 1) return addRow(db, 'posted_load', row);
  return updateRow(db, 'posted_load', { load_id, version: version - 1 }, { version });
}

/** Takes a claim back: nothing was sent, or it is not known. */
export async function unclaimVersion(db: Database, { load_id, version }: PostedLoadRow): Promise<void> {
  if (version === 1)
    await db.deleteFrom('posted_load').where('load_id', '=', load_id).where('version', '=', 1).execute();
  else await updateRow(db, 'posted_load', { load_id, version }, { version: version - 1 });
}

export async function readPostedLoad(db: Database, load_id: string): Promise<PostedLoadRow | undefined> {
  return rowOf(db, 'posted_load', { load_id });
}

/** Those that the end of a server kept from the board, oldest first. */
export async function postedButNotWatched(db: Database): Promise<PostedLoadRow[]> {
  return db.selectFrom('posted_load').selectAll().where('watched', '=', 0).orderBy('sent_at').execute();
}

export async function markWatched(db: Database, load_id: string): Promise<void> {
  await updateRow(db, 'posted_load', { load_id }, { watched: 1 });
}

/** Ids and references of those whose reference is one of these, letter by letter. */
export async function postedWithReference(
  db: Database,
  load_refs: readonly string[],
): Promise<Pick<PostedLoadRow, 'load_id' | 'load_ref'>[]> {
  return inChunks(load_refs, (some) =>
    db.selectFrom('posted_load').select(['load_id', 'load_ref']).where('load_ref', 'in', some).execute(),
  );
}

/** Forgets what was sent before `before` (ms) with loads that are no longer on the board. */
export async function purgePostedLoads(db: Database, before: number, pause?: Pause): Promise<void> {
  const watched = sql`SELECT 1 FROM watched_load
    WHERE watched_load.load_id = posted_load.load_id AND watched_load.watched = 1`;
  await deleteOld(
    db,
    'posted_load',
    ['load_id'],
    sql`sent_at < ${before} AND NOT EXISTS (${watched})`,
    pause,
  );
}
