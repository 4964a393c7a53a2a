/**
 * Fleet invitations: created and refreshed by the partner; viewed, accepted or declined by the fleet; ended by time. See
 * onboarding.ts for the effects of an acceptance.
 */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { INVITATION_SECRETS, type Invitation } from '@waypost/contract/invitations';
import type { Events } from '../events/events.ts';
import { ServiceError } from '../http/problem.ts';
import { HOUR } from '../world/clock.ts';
import {
  type InvitationRecord,
  openInvitation,
  type SavedInvitation,
  statusOf,
  toInvitationResponse,
} from './record.ts';
import { requestOf } from './request.ts';

const NAMES = ASSUMPTIONS.events.invitation;
export const PARTNER_SLUG = 'waypost';

export interface InvitationParts {
  readonly partner_id: string;
  readonly events: Pick<Events, 'emit' | 'notify'>;
  readonly newId: () => string;
  /** Generates unguessable link secrets and tokens. */
  readonly newSecret: () => string;
  readonly now: () => number;
  readonly link: (secret: string) => string;
  /** Whether a fleet that once accepted no longer shares permanently, so that it can be invited again. */
  readonly canInviteAgain: (fleet_id: string) => boolean;
}

export class Invitations {
  readonly #parts: InvitationParts;
  readonly #byId = new Map<string, InvitationRecord>();
  readonly #bySecret = new Map<string, InvitationRecord>();
  /** Invitations that time can still end. */
  readonly #open = new Set<InvitationRecord>();

  constructor(parts: InvitationParts, seeded: readonly InvitationRecord[]) {
    this.#parts = parts;
    for (const record of seeded) this.#put(record);
  }

  #put(record: InvitationRecord): void {
    this.#byId.set(record.id, record);
    this.#bySecret.set(record.secret, record);
    if (this.status(record) === 'active') this.#open.add(record);
  }

  get all(): Iterable<InvitationRecord> {
    return this.#byId.values();
  }

  status(record: InvitationRecord) {
    return statusOf(record, this.#parts.now());
  }

  /** Throws 404 when there is none. */
  get(id: string): InvitationRecord {
    const record = this.#byId.get(id.toLowerCase());
    if (!record) throw new ServiceError(404, 'invitation not found');
    return record;
  }

  bySecret(secret: string): InvitationRecord | null {
    return this.#bySecret.get(secret) ?? null;
  }

  /** The invitation that a fleet stems from, or null. */
  ofFleet(fleet_id: string): InvitationRecord | null {
    for (const record of this.#byId.values())
      if (record.fleet_id === fleet_id && record.deleted_at === null) return record;
    return null;
  }

  answer(record: InvitationRecord): Invitation {
    const { now, link, partner_id } = this.#parts;
    return toInvitationResponse(record, { now: now(), link, partner_id, partner_slug: PARTNER_SLUG });
  }

  /** Record for events: the read model without secrets. */
  withoutSecrets(record: InvitationRecord): Invitation {
    const response = this.answer(record);
    for (const field of [...INVITATION_SECRETS, ASSUMPTIONS.fields.magic_link]) delete response[field];
    return response;
  }

  #publish(record: InvitationRecord, event_name: string, at: number): void {
    const { fleet_ref } = record.request;
    const data = [{ ...this.withoutSecrets(record), occurred_at: new Date(at).toISOString() }];
    this.#parts.events.emit({ event_name, data, fleet_ref, fleet_id: record.fleet_id });
    const { callback_url } = record.request;
    if (callback_url !== null && event_name === NAMES.accepted)
      this.#parts.events.notify(callback_url, { event_name, data });
  }

  /** Refreshes an existing invitation of the same fleet_ref. */
  create(body: Readonly<Record<string, unknown>>): { record: InvitationRecord; isNew: boolean } {
    const { newId, newSecret } = this.#parts;
    const now = this.#parts.now();
    const existing = [...this.#byId.values()].findLast(
      ({ request, deleted_at }) => request.fleet_ref === body.fleet_ref && deleted_at === null,
    );
    const request = requestOf(body, existing?.request ?? null);
    if (existing) {
      this.#refresh(existing, { request, expires_at: now + request.expires_in_hours * HOUR });
      return { record: existing, isNew: false };
    }
    const record = openInvitation({ id: newId(), secret: newSecret(), created_at: now, request });
    this.#put(record);
    return { record, isNew: true };
  }

  /** Reopens a declined or expired invitation; an accepted one stays accepted while its agreement can still share. */
  #refresh(record: InvitationRecord, update: Pick<InvitationRecord, 'request' | 'expires_at'>): void {
    Object.assign(record, update);
    if (record.fleet_id !== null && !this.#parts.canInviteAgain(record.fleet_id)) return;
    record.viewed_at = null;
    record.accepted_at = null;
    record.access_token = null;
    record.refresh_token = null;
    record.declined_at = null;
    record.decline_reason = null;
    this.#open.add(record);
  }

  /** Throws 409 for an accepted invitation (delete its agreement instead) or a deleted one. */
  delete(record: InvitationRecord): void {
    const status = this.status(record);
    if (status === 'accepted' || status === 'deleted')
      throw new ServiceError(409, `the invitation is ${status} and cannot be deleted`);
    record.deleted_at = this.#parts.now();
    this.#open.delete(record);
    this.#publish(record, NAMES.deleted, record.deleted_at);
  }

  /** Records that the fleet opened the link; the first time sends an event. */
  view(record: InvitationRecord): boolean {
    if (record.viewed_at !== null || this.status(record) !== 'active') return false;
    record.viewed_at = this.#parts.now();
    this.#publish(record, NAMES.viewed, record.viewed_at);
    return true;
  }

  /** False when it is no longer open. */
  accept(record: InvitationRecord, fleet_id: string): boolean {
    if (this.status(record) !== 'active') return false;
    record.accepted_at = this.#parts.now();
    record.fleet_id = fleet_id;
    record.access_token = this.#parts.newSecret();
    record.refresh_token = this.#parts.newSecret();
    this.#open.delete(record);
    this.#publish(record, NAMES.accepted, record.accepted_at);
    return true;
  }

  /** False when it is no longer open. */
  decline(record: InvitationRecord, reason: string | null): boolean {
    if (this.status(record) !== 'active') return false;
    record.declined_at = this.#parts.now();
    record.decline_reason = reason;
    this.#open.delete(record);
    this.#publish(record, NAMES.declined, record.declined_at);
    return true;
  }

  /** Publishes the expiry of invitations. Returns whether there were any. */
  settle(): boolean {
    const ended = [...this.#open].filter((record) => this.status(record) === 'expired');
    for (const record of ended) {
      this.#open.delete(record);
      this.#publish(record, NAMES.expired, record.expires_at);
    }
    return ended.length > 0;
  }

  save(): { all: InvitationRecord[]; open: string[] } {
    return { all: [...this.#byId.values()], open: [...this.#open].map(({ id }) => id) };
  }

  /** Also restores invitations whose expiry event was not sent before the restart. */
  load({ all, open }: { all: readonly SavedInvitation[]; open: readonly string[] }): void {
    this.#open.clear();
    for (const { wishes, ...record } of all) this.#put({ ...record, request: wishes ?? record.request });
    for (const id of open) {
      const record = this.#byId.get(id);
      if (record) this.#open.add(record);
    }
  }
}
