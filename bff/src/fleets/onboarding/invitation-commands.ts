/** Actions on an invitation: refresh, show its link, share it, follow up with the fleet, withdraw it. Each is recorded. */
import {
  endsBefore,
  type InvitationStage,
  invitationStage,
  needsRenewal,
} from '@waypost/contract/api/invitation-stage';
import type {
  BoardInvitation,
  chaseWrite,
  followedUpInvitation,
  ShareMethod,
} from '@waypost/contract/api/invitations';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { magicLinkOf } from '@waypost/contract/invitations';
import { addUnread, NOTHING_UNREAD } from '@waypost/contract/unread';
import type { z } from 'zod';
import { type Action, reasonOf } from '../../platform/activity/activity.ts';
import { alreadyGone, invalidField, Problem } from '../../platform/http/problems.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import type { InvitationEventRow, InvitationRow } from '../../platform/store/onboarding.ts';
import { deleteRow, rowsOf } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import { tmsInvitationKey } from '../../service/intents/ids.ts';
import type { Actor } from '../../service/upstream/actor.ts';
import { CapabilityProbe } from '../../service/upstream/capability-probe.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { isOutage, ServiceError } from '../../service/upstream/errors.ts';
import { readAll } from '../../service/upstream/pages.ts';
import type { Priority } from '../../service/upstream/request-scheduler.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import type { InvitationProjection } from './invitation-projection.ts';
import type { InvitationState } from './invitation-reducer.ts';
import { toInvitationResponse } from './invitation-response.ts';
import type { InvitationReader } from './readers.ts';

interface InvitationCommandsOptions extends Uses<'activity' | 'now'> {
  readonly assumptions: Assumptions;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly invitations: InvitationProjection;
  readonly reader: InvitationReader;
}

type Chase = z.output<typeof chaseWrite>;
const FOLLOW_UPS = ['chased', 'postponed'];

export class InvitationCommands extends ServerPart<InvitationCommandsOptions> {
  /** Reads the invitation from the service. False when the service offers no way. Throws 404 when it no longer exists. */
  async read(row: InvitationRow, token: TokenSource | undefined): Promise<boolean> {
    const { reader } = this.options;
    const read = await reader.readOne(row, 'person', token);
    if (!read && reader.canReadSingle) throw alreadyGone('invitation');
    return read;
  }

  /**
   * The current link from the service, or the last known one during an outage. Throws when there is none, and 409 when the link no
   * longer works.
   */
  async link(row: InvitationRow, actor: Actor) {
    const { activity, invitations } = this.options;
    let link: WorkingLink;
    try {
      link = await this.workingLink(row, 'person', await actor.token());
    } catch (error) {
      if (error instanceof Problem && error.code === 502)
        await activity.recordRefusal(
          actor,
          'show_invitation_link',
          row.fleet_ref ?? row.key,
          { key: row.key, reason: reasonOf(error) },
          'failed',
        );
      throw error;
    }
    // Recorded before it is shown: an unrecorded link is never shown.
    await invitations.recordAction(
      row,
      { what: 'link_shown', by_name: actor.name },
      (_, at) => ({ link_shown_at: at, link_shown_by_name: actor.name }),
      this.#recorded('show_invitation_link', row, actor),
    );
    return link;
  }

  /**
   * The same for callers that record the use of the link themselves. Throws 409 when the link no longer works, 502 when the service
   * sends none, and ServiceError.
   */
  async workingLink(
    row: InvitationRow,
    priority: Priority,
    token: TokenSource | undefined,
  ): Promise<WorkingLink> {
    const { invitations, assumptions } = this.options;
    let fresh: string | null = null;
    let state = toInvitationResponse(row);
    try {
      const record = await this.options.reader.record(row, priority, token);
      fresh = record && magicLinkOf(record, assumptions);
      state = { ...state, ...stateOf(record) };
    } catch (error) {
      if (!isOutage(error) && !(error instanceof ServiceError && error.kind === 'rate_limited')) throw error;
    }
    assertLinkWorks(invitationStage(state, this.now()));
    const magic_link = fresh ?? invitations.linkOf(row);
    if (magic_link === null)
      throw new Problem(502, 'assumption_failed', 'The tracking service sent no link for this invitation', {
        detail: `Its response has no ${assumptions.fields.magic_link} field. An administrator can set the right name in SERVICE_ASSUMPTIONS`,
      });
    return { magic_link, expires_at: state.expires_at, fresh: fresh !== null };
  }

  /** Records that the link was given to the fleet. Throws 409 when the link no longer works. */
  async share(
    row: InvitationRow,
    how: ShareMethod,
    recipient: string | null,
    actor: Actor,
  ): Promise<BoardInvitation> {
    assertLinkWorks(invitationStage(toInvitationResponse(row), this.now()));
    const action = { what: 'shared', by_name: actor.name, how, recipient } as const;
    const after = await this.options.invitations.recordAction(
      row,
      action,
      (current, at) => sharedColumns(current, at, { by_name: actor.name, how, to: recipient }),
      this.#recorded('share_invitation', row, actor, { how, to: recipient }),
    );
    return toInvitationResponse(after);
  }

