import { type BoardMonitor, MONITOR_ENDINGS, type MonitorEnding } from '@waypost/contract/api/monitors';
import {
  byId,
  natural,
  type SortKey,
  type SortOrder,
  sortOrder,
  sortRows,
} from '../../../ui/resource-list/query.ts';
import { wordsOf } from '../../../ui/resource-list/words.ts';
import type { MonitorFilter } from '../search.ts';
import type { MonitorFacts } from './facts.ts';
import { vehicleText } from './words.ts';

export type Sort = 'worst' | 'name' | 'vehicle' | 'next' | 'left' | 'created';

export interface ListQuery {
  /** Absent: all. */
  readonly show?: MonitorFilter | undefined;
  readonly q?: string | undefined;
  /** A sort key, descending with a leading minus; anything else means worst first. */
  readonly sort?: string | undefined;
}

interface MonitorSource {
  ids(): Iterable<string>;
  get(id: string): BoardMonitor | undefined;
  facts(id: string): MonitorFacts | undefined;
  /** Number of long-ended monitors that are not loaded, by status. */
  unread?(): Readonly<Record<MonitorEnding, number>>;
}

function shows({ state, attention }: MonitorFacts, show: MonitorFilter | undefined): boolean {
  if (show === undefined) return true;
  if (show === 'attention') return attention;
  return show === 'unknown' ? state === 'other' : state === show;
}

const haystacks = new WeakMap<BoardMonitor, string>();

/** Searchable text in lower case, cached per version of the monitor. */
function haystackOf(monitor: BoardMonitor): string {
  let text = haystacks.get(monitor);
  if (text === undefined) {
    const { vin, license_plate_number: plate } = monitor;
    text = [
      monitor.name,
      monitor.id,
      vehicleText(monitor),
      vin,
      plate,
      plate?.replace(/[\s-]/g, ''),
      monitor.fleet_ref,
      monitor.created_by_name,
      ...monitor.stops.map(({ name }) => name),
      ...monitor.links.flatMap(({ load_ref, load_id }) => [load_ref, load_id]),
    ]
      .filter((part) => part)
      .join('\n')
      .toLowerCase();
    haystacks.set(monitor, text);
  }
  return text;
}

export function matches(monitor: BoardMonitor, { flags }: MonitorFacts, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = haystackOf(monitor);
  // Lateness and silence change with time, so they are not part of the cached text.
  return words.every((word) => text.includes(word) || flags.some(({ kind }) => kind === word));
}

const KEYS: Readonly<Record<Sort, (monitor: BoardMonitor, facts: MonitorFacts) => SortKey>> = {
  // Rank first, then age, as one number: `since` is below 1e13 in magnitude.
  worst: (_monitor, { rank, since }) => rank * 1e14 + since,
  name: ({ name }) => (name === null ? null : natural(name)),
  vehicle: (monitor) => natural(vehicleText(monitor)),
  next: (_monitor, { next_arrival }) => next_arrival,
  left: (_monitor, { expires }) => expires,
  created: ({ created_at }) => (created_at === null ? null : -Date.parse(created_at)),
};

export const sortOf = (sort: string | undefined): SortOrder<Sort> => sortOrder(sort, KEYS, 'worst');

export function select(source: MonitorSource, query: ListQuery) {
  /** Of all monitors, ignoring the search. */
  const counts: Record<MonitorFilter | 'all', number> = {
    all: 0,
    active: 0,
    attention: 0,
    completed: 0,
    expired: 0,
    cancelled: 0,
    unknown: 0,
  };
  const words = wordsOf(query.q);
  const { by, descending } = sortOf(query.sort);
  const found: { id: string; key: SortKey }[] = [];
  for (const id of source.ids()) {
    const [monitor, facts] = [source.get(id), source.facts(id)];
    if (!monitor || !facts) continue;
    counts.all += 1;
    counts[facts.state === 'other' ? 'unknown' : facts.state] += 1;
    if (facts.attention) counts.attention += 1;
    if (shows(facts, query.show) && matches(monitor, facts, words))
      found.push({ id, key: KEYS[by](monitor, facts) });
  }
  const unread = source.unread?.();
  for (const ending of unread ? MONITOR_ENDINGS : []) {
    const count = unread?.[ending] ?? 0;
    counts.all += count;
    counts[ending] += count;
  }
  const rows = sortRows(
    found,
    ({ key }) => key,
    descending,
    byId(({ id }) => id),
  );
  return { ids: rows.map(({ id }) => id), counts };
}
