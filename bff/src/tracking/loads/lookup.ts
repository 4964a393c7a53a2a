/**
 * Resolves pasted load numbers and ids to loads. The service cannot be queried by number, so numbers are compared with the board, the
 * archive and the loads posted by Waypost.
 */
import { type BoardLoad, boardLoad } from '@waypost/contract/api/board';
import { normalizeForMatch } from '@waypost/contract/api/fleet-matching';
import { type LookupCandidate, type LookupItem, MAX_CANDIDATES } from '@waypost/contract/api/load-lookup';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { uuid } from '@waypost/contract/common';
import { overlappingWindow, plannedWindow } from '@waypost/triage/same-truck';
import { nextTurn } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import {
  archivedCandidatesByNumber,
  archivedItems,
  archivedLoadsOf,
} from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { rowsIn } from '../../platform/store/query.ts';
import type { Board } from '../board/board.ts';
import { LoadsByVehicle } from '../board/loads-by-vehicle.ts';

interface LoadLookupOptions {
  readonly db: Database;
  readonly board: Pick<Board, 'ids' | 'get'>;
}

type Known = ReadonlyMap<string, readonly LookupCandidate[]>;

export class LoadLookup extends ServerPart<LoadLookupOptions> {
  /** One result per text, in the same order. */
  async find(texts: readonly string[]): Promise<LookupItem[]> {
    const ids = texts.filter(isId).map((text) => text.toLowerCase());
    const numbers = texts.filter((text) => !isId(text));
    const byId = await this.#byId(ids);
    const known = await this.#byNumber(numbers);
    const unknown = numbers.filter((text) => !known.has(normalizeForMatch(text)));
    const similar = await SimilarNumbers.find(unknown, this.#onBoard());
    const items = texts.map((text): LookupItem => {
      if (isId(text)) {
        const load = byId.get(text.toLowerCase()) ?? newLoad(text.toLowerCase(), null);
        return { text, outcome: outcomeOf(load), load, candidates: [] };
      }
      return itemOf(text, known) ?? { text, outcome: 'unknown', load: null, candidates: similar.of(text) };
    });
    const others = await this.#sameTruck(items.flatMap(({ load }) => load ?? []));
    return items.map((item) => {
      const same_truck_loads = item.load && others.get(item.load.load_id);
      return item.load && same_truck_loads ? { ...item, load: { ...item.load, same_truck_loads } } : item;
    });
  }

  /** From the plans of the loads on the board, and for archived loads from their last state on the board. */
  async #sameTruck(loads: readonly LookupCandidate[]): Promise<Map<string, BoardLoad['same_truck_loads']>> {
    const { db, board } = this.options;
    const known = loads.flatMap(({ load_id }) => board.get(load_id)?.item ?? []);
    const found = new Map(known.map((load) => [load.load_id, load.same_truck_loads]));
    const archived = loads.filter(({ where }) => where === 'archive');
    if (archived.length > 0) {
      const on_trucks = new LoadsByVehicle();
      for (const load_id of board.ids()) on_trucks.put(load_id, board.get(load_id)?.item ?? null);
      const rows = await archivedItems(
        db,
        archived.map(({ load_id }) => load_id),
        (vehicle_id) => on_trucks.on(vehicle_id).size > 0,
      );
      for (const { load_id, vehicle_id, item } of rows) {
        // It may have been written by an earlier version.
        const load = boardLoad.pick({ load_id: true, stops: true }).safeParse(JSON.parse(item));
        if (!load.success) continue;
        const others = [...on_trucks.on(vehicle_id)].flatMap((id) => board.get(id)?.item ?? []);
        const during = overlappingWindow(plannedWindow(load.data), others);
        found.set(
          load_id,
          during.map(({ load_id, load_ref }) => ({ load_id, load_ref })),
        );
      }
    }
    return found;
  }

  async #byId(ids: readonly string[]): Promise<Map<string, LookupCandidate>> {
    const { db, board } = this.options;
    const found = new Map<string, LookupCandidate>();
    const elsewhere: string[] = [];
    for (const load_id of ids) {
      const item = board.get(load_id)?.item;
      if (item) found.set(load_id, onBoard(load_id, item.load_ref));
      else elsewhere.push(load_id);
    }
    for (const row of await archivedLoadsOf(db, elsewhere)) found.set(row.load_id, inArchive(row));
    return found;
  }

  /** Compares normalized numbers, so that `ld 48213` finds LD-48213. */
  async #byNumber(numbers: readonly string[]): Promise<Known> {
    const { db } = this.options;
    const known = new Map<string, LookupCandidate[]>();
    if (numbers.length === 0) return known;
    const wanted = new Set(numbers.map(normalizeForMatch));
    wanted.delete('');
    const seen = new Set<string>();
    const add = (candidate: LookupCandidate) => {
      const key = normalizeForMatch(candidate.load_ref ?? '');
      if (!wanted.has(key) || seen.has(candidate.load_id)) return;
      seen.add(candidate.load_id);
      known.set(key, [...(known.get(key) ?? []), candidate]);
    };
    for (const candidate of this.#onBoard()) {
      await nextTurn();
      add(candidate);
    }
    for (const row of await archivedCandidatesByNumber(db, numbers)) add(inArchive(row));
    for (const { load_id, load_ref } of await rowsIn(db, 'posted_load', 'load_ref', numbers))
      add(newLoad(load_id, load_ref));
    return known;
  }

  *#onBoard(): Generator<LookupCandidate> {
    const { board } = this.options;
    for (const load_id of board.ids()) {
      const load_ref = board.get(load_id)?.item.load_ref ?? null;
      if (load_ref !== null) yield onBoard(load_id, load_ref);
    }
  }
}