  /** Records that the link was not given to the fleet after all. Throws Problem 409 when it was shared again after `shared_at`. */
  async unshare(row: InvitationRow, shared_at: number | null, actor: Actor): Promise<BoardInvitation> {
    if (shared_at !== null && row.shared_at !== shared_at)
      throw Problem.conflict('The link was shared again by someone else', 'Nothing was changed');
    const action = { what: 'not_shared', by_name: actor.name } as const;
    const after = await this.options.invitations.recordAction(
      row,
      action,
      () => ({
        shared_at: null,
        shared_by_name: null,
        shared_how: null,
        shared_to: null,
        shared_valid_from: null,
      }),
      this.#recorded('unshare_invitation', row, actor),
    );
    return toInvitationResponse(after);
  }

  /**
   * Records a follow-up, or when the next one is due. Throws Problem 422 for a time in the past, and for a postponement past the end
   * of the link.
   */
  async chase(
    row: InvitationRow,
    { note, follow_up_at, contacted }: Chase,
    actor: Actor,
  ): Promise<z.output<typeof followedUpInvitation>> {
    const next = follow_up_at === null ? null : Date.parse(follow_up_at);
    if (next !== null && next <= this.now())
      throw invalidField('body.follow_up_at', follow_up_at, 'must be in the future');
    if (!contacted && next !== null && endsBefore(toInvitationResponse(row), next, this.now()))
      throw invalidField('body.follow_up_at', follow_up_at, 'must be before the link expires');
    const what = contacted ? 'chased' : 'postponed';
    const logged_at = this.now();
    const action = { what, by_name: actor.name, note, follow_up_at: next, at: logged_at } as const;
    const after = await this.options.invitations.recordAction(
      row,
      action,
      (current, at) =>
        contacted
          ? { chases: current.chases + 1, chased_at: at, chased_by_name: actor.name, follow_up_at: next }
          : { follow_up_at: next },
      this.#recorded(contacted ? 'chase_invitation' : 'postpone_invitation', row, actor, {
        note,
        follow_up_at,
      }),
    );
    return { ...toInvitationResponse(after), logged_at: new Date(logged_at).toISOString() };
  }

  /** Undoes the last follow-up. Throws Problem 409 when there is none, or when it is not the one of `logged_at`. */
  async undoChase(row: InvitationRow, logged_at: number | null, actor: Actor): Promise<BoardInvitation> {
    let last: InvitationEventRow | undefined;
    let earlier: readonly InvitationEventRow[] = [];
    const after = await this.options.invitations.recordAction(
      row,
      null,
      ({ chases }) => {
        const chased = earlier.findLast(({ what }) => what === 'chased');
        return {
          chases: last?.what === 'chased' ? chases - 1 : chases,
          chased_at: chased?.at ?? null,
          chased_by_name: chased?.by_name ?? null,
          follow_up_at: earlier.at(-1)?.follow_up_at ?? null,
        };
      },
      async (store) => {
        const chased = { invitation_key: row.key, what: FOLLOW_UPS };
        const actions = await rowsOf(store, 'invitation_happening', chased, ['at', 'what']);
        last = actions.at(-1);
        earlier = actions.slice(0, -1);
        if (last === undefined) return false;
        if (logged_at !== null && last.at !== logged_at)
          throw Problem.conflict(
            `${last.by_name ?? 'Someone else'} has followed up since`,
            'Nothing was undone. Your entry stays in the history',
          );
        const { invitation_key, what, at, note } = last;
        if (!(await deleteRow(store, 'invitation_happening', { invitation_key, what, at }))) return false;
        return this.#recorded('undo_follow_up', row, actor, { what, note })(store);
      },
    );
    if (last === undefined) throw Problem.conflict('There is no follow-up to undo');
    return toInvitationResponse(after);
  }

  async delete(row: InvitationRow, actor: Actor, priority: Priority = 'person'): Promise<BoardInvitation> {
    const { activity, client, endpoints, invitations, reader } = this.options;
    const token = await actor.token();
    const { key, fleet_ref, status } = row;
    const detail = { key, before: { status } };
    try {
      await activity.perform(actor, 'delete_invitation', fleet_ref ?? key, detail, async (act) => {
        const params = { invitation_id: invitations.idOf(row) };
        await client.call(endpoints.deleteInvitation, { params, priority, token });
        await act.finish('done');
      });
    } catch (error) {
      // A 404 may also come from a wrong assumed address; then reads still find the invitation.
      const gone =
        error instanceof ServiceError &&
        (error.gone || (error.kind === 'not_found' && (await reader.isGone(row, token))));
      if (gone) {
        await invitations.deleted(row, null);
        throw alreadyGone('invitation');
      }
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      // Someone else changed it, so the page shows outdated data.
      await reader.readOne(row, 'person', token).catch(() => false);
      const status = (await invitations.row(row.key))?.status;
      throw new Problem(
        409,
        'conflict',
        status === 'accepted'
          ? "The fleet has accepted this invitation, so it can't be withdrawn"
          : "The tracking service doesn't allow withdrawing this invitation in its current state",
        {
          detail:
            status === 'accepted'
              ? 'To end access, cancel or delete its share agreement'
              : 'Someone may have changed it. Refresh and check',
          service_status: 409,
          cause: error,
        },
      );
    }
    return toInvitationResponse(await invitations.deleted(row, actor.name));
  }

  /** Writes the entry in the transaction that stores the act. */
  #recorded(action: Action, { key, fleet_ref }: InvitationRow, actor: Actor, detail: object = {}) {
    return async (store: Database): Promise<true> => {
      await this.options.activity.record(store, actor, action, fleet_ref ?? key, { key, ...detail });
      return true;
    };
  }
}

