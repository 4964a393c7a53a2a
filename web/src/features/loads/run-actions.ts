/** What the buttons of rows and headings do. Loaded by actions.ts. */

import type { BoardLoad } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { type FleetCounts, fleetName, quietText } from '../../live/fleets.ts';
import type { LoadStore } from '../../live/store.ts';
import { isolated } from '../../ui/bidi.ts';
import { copyText } from '../../ui/MonoId.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Action } from './explain.ts';
import { type MessageKind, messageOf } from './messages.ts';
import { readNow, unwatchLoad, watchLoads } from './watch.ts';

export interface ActionDeps {
  readonly http: Http;
  readonly store: LoadStore;
  /** Why the person may not take loads off the board; null: they may. */
  readonly disabledReason: string | null;
}

/** A ready message on the clipboard, a read now, off the board. */
export function runAction(deps: ActionDeps, load_id: string, action: Action): void {
  const { http, store, disabledReason } = deps;
  switch (action.kind) {
    case 'message': {
      const load = store.get(load_id);
      if (!load) return;
      const text = messageOf(action.message, load);
      void copyText(text).then((done) =>
        toast({
          title: done ? `Message for ${action.to} copied` : 'Your browser blocked copying. The message:',
          text,
        }),
      );
      return;
    }
    case 'read_now':
      void readNow(http, store, load_id).then((detail) => {
        if (detail && !detail.read_error)
          toast({ title: `${isolated(detail.load_ref ?? load_id)} updated just now` });
      });
      return;
    case 'remove':
      if (disabledReason !== null) toast({ title: 'Load not removed', text: disabledReason });
      else void unwatchLoad(http, store, load_id);
  }
}

/** The messages of all loads, one after the other, those of one fleet together under its name. */
function messagesOf(loads: readonly BoardLoad[], kind: MessageKind): string {
  const byFleet = new Map<string, string[]>();
  for (const load of loads) {
    const name = load.fleet ? fleetName(load.fleet) : '';
    byFleet.set(name, [...(byFleet.get(name) ?? []), messageOf(kind, load)]);
  }
  return [...byFleet]
    .map(([name, messages]) => [...(name ? [`For ${name}`] : []), ...messages].join('\n\n'))
    .join('\n\n');
}

const MOST_NAMED = 20;

/** To the carrier whose trucks have gone quiet, most of them. */
function fleetMessageOf(counts: FleetCounts, loads: readonly BoardLoad[]): string {
  const names = loads.slice(0, MOST_NAMED).map(({ load_ref, load_id }) => isolated(load_ref ?? load_id));
  const rest = loads.length - names.length;
  return [
    isolated(fleetName(counts.fleet)),
    `${quietText(counts)} on our loads have stopped sending positions. Is your telematics connection working? If your ELD account or its password has changed, please sign in again through your invitation link.`,
    `Loads: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ].join('\n');
}

export function copyFleetMessage(counts: FleetCounts, loads: readonly BoardLoad[]): void {
  const text = fleetMessageOf(counts, loads);
  void copyText(text).then((done) =>
    toast({
      title: done ? 'Message for the carrier copied' : 'Your browser blocked copying. The message:',
      text,
    }),
  );
}

/** Does one thing for all loads of a group. */
export function runGroupAction(deps: ActionDeps, load_ids: readonly string[], action: Action): void {
  const { http, store, disabledReason } = deps;
  switch (action.kind) {
    case 'message': {
      const loads = load_ids.flatMap((load_id) => store.get(load_id) ?? []);
      const text = messagesOf(loads, action.message);
      const what = loads.length === 1 ? 'Message' : `${loads.length} messages`;
      void copyText(text).then((done) =>
        toast(
          done
            ? { title: `${what} for ${action.to} copied` }
            : { title: 'Your browser blocked copying. The messages:', text },
        ),
      );
      return;
    }
    case 'read_now':
      void readAll(http, store, load_ids);
      return;
    case 'remove':
      if (disabledReason !== null) toast({ title: 'Loads not removed', text: disabledReason });
      else void removeAll(http, store, load_ids);
  }
}

/** One after the other: all people share the rate limit. */
async function readAll(http: Http, store: LoadStore, load_ids: readonly string[]): Promise<void> {
  let failed = 0;
  for (const load_id of load_ids) {
    try {
      const detail = await http.call(BOARD_ROUTES.refreshLoad, { params: { load_id } });
      const { raw: _raw, trail: _trail, next_read_at: _next, ...item } = detail;
      store.apply({ items: [item], removed: [] });
      if (detail.read_error) failed += 1;
    } catch (error) {
      showProblem("Couldn't refresh all loads", asProblem(error));
      return;
    }
  }
  const refreshed = load_ids.length - failed;
  toast({
    title: `${refreshed} of ${load_ids.length} loads refreshed`,
    ...(failed > 0 ? { text: `${failed} not updated.` } : {}),
  });
}

async function removeAll(http: Http, store: LoadStore, load_ids: readonly string[]): Promise<void> {
  const removed: string[] = [];
  for (const load_id of load_ids) {
    try {
      await http.call(BOARD_ROUTES.unwatchLoad, { params: { load_id } });
    } catch (error) {
      const problem = asProblem(error);
      // Gone already: somebody else was quicker, and the end is the same.
      if (problem.code !== 404) {
        showProblem(`${isolated(store.get(load_id)?.load_ref ?? load_id)} is still on the board`, problem);
        break;
      }
    }
    store.remove(load_id);
    removed.push(load_id);
  }
  if (removed.length === 0) return;
  const undo = () =>
    watchLoads(http, removed).then(
      () => toast({ title: `${removed.length} loads are on the board again` }),
      (error: unknown) => showProblem("Couldn't add the loads again", asProblem(error)),
    );
  toast({
    title: `${removed.length} loads removed from the board`,
    action: { label: 'Undo', run: () => void undo() },
  });
}
