/** A monitor in memory, based on its stored row. */
import type { BoardMonitor, MonitorCommand, MonitorLink } from '@waypost/contract/api/monitors';
import type { ListPosition } from '../../platform/http/list-pages.ts';
import type { MonitorAboutRow, MonitorLinkRow, MonitorRow } from '../../platform/store/monitors.ts';
import { vinKey } from '../board/loads-by-vehicle.ts';
import { nameOf, numberOf, textOf } from './names.ts';
import { isEnd, type MonitorState, statusOf } from './reducer.ts';

export interface Entry {
  row: Omit<MonitorRow, 'state'>;
  state: MonitorState;
  command: MonitorCommand | null;
  created_by_name: string | null;
  /** Reference of the load it was created from, at that time. */
  load_ref: string | null;
  /** Stored links, by load. */
  readonly stored: Map<string, MonitorLinkRow>;
  links: readonly MonitorLink[];
  target: TrackingTarget;
  /** Unit number that its vehicle was last seen with. */
  vehicle_name: string | null;
  /** Cached response and JSON; null after a change. */
  item: BoardMonitor | null;
  json: string | null;
}

export function entryOf(row: MonitorRow): Entry {
  const entry: Entry = {
    ...rowAndState(row),
    command: null,
    created_by_name: null,
    load_ref: null,
    stored: new Map(),
    links: [],
    target: { name: null, vehicle_id: null, vin: null, from: null, until: null },
    vehicle_name: null,
    item: null,
    json: null,
  };
  entry.target = targetOf(entry);
  return entry;
}

export function applyRow(entry: Entry, row: MonitorRow): void {
  Object.assign(entry, rowAndState(row));
  entry.target = targetOf(entry);
}

export function applyAbout(entry: Entry, about: MonitorAboutRow): void {
  entry.command = JSON.parse(about.body) as MonitorCommand;
  entry.created_by_name = about.created_by_name;
  entry.load_ref = about.load_ref;
  entry.target = targetOf(entry);
}

export const isActive = (entry: Entry) => !isEnd(statusOf(entry.state));

/** Key of its vehicle: the id if known, else the VIN. */
export function vehicleKey({ target }: Entry): string | null {
  return target.vehicle_id ?? (target.vin === null ? null : vinKey(target.vin));
}

export function vehicleIdsOf(entries: Iterable<Entry>): string[] {
  return [...entries].flatMap(({ target }) => target.vehicle_id ?? []);
}

/** Newest first; a total order, so that a page can continue after any position. */
export const byAge = (a: ListPosition, b: ListPosition) =>
  b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Sort time: creation at the service, else when it was first received. */
export function bornAt({
  state,
  row,
}: {
  state: MonitorState;
  row: Pick<MonitorRow, 'first_seen_at'>;
}): number {
  return numberOf(state, 'created_at') ?? row.first_seen_at;
}

function rowAndState({ state, ...row }: MonitorRow): Pick<Entry, 'row' | 'state'> {
  return { row, state: JSON.parse(state) as MonitorState };
}

function targetOf({ state, command }: Entry): TrackingTarget {
  const requested = (time: string | undefined) => (time === undefined ? null : Date.parse(time));
  const ended = state.ending?.at ?? null;
  const expires = numberOf(state, 'expires_at') ?? requested(command?.expires_at);
  return {
    name: nameOf(state, command),
    vehicle_id: textOf(state, 'vehicle_id') ?? command?.vehicle_id ?? null,
    vin: textOf(state, 'vin') ?? command?.vin ?? null,
    from: numberOf(state, 'starts_at') ?? requested(command?.starts_at),
    until: ended ?? expires,
  };
}

/** What a monitor tracks, as far as needed to find its loads. */
export interface TrackingTarget {
  readonly name: string | null;
  readonly vehicle_id: string | null;
  readonly vin: string | null;
  /** Milliseconds; null while unknown. */
  readonly from: number | null;
  readonly until: number | null;
}
