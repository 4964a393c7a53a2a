/** Changes of the board by people and machines, each recorded in the activity log. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { Problem } from '../../platform/http/problems.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { archivedLoadsOf } from '../../platform/store/archived-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../board/board.ts';
import { departureOf } from '../board/entry.ts';
import type { Poller } from '../polling/poller.ts';
import { knownBefore } from './restored.ts';

interface WatchListCommandsOptions extends Uses<'db' | 'activity' | 'now'> {
  readonly board: Board;
  readonly poller: Pick<Poller, 'add' | 'remove'>;
}

/** Maximum loads named in a log entry. */
const MAX_NAMED = 20;

export class WatchListCommands extends ServerPart<WatchListCommandsOptions> {
  /** Returns a load on the board. Throws 404. */
  async find(load_id: string): Promise<{ readonly item: BoardLoad }> {
    const { board } = this.options;
    await board.catchUpFor([load_id]);
    const load = board.get(load_id);
    if (!load) throw Problem.notFound('This load is not on the board', 'Add it to the board first');
    return load;
  }

  /** Adds loads to the board; resolves once they are stored. `added`: the new ones. */
  async watch(
    load_ids: readonly string[],
    by: Person,
  ): Promise<{ readonly added: readonly string[]; readonly already_watched: number }> {
    const { db, board, poller, activity } = this.options;
    const archived = await archivedLoadsOf(db, load_ids);
    const known = await knownBefore(db, load_ids, by, this.now());
    const added = await board.watch(
      load_ids,
      'person',
      by.sub,
      (id) => known.get(id) ?? {},
      (ids) => {
        // The numbers of the others are not known before they are read.
        const load_refs = archived
          .flatMap(({ load_id, load_ref }) => (load_ref !== null && ids.includes(load_id) ? [load_ref] : []))
          .slice(0, MAX_NAMED);
        const detail = { added: ids.length, ...(load_refs.length > 0 && { load_refs }) };
        return activity.entry(by, 'watch_loads', ids.length === 1 ? ids[0] : undefined, detail);
      },
    );
    poller.add(added);
    return { added, already_watched: new Set(load_ids).size - added.length };
  }

  async unwatch(load_id: string, by: Person): Promise<void> {
    const { board, poller, activity } = this.options;
    const { item } = await this.find(load_id);
    await board.archive(new Map([[load_id, departureOf(item, by)]]), () =>
      activity.entry(by, 'unwatch_load', load_id, { load_ref: item.load_ref }),
    );
    poller.remove([load_id]);
  }

  /** Records whether truck identifiers were sent with a load. Throws 404. */
  async sayIdentifiers(load_id: string, sent: boolean, by: Person): Promise<BoardLoad> {
    const { board, activity } = this.options;
    const { item: before } = await this.find(load_id);
    await board.recordIdentifiers(load_id, sent, by.name, () =>
      activity.entry(by, 'say_identifiers', load_id, {
        load_ref: before.load_ref,
        before: before.identifiers_sent?.sent ?? null,
        after: sent,
      }),
    );
    return (await this.find(load_id)).item;
  }

  /** Keeps the carrier's number with a load. The log has no number: it is kept longer than personal data should be. Throws 404. */
  async setCarrierPhone(load_id: string, phone: string, by: Person): Promise<BoardLoad> {
    const { board, activity } = this.options;
    const { load_ref } = (await this.find(load_id)).item;
    const carrier_phone = { phone, by_name: by.name, at: toIso(this.now()) };
    await board.decide(load_id, { carrier_phone }, () =>
      activity.entry(by, 'set_carrier_phone', load_id, { load_ref }),
    );
    return (await this.find(load_id)).item;
  }
}
