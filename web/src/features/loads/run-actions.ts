/** What people do to loads: ready messages and calls, a read now, on the board and off it. What is done says so, with the way back. */
import type { BoardLoad, BoardLoadDetail } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Http } from '../../api/http.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { attempt, showProblem } from '../../api/show-problem.ts';
import { firstToCall, phoneLink } from '../../live/ContactLine.tsx';
import { type FleetCounts, fleetName, quietText } from '../../live/fleets.ts';
import type { LoadStore } from '../../live/store.ts';
import { isolated } from '../../ui/bidi.ts';
import { copyText } from '../../ui/MonoId.tsx';
import { toast } from '../../ui/toasts.ts';
import type { Action } from './explain.ts';
import { type MessageKind, messageOf } from './messages.ts';

export interface ActionDeps {
  readonly http: Http;
  readonly store: LoadStore;
  /** Why the person may not take loads off the board; null: they may. */
  readonly disabledReason: string | null;
}

const nameOf = ({ load_ref, load_id }: Pick<BoardLoad, 'load_ref' | 'load_id'>) =>
  isolated(load_ref ?? load_id);

/** A ready message on the clipboard, a read now, off the board. */
export function runAction(
  { http, store, disabledReason }: ActionDeps,
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
      void readNow(http, store, load_id).then((detail) => {
        if (detail && !detail.read_error) toast({ title: `${nameOf(detail)} updated just now` });
      });
      return;
    case 'remove':
      if (disabledReason !== null) toast({ title: 'Load not removed', text: disabledReason });
      else void unwatchLoad(http, store, load_id);
  }
}

async function copyMessage(text: string, title: string): Promise<void> {
  const done = await copyText(text);
  toast({ title: done ? title : 'Your browser blocked copying. The message:', text });
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
  const names = loads.slice(0, MOST_NAMED).map(nameOf);
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

/** Reads a load from the service now, and puts what came into the store. @throws Problem */
async function refresh(http: Http, store: LoadStore, load_id: string): Promise<BoardLoadDetail> {
  const detail = await http.call(BOARD_ROUTES.refreshLoad, { params: { load_id } });
  const { raw: _raw, trail: _trail, next_read_at: _next, ...item } = detail;
  store.apply({ items: [item], removed: [] });
  return detail;
}

/** Null: it failed, and that was said. */
export async function readNow(
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

/** One after the other: all people share the rate limit. */
function readAll(http: Http, store: LoadStore, load_ids: readonly string[]): Promise<boolean> {
  return attempt("Couldn't refresh all loads", async () => {
    let failed = 0;
    for (const load_id of load_ids) if ((await refresh(http, store, load_id)).read_error) failed += 1;
    toast({
      title: `${load_ids.length - failed} of ${load_ids.length} loads refreshed`,
      ...(failed > 0 ? { text: `${failed} not updated.` } : {}),
    });
  });
}

/** Adds loads; the stream brings them to the list. @throws Problem */
export function watchLoads(http: Http, load_ids: readonly string[]) {
  return http.call(BOARD_ROUTES.watchLoads, { body: { load_ids } });
}

/** Takes a load off the board into the archive. @returns why it is still there; null: it is not */
async function archive(http: Http, store: LoadStore, load_id: string): Promise<Problem | null> {
  try {
    await http.call(BOARD_ROUTES.unwatchLoad, { params: { load_id } });
  } catch (error) {
    const problem = asProblem(error);
    // Gone already: somebody else was quicker, and the end is the same.
    if (problem.code !== 404) return problem;
  }
  store.remove(load_id);
  return null;
}

/** Takes a load off the board at once, and offers to bring it back. @returns false: it is still there, and why was said */
export async function unwatchLoad(http: Http, store: LoadStore, load_id: string): Promise<boolean> {
  const name = isolated(store.get(load_id)?.load_ref ?? load_id);
  const problem = await archive(http, store, load_id);
  if (problem) {
    showProblem(`${name} not removed`, problem);
    return false;
  }
  const undo = () =>
    attempt(`Couldn't add ${name} again`, async () => {
      await watchLoads(http, [load_id]);
      toast({ title: `${name} is back on the board` });
    });
  toast({ title: `${name} is in the archive`, action: { label: 'Undo', run: () => void undo() } });
  return true;
}

async function removeAll(http: Http, store: LoadStore, load_ids: readonly string[]): Promise<void> {
  const removed: string[] = [];
  for (const load_id of load_ids) {
    const name = isolated(store.get(load_id)?.load_ref ?? load_id);
    const problem = await archive(http, store, load_id);
    if (problem) {
      showProblem(`${name} is still on the board`, problem);
      break;
    }
    removed.push(load_id);
  }
  if (removed.length === 0) return;
  const undo = () =>
    attempt("Couldn't add the loads again", async () => {
      await watchLoads(http, removed);
      toast({ title: `${removed.length} loads are on the board again` });
    });
  toast({
    title: `${removed.length} loads removed from the board`,
    action: { label: 'Undo', run: () => void undo() },
  });
}

export interface CallOptions {
  readonly http: Http;
  /** Hands a `tel:` address to the computer. */
  readonly dial: (address: string) => void;
  readonly openFleet: (fleet_id: string) => void;
}

/** Dials whoever is called first at the fleet of the load's truck, else its company number. Without a number its contacts open. */
export async function callCarrier(load: BoardLoad, { http, dial, openFleet }: CallOptions): Promise<void> {
  await attempt("Couldn't read the number", async () => {
    const { load_id } = load;
    const { fleet, contacts } = await http.call(CONTACT_ROUTES.loadContacts, { params: { load_id } });
    if (fleet === null) {
      toast({
        title: `No number for ${nameOf(load)}`,
        text: "We don't know yet which fleet its truck belongs to.",
      });
      return;
    }
    const person = firstToCall(contacts);
    const phone = person?.phone ?? fleet.phone;
    const name = isolated(fleetName(fleet));
    if (phone === null) {
      openFleet(fleet.fleet_id);
      toast({ title: `No phone number for ${name}`, text: 'Add a contact here.' });
      return;
    }
    dial(phoneLink(phone));
    // A computer without a phone program does nothing: the number is shown here to be dialed by hand.
    toast({ title: `Call ${person ? isolated(person.name) : name}`, text: phone });
  });
}
