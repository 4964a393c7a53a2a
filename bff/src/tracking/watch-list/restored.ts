/** What people had decided about loads that return to the board from the archive. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Person } from '../../platform/lib/person.ts';
import { toIso } from '../../platform/lib/time.ts';
import { archivedWithItems } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Decisions } from '../board/entry.ts';

/** Even after an old delivery, a load is shown as leaving for this long, so that somebody can keep it. */
export const NOTICE_MS = 10 * 60_000;

/**
 * By load; those that are not in the archive are missing. A load that a person removed while it was about to leave is so again: delivered
 * stays delivered. Any other one is kept, whatever had archived it.
 */
export async function restoredDecisions(
  db: Database,
  load_ids: readonly string[],
  by: Person,
  now: number,
): Promise<ReadonlyMap<string, Partial<Decisions>>> {
  const rows = await archivedWithItems(db, load_ids);
  return new Map(
    rows.map(({ load_id, archived_by, item }) => {
      // Loads archived by earlier versions lack some.
      const {
        leaving,
        kept = null,
        identifiers_sent = null,
        carrier_phone = null,
      } = JSON.parse(item) as Partial<BoardLoad>;
      const again =
        archived_by !== null && leaving
          ? {
              kept,
              leaving: { ...leaving, at: toIso(Math.max(Date.parse(leaving.at), now + NOTICE_MS)) },
            }
          : { kept: { by_name: by.name, at: toIso(now) } };
      return [load_id, { identifiers_sent, carrier_phone, ...again }];
    }),
  );
}
