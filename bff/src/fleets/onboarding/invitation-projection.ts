/**
 * Merges invitation responses, reads and events into stored rows, in any order and idempotently. The service's id and the link stay
 * encrypted until requested.
 */
import type { BoardInvitation, InvitationChange, ShareMethod } from '@waypost/contract/api/invitations';
import type { Assumptions } from '@waypost/contract/assumptions';
import { magicLinkOf } from '@waypost/contract/invitations';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  changeInvitation,
  type InvitationRow,
  invitationPages,
  invitationsOf,
  newInvitationRow,
} from '../../platform/store/onboarding.ts';
import { addRow, addRows, indexedText, rowOf, rowsOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { invitationKey } from '../../service/intents/ids.ts';
import type { IntentListener } from '../../service/intents/listener.ts';
import type { Handler } from '../../service/webhooks/processor.ts';
import type { ThrottledBroadcaster } from '../../tracking/events/throttled-broadcaster.ts';
import {
  currentState,
  type InvitationState,
  merge,
  NOTHING,
  type Step,
  stateOf,
} from './invitation-reducer.ts';
import {
  changesBetween,
  OUR_CALLBACK,
  toInvitationDetailResponse,
  toInvitationResponse,
} from './invitation-response.ts';

interface InvitationProjectionOptions extends Uses<'db' | 'box' | 'now'> {
  readonly assumptions: Assumptions;
  readonly broadcaster: ThrottledBroadcaster;
  readonly isOurs: (address: string) => boolean;
  /** Called when an invitation was accepted, since agreements and loads may depend on it. */
  readonly onAccepted: (fleet_ref: string | null) => void;
}

interface Source {
  readonly steps?: readonly Step[];
  /** Who created or renewed it in Waypost. */
  readonly by_name?: string;
  readonly event_at?: number;
  readonly read_at?: number;
  /** The stored row, if the caller has just read it: saves a query when nothing changes. */
  readonly stored?: InvitationRow | undefined;
}

interface InvitationAction {
  readonly what: 'chased' | 'postponed' | 'link_shown' | 'shared' | 'not_shared' | 'email_failed' | 'deleted';
  readonly by_name: string;
  readonly note?: string | null;
  /** Set for `shared`. */
  readonly how?: ShareMethod;
  /** Set for `shared` and `email_failed`. */
  readonly recipient?: string | null;
  /** Set for `chased` and `postponed` (ms). */
  readonly follow_up_at?: number | null;
  /** Default: now (ms). */
  readonly at?: number;
}

type Fields = Readonly<Record<string, unknown>>;
export type Changed = { readonly before: InvitationRow | undefined; readonly after: InvitationRow };

/** Maximum number of renewals whose differences are remembered for their responses. */
const MAX_DIFFERENCES = 200;
const MAX_NAME_LENGTH = 100;
const ENDED = new Set(['accepted', 'declined', 'deleted']);

const idContext = (key: string) => `invitation/${key}/id`;
const linkContext = (key: string) => `invitation/${key}/link`;

export class InvitationProjection extends ServerPart<InvitationProjectionOptions> {
  readonly #actions = new Map(
    Object.entries(this.options.assumptions.events.invitation).map(([action, name]) => [name, action]),
  );
  readonly #differences = new Map<string, { key: string; changed: readonly InvitationChange[] }>();

  /** JSON of every invitation, newest first. */
  async listJson(): Promise<string[]> {
    const items: { readonly since: string; readonly json: string }[] = [];
    for await (const rows of invitationPages(this.options.db))
      for (const item of rows.map(toInvitationResponse))
        items.push({ since: item.valid_from ?? item.created_at ?? '', json: JSON.stringify(item) });
    items.sort((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0));
    return items.map(({ json }) => json);
  }

  async row(key: string): Promise<InvitationRow | undefined> {
    return rowOf(this.options.db, 'invitation', { key });
  }

  async detail(row: InvitationRow) {
    return toInvitationDetailResponse(
      row,
      await rowsOf(this.options.db, 'invitation_happening', { invitation_key: row.key }, ['at', 'what']),
    );
  }

  idOf(row: InvitationRow): string {
    return this.options.box.open(row.sealed_id, idContext(row.key));
  }

  linkOf(row: InvitationRow): string | null {
    return row.link === null ? null : this.options.box.open(row.link, linkContext(row.key));
  }

  /** Fields that the renewal of an intent has changed, as long as this process remembers it. */
  changedBy(intent_id: string): readonly InvitationChange[] {
    return this.#differences.get(intent_id)?.changed ?? [];
  }

  /** Merges a record of the service. Null when it adds nothing. */
  async ingest(store: Database, record: Fields, source: Source): Promise<Changed | null> {
    const { box, assumptions, isOurs } = this.options;
    if (typeof record.id !== 'string') return null;
    const id = record.id.toLowerCase();
    const key = invitationKey(id);
    const { callback_url } = record;
    const isOurUrl = typeof callback_url === 'string' && isOurs(callback_url);
    const fact = stateOf(isOurUrl ? { ...record, callback_url: OUR_CALLBACK } : record, source.steps);
    const link = magicLinkOf(record, assumptions);
    const { stored } = source;
    if (stored && this.#addsNothing(stored, fact, link)) return null;
    const changed = await changeInvitation(store, key, (existing) => {
      const state = existing ? (JSON.parse(existing.state) as InvitationState) : NOTHING;
      const merged = merge(state, fact);
      const sameLink = this.#sameLink(existing, link);
      if (existing && merged === state && sameLink && source.by_name === undefined) return null;
      const { fields, status } = currentState(merged);
      return {
        ...(existing ?? this.#newRow(key, id)),
        ...(sameLink || link === null ? {} : { link: box.seal(link, linkContext(key)) }),
        ...(source.by_name === undefined ? {} : { created_by_name: source.by_name }),
        ...(source.event_at === undefined
          ? {}
          : { last_event_at: Math.max(source.event_at, existing?.last_event_at ?? 0) }),
        ...(source.read_at === undefined ? {} : { last_read_at: source.read_at }),
        state: JSON.stringify(merged),
        fleet_ref:
          typeof fields.fleet_ref === 'string'
            ? indexedText(fields.fleet_ref)
            : (existing?.fleet_ref ?? null),
        status,
        over_at: this.#overAt(existing, status, fields.expires_at),
      };
    });
    if (changed && source.by_name !== undefined)
      await addRows(
        store,
        'invitation_happening',
        (JSON.parse(changed.after.state) as InvitationState).starts.slice(-1).map((at) => ({
          invitation_key: key,
          what: 'created',
          at,
          by_name: source.by_name ?? null,
          note: null,
          how: null,
          recipient: null,
          follow_up_at: null,
        })),
        'ignore',
      );
    return changed;
  }

  /** Publishes a change, to be called after its commit. */
  publish({ before, after }: Changed): void {
    const { broadcaster, onAccepted } = this.options;
    broadcaster.publish('invitations', after.key, JSON.stringify(toInvitationResponse(after)));
    if (after.status === 'accepted' && before?.status !== 'accepted') onAccepted(after.fleet_ref);
  }

  /**
   * Records a person's action and updates the row with it; `change` receives the current row. Without an action only the row is
   * updated. @param before runs first in the same transaction; when it resolves to false, nothing is recorded
   */
  async recordAction(
    row: InvitationRow,
    action: InvitationAction | null,
    change: (existing: InvitationRow, at: number) => Partial<InvitationRow>,
    before: (store: Database) => Promise<boolean> = async () => true,
  ): Promise<InvitationRow> {
    const changed = await inTransaction(this.options.db, async (store) =>
      (await before(store)) ? this.applyAction(store, row, action, change) : null,
    );
    if (changed) this.publish(changed);
    return changed?.after ?? row;
  }

  /** The same in the caller's transaction; to be published after its commit. */
  async applyAction(
    store: Database,
    row: InvitationRow,
    action: InvitationAction | null,
    change: (existing: InvitationRow, at: number) => Partial<InvitationRow>,
  ): Promise<Changed | null> {
    const at = action?.at ?? this.now();
    if (action) {
      const { what, by_name, note = null, how = null, recipient = null, follow_up_at = null } = action;
      const happening = { invitation_key: row.key, what, at, by_name, note, how, recipient, follow_up_at };
      await addRow(store, 'invitation_happening', happening, 'ignore');
    }
    return changeInvitation(store, row.key, (existing) => ({
      ...(existing ?? row),
      ...change(existing ?? row, at),
    }));
  }

  /** By the service's id; null: unknown here. */
  async byServiceId(id: string): Promise<BoardInvitation | null> {
    const row = await rowOf(this.options.db, 'invitation', { key: invitationKey(id) });
    return row ? toInvitationResponse(row) : null;
  }

  /** Marks an invitation as deleted at the service; `by_name` null: not by this request. */
  async deleted(row: InvitationRow, by_name: string | null): Promise<InvitationRow> {
    const { starts } = JSON.parse(row.state) as InvitationState;
    // By the service's clock it cannot precede the start of the validity period.
    const at = Math.max(this.now(), starts.at(-1) ?? 0);
    const changed = await this.ingest(this.options.db, { id: this.idOf(row) }, { steps: [['deleted', at]] });
    if (by_name === null) {
      if (changed) this.publish(changed);
      return changed?.after ?? row;
    }
    return this.recordAction(changed?.after ?? row, { what: 'deleted', by_name, at }, () => ({}));
  }

  listener(): IntentListener {
    return {
      done: async (store, intent, answer) => {
        if (intent.kind !== 'invitation') return undefined;
        const source = { by_name: intent.created_by_name, read_at: this.now() };
        const changed = await this.ingest(store, answer as Fields, source);
        if (!changed) return undefined;
        const { key } = changed.after;
        if (this.#differences.size >= MAX_DIFFERENCES)
          this.#differences.delete(this.#differences.keys().next().value ?? '');
        const difference = changesBetween(changed.before, changed.after);
        this.#differences.set(intent.id, { key, changed: difference });
        return async () => this.publish(changed);
      },
      // The service answers the same to a new invitation and to a renewal.
      act: ({ id }) => {
        const { key, changed } = this.#differences.get(id) ?? { changed: [] };
        if (changed.length === 0) return null;
        const side = (which: 'before' | 'after') =>
          Object.fromEntries(changed.map((one) => [one.field, one[which]]));
        return {
          action: 'refresh_invitation',
          detail: { key, before: side('before'), after: side('after') },
        };
      },
    };
  }

  /** Handles invitation.* events, whether delivered by subscription or by `callback_url`. */
  handler(): Handler<'invitation'> {
    return async ({ records, event_name, envelope, received_at }, store) => {
      const all: Changed[] = [];
      let unknown = 0;
      for (const record of records) {
        const time = Date.parse(record.occurred_at ?? envelope.timestamp ?? '');
        const at = Number.isNaN(time) ? received_at : time;
        const id = record.id ?? (await this.#idByRef(store, record.fleet_ref));
        if (id === null) {
          unknown += 1;
          continue;
        }
        const what = this.#actions.get(event_name) ?? event_name.slice(0, MAX_NAME_LENGTH);
        const changed = await this.ingest(store, { ...record, id }, { steps: [[what, at]], event_at: at });
        if (changed) all.push(changed);
      }
      const outcome =
        unknown > 0
          ? `handled: ${unknown} of ${records.length} are about unknown invitations`
          : `handled: ${all.length} of ${records.length} changed something`;
      const after = () => {
        for (const changed of all) this.publish(changed);
      };
      return { outcome, after };
    };
  }

  async #idByRef(store: Database, fleet_ref: string | null | undefined): Promise<string | null> {
    if (!fleet_ref) return null;
    const [row] = await invitationsOf(store, fleet_ref);
    return row ? this.idOf(row) : null;
  }

  /** Time of the end by our clock: the service may report an end long afterward. */
  #overAt(existing: InvitationRow | undefined, status: string | null, expires_at: unknown): number | null {
    if (status !== null && ENDED.has(status))
      return existing?.status === status ? (existing.over_at ?? this.now()) : this.now();
    const end = Date.parse(String(expires_at));
    return Number.isNaN(end) ? null : end;
  }

  #addsNothing(stored: InvitationRow, fact: InvitationState, link: string | null): boolean {
    const state = JSON.parse(stored.state) as InvitationState;
    return merge(state, fact) === state && this.#sameLink(stored, link);
  }

  #sameLink(existing: InvitationRow | undefined, link: string | null): boolean {
    return link === null || (existing !== undefined && this.linkOf(existing) === link);
  }

  #newRow(key: string, id: string): Omit<InvitationRow, 'version'> {
    const sealed_id = this.options.box.seal(id, idContext(key));
    return newInvitationRow({ key, sealed_id, first_seen_at: this.now() });
  }
}
