/** What people do with an invitation: read it anew, ask for its link, share it, chase the fleet, withdraw it. Each is recorded. */
import { type InvitationStage, invitationStage, needsRenewal } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, chaseWrite, ShareMethod } from '@waypost/contract/api/invitations';
import { magicLinkOf } from '@waypost/contract/invitations';
import { addUnread, NOTHING_UNREAD } from '@waypost/contract/unread';
import type { z } from 'zod';
import type { Action } from '../activity/activity.ts';
import type { Actor } from '../auth/create.ts';
import { alreadyGone, invalidField, Problem } from '../http/problems.ts';
import { tmsInvitationKey } from '../intents/ids.ts';
import { ServerPart } from '../lib/server-part.ts';
import type { HappeningRow, InvitationRow } from '../store/onboarding.ts';
import { deleteRow, rowsOf } from '../store/query.ts';
import { CapabilityProbe } from '../upstream/capability-probe.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { isOutage, ServiceError } from '../upstream/errors.ts';
import { readAll } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { Uses } from '../wiring.ts';
import type { InvitationProjection } from './invitation-projection.ts';
import type { InvitationState } from './invitation-reducer.ts';
import { toInvitationResponse } from './invitation-response.ts';
import type { InvitationReader } from './readers.ts';

interface InvitationCommandsOptions
  extends Uses<'activity' | 'assumptions' | 'client' | 'endpoints' | 'now'> {
  readonly invitations: InvitationProjection;
  readonly reader: InvitationReader;
}

type Chase = z.output<typeof chaseWrite>;
const CHASES = ['chased', 'postponed'];

export class InvitationCommands extends ServerPart<InvitationCommandsOptions> {
  /** False when the service offers no way to read it. Throws 404 when it is not there any more. */
  async read(row: InvitationRow, token: TokenSource | undefined): Promise<boolean> {
    const { reader } = this.options;
    const read = await reader.readOne(row, 'person', token);
    if (!read && reader.readsSingly) throw alreadyGone('invitation');
    return read;
  }

  /**
   * The link as the service gives it now; when it cannot be asked, that of its last answer. Throws when there is none, and 409 for one
   * that opens nothing any more.
   */
  async link(row: InvitationRow, actor: Actor) {
    const { invitations } = this.options;
    let link: WorkingLink;
    try {
      link = await this.workingLink(row, 'person', await actor.token());
    } catch (error) {
      if (error instanceof Problem && error.code === 502)
        await this.#record('show_invitation_link', row, actor, 'failed');
      throw error;
    }
    // Before it is shown: what is not recorded is not shown.
    await invitations.note(row, { what: 'link_shown', by_name: actor.name }, (_, at) => ({
      link_shown_at: at,
      link_shown_by_name: actor.name,
    }));
    await this.#record('show_invitation_link', row, actor, 'done');
    return link;
  }

  /**
   * The same for whoever records by itself what becomes of the link. Throws 409 for one that opens nothing any more, 502 when the service
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
    mustWork(invitationStage(state, this.now()));
    const magic_link = fresh ?? invitations.linkOf(row);
    if (magic_link === null)
      throw new Problem(502, 'assumption_failed', 'The tracking service sent no link for this invitation', {
        detail: `Its response has no ${assumptions.fields.magic_link} field. An administrator can set the right name in SERVICE_ASSUMPTIONS`,
      });
    return { magic_link, expires_at: state.expires_at, fresh: fresh !== null };
  }

  /** Notes that its link was given to the fleet. Throws 409 when the link opens nothing. */
  async share(
    row: InvitationRow,
    how: ShareMethod,
    recipient: string | null,
    actor: Actor,
  ): Promise<BoardInvitation> {
    mustWork(invitationStage(toInvitationResponse(row), this.now()));
    const deed = { what: 'shared', by_name: actor.name, how, recipient } as const;
    const after = await this.options.invitations.note(row, deed, (there, at) =>
      asShared(there, at, { by_name: actor.name, how, to: recipient }),
    );
    await this.#record('share_invitation', row, actor, 'done', { how, to: recipient });
    return toInvitationResponse(after);
  }

  /** It was not given to the fleet after all. */
  async unshare(row: InvitationRow, actor: Actor): Promise<BoardInvitation> {
    const deed = { what: 'not_shared', by_name: actor.name } as const;
    const after = await this.options.invitations.note(row, deed, () => ({
      shared_at: null,
      shared_by_name: null,
      shared_how: null,
      shared_to: null,
      shared_valid_from: null,
    }));
    await this.#record('unshare_invitation', row, actor, 'done');
    return toInvitationResponse(after);
  }

