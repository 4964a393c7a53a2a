/** What a person says about a monitor and a load counts more than anything found, on every server. */
import type { Database } from '../store/database.ts';
import { monitorById, nextMonitorVersion, saveLink, saveMonitor } from '../store/monitors.ts';

export interface PersonLink {
  readonly monitor_id: string;
  readonly load_id: string;
  readonly state: 'linked' | 'rejected';
  readonly load_ref: string | null;
  readonly at: number;
}

/** Stores it, with a new change number of its monitor: other servers look for those. */
export async function storePersonLink(db: Database, link: PersonLink): Promise<void> {
  await db.transaction().execute(async (store) => {
    const version = await nextMonitorVersion(store);
    await saveLink(store, { ...link, source: 'person' });
    const row = await monitorById(store, link.monitor_id);
    if (row) await saveMonitor(store, { ...row, version });
  });
}
