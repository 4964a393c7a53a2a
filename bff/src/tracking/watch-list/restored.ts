/** What people had decided about loads that return to the board from the archive, and how they were last seen. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Person } from '../../platform/lib/person.ts';
import { pick } from '../../platform/lib/pick.ts';
import { toIso } from '../../platform/lib/time.ts';
import { archivedWithItems } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { type KnownBefore, LAST_SEEN } from '../board/entry.ts';

/** Even after an old delivery, a load is shown as leaving for this long, so that somebody can keep it. */
export const NOTICE_MS = 10 * 60_000;

/** Later, how the truck moved when the load left says nothing about now. */
const LAST_SEEN_MS = 60 * 60_000;

/**
 * By load; those that are not in the archive are missing. A load that a person removed while it was about to leave is so again: delivered
 * stays delivered. Any other one is kept, whatever had archived it.
 */
export async function knownBefore(
  db: Database,
  load_ids: readonly string[],
  by: Person,
  now: number,
): Promise<ReadonlyMap<string, KnownBefore>> {
  const rows = await archivedWithItems(db, load_ids);
  return new Map(
    rows.map(({ load_id, archived_at, archived_by, item }) => {
      const load = JSON.parse(item) as BoardLoad;
      // Loads archived by earlier versions lack some.
      const {
        leaving,
        kept = null,
        identifiers_sent = null,
        carrier_phone = null,
      }: Partial<BoardLoad> = load;
      const again =
        archived_by !== null && leaving
          ? {
              kept,
              leaving: { ...leaving, at: toIso(Math.max(Date.parse(leaving.at), now + NOTICE_MS)) },
            }
          : { kept: { by_name: by.name, at: toIso(now) } };
      const last_seen = now - archived_at < LAST_SEEN_MS ? pick(load, LAST_SEEN) : null;
      return [load_id, { identifiers_sent, carrier_phone, last_seen, ...again }];
    }),
  );
}