const isId = (text: string) => uuid.safeParse(text).success;
const isOnBoard = ({ where }: LookupCandidate) => where === 'board';

function outcomeOf(load: LookupCandidate): LookupItem['outcome'] {
  if (load.where === 'board') return 'on_board';
  return load.where === 'archive' ? 'archived' : 'new';
}

/** Null: no load with this number is known. */
function itemOf(text: string, known: Known): LookupItem | null {
  const alike = known.get(normalizeForMatch(text)) ?? [];
  const same = alike.filter(({ load_ref }) => load_ref === text);
  const meant = same.length > 0 ? same : alike;
  // Numbers are reused: the load on the board is the current one.
  const present = meant.filter(isOnBoard);
  const [load, ...others] = present.length > 0 ? present : meant;
  if (!load) return null;
  if (others.length > 0)
    return { text, outcome: 'several', load: null, candidates: [load, ...others].slice(0, MAX_CANDIDATES) };
  return { text, outcome: outcomeOf(load), load, candidates: [] };
}

const onBoard = (load_id: string, load_ref: string | null): LookupCandidate => ({
  load_id,
  load_ref,
  where: 'board',
  archived_at: null,
  archived_for: null,
});

const newLoad = (load_id: string, load_ref: string | null): LookupCandidate => ({
  load_id,
  load_ref,
  where: 'posted',
  archived_at: null,
  archived_for: null,
});

interface ArchivedRow {
  readonly load_id: string;
  readonly load_ref: string | null;
  readonly archived_at: number;
  readonly reason: string;
}

const inArchive = ({ load_id, load_ref, archived_at, reason }: ArchivedRow): LookupCandidate => ({
  load_id,
  load_ref,
  where: 'archive',
  archived_at: toIso(archived_at),
  archived_for: reason as ArchiveReason,
});

// Finds load numbers that differ from a text by one typo: an extra, missing, wrong or swapped character. Two such numbers share a text
// that remains when one character of each is removed, so a map of these texts finds them without comparing all pairs.

/** Shorter numbers are nearly all similar to each other. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 40;

class SimilarNumbers {
  readonly #byKey: ReadonlyMap<string, readonly LookupCandidate[]>;

  private constructor(byKey: ReadonlyMap<string, readonly LookupCandidate[]>) {
    this.#byKey = byKey;
  }

  /** The loads whose number is similar to one of the texts. */
  static async find(texts: readonly string[], loads: Iterable<LookupCandidate>): Promise<SimilarNumbers> {
    const wanted = new Map<string, LookupCandidate[]>();
    for (const text of texts) for (const key of keysOf(text)) wanted.set(key, []);
    if (wanted.size > 0)
      for (const load of loads) {
        await nextTurn();
        for (const key of keysOf(load.load_ref ?? '')) wanted.get(key)?.push(load);
      }
    return new SimilarNumbers(wanted);
  }

  /** Most similar first; empty: no number is similar. */
  of(text: string): LookupCandidate[] {
    const found = new Map<string, LookupCandidate>();
    for (const key of keysOf(text))
      for (const load of this.#byKey.get(key) ?? []) found.set(load.load_id, load);
    const length = normalizeForMatch(text).length;
    const distance = ({ load_ref }: LookupCandidate) =>
      Math.abs(normalizeForMatch(load_ref ?? '').length - length);
    return [...found.values()].sort((a, b) => distance(a) - distance(b)).slice(0, MAX_CANDIDATES);
  }
}

/** The normalized number, and every variant of it with one character removed. */
function keysOf(text: string): Set<string> {
  const normalized = normalizeForMatch(text);
  if (normalized.length < MIN_LENGTH || normalized.length > MAX_LENGTH) return new Set();
  const keys = new Set([normalized]);
  for (let at = 0; at < normalized.length; at += 1)
    keys.add(normalized.slice(0, at) + normalized.slice(at + 1));
  return keys;
}
