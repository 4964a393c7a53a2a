/** Which loads a monitor is about: what a person said, what it was created from, or its name, vehicle and time. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { MonitorLink } from '@waypost/contract/api/monitors';
import type { MonitorLinkRow } from '../store/monitors.ts';
import { bornAt, type Entry, isActive } from './entry.ts';
import { foundLink } from './links.ts';

export interface LinkContext {
  readonly load: (load_id: string) => BoardLoad | null;
  /** Loads that the monitor's vehicle carries now. */
  readonly onVehicle: ReadonlySet<string>;
  readonly now: number;
}

export interface FoundLinks {
  /** Suggestions only where nothing is linked. */
  readonly links: MonitorLink[];
  /** Links by name that were not stored yet: they stay when the load's vehicle is taken away later. */
  readonly kept: MonitorLinkRow[];
}

/** Also notes the unit number of the vehicle in `entry`, from a load that it carries. */
export function findLinks(entry: Entry, { load: loadOf, onVehicle, now }: LinkContext): FoundLinks {
  const from = entry.command?.about?.load_id ?? null;
  const candidates = new Set([...(from === null ? [] : [from]), ...entry.stored.keys(), ...onVehicle]);
  const links: MonitorLink[] = [];
  const suggested: MonitorLink[] = [];
  const kept: MonitorLinkRow[] = [];
  for (const load_id of candidates) {
    const load = loadOf(load_id);
    const stored = entry.stored.get(load_id);
    const noted = stored?.load_ref ?? (load_id === from ? entry.load_ref : null);
    const load_ref = load?.load_ref ?? noted;
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
    const found = load && foundLink(entry.watching, load, now);
    if (stored || found === 'name') links.push({ load_id, load_ref, source: 'name', state: 'linked' });
    else if (found) suggested.push({ load_id, load_ref, source: 'vehicle_time', state: 'suggested' });
    if (found === 'name' && !stored)
      kept.push({ monitor_id: entry.row.id, load_id, source: 'name', state: 'linked', load_ref, at: now });
  }
  const linked = links.some((link) => link.state === 'linked');
  return { links: (linked ? links : [...links, ...suggested]).sort(byRank), kept };
}

/** The monitor that gives a load's times on the board: an active one first, then the latest. */
export function monitorOfLoad(load_id: string, entries: readonly Entry[]): Entry | undefined {
  return entries
    .filter(({ links }) => links.some((link) => link.load_id === load_id && link.state === 'linked'))
    .sort(
      (a, b) =>
        Number(isActive(b)) - Number(isActive(a)) ||
        (b.watching.from ?? 0) - (a.watching.from ?? 0) ||
        bornAt(b) - bornAt(a) ||
        (a.row.id < b.row.id ? -1 : 1),
    )[0];
}

const RANK = { created: 0, person: 1, name: 2, vehicle_time: 3 } as const;
const byRank = (a: MonitorLink, b: MonitorLink) =>
  RANK[a.source] - RANK[b.source] || (a.load_id < b.load_id ? -1 : 1);
