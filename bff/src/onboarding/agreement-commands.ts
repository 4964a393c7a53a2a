/** Share agreements and connections for the people who look after them: what they mean, what hangs on them, and their changes. */
import {
  type Agreement,
  type AgreementUpdate,
  effectiveState,
  isOngoing,
} from '@waypost/contract/agreements';
import { type AgreementList, type BoardAgreement, confirmationOf } from '@waypost/contract/api/agreements';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { Action } from '../activity/activity.ts';
import type { Actor } from '../auth/create.ts';
import type { Board } from '../board/board.ts';
import { alreadyGone, invalidField, Problem } from '../http/problems.ts';
import { invitationKey } from '../intents/ids.ts';
import { ServerPart } from '../lib/server-part.ts';
import { toIso } from '../lib/time.ts';
import type { Poller } from '../polling/poller.ts';
import type { ActivityRow } from '../store/activity.ts';
import { rowOf } from '../store/query.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { Uses } from '../wiring.ts';
import { boardAgreements, type DependentMonitor, loadsOfUnknownFleet } from './dependents.ts';
import type { Directory } from './directory.ts';
import type { Fleets } from './fleets.ts';
import { toInvitationResponse } from './invitation-response.ts';

interface AgreementCommandsOptions
  extends Uses<'db' | 'activity' | 'client' | 'endpoints' | 'broadcaster' | 'now'> {
  readonly directory: Directory;
  readonly fleets: Fleets;
  readonly board: Pick<Board, 'ids' | 'get'>;
  readonly poller: Pick<Poller, 'noteOpened' | 'readSoon' | 'add'>;
  readonly monitors: () => readonly DependentMonitor[];
}

/** A change of one fleet does not put the whole board into the first row. */
const MAX_READ_SOON = 500;
const MOST_HISTORY = 50;
const CHANGES: readonly Action[] = ['update_agreement', 'cancel_agreement', 'delete_agreement'];
const CHANGED = ['effective_date', 'expiration_date', 'status'] as const;

export class AgreementCommands extends ServerPart<AgreementCommandsOptions> {
  async list(fresh: boolean): Promise<AgreementList> {
    const { directory } = this.options;
    const { read_at, problem, unread } = await directory.get(fresh);
    const around = await this.#surroundings();
    const items = boardAgreements(around).sort((a, b) =>
      (a.fleet_ref ?? '') < (b.fleet_ref ?? '') ? -1 : 1,
    );
    return {
      items,
      read_at: toIso(read_at),
      read_problem: problem,
      unread,
      lists: directory.lists,
      loads_of_unknown_fleet: loadsOfUnknownFleet(around),
    };
  }

  /** Those of one fleet, with what depends on them. */
  async ofFleet(fleet_id: string): Promise<BoardAgreement[]> {
    const around = await this.#surroundings();
    const agreements = around.agreements.filter((one) => one.fleet_id === fleet_id);
    return boardAgreements({ ...around, agreements });
  }

  async detail(id: string): Promise<BoardAgreement> {
    await this.#find(id);
    return this.#response(id);
  }

  /** Its latest entries of the activity log, newest first. Says nothing of changes that were made at the service by others. */
  history(id: string): Promise<ActivityRow[]> {
    return this.options.activity.list({ words: [id], actions: CHANGES, limit: MOST_HISTORY });
  }

  async update(id: string, change: AgreementUpdate, actor: Actor): Promise<BoardAgreement> {
    const { endpoints } = this.options;
    const before = await this.#find(id);
    await this.#change('update_agreement', endpoints.updateAgreement, before, actor, change);
    return this.#response(id);
  }

  async cancel(id: string, confirm: string, actor: Actor): Promise<BoardAgreement> {
    const { endpoints } = this.options;
    const before = await this.#find(id);
    mustConfirm(before, confirm);
    await this.#change('cancel_agreement', endpoints.cancelAgreement, before, actor);
    return this.#response(id);
  }

  async delete(id: string, confirm: string, actor: Actor): Promise<void> {
    const { endpoints, directory } = this.options;
    const before = await this.#find(id);
    mustConfirm(before, confirm);
    await this.#change('delete_agreement', endpoints.deleteAgreement, before, actor);
    directory.drop(id);
  }

