/**
 * Ended monitors that are not held in memory: read from the database on request, a page at a time, and assembled like those in memory.
 * Nothing is cached here.
 */
import type { BoardMonitor, MonitorEnding, MonitorLink } from '@waypost/contract/api/monitors';
import type { ListPosition } from '../../platform/http/list-pages.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { searchText } from '../../platform/store/activity.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  countEndedMonitors,
  type EndedFilter,
  type EndedRow,
  endedMonitor,
  indexEndedMonitors,
  listEndedMonitors,
  unindexedMonitors,
} from '../../platform/store/ended-monitors.ts';
import type { MonitorRow } from '../../platform/store/monitors.ts';
import { addRow, rowsIn } from '../../platform/store/query.ts';
import { applyAbout, bornAt, type Entry, entryOf, vehicleIdsOf, vehicleKey } from './entry.ts';
import { type MonitorContext, toMonitorResponse } from './monitor-response.ts';
import { isEnd } from './reducer.ts';
import { Vehicles } from './vehicle-positions.ts';

interface EndedMonitorsOptions {
  readonly db: Database;
  readonly context: MonitorContext;
  readonly linksOf: (entry: Entry) => MonitorLink[];
  /** Whether a monitor is held in memory, and so not listed here. */
  readonly has: (id: string) => boolean;
}

interface EndedItem {
  readonly position: ListPosition;
  readonly item: BoardMonitor;
}

const ROWS_PER_BATCH = 200;

export class EndedMonitors extends ServerPart<EndedMonitorsOptions> {
  /** Newest first; at most `limit`, fewer only at the end. */
  async list(filter: EndedFilter): Promise<EndedItem[]> {
    const { db, has } = this.options;
    const rows: EndedRow[] = [];
    let { after } = filter;
    for (;;) {
      const limit = filter.limit - rows.length;
      const more = await listEndedMonitors(db, { ...filter, after, limit });
      rows.push(...more.filter(({ id }) => !has(id)));
      const last = more.at(-1);
      if (!last || more.length < limit || rows.length === filter.limit) break;
      after = { at: last.born_at ?? 0, id: last.id };
    }
    return this.#items(rows);
  }

  count(): Promise<Record<MonitorEnding, number>> {
    return countEndedMonitors(this.options.db);
  }

  async find(id: string): Promise<BoardMonitor | null> {
    const row = await endedMonitor(this.options.db, id);
    const [found] = row ? await this.#items([row]) : [];
    return found?.item ?? null;
  }

  /**
   * Stores the search columns of ended monitors, before they are evicted from memory. `nameOf`: unit number of the vehicle of a monitor
   * in memory.
   */
  async indexForSearch(nameOf: (id: string) => string | null): Promise<void> {
    const { db } = this.options;
    for (let after = ''; ; ) {
      const rows = await unindexedMonitors(db, after, ROWS_PER_BATCH);
      const entries = await entriesOf(db, rows);
      for (const entry of entries) {
        entry.vehicle_name = nameOf(entry.row.id) ?? entry.vehicle_name;
        await this.#storeCreationLink(entry);
      }
      const items = this.#toItems(entries, this.options.context.vehicles);
      await indexEndedMonitors(
        db,
        entries.map((entry, index) => {
          const { row, vehicle_name } = entry;
          const item = items[index]?.item as BoardMonitor;
          return {
            id: row.id,
            version: row.version,
            born_at: bornAt(entry),
            ended_as: isEnd(item.status) ? item.status : null,
            search: searchTextOf(item),
            vehicle_key: vehicleKey(entry),
            vehicle_name,
          };
        }),
      );
      if (rows.length < ROWS_PER_BATCH) return;
      after = rows.at(-1)?.id ?? '';
    }
  }

  async #storeCreationLink({ row, command, load_ref, stored }: Entry): Promise<void> {
    const load_id = command?.about?.load_id ?? null;
    if (load_id === null || stored.has(load_id)) return;
    const link = { monitor_id: row.id, load_id, load_ref, at: row.first_seen_at };
    await addRow(this.options.db, 'monitor_link', { ...link, source: 'created', state: 'linked' }, 'ignore');
  }

  async #items(rows: readonly EndedRow[]): Promise<EndedItem[]> {
    const { db, context } = this.options;
    const entries = await entriesOf(db, rows);
    const vehicles = new Vehicles(db, context.placeOf);
    await vehicles.learn(vehicleIdsOf(entries));
    return this.#toItems(entries, vehicles);
  }

  #toItems(entries: readonly Entry[], vehicles: Vehicles): EndedItem[] {
    return entries.map((entry) => {
      entry.links = this.options.linksOf(entry);
      const item = toMonitorResponse(entry, { ...this.options.context, vehicles });
      return { position: { id: entry.row.id, at: bornAt(entry) }, item };
    });
  }
}

export async function entriesOf(db: Database, rows: readonly (MonitorRow | EndedRow)[]): Promise<Entry[]> {
  const entries = new Map(rows.map((row) => [row.id, entryOf(row)]));
  for (const entry of entries.values()) {
    const { vehicle_name = null, ...row } = entry.row as EndedRow;
    entry.row = row;
    entry.vehicle_name = vehicle_name;
  }
  await loadRelated(db, entries);
  return [...entries.values()];
}

/** Loads the related rows of these monitors: what a person entered, and links. */
export async function loadRelated(db: Database, entries: ReadonlyMap<string, Entry>): Promise<void> {
  const tags = [...entries.values()].flatMap(({ row }) => row.tag ?? []);
  const byTag = new Map((await rowsIn(db, 'monitor_about', 'tag', tags)).map((about) => [about.tag, about]));
  for (const entry of entries.values()) {
    const about = byTag.get(entry.row.tag ?? '');
    if (about) applyAbout(entry, about);
    entry.stored.clear();
  }
  for (const link of await rowsIn(db, 'monitor_link', 'monitor_id', [...entries.keys()]))
    entries.get(link.monitor_id)?.stored.set(link.load_id, link);
}

/** Searchable texts, one per line, each also without punctuation: `LD-4711` is found as `ld4711`. */
function searchTextOf(monitor: BoardMonitor): string {
  const parts = [
    ...[monitor.name, monitor.id, monitor.vehicle_name, monitor.vin, monitor.vehicle_id],
    ...[monitor.license_plate_number, monitor.fleet_ref, monitor.created_by_name],
    ...monitor.stops.map(({ name }) => name),
    ...monitor.links.flatMap(({ load_ref, load_id }) => [load_ref, load_id]),
  ];
  const lines = parts.flatMap((text) => (text ? [text, text.replace(/[^\p{L}\p{N}]+/gu, '')] : []));
  return searchText([...new Set(lines)].join('\n'));
}
