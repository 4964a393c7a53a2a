/** Pure functions that match monitors to loads by name, vehicle and time. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { MonitorLink } from '@waypost/contract/api/monitors';
import { plannedWindow } from '@waypost/triage/same-truck';
import type { Database } from '../../platform/store/database.ts';
import {
  type MonitorLinkRow,
  monitorById,
  nextMonitorVersion,
  saveMonitor,
} from '../../platform/store/monitors.ts';
import { deleteRow, putRows } from '../../platform/store/query.ts';
import { bornAt, type Entry, isActive, type TrackingTarget } from './entry.ts';

/** Shorter references occur in too many names by chance. */
const MIN_REF_LENGTH = 3;

function sameVehicle(monitor: TrackingTarget, load: BoardLoad): boolean {
  const vehicle = load.vehicle_assignment?.vehicle;
  if (!vehicle) return false;
  if (monitor.vehicle_id !== null) return monitor.vehicle_id === vehicle.id;
  return monitor.vin !== null && monitor.vin === vehicle.vin;
}

/** Whether the name contains the reference as a separate word. */
export function containsRef(name: string | null, load_ref: string | null): boolean {
  const ref = load_ref?.trim().toLowerCase() ?? '';
  const text = name?.trim().toLowerCase() ?? '';
  if (ref === '' || text === '') return false;
  if (text === ref) return true;
  if (ref.length < MIN_REF_LENGTH) return false;
  const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(ref); at >= 0; at = text.indexOf(ref, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + ref.length])) return true;
  return false;
}

/** `name`: linked; `vehicle_time`: only a suggestion; null: no relation found. */
export function inferLink(
  monitor: TrackingTarget,
  load: BoardLoad,
  now: number,
): Extract<MonitorLink['source'], 'name' | 'vehicle_time'> | null {
  if (!sameVehicle(monitor, load)) return null;
  if (containsRef(monitor.name, load.load_ref)) return 'name';
  return overlaps(monitor, load, now) ? 'vehicle_time' : null;
}

/** Whether the tracking window overlaps the planned trip. A load without times counts as under way now. */
function overlaps(monitor: TrackingTarget, load: BoardLoad, now: number): boolean {
  const { from, until } = plannedWindow(load) ?? { from: now, until: now };
  return (
    (monitor.from ?? Number.NEGATIVE_INFINITY) <= until && (monitor.until ?? Number.POSITIVE_INFINITY) >= from
  );
}

interface PersonLink {
  readonly monitor_id: string;
  readonly load_id: string;
  readonly state: MonitorLink['state'];
  readonly load_ref: string | null;
  readonly at: number;
}

/**
 * Stores a person's decision, or deletes it for `suggested`. It overrides automatic links. Also assigns a new change number to the
 * monitor, by which other servers notice.
 */
export async function storePersonLink(store: Database, link: PersonLink): Promise<void> {
  const version = await nextMonitorVersion(store);
  const { monitor_id, load_id, state } = link;
  if (state === 'suggested') await deleteRow(store, 'monitor_link', { monitor_id, load_id });
  else
    await putRows(store, 'monitor_link', ['monitor_id', 'load_id'], [{ ...link, state, source: 'person' }]);
  const row = await monitorById(store, monitor_id);
  if (row) await saveMonitor(store, { ...row, version });
}

interface LinkContext {
  readonly load: (load_id: string) => BoardLoad | null;
  readonly onVehicle: ReadonlySet<string>;
  readonly now: number;
}

export interface LinkResult {
  /** Contains suggestions only when nothing is linked. */
  readonly links: MonitorLink[];
  /** Links by name to be stored: they remain when the load changes its vehicle. */
  readonly toStore: MonitorLinkRow[];
}

/**
 * Finds a monitor's links: by person, creation, or name, vehicle and time. Also sets the unit number in `entry` from a load on its
 * vehicle.
 */
export function findLinks(entry: Entry, { load: loadOf, onVehicle, now }: LinkContext): LinkResult {
  const from = entry.command?.about?.load_id ?? null;
  const candidates = new Set([...(from === null ? [] : [from]), ...entry.stored.keys(), ...onVehicle]);
  const links: MonitorLink[] = [];
  const suggested: MonitorLink[] = [];
  const toStore: MonitorLinkRow[] = [];
  for (const load_id of candidates) {
    const load = loadOf(load_id);
    const stored = entry.stored.get(load_id);
    const storedRef = stored?.load_ref ?? (load_id === from ? entry.load_ref : null);
    const load_ref = load?.load_ref ?? storedRef;
    if (load?.vehicle_assignment?.vehicle.vehicle_name && onVehicle.has(load_id))
      entry.vehicle_name = load.vehicle_assignment.vehicle.vehicle_name;
    if (stored?.source === 'person') {
      const state = stored.state === 'rejected' ? 'rejected' : 'linked';
      links.push({ load_id, load_ref, source: 'person', state });
      continue;
    }
    if (load_id === from) {
      links.push({ load_id, load_ref, source: 'created', state: 'linked' });
      continue;
    }
    const found = load && inferLink(entry.target, load, now);
    if (stored || found === 'name') links.push({ load_id, load_ref, source: 'name', state: 'linked' });
    else if (found) suggested.push({ load_id, load_ref, source: 'vehicle_time', state: 'suggested' });
    if (found === 'name' && !stored)
      toStore.push({ monitor_id: entry.row.id, load_id, source: 'name', state: 'linked', load_ref, at: now });
  }
  const linked = links.some((link) => link.state === 'linked');
  return { links: (linked ? links : [...links, ...suggested]).sort(byRank), toStore };
}

/** The monitor that provides a load's times on the board: an active one first, then the latest. */
export function monitorOfLoad(load_id: string, entries: readonly Entry[]): Entry | undefined {
  return entries
    .filter(({ links }) => links.some((link) => link.load_id === load_id && link.state === 'linked'))
    .sort(
      (a, b) =>
        Number(isActive(b)) - Number(isActive(a)) ||
        (b.target.from ?? 0) - (a.target.from ?? 0) ||
        bornAt(b) - bornAt(a) ||
        (a.row.id < b.row.id ? -1 : 1),
    )[0];
}

const RANK = { created: 0, person: 1, name: 2, vehicle_time: 3 } as const;
const byRank = (a: MonitorLink, b: MonitorLink) =>
  RANK[a.source] - RANK[b.source] || (a.load_id < b.load_id ? -1 : 1);
