/** Reads and changes share agreements and connections, with what depends on them. */
import {
  type Agreement,
  type AgreementUpdate,
  effectiveState,
  isOngoing,
} from '@waypost/contract/agreements';
import {
  type AgreementChange,
  type AgreementList,
  type BoardAgreement,
  confirmationOf,
} from '@waypost/contract/api/agreements';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Action } from '../../platform/activity/activity.ts';
import { alreadyGone, invalidField, Problem } from '../../platform/http/problems.ts';
import { nextTurn } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { ActivityRow } from '../../platform/store/activity.ts';
import { invitationsByKeys } from '../../platform/store/onboarding.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import { invitationKey } from '../../service/intents/ids.ts';
import type { Actor } from '../../service/upstream/actor.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { ThrottledBroadcaster } from '../../tracking/events/throttled-broadcaster.ts';
import type { Poller } from '../../tracking/polling/poller.ts';
import { boardAgreements, type DependentMonitor, loadsOfUnknownFleet } from './dependents.ts';
import type { Fleets } from './fleets.ts';
import { toInvitationResponse } from './invitation-response.ts';

interface AgreementCommandsOptions extends Uses<'db' | 'activity' | 'now'> {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly broadcaster: ThrottledBroadcaster;
  readonly directory: Directory;
  readonly fleets: Fleets;
  readonly board: Pick<Board, 'ids' | 'get'>;
  readonly poller: Pick<Poller, 'recordOpened' | 'readSoon' | 'add'>;
  readonly monitors: () => readonly DependentMonitor[];
}

/** One fleet's change must not push the whole board to the front of the polling queue. */
const MAX_READ_SOON = 500;
const MAX_HISTORY = 50;
const CHANGES: readonly Action[] = ['update_agreement', 'cancel_agreement', 'delete_agreement'];
const RECORDED_FIELDS = ['effective_date', 'expiration_date', 'status'] as const;

export class AgreementCommands extends ServerPart<AgreementCommandsOptions> {
  async list(fresh: boolean): Promise<AgreementList> {
    const { directory } = this.options;
    const { read_at, problem, unread } = await directory.get(fresh);
    const context = await this.#context();
    const items = (await boardAgreements(context)).sort((a, b) =>
      (a.fleet_ref ?? '') < (b.fleet_ref ?? '') ? -1 : 1,
    );
    await nextTurn();
    return {
      items,
      read_at: toIso(read_at),
      read_problem: problem,
      unread,
      lists: directory.lists,
      loads_of_unknown_fleet: loadsOfUnknownFleet(context),
    };
  }

  async ofFleet(fleet_id: string): Promise<BoardAgreement[]> {
    const context = await this.#context();
    const agreements = context.agreements.filter((one) => one.fleet_id === fleet_id);
    return boardAgreements({ ...context, agreements });
  }

  async detail(id: string): Promise<BoardAgreement> {
    await this.#find(id);
    return this.#response(id);
  }

  /** Latest entries of the activity log, newest first. Excludes changes made outside Waypost. */
  history(id: string): Promise<ActivityRow[]> {
    return this.options.activity.list({ words: [id], actions: CHANGES, limit: MAX_HISTORY });
  }

  /** Throws 404, and 412 when `seen` is not what is stored. */
  async update(
    id: string,
    { before: seen, ...change }: AgreementChange,
    actor: Actor,
  ): Promise<BoardAgreement> {
    const { endpoints } = this.options;
    const before = await this.#find(id);
    if (DATES.some((name) => seen?.[name] !== undefined && msOf(seen[name]) !== msOf(before[name])))
      throw Problem.outdated(null, 'changed the dates of this agreement');
    await this.#change('update_agreement', endpoints.updateAgreement, before, actor, change);
    return this.#response(id);
  }

  async cancel(id: string, confirm: string, actor: Actor): Promise<BoardAgreement> {
    const { endpoints } = this.options;
    const before = await this.#find(id);
    assertConfirmed(before, confirm);
    await this.#change('cancel_agreement', endpoints.cancelAgreement, before, actor);
    return this.#response(id);
  }

  async delete(id: string, confirm: string, actor: Actor): Promise<void> {
    const { endpoints, directory } = this.options;
    const before = await this.#find(id);
    assertConfirmed(before, confirm);
    await this.#change('delete_agreement', endpoints.deleteAgreement, before, actor);
    directory.drop(id);
  }

