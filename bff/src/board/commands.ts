/** What people and machines do to the watch list, each with its entry in the activity log. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Activity } from '../activity/activity.ts';
import type { Person } from '../auth/actor.ts';
import { Problem } from '../http/problems.ts';
import type { Poller } from '../polling/poller.ts';
import type { Board } from './board.ts';

export interface WatchListCommandsOptions {
  readonly board: Board;
  readonly poller: Pick<Poller, 'add' | 'remove'>;
  readonly activity: Activity;
}

export class WatchListCommands {
  readonly #options: WatchListCommandsOptions;

  constructor(options: WatchListCommandsOptions) {
    this.#options = options;
  }

  /** A watched load. Throws 404. */
  find(load_id: string): { readonly item: BoardLoad; readonly raw: unknown } {
    const load = this.#options.board.get(load_id);
    if (!load)
      throw new Problem(404, 'not_found', 'This load is not on the watch list', {
        detail: 'Add it to the watch list first',
      });
    return load;
  }

  /** Watches loads. They are in the store when this ends. `added`: those that are new. */
  async watch(
    load_ids: readonly string[],
    by: Person,
  ): Promise<{ readonly added: readonly string[]; readonly already_watched: number }> {
    const { board, poller, activity } = this.#options;
    const added = await board.watch(load_ids, 'person', by.sub);
    poller.add(added);
    if (added.length > 0)
      await activity.record({
        by,
        action: 'watch_loads',
        target: added.length === 1 ? added[0] : undefined,
        outcome: 'done',
        detail: { added: added.length },
      });
    return { added, already_watched: new Set(load_ids).size - added.length };
  }

  /** Stops watching a load. Throws 404. */
  async unwatch(load_id: string, by: Person): Promise<void> {
    const { board, poller, activity } = this.#options;
    const { item } = this.find(load_id);
    await board.unwatch([load_id]);
    poller.remove([load_id]);
    await activity.record({
      by,
      action: 'unwatch_load',
      target: load_id,
      outcome: 'done',
      detail: { load_ref: item.load_ref },
    });
  }

  /** Notes whether truck identifiers were sent with a load. Throws 404. */
  async sayIdentifiers(load_id: string, sent: boolean, by: Person): Promise<BoardLoad> {
    const { board, activity } = this.#options;
    const { item: before } = this.find(load_id);
    board.recordIdentifiers(load_id, sent, by.name);
    await board.flush();
    await activity.record({
      by,
      action: 'say_identifiers',
      target: load_id,
      outcome: 'done',
      detail: { load_ref: before.load_ref, before: before.identifiers_sent?.sent ?? null, after: sent },
    });
    return this.find(load_id).item;
  }
}
