import type { BoardLoad, BoardLoadDetail } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import { shareLinkState } from '@waypost/contract/api/share-links';
import type { Http } from '../../api/http.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { attempt, showProblem, undoAction } from '../../api/show-problem.ts';
import { quietText } from '../../live/fleet-words.ts';
import { type FleetCounts, fleetName } from '../../live/fleets.ts';
import { namedText } from '../../live/pick-acts/pick-acts.ts';
import type { LoadStore } from '../../live/store.ts';
import { isolated } from '../../ui/bidi.ts';
import { copyText } from '../../ui/MonoId.tsx';
import { toast } from '../../ui/toasts.ts';
import { plural } from '../../ui/units.ts';
import type { Action } from './cause-words.ts';
import { type MessageKind, messageOf } from './messages.ts';

export interface ActionDeps {
  readonly http: Http;
  readonly store: LoadStore;
  /** Why the person cannot remove loads; null: they can. */
  readonly disabledReason: string | null;
  /** Null: the list of monitors. */
  readonly openMonitor: (monitor_id: string | null) => void;
}

const nameOf = ({ load_ref, load_id }: Pick<BoardLoad, 'load_ref' | 'load_id'>) =>
  isolated(load_ref ?? load_id);

export function runAction(
  { http, store, disabledReason, openMonitor }: ActionDeps,
  load_id: string,
  action: Action,
): void {
  switch (action.kind) {
    case 'message': {
      const load = store.get(load_id);
      if (load) void copyMessage(messageOf(action.message, load), `Message for ${action.to} copied`);
      return;
    }
    case 'read_now':
      void refreshLoad(http, store, load_id).then((detail) => {
        if (detail && !detail.read_error) toast({ title: `${nameOf(detail)} updated just now` });
      });
      return;
    case 'remove':
      if (disabledReason !== null) toast({ title: 'Load not removed', text: disabledReason });
      else void unwatchLoad(http, store, load_id);
      return;
    case 'open_monitor':
      openMonitor(store.get(load_id)?.monitor?.monitor_id ?? null);
  }
}

async function copyMessage(text: string, title: string): Promise<void> {
  const done = await copyText(text);
  toast({ title: done ? title : 'Your browser blocked copying. The message:', text });
}

/** Shows the text where the browser blocks copying. @param what it is: `The handover` */
export async function copyOrShow(text: string, title: string, what: string): Promise<void> {
  const done = await copyText(text);
  toast(done ? { title } : { title: `Your browser blocked copying. ${what}:`, text });
}

/** The messages of all loads, grouped by fleet. */
function messagesOf(loads: readonly BoardLoad[], kind: MessageKind): string {
  return [...Map.groupBy(loads, ({ fleet }) => (fleet ? `For ${fleetName(fleet)}` : ''))]
    .flatMap(([head, own]) => [head, ...own.map((load) => messageOf(kind, load))])
    .filter((part) => part !== '')
    .join('\n\n');
}

const MAX_NAMED = 20;

/** For the carrier of a fleet most of whose trucks are quiet. */
function fleetMessageOf(counts: FleetCounts, loads: readonly BoardLoad[]): string {
  const names = loads.slice(0, MAX_NAMED).map(nameOf);
  const rest = loads.length - names.length;
  return [
    isolated(fleetName(counts.fleet)),
    `${quietText(counts)} on our loads have stopped sending positions. Is your telematics connection working? If your ELD account or its password has changed, please sign in again through your invitation link.`,
    `Loads: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ].join('\n');
}

export function copyFleetMessage(counts: FleetCounts, loads: readonly BoardLoad[]): void {
  void copyMessage(fleetMessageOf(counts, loads), 'Message for the carrier copied');
}

export function runGroupAction(deps: ActionDeps, load_ids: readonly string[], action: Action): void {
  const { http, store, disabledReason, openMonitor } = deps;
  const [load_id, ...more] = load_ids;
  if (load_id !== undefined && more.length === 0) {
    runAction(deps, load_id, action);
    return;
  }
  switch (action.kind) {
    case 'message': {
      const loads = load_ids.flatMap((load_id) => store.get(load_id) ?? []);
      const title = `${loads.length} messages for ${action.to} copied`;
      void copyOrShow(messagesOf(loads, action.message), title, 'The messages');
      return;
    }
    case 'read_now':
      void refreshAll(http, store, load_ids);
      return;
    case 'remove':
      if (disabledReason !== null) toast({ title: 'Loads not removed', text: disabledReason });
      else void removeAll(http, store, load_ids);
      return;
    case 'open_monitor':
      openMonitor(null);
  }
}

/** Refreshes a load at the service and stores the result. @throws Problem */
async function refresh(http: Http, store: LoadStore, load_id: string): Promise<BoardLoadDetail> {
  const detail = await http.call(BOARD_ROUTES.refreshLoad, { params: { load_id } });
  const { trail: _trail, next_read_at: _next, ...item } = detail;
  store.apply({ items: [item], removed: [] });
  return detail;
}

/** Null: it failed, and the failure was shown. */
export async function refreshLoad(
  http: Http,
  store: LoadStore,
  load_id: string,
): Promise<BoardLoadDetail | null> {
  try {
    const detail = await refresh(http, store, load_id);
    if (detail.read_error)
      toast({ title: `Couldn't update ${nameOf(detail)}`, text: detail.read_error.message });
    return detail;
  } catch (error) {
    showProblem("Couldn't update the load", asProblem(error));
    return null;
  }
}