const DEAD_LINK: Readonly<Partial<Record<InvitationStage, string>>> = {
  deleted: 'This invitation was withdrawn',
  expired: 'This invitation has expired',
  declined: 'The fleet has declined this invitation',
};

/** Throws 409 when the link of this stage no longer works. */
export function assertLinkWorks(stage: InvitationStage): void {
  if (!needsRenewal(stage)) return;
  throw Problem.conflict(
    DEAD_LINK[stage] ?? 'This invitation has ended',
    stage === 'deleted'
      ? 'Its link no longer works. Create a new invitation'
      : 'Its link no longer works. Renew the invitation first',
  );
}

interface WorkingLink {
  readonly magic_link: string;
  readonly expires_at: string | null;
  /** False: the service could not be read, so this is the last known link. */
  readonly fresh: boolean;
}

/** Columns to change when the link was given to the fleet at `at` (ms). */
export function sharedColumns(
  current: InvitationRow,
  at: number,
  { by_name, how, to }: { readonly by_name: string; readonly how: ShareMethod; readonly to: string | null },
): Partial<InvitationRow> {
  return {
    shares: current.shares + 1,
    shared_at: at,
    shared_by_name: by_name,
    shared_how: how,
    shared_to: to,
    shared_valid_from: (JSON.parse(current.state) as InvitationState).starts.at(-1) ?? null,
  };
}

/** Status and expiry in a record; missing values are left out. */
function stateOf(record: Readonly<Record<string, unknown>> | null) {
  const state: { status?: string; expires_at?: string } = {};
  if (typeof record?.status === 'string') state.status = record.status;
  if (typeof record?.expires_at === 'string') state.expires_at = record.expires_at;
  return state;
}

// TMS invitations are a separate resource; the interface only documents that one can be deleted until it is accepted.
type TmsInvitationsOptions = Uses<'activity' | 'now'> & {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
};

export class TmsInvitations extends ServerPart<TmsInvitationsOptions> {
  readonly #list = new CapabilityProbe({ kind: 'list', now: this.now });

  async list() {
    const list = await this.#read();
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      known: list !== null,
      unread: addUnread(NOTHING_UNREAD, list?.unread ?? []),
      items: (list?.items ?? []).map(({ id, status, created_at, expires_at }) => ({
        key: tmsInvitationKey(String(id)),
        status: text(status),
        created_at: text(created_at),
        expires_at: text(expires_at),
      })),
    };
  }

  async deleteByKey(key: string, actor: Actor): Promise<void> {
    const one = (await this.#read())?.items.find(({ id }) => tmsInvitationKey(String(id)) === key);
    if (!one) throw Problem.notFound('TMS invitation not found', 'Refresh the list');
    await this.delete(String(one.id), actor);
  }

  /** Throws 409 for an accepted invitation, 404 for a missing one. */
  async delete(tms_invitation_id: string, actor: Actor): Promise<void> {
    const { client, endpoints, activity } = this.options;
    const token = await actor.token();
    const target = tmsInvitationKey(tms_invitation_id);
    const call = { params: { tms_invitation_id }, priority: 'person', token } as const;
    try {
      await activity.perform(actor, 'delete_tms_invitation', target, null, async (act) => {
        await client.call(endpoints.deleteTmsInvitation, call);
        await act.finish('done');
      });
    } catch (error) {
      if (error instanceof ServiceError && error.status === 409)
        throw new Problem(409, 'conflict', "This TMS invitation has been accepted, so it can't be deleted", {
          detail: 'Manage the relationship in its TMS share agreement',
          service_status: 409,
          cause: error,
        });
      throw error;
    }
  }

  #read() {
    const { client, endpoints } = this.options;
    return this.#list.try(() => readAll(client, endpoints.listTmsInvitations, { priority: 'person' }));
  }
}
