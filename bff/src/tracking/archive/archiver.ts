/**
 * Periodically checks delivered loads on the board, shows when they will be archived, and archives those that are due. Runs on one
 * server.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import { plannedWindow } from '@waypost/triage/same-truck';
import type { Logger } from 'pino';
import type { Activity } from '../../platform/activity/activity.ts';
import type { ArchiveSettings } from '../../platform/config/config.ts';
import { nextTurn } from '../../platform/lib/async.ts';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import { chunksOf } from '../../platform/lib/chunks.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Board } from '../board/board.ts';
import { type Departure, departureOf } from '../board/entry.ts';
import { type EvidenceOptions, EvidenceReader } from './evidence.ts';
import { type Evidence, isDue, leavingOf } from './rules.ts';

interface ArchiverOptions extends EvidenceOptions {
  readonly log: Logger;
  readonly board: Board;
  readonly activity: Activity;
  readonly settings: ArchiveSettings;
  /** Called after loads were archived: stops polling them and notifies open pages. */
  readonly onArchived: (loads: readonly BoardLoad[]) => void;
  readonly everyMs?: number;
  readonly now?: () => number;
}

const INTERVAL_MS = 20_000;
const ARCHIVED_PER_BATCH = 100;
const MAX_NAMED = 20;

export class Archiver extends ServerPart<ArchiverOptions> {
  readonly #evidence = new EvidenceReader(this.options);
  readonly job = new IntervalJob({
    log: this.options.log,
    task: 'check for delivered loads',
    everyMs: this.options.everyMs ?? INTERVAL_MS,
    isExclusive: true,
    work: (signal) => this.runOnce(signal),
  });

  async runOnce(signal = new AbortController().signal): Promise<void> {
    const { board, settings } = this.options;
    this.#evidence.evictOthers((load_id) => board.has(load_id));
    const ids = board.ids();
    const nextOf = await this.#nextLoads(ids);
    const due: string[] = [];
    for (const load_id of ids) {
      if (signal.aborted) return;
      await nextTurn();
      const before = board.get(load_id)?.item;
      if (!before) continue;
      const now = this.now();
      const seen = await this.#evidence.of(before, now);
      // It may have been read, kept or removed in the meantime.
      const load = board.get(load_id)?.item;
      if (!load || load.kept !== before.kept) continue;
      const leaving = leavingOf(load, { ...seen, next_load: nextOf(load, now) }, settings, now);
      board.recordLeaving(load_id, leaving);
      if (leaving && isDue(load, leaving, seen, now)) due.push(load_id);
    }
    for (const some of chunksOf(due, ARCHIVED_PER_BATCH)) if (!signal.aborted) await this.#archive(some);
  }

  async #archive(load_ids: readonly string[]): Promise<void> {
    const { board, onArchived, activity } = this.options;
    const loads = load_ids
      .flatMap((id) => board.get(id)?.item ?? [])
      .filter(({ leaving }) => leaving !== null);
    const departures = new Map(
      loads.map((load): [string, Departure] => [load.load_id, departureOf(load, null)]),
    );
    const amongLoads = (ids: readonly string[]) => loads.filter(({ load_id }) => ids.includes(load_id));
    const archivedIds = await board.archive(departures, (ids) =>
      activity.entry(null, 'archive_loads', ids.length === 1 ? ids[0] : null, {
        count: ids.length,
        loads: amongLoads(ids)
          .slice(0, MAX_NAMED)
          .map(({ load_ref, load_id, leaving }) => `${load_ref ?? load_id}: ${leaving?.reason}`),
      }),
    );
    if (archivedIds.length > 0) onArchived(amongLoads(archivedIds));
  }

  /** Finds the next load of a truck that was seen at that load's origin: the tracking service matched it by location. */
  async #nextLoads(ids: readonly string[]): Promise<(load: BoardLoad, now: number) => Evidence['next_load']> {
    const byVehicle = new Map<string, { load: BoardLoad; from: number }[]>();
    for (const id of ids) {
      await nextTurn();
      const load = this.options.board.get(id)?.item;
      const assignment = load?.vehicle_assignment;
      const plan = load && plannedWindow(load);
      if (!load || !assignment || !plan) continue;
      if (assignment.agreement !== 'agree' && assignment.source !== 'inferred') continue;
      const of_vehicle = byVehicle.get(assignment.vehicle.id) ?? [];
      byVehicle.set(assignment.vehicle.id, of_vehicle);
      of_vehicle.push({ load, from: plan.from });
    }
    return (load, now) => {
      const end = plannedWindow(load)?.until;
      const others = byVehicle.get(load.vehicle_assignment?.vehicle.id ?? '');
      if (end === undefined || !others || load.vehicle_assignment?.agreement === 'disagree') return null;
      const next = others.find(
        (other) => other.load.load_id !== load.load_id && other.from >= end && other.from <= now,
      );
      return next ? { load_id: next.load.load_id, load_ref: next.load.load_ref, from: next.from } : null;
    };
  }
}
