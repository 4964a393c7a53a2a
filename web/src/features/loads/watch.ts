/** Adding loads to the board and taking them off. What is done says so, with the way back. */

import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { BoardLoadDetail } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import type { LoadStore } from '../../live/store.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';

/** Adds loads; the stream brings them to the list. @throws Problem */
export function watchLoads(http: Http, load_ids: readonly string[]) {
  return http.call(BOARD_ROUTES.watchLoads, { body: { load_ids } });
}

/** Takes a load off the board into the archive at once, and offers to bring it back. */
export async function unwatchLoad(http: Http, store: LoadStore, load_id: string): Promise<boolean> {
  const name = isolated(store.get(load_id)?.load_ref ?? load_id);
  try {
    await http.call(BOARD_ROUTES.unwatchLoad, { params: { load_id } });
  } catch (error) {
    const problem = asProblem(error);
    // Gone already: somebody else was quicker, and the end is the same.
    if (problem.code !== 404) {
      showProblem(`${name} not removed`, problem);
      return false;
    }
  }
  store.remove(load_id);
  const undo = async () => {
    try {
      await watchLoads(http, [load_id]);
      toast({ title: `${name} is back on the board` });
    } catch (error) {
      showProblem(`Couldn't add ${name} again`, asProblem(error));
    }
  };
  toast({ title: `${name} is in the archive`, action: { label: 'Undo', run: () => void undo() } });
  return true;
}

/** Notes whether truck identifiers were sent with a load, for everybody. */
export async function sayIdentifiers(
  http: Http,
  store: LoadStore,
  load_id: string,
  sent: boolean,
): Promise<void> {
  try {
    const item = await http.call(BOARD_ROUTES.sayIdentifiers, { params: { load_id }, body: { sent } });
    store.apply({ items: [item], removed: [] });
  } catch (error) {
    showProblem('Not saved', asProblem(error));
  }
}

/** Keeps a load on the board that would leave by itself, for everybody. */
export async function keepLoad(http: Http, store: LoadStore, load_id: string): Promise<void> {
  try {
    const item = await http.call(ARCHIVE_ROUTES.keepLoad, { params: { load_id } });
    store.apply({ items: [item], removed: [] });
  } catch (error) {
    showProblem('Not saved', asProblem(error));
  }
}

/** Reads a load from the service now, and puts what came into the store. */
export async function readNow(
  http: Http,
  store: LoadStore,
  load_id: string,
): Promise<BoardLoadDetail | null> {
  try {
    const detail = await http.call(BOARD_ROUTES.refreshLoad, { params: { load_id } });
    const { raw: _raw, trail: _trail, next_read_at: _next, ...item } = detail;
    store.apply({ items: [item], removed: [] });
    const name = isolated(detail.load_ref ?? load_id);
    if (detail.read_error) toast({ title: `Couldn't update ${name}`, text: detail.read_error.message });
    return detail;
  } catch (error) {
    showProblem("Couldn't update the load", asProblem(error));
    return null;
  }
}