  async deleteConnection(id: string, confirm: string, actor: Actor): Promise<void> {
    const { directory, client, endpoints } = this.options;
    const { connections } = await directory.get();
    const one = connections.find((connection) => connection.id === id);
    if (!one)
      throw Problem.notFound('Connection not found', 'It may have been removed already. Refresh the list');
    mustConfirm(one, confirm);
    const { fleet_ref, source_name, status } = one;
    await this.#recorded(
      'delete_connection',
      fleet_ref ?? id,
      actor,
      { id, before: { source_name, status } },
      () =>
        this.#call(id, () =>
          actor.token().then((token) =>
            client.call(endpoints.deleteConnection, {
              params: { connection_id: id },
              priority: 'person',
              token,
            }),
          ),
        ),
    );
    directory.drop(id);
    directory.stale();
    this.refreshLoads(one.fleet_id ?? null);
  }

  /** True for a fleet that shares by an agreement as it is known now, without asking the service. */
  isShared(fleet_ref: string): boolean {
    return this.options.directory.known.agreements.some(
      (one) => one.fleet_ref === fleet_ref && isOngoing(effectiveState(one, this.now()).state),
    );
  }

  /** What a fleet shares may have changed: its loads are read soon, and the pages read their lists again. Null: any fleet's. */
  refreshLoads(fleet_id: string | null): void {
    const { broadcaster } = this.options;
    broadcaster.invalidate('agreements', this.now());
    void this.#readLoadsSoon(fleet_id).catch(() => undefined);
  }

  async #readLoadsSoon(fleet_id: string | null): Promise<void> {
    const { board, poller, fleets } = this.options;
    const fleetOf = await fleets.fleetOf();
    let looked = 0;
    for (const load_id of board.ids()) {
      const vehicle = board.get(load_id)?.item.vehicle_assignment?.vehicle.id;
      const fleet = vehicle === undefined ? undefined : fleetOf(vehicle);
      // A load without a vehicle, or of a fleet that is not known, may be one of theirs.
      if (fleet !== undefined && fleet_id !== null && fleet !== fleet_id) continue;
      // Theirs at once, those that may be theirs in a few seconds, and both often for a while: the service may take its time. Of any fleet's
      // each once, or whatever some fleet does has the whole board read every few seconds.
      if (fleet_id === null) poller.readSoon(load_id);
      else poller.noteOpened(load_id);
      if (fleet !== undefined && fleet === fleet_id) poller.add([load_id]);
      looked += 1;
      if (looked >= MAX_READ_SOON) return;
    }
  }

  async #change(
    action: Action,
    endpoint: Endpoint,
    before: Agreement,
    actor: Actor,
    body?: AgreementUpdate,
  ): Promise<void> {
    const { client, directory } = this.options;
    const { id } = before;
    const detail: Record<string, unknown> = { id, before: fieldsOf(before), wanted: body ?? null };
    await this.#recorded(action, before.fleet_ref ?? id, actor, detail, async () => {
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
      directory.stale();
      if (after) {
        detail.after = fieldsOf(after);
        directory.put(after);
      }
    });
    this.refreshLoads(before.fleet_id ?? null);
  }

  /** A conflict is explained as one; what is gone is in the list no more. */
  async #call<T>(id: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'not_found') {
        const { directory, broadcaster } = this.options;
        if (error.gone) directory.drop(id);
        directory.stale();
        broadcaster.invalidate('agreements', this.now());
        // The address may be wrong. The list knows better: what it has no more is gone.
        if (!error.gone && !(await this.#isListed(id))) throw alreadyGone('record');
      }
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      this.options.directory.stale();
      const reason = error.body?.detail;
      throw new Problem(409, 'conflict', 'The tracking service does not allow this in the current state', {
        detail: typeof reason === 'string' ? reason : 'Someone may have changed it. Refresh and check',
        service_status: 409,
        cause: error,
      });
    }
  }

  /** True also where no list says that it is not there. */
  async #isListed(id: string): Promise<boolean> {
    const { directory } = this.options;
    const { agreements, connections, problem } = await directory.get(true);
    const { lists } = directory;
    if (problem !== null || lists.agreements !== 'yes' || lists.connections !== 'yes') return true;
    return [...agreements, ...connections].some((one) => one.id === id);
  }

  async #recorded(
    action: Action,
    target: string,
    actor: Actor,
    detail: Readonly<Record<string, unknown>>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const { activity } = this.options;
    try {
      await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await activity.record(actor, action, target, { ...detail, message }, 'failed');
      throw error;
    }
    await activity.record(actor, action, target, detail);
  }

  async #find(id: string): Promise<Agreement> {
    const { directory } = this.options;
    const among = async (fresh: boolean) =>
      (await directory.get(fresh)).agreements.find((one) => one.id === id);
    const found = (await among(false)) ?? (await among(true));
    if (found) return found;
    // A service without a list: it may be there all the same.
    if (directory.lists.agreements === 'no') return { id };
    throw Problem.notFound(
      'Share agreement not found',
      directory.known.problem ?? 'It may have been removed already. Refresh the list',
    );
  }

  async #response(id: string): Promise<BoardAgreement> {
    const item = boardAgreements(await this.#surroundings(), true).find((one) => one.id === id);
    if (!item) throw Problem.notFound('Share agreement no longer found');
    return item;
  }

  async #surroundings() {
    const { directory, fleets, board, monitors, db } = this.options;
    const { agreements, connections } = directory.known;
    const loads = board.ids().flatMap((id) => board.get(id)?.item ?? []);
    const invitations = new Map<string, { key: string; fleet_name: string | null }>();
    for (const { invitation_id } of agreements) {
      const row = invitation_id
        ? await rowOf(db, 'invitation', { key: invitationKey(invitation_id) })
        : undefined;
      if (row && invitation_id)
        invitations.set(invitation_id, {
          key: row.key,
          fleet_name: toInvitationResponse(row).fleet_name ?? null,
        });
    }
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

const fieldsOf = (one: Agreement) => Object.fromEntries(CHANGED.map((field) => [field, one[field] ?? null]));

function mustConfirm(thing: Parameters<typeof confirmationOf>[0], typed: string): void {
  const wanted = confirmationOf(thing);
  if (typed.trim() !== wanted) throw invalidField('body.confirm', typed, `must be exactly: ${wanted}`);
}