  async deleteConnection(id: string, confirm: string, actor: Actor): Promise<void> {
    const { activity, directory, client, endpoints } = this.options;
    const { connections } = await directory.get();
    const one = connections.find((connection) => connection.id === id);
    if (!one)
      throw Problem.notFound('Connection not found', 'It may have been removed already. Refresh the list');
    assertConfirmed(one, confirm);
    const { fleet_ref, source_name, status } = one;
    const detail = { id, before: { source_name, status } };
    await activity.perform(actor, 'delete_connection', fleet_ref ?? id, detail, async (act) => {
      const token = await actor.token();
      const params = { connection_id: id };
      await this.#call(id, () =>
        client.call(endpoints.deleteConnection, { params, priority: 'person', token }),
      );
      await act.finish('done');
    });
    directory.drop(id);
    directory.invalidate();
    this.refreshLoads(one.fleet_id ?? null);
  }

  /** Whether the fleet shares through an agreement, as far as known without calling the service. */
  isShared(fleet_ref: string): boolean {
    return this.options.directory.known.agreements.some(
      (one) => one.fleet_ref === fleet_ref && isOngoing(effectiveState(one, this.now()).state),
    );
  }

  /** Polls the fleet's loads soon and makes pages refetch, because what the fleet shares may have changed. Null: any fleet. */
  refreshLoads(fleet_id: string | null): void {
    const { broadcaster } = this.options;
    broadcaster.invalidate('agreements', this.now());
    void this.#readLoadsSoon(fleet_id).catch(() => undefined);
  }

  async #readLoadsSoon(fleet_id: string | null): Promise<void> {
    const { board, poller, fleets } = this.options;
    const fleetOf = await fleets.fleetOf();
    let count = 0;
    for (const load_id of board.ids()) {
      await nextTurn();
      const vehicle = board.get(load_id)?.item.vehicle_assignment?.vehicle.id;
      const fleet = vehicle === undefined ? undefined : fleetOf(vehicle);
      // A load without a vehicle, or of an unknown fleet, may be affected too.
      if (fleet !== undefined && fleet_id !== null && fleet !== fleet_id) continue;
      // The fleet's own loads are read at once, possibly affected ones in a few seconds, and both repeatedly for a while, because the
      // service may take time. For any fleet each load is read only once, or every fleet's change would poll the whole board every few
      // seconds.
      if (fleet_id === null) poller.readSoon(load_id);
      else poller.recordOpened(load_id);
      if (fleet !== undefined && fleet === fleet_id) poller.add([load_id]);
      count += 1;
      if (count >= MAX_READ_SOON) return;
    }
  }

  async #change(
    action: Action,
    endpoint: Endpoint,
    before: Agreement,
    actor: Actor,
    body?: AgreementUpdate,
  ): Promise<void> {
    const { activity, client, directory } = this.options;
    const { id } = before;
    const detail = { id, before: fieldsOf(before), wanted: body ?? null };
    await activity.perform(actor, action, before.fleet_ref ?? id, detail, async (act) => {
      const token = await actor.token();
      const { data } = await this.#call(id, () =>
        client.call(endpoint, {
          params: { share_agreement_id: id },
          ...(body ? { body } : {}),
          priority: 'person',
          token,
        }),
      );
      const after = data as Agreement | undefined;
      directory.invalidate();
      if (after) directory.put(after);
      await act.finish('done', after && { after: fieldsOf(after) });
    });
    this.refreshLoads(before.fleet_id ?? null);
  }

  /** Calls the service; explains a conflict and removes a missing record from the list. */
  async #call<T>(id: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'not_found') {
        const { directory, broadcaster } = this.options;
        if (error.gone) directory.drop(id);
        directory.invalidate();
        broadcaster.invalidate('agreements', this.now());
        // The assumed address may be wrong: only the list proves that the record is missing.
        if (!error.gone && !(await this.#isListed(id))) throw alreadyGone('record');
      }
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      this.options.directory.invalidate();
      const reason = error.body?.detail;
      throw new Problem(409, 'conflict', 'The tracking service does not allow this in the current state', {
        detail: typeof reason === 'string' ? reason : 'Someone may have changed it. Refresh and check',
        service_status: 409,
        cause: error,
      });
    }
  }

  /** True also when no list can tell. */
  async #isListed(id: string): Promise<boolean> {
    const { directory } = this.options;
    const { agreements, connections, problem } = await directory.get(true);
    const { lists } = directory;
    if (problem !== null || lists.agreements !== 'yes' || lists.connections !== 'yes') return true;
    return [...agreements, ...connections].some((one) => one.id === id);
  }

  async #find(id: string): Promise<Agreement> {
    const { directory } = this.options;
    const findIn = async (fresh: boolean) =>
      (await directory.get(fresh)).agreements.find((one) => one.id === id);
    const found = (await findIn(false)) ?? (await findIn(true));
    if (found) return found;
    // Without a list the agreement may still exist.
    if (directory.lists.agreements === 'no') return { id };
    throw Problem.notFound(
      'Share agreement not found',
      directory.known.problem ?? 'It may have been removed already. Refresh the list',
    );
  }

  async #response(id: string): Promise<BoardAgreement> {
    const item = (await boardAgreements(await this.#context(), true)).find((one) => one.id === id);
    if (!item) throw Problem.notFound('Share agreement no longer found');
    return item;
  }

  async #context() {
    const { directory, fleets, board, monitors, db } = this.options;
    const { agreements, connections } = directory.known;
    const loads = board.ids().flatMap((id) => board.get(id)?.item ?? []);
    await nextTurn();
    const invitations = new Map<string, { key: string; fleet_name: string | null }>();
    const ids = new Map(
      agreements.flatMap(({ invitation_id: id }) => (id ? [[invitationKey(id), id] as const] : [])),
    );
    for (const row of await invitationsByKeys(db, [...ids.keys()])) {
      await nextTurn();
      invitations.set(ids.get(row.key) as string, {
        key: row.key,
        fleet_name: toInvitationResponse(row).fleet_name ?? null,
      });
    }
    await nextTurn();
    return {
      agreements,
      connections,
      loads,
      monitors: monitors(),
      fleetOf: await fleets.fleetOf(),
      invitationOf: (id: string) => invitations.get(id) ?? null,
      now: this.now(),
    };
  }
}

const DATES = ['effective_date', 'expiration_date'] as const;
const msOf = (date: string | null | undefined) => (date ? Date.parse(date) : null);

const fieldsOf = (one: Agreement) =>
  Object.fromEntries(RECORDED_FIELDS.map((field) => [field, one[field] ?? null]));

function assertConfirmed(thing: Parameters<typeof confirmationOf>[0], typed: string): void {
  const wanted = confirmationOf(thing);
  if (typed.trim() !== wanted) throw invalidField('body.confirm', typed, `must be exactly: ${wanted}`);
}
