/** What people do with an invitation: read it anew, ask for its link, chase the fleet, withdraw it. Each is recorded. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { magicLinkOf } from '@waypost/contract/invitations';
import type { Action, Activity } from '../activity.ts';
import type { By } from '../creates/creates.ts';
import { alreadyGone, Problem } from '../http/problems.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutage, ServiceError } from '../service/errors.ts';
import type { TokenSource } from '../service/service-token.ts';
import type { InvitationRow } from '../store/invitations.ts';
import type { InvitationBook } from './invitation-book.ts';
import { invitationItem } from './invitation-item.ts';
import type { InvitationReader } from './invitation-reader.ts';

export interface InvitationActsOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly assumptions: Assumptions;
  readonly book: InvitationBook;
  readonly reader: InvitationReader;
  readonly activity: Activity;
  readonly now?: () => number;
}

export class InvitationActs {
  readonly #options: InvitationActsOptions;
  readonly #now: () => number;

  constructor(options: InvitationActsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  item(row: InvitationRow): BoardInvitation {
    return invitationItem(row);
  }

  /** False when the service offers no way to read it. Throws 404 when it is not there any more. */
  async read(row: InvitationRow, token: TokenSource | undefined): Promise<boolean> {
    const { reader } = this.#options;
    const read = await reader.readOne(row, 'person', token);
    if (!read && reader.readsSingly) throw alreadyGone('invitation');
    return read;
  }

  /** The link as the service tells it now; when it cannot be asked, that of its last answer. Throws when there is none. */
  async link(row: InvitationRow, by: By) {
    const { book, assumptions } = this.#options;
    let fresh: string | null = null;
    try {
      const record = await this.#options.reader.record(row, 'person', await by.token());
      fresh = record && magicLinkOf(record, assumptions);
    } catch (error) {
      if (!isOutage(error) && !(error instanceof ServiceError && error.kind === 'rate_limited')) throw error;
    }
    const magic_link = fresh ?? book.linkOf(row);
    if (magic_link === null) {
      await this.#record('show_invitation_link', row, by, 'failed');
      throw new Problem(502, 'assumption_failed', 'The service does not tell the link of this invitation', {
        detail: `Neither its reads nor its answers had the field ${assumptions.fields.magic_link}; see SERVICE_ASSUMPTIONS`,
      });
    }
    // Before it is shown: what is not recorded is not shown.
    const after = await book.note(row, 'link_shown', by.name, {
      link_shown_at: this.#now(),
      link_shown_by_name: by.name,
    });
    await this.#record('show_invitation_link', row, by, 'done');
    return { magic_link, expires_at: invitationItem(after).expires_at, fresh: fresh !== null };
  }

  async chase(row: InvitationRow, note: string | null, by: By): Promise<BoardInvitation> {
    const change = { chases: row.chases + 1, chased_at: this.#now(), chased_by_name: by.name };
    const after = await this.#options.book.note(row, 'chased', by.name, change, note);
    await this.#record('chase_invitation', row, by, 'done', { note });
    return invitationItem(after);
  }

  /** Throws 409 once it is accepted. */
  async delete(row: InvitationRow, by: By): Promise<BoardInvitation> {
    const { client, endpoints, book, reader } = this.#options;
    const token = await by.token();
    try {
      await client.call(endpoints.deleteInvitation, {
        params: { invitation_id: book.idOf(row) },
        priority: 'person',
        ...(token ? { token } : {}),
      });
    } catch (error) {
      await this.#record('delete_invitation', row, by, 'failed');
      // A 404 may also be about the address that we assumed; then the service's own reads still know the invitation.
      const gone =
        error instanceof ServiceError &&
        (error.gone || (error.kind === 'not_found' && (await reader.isGone(row, token))));
      if (gone) {
        await book.deleted(row, null);
        throw alreadyGone('invitation');
      }
      if (!(error instanceof ServiceError) || error.status !== 409) throw error;
      // Somebody was quicker: what the page shows is old.
      await reader.readOne(row, 'person', token).catch(() => false);
      const status = (await book.row(row.key))?.status;
      throw new Problem(
        409,
        'conflict',
        status === 'accepted'
          ? 'The fleet has accepted this invitation, so it cannot be withdrawn'
          : 'The service does not let this invitation be withdrawn in its present state',
        {
          detail:
            status === 'accepted'
              ? 'What there is to end is its share agreement: cancel or delete that one'
              : 'Look at it again: somebody may have changed it meanwhile',
          service_status: 409,
          cause: error,
        },
      );
    }
    const after = await book.deleted(row, by.name);
    await this.#record('delete_invitation', row, by, 'done', { before: { status: row.status } });
    return invitationItem(after);
  }

  #record(
    action: Action,
    row: InvitationRow,
    by: By,
    outcome: string,
    detail: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = row.fleet_ref ?? row.key;
    return this.#options.activity.record({
      by,
      action,
      target,
      outcome,
      detail: { key: row.key, ...detail },
    });
  }
}
