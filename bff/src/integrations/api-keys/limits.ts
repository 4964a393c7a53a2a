/** Which loads a limited key may see: read anew for each request, so that a change of a list counts at once. */
import { TEAM } from '../../people/views/views.ts';
import type { KeyLimits } from '../../platform/http/key-limits.ts';
import { maySee } from '../../platform/http/key-limits.ts';
import type { ApiKeyRow } from '../../platform/http/key-rights.ts';
import { archivedLoadsOf } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { loadsOfLists } from '../../platform/store/load-lists.ts';
import type { Board } from '../../tracking/board/board.ts';
import { listOrNull } from './api-keys.ts';

/** Null: all. */
export async function limitsOf(
  db: Database,
  board: Pick<Board, 'get'>,
  row: Pick<ApiKeyRow, 'list_ids' | 'fleet_ids'>,
): Promise<KeyLimits | null> {
  const list_ids = listOrNull(row.list_ids);
  const fleet_ids = listOrNull(row.fleet_ids);
  if (list_ids === null && fleet_ids === null) return null;
  const limits: KeyLimits = {
    listed: await loadsOfLists(db, list_ids ?? [], TEAM),
    fleets: new Set(fleet_ids),
    sees: async (load_id) => {
      const load = board.get(load_id)?.item;
      const fleet_id = load ? load.fleet?.fleet_id : (await archivedLoadsOf(db, [load_id]))[0]?.fleet_id;
      return maySee({ limits }, load_id, fleet_id);
    },
  };
  return limits;
}