/** One after the other, because everybody shares the rate limit. */
function refreshAll(http: Http, store: LoadStore, load_ids: readonly string[]): Promise<boolean> {
  return attempt("Couldn't refresh all loads", async () => {
    let failed = 0;
    for (const load_id of load_ids) if ((await refresh(http, store, load_id)).read_error) failed += 1;
    toast({
      title: `${load_ids.length - failed} of ${load_ids.length} loads refreshed`,
      ...(failed > 0 ? { text: `${failed} not updated.` } : {}),
    });
  });
}

/** Adds loads; the stream then delivers them. @throws Problem */
export function watchLoads(http: Http, load_ids: readonly string[]) {
  return http.call(BOARD_ROUTES.watchLoads, { body: { load_ids } });
}

/** Moves a load to the archive. @returns why it is still on the board; null: it is not */
async function archive(http: Http, store: LoadStore, load_id: string): Promise<Problem | null> {
  try {
    await http.call(BOARD_ROUTES.unwatchLoad, { params: { load_id } });
  } catch (error) {
    const problem = asProblem(error);
    // Somebody else has removed it already, with the same result.
    if (problem.code !== 404) return problem;
  }
  store.remove(load_id);
  return null;
}

/** Asks before loads with an active monitor are removed. @returns true: it asked, and removes them only when confirmed */
function asksAboutMonitors(store: LoadStore, load_ids: readonly string[], remove: () => void): boolean {
  const monitored = load_ids.flatMap((load_id) => {
    const load = store.get(load_id);
    return load?.monitor?.status === 'active' ? (load.load_ref ?? load_id) : [];
  });
  const count = monitored.length;
  if (count === 0) return false;
  toast({
    about: 'remove monitored',
    title: `${namedText(monitored)} ${plural(count, 'has an active monitor', 'have active monitors')}`,
    text: plural(
      count,
      'It keeps tracking the truck after the load leaves the board. Cancel the monitor first if it is not needed.',
      'They keep tracking the trucks after the loads leave the board. Cancel the monitors first if they are not needed.',
    ),
    action: { label: plural(load_ids.length, 'Remove anyway', `Remove all ${load_ids.length}`), run: remove },
  });
  return true;
}

/** As `removeAll`, one load. */
export const unwatchLoad = (http: Http, store: LoadStore, load_id: string, onRemoved?: () => void) =>
  removeAll(http, store, [load_id], onRemoved);

/**
 * Removes loads from the board, with undo, up to the first that cannot be removed; where one is still there, the reason or a question was
 * shown.
 * @param onRemoved also called when it is confirmed and removed later
 */
async function removeAll(
  http: Http,
  store: LoadStore,
  load_ids: readonly string[],
  onRemoved?: () => void,
  confirmed = false,
): Promise<void> {
  const remove = () => void removeAll(http, store, load_ids, onRemoved, true);
  if (!confirmed && asksAboutMonitors(store, load_ids, remove)) return;
  const nameOf = (load_id: string) => store.get(load_id)?.load_ref ?? load_id;
  const removed: { readonly load_id: string; readonly name: string }[] = [];
  for (const load_id of load_ids) {
    const name = isolated(nameOf(load_id));
    const problem = await archive(http, store, load_id);
    if (problem) {
      showProblem(`${namedText(load_ids.slice(removed.length).map(nameOf))} not removed`, problem);
      break;
    }
    removed.push({ load_id, name });
  }
  const [first, ...more] = removed;
  if (!first) return;
  onRemoved?.();
  const ids = removed.map(({ load_id }) => load_id);
  const again = () => watchLoads(http, ids);
  const [what, are] = more.length > 0 ? [`${removed.length} loads`, 'are'] : [first.name, 'is'];
  toast({
    title: `${what} ${are} in the archive`,
    ...(more.length === 0 &&
      (await isShared(http, first.load_id)) && {
        text: "Its share link can't be followed until it is back on the board.",
      }),
    action: undoAction(`Couldn't add ${what} again`, again, `${what} ${are} back on the board`),
  });
}

/** Whether somebody outside may follow the load; false when that cannot be read. */
async function isShared(http: Http, load_id: string): Promise<boolean> {
  try {
    const { items } = await http.call(SHARE_LINK_ROUTES.listShareLinks, { params: { load_id } });
    return items.some((link) => shareLinkState(link, Date.now()) === 'active');
  } catch {
    return false;
  }
}
