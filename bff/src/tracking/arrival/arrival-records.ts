/** How often estimates were right, by fleet and in all: read from the stored cases at times, and after each new one. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import { newestCases } from '../../platform/store/arrival-cases.ts';
import type { Uses } from '../../platform/uses.ts';
import { COUNTED_CASES, type LearnedOf, learn } from './track-record.ts';

/** For new cases of other servers. */
const REFRESH_MS = 5 * 60_000;
/** Fleets without a case among these learn from all. */
const MAX_CASES = 5_000;

export class ArrivalRecords extends IntervalJob {
  #ofFleet: ReadonlyMap<string | null, LearnedOf> = new Map();
  #ofAll: LearnedOf = learn([], 'all');
  readonly #options: Uses<'db' | 'log'>;

  constructor(options: Uses<'db' | 'log'>) {
    super({
      log: options.log,
      task: 'read how often arrivals were predicted',
      everyMs: REFRESH_MS,
      work: () => this.refresh(),
    });
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const rows = await newestCases(this.#options.db, MAX_CASES);
    this.#ofAll = learn(rows.slice(0, COUNTED_CASES), 'all');
    const byFleet = Map.groupBy(rows, ({ fleet_id }) => fleet_id);
    this.#ofFleet = new Map(
      [...byFleet].map(([fleet_id, own]) => [fleet_id, learn(own.slice(0, COUNTED_CASES), 'fleet')]),
    );
  }

  /** Of the load's fleet if that has enough cases, otherwise of all. */
  readonly of = ({ fleet }: Pick<BoardLoad, 'fleet'>): LearnedOf => {
    const own = fleet ? this.#ofFleet.get(fleet.fleet_id) : undefined;
    return own && own.hits !== null ? own : this.#ofAll;
  };
}
