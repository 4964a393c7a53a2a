/** What people do with an invitation: read it anew, ask for its link, chase the fleet, withdraw it. Each is recorded. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { magicLinkOf } from '@waypost/contract/invitations';
import type { Action, Activity } from '../activity/activity.ts';
import type { Actor } from '../auth/actor.ts';
import { alreadyGone, Problem } from '../http/problems.ts';
import type { InvitationRow } from '../store/invitations.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { isOutage, ServiceError } from '../upstream/errors.ts';
import type { InvitationProjection } from './invitation-projection.ts';
import type { InvitationReader } from './invitation-reader.ts';
import { toInvitationResponse } from './invitation-response.ts';

export interface InvitationCommandsOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly assumptions: Assumptions;
  readonly invitations: InvitationProjection;
  readonly reader: InvitationReader;
  readonly activity: Activity;
  readonly now?: () => number;
}

export class InvitationCommands {
  readonly #options: InvitationCommandsOptions;
  readonly #now: () => number;

  constructor(options: InvitationCommandsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** False when the service offers no way to read it. Throws 404 when it is not there any more. */
  async read(row: InvitationRow, token: TokenSource | undefined): Promise<boolean> {
    const { reader } = this.#options;
    const read = await reader.readOne(row, 'person', token);
    if (!read && reader.readsSingly) throw alreadyGone('invitation');
    return read;
  }

  /** The link as the service tells it now; when it cannot be asked, that of its last answer. Throws when there is none. */
  async link(row: InvitationRow, actor: Actor) {
    const { invitations, assumptions } = this.#options;
    let fresh: string | null = null;
    try {
      const record = await this.#options.reader.record(row, 'person', await actor.token());
      fresh = record && magicLinkOf(record, assumptions);
    } catch (error) {
      if (!isOutage(error) && !(error instanceof ServiceError && error.kind === 'rate_limited')) throw error;
    }
    const magic_link = fresh ?? invitations.linkOf(row);
    if (magic_link === null) {
      await this.#record('show_invitation_link', row, actor, 'failed');
      throw new Problem(
        502,
        'assumption_failed',
        'The tracking service did not send the link of this invitation',
        {
          detail: `Its answers have no field ${assumptions.fields.magic_link}. An administrator can set the right name in SERVICE_ASSUMPTIONS`,
        },
      );
    }
    // Before it is shown: what is not recorded is not shown.
    const after = await invitations.note(row, 'link_shown', actor.name, {
      link_shown_at: this.#now(),
      link_shown_by_name: actor.name,
    });
    await this.#record('show_invitation_link', row, actor, 'done');
    return { magic_link, expires_at: toInvitationResponse(after).expires_at, fresh: fresh !== null };
  }

  async chase(row: InvitationRow, note: string | null, actor: Actor): Promise<BoardInvitation> {
    const change = { chases: row.chases + 1, chased_at: this.#now(), chased_by_name: actor.name };
    const after = await this.#options.invitations.note(row, 'chased', actor.name, change, note);
    await this.#record('chase_invitation', row, actor, 'done', { note });
    return toInvitationResponse(after);
  }

  /** Throws 409 once it is accepted. */
  async delete(row: InvitationRow, actor: Actor): Promise<BoardInvitation> {
    const { client, endpoints, invitations, reader } = this.#options;
    const token = await actor.token();
    try {
      await client.call(endpoints.deleteInvitation, {
        params: { invitation_id: invitations.idOf(row) },
        priority: 'person',
        ...(token ? { token } : {}),
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
    detail: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = row.fleet_ref ?? row.key;
    return this.#options.activity.record({
      by: actor,
      action,
      target,
      outcome,
      detail: { key: row.key, ...detail },
    });
  }
}