  /**
   * Notes that the fleet was asked, or is to be asked later.
   * @throws Problem 422 for a time that is over
   */
  async chase(
    row: InvitationRow,
    { note, follow_up_at, contacted }: Chase,
    actor: Actor,
  ): Promise<BoardInvitation> {
    const next = follow_up_at === null ? null : Date.parse(follow_up_at);
    if (next !== null && next <= this.now())
      throw invalidField('body.follow_up_at', follow_up_at, 'must be in the future');
    const what = contacted ? 'chased' : 'postponed';
    const deed = { what, by_name: actor.name, note, follow_up_at: next } as const;
    const after = await this.options.invitations.note(row, deed, (there, at) =>
      contacted
        ? { chases: there.chases + 1, chased_at: at, chased_by_name: actor.name, follow_up_at: next }
        : { follow_up_at: next },
    );
    await this.#record(contacted ? 'chase_invitation' : 'postpone_invitation', row, actor, 'done', {
      note,
      follow_up_at,
    });
    return toInvitationResponse(after);
  }

  /**
   * Takes back what `chase` noted last, as if it had not been.
   * @throws Problem 409 when there is nothing to take back
   */
  async undoChase(row: InvitationRow, actor: Actor): Promise<BoardInvitation> {
    let last: HappeningRow | undefined;
    let earlier: readonly HappeningRow[] = [];
    const after = await this.options.invitations.note(
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
        const chased = { invitation_key: row.key, what: CHASES };
        const deeds = await rowsOf(store, 'invitation_happening', chased, ['at', 'what']);
        last = deeds.at(-1);
        earlier = deeds.slice(0, -1);
        if (last === undefined) return false;
        const { invitation_key, what, at } = last;
        return (await deleteRow(store, 'invitation_happening', { invitation_key, what, at })) !== undefined;
      },
    );
    if (last === undefined) throw Problem.conflict('There is no follow-up to undo');
    await this.#record('undo_follow_up', row, actor, 'done', { what: last.what, note: last.note });
    return toInvitationResponse(after);
  }

  /** Throws 409 once it is accepted. */
  async delete(row: InvitationRow, actor: Actor, priority: Priority = 'person'): Promise<BoardInvitation> {
    const { client, endpoints, invitations, reader } = this.options;
    const token = await actor.token();
    try {
      await client.call(endpoints.deleteInvitation, {
        params: { invitation_id: invitations.idOf(row) },
        priority,
        token,
      });
    } catch (error) {
      await this.#record('delete_invitation', row, actor, 'failed');
      // A 404 may also be about the address that we assumed; then the service's own reads still know the invitation.
      const gone =
        error instanceof ServiceError &&
        (error.gone || (error.kind === 'not_found' && (await reader.isGone(row, token))));
      if (gone) {
        await invitations.deleted(row, null);
        throw alreadyGone('invitation');
      }
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      // Somebody was quicker: what the page shows is old.
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
    const after = await invitations.deleted(row, actor.name);
    await this.#record('delete_invitation', row, actor, 'done', { before: { status: row.status } });
    return toInvitationResponse(after);
  }

  #record(
    action: Action,
    row: InvitationRow,
    actor: Actor,
    outcome: string,
    detail: object = {},
  ): Promise<void> {
    const { key, fleet_ref } = row;
    return this.options.activity.record(actor, action, fleet_ref ?? key, { key, ...detail }, outcome);
  }
}

const DEAD_LINK: Readonly<Partial<Record<InvitationStage, string>>> = {
  deleted: 'This invitation was withdrawn',
  expired: 'This invitation has expired',
  declined: 'The fleet has declined this invitation',
};

/** Throws 409: a link that opens nothing is not given to anybody. */
export function mustWork(stage: InvitationStage): void {
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
  /** False: the service could not be read, this is the link of its last answer. */
  readonly fresh: boolean;
}

/** What is written into an invitation whose link was given to the fleet at `at` (ms). */
export function asShared(
  there: InvitationRow,
  at: number,
  { by_name, how, to }: { readonly by_name: string; readonly how: ShareMethod; readonly to: string | null },
): Partial<InvitationRow> {
  return {
    shares: there.shares + 1,
    shared_at: at,
    shared_by_name: by_name,
    shared_how: how,
    shared_to: to,
    shared_valid_from: (JSON.parse(there.state) as InvitationState).starts.at(-1) ?? null,
  };
}

/** What a record says of where its invitation is; what it leaves out stays as it is known. */
function stateOf(record: Readonly<Record<string, unknown>> | null) {
  const state: { status?: string; expires_at?: string } = {};
  if (typeof record?.status === 'string') state.status = record.status;
  if (typeof record?.expires_at === 'string') state.expires_at = record.expires_at;
  return state;
}

// TMS invitations: a resource of their own, of which the interface shows only that one can be deleted until it is accepted.
type TmsInvitationsOptions = Uses<'activity' | 'client' | 'endpoints' | 'now'>;

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

  /** Throws 409 for one that was accepted, 404 for one that is not there. */
  async delete(tms_invitation_id: string, actor: Actor): Promise<void> {
    const { client, endpoints, activity } = this.options;
    const token = await actor.token();
    const record = (outcome: string) =>
      activity.record(actor, 'delete_tms_invitation', tmsInvitationKey(tms_invitation_id), null, outcome);
    try {
      await client.call(endpoints.deleteTmsInvitation, {
        params: { tms_invitation_id },
        priority: 'person',
        token,
      });
    } catch (error) {
      await record('failed');
      if (error instanceof ServiceError && error.status === 409)
        throw new Problem(409, 'conflict', "This TMS invitation has been accepted, so it can't be deleted", {
          detail: 'Manage the relationship in its TMS share agreement',
          service_status: 409,
          cause: error,
        });
      throw error;
    }
    await record('done');
  }

  #read() {
    const { client, endpoints } = this.options;
    return this.#list.try(() => readAll(client, endpoints.listTmsInvitations, { priority: 'person' }));
  }
}
