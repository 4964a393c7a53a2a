/** One monitor in memory, over its row in the store. */
import type { BoardMonitor, MonitorCommand, MonitorLink } from '@waypost/contract/api/monitors';
import { vinKey } from '../board/loads-by-vehicle.ts';
import type { ListPosition } from '../http/list-pages.ts';
import type { MonitorAboutRow, MonitorLinkRow, MonitorRow } from '../store/monitors.ts';
import type { Watching } from './links.ts';
import { nameOf, numberOf, textOf } from './monitor-response.ts';
import { isEnd, type MonitorState, statusOf } from './reducer.ts';

export interface Entry {
  row: Omit<MonitorRow, 'state'>;
  state: MonitorState;
  command: MonitorCommand | null;
  created_by_name: string | null;
  /** Reference of the load that it was created from, as it was then. */
  load_ref: string | null;
  /** Links that are stored, by load. */
  readonly stored: Map<string, MonitorLinkRow>;
  links: readonly MonitorLink[];
  watching: Watching;
  /** Unit number that its vehicle was last seen with. */
  vehicle_name: string | null;
  /** Put together when it is asked for; null: something has changed since. */
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
    watching: { name: null, vehicle_id: null, vin: null, from: null, until: null },
    vehicle_name: null,
    item: null,
    json: null,
  };
  entry.watching = watchingOf(entry);
  return entry;
}

/** Takes over a newer row. */
export function renew(entry: Entry, row: MonitorRow): void {
  Object.assign(entry, rowAndState(row));
  entry.watching = watchingOf(entry);
}

export function takeAbout(entry: Entry, about: MonitorAboutRow): void {
  entry.command = JSON.parse(about.body) as MonitorCommand;
  entry.created_by_name = about.created_by_name;
  entry.load_ref = about.load_ref;
  entry.watching = watchingOf(entry);
}

/** Nobody has said that it has ended. */
export const isActive = (entry: Entry) => !isEnd(statusOf(entry.state));

/** What its vehicle is found by: its id where that is known, else the VIN. */
export function vehicleKey({ watching }: Entry): string | null {
  return watching.vehicle_id ?? (watching.vin === null ? null : vinKey(watching.vin));
}

/** Vehicles that are known by their id. */
export function vehicleIdsOf(entries: Iterable<Entry>): string[] {
  return [...entries].flatMap(({ watching }) => watching.vehicle_id ?? []);
}

/** Newest first; a total order, so that a page can continue behind any of them. */
export const byAge = (a: ListPosition, b: ListPosition) =>
  b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Newest first: by its creation at the service, else by when we first received it. */
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

function watchingOf({ state, command }: Entry): Watching {
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
