/** TMS invitations: a resource of their own, of which the interface shows only that one can be deleted until it is accepted. */

import { addUnread, NOTHING_UNREAD } from '@waypost/contract/unread';
import type { Actor } from '../auth/actor.ts';
import type { Uses } from '../dependencies.ts';
import { Problem } from '../http/problems.ts';
import { tmsInvitationKey } from '../intents/derived-ids.ts';
import { CapabilityProbe } from '../upstream/capability-probe.ts';
import { ServiceError } from '../upstream/errors.ts';
import { readAll } from '../upstream/pages.ts';

export type TmsInvitationsOptions = Uses<'activity' | 'client' | 'endpoints' | 'now'>;

export class TmsInvitations {
  readonly #options: TmsInvitationsOptions;
  readonly #list: CapabilityProbe;

  constructor(options: TmsInvitationsOptions) {
    this.#options = options;
    this.#list = new CapabilityProbe({ kind: 'list', now: options.now });
  }

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
    const { client, endpoints, activity } = this.#options;
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
    const { client, endpoints } = this.#options;
    return this.#list.try(() => readAll(client, endpoints.listTmsInvitations, { priority: 'person' }));
  }
}
