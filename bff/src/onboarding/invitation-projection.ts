/**
 * What is known of fleet invitations: answers to creations, reads and events are merged into stored rows, whichever comes first and
 * however often. The service's id stays sealed, and so does the link until somebody asks for it.
 */
import type { BoardInvitation, InvitationChange, ShareMethod } from '@waypost/contract/api/invitations';
import { magicLinkOf } from '@waypost/contract/invitations';
import { invitationKey } from '../intents/ids.ts';
import type { IntentListener } from '../intents/intents.ts';
import { ServerPart } from '../lib/server-part.ts';
import type { Database } from '../store/database.ts';
import type { IntentRow } from '../store/intents.ts';
import { changeInvitation, type InvitationRow, invitationPages, invitationsOf } from '../store/onboarding.ts';
import { addRow, addRows, indexedText, rowOf, rowsOf } from '../store/query.ts';
import type { Handler } from '../webhooks/processor.ts';
import type { Uses } from '../wiring.ts';
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

interface InvitationProjectionOptions
  extends Uses<'db' | 'box' | 'activity' | 'assumptions' | 'broadcaster' | 'now'> {
  /** True for an address of a callback that is ours. */
  readonly isOurs: (address: string) => boolean;
  /** An event about something that agreements and loads may depend on. */
  readonly onAccepted: (fleet_ref: string | null) => void;
}

interface Source {
  readonly steps?: readonly Step[];
  /** Who created or refreshed it here. */
  readonly by_name?: string;
  readonly event_at?: number;
  readonly read_at?: number;
  /** What is stored, where the caller has just read it: what adds nothing then costs no look into the store. */
  readonly stored?: InvitationRow | undefined;
}

/** What a person did with an invitation. */
interface Deed {
  readonly what: 'chased' | 'postponed' | 'link_shown' | 'shared' | 'not_shared' | 'email_failed' | 'deleted';
  readonly by_name: string;
  readonly note?: string | null;
  /** Of `shared`. */
  readonly how?: ShareMethod;
  /** Of `shared` and `email_failed`. */
  readonly recipient?: string | null;
  /** Of `chased` and `postponed` (ms). */
  readonly follow_up_at?: number | null;
  /** Now, unless given (ms). */
  readonly at?: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Changed = { readonly before: InvitationRow | undefined; readonly after: InvitationRow };

/** Differences that creations have made, for their answers: so many are kept. */
const MOST_DIFFERENCES = 200;
const LONGEST_NAME = 100;
const ENDED = new Set(['accepted', 'declined', 'deleted']);

const idContext = (key: string) => `invitation/${key}/id`;
const linkContext = (key: string) => `invitation/${key}/link`;

export class InvitationProjection extends ServerPart<InvitationProjectionOptions> {
  readonly #actions = new Map(
    Object.entries(this.options.assumptions.events.invitation).map(([action, name]) => [name, action]),
  );
  /** By intent. */
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

  /** Link of the last answer that had one. */
  linkOf(row: InvitationRow): string | null {
    return row.link === null ? null : this.options.box.open(row.link, linkContext(row.key));
  }

  /** What the refresh by an intent has changed, as long as this process remembers it. */
  changedBy(intent_id: string): readonly InvitationChange[] {
    return this.#differences.get(intent_id)?.changed ?? [];
  }

  /** Takes in an answer of the service. Null when it adds nothing. */
  async take(store: Database, record: Fields, source: Source): Promise<Changed | null> {
    const { box, assumptions, isOurs } = this.options;
    if (typeof record.id !== 'string') return null;
    const id = record.id.toLowerCase();
    const key = invitationKey(id);
    const { callback_url } = record;
    const ours = typeof callback_url === 'string' && isOurs(callback_url);
    const fact = stateOf(ours ? { ...record, callback_url: OUR_CALLBACK } : record, source.steps);
    const link = magicLinkOf(record, assumptions);
    const { stored } = source;
    if (stored && this.#addsNothing(stored, fact, link)) return null;
    const changed = await changeInvitation(store, key, (there) => {
      const state = there ? (JSON.parse(there.state) as InvitationState) : NOTHING;
      const merged = merge(state, fact);
      const sameLink = this.#sameLink(there, link);
      if (there && merged === state && sameLink && source.by_name === undefined) return null;
      const { fields, status } = currentState(merged);
      return {
        ...(there ?? this.#newRow(key, id)),
        ...(sameLink || link === null ? {} : { link: box.seal(link, linkContext(key)) }),
        ...(source.by_name === undefined ? {} : { created_by_name: source.by_name }),
        ...(source.event_at === undefined
          ? {}
          : { last_event_at: Math.max(source.event_at, there?.last_event_at ?? 0) }),
        ...(source.read_at === undefined ? {} : { last_read_at: source.read_at }),
        state: JSON.stringify(merged),
        fleet_ref:
          typeof fields.fleet_ref === 'string' ? indexedText(fields.fleet_ref) : (there?.fleet_ref ?? null),
        status,
        over_at: this.#overAt(there, status, fields.expires_at),
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

  /** To be called once what was taken in is committed. */
  publish({ before, after }: Changed): void {
    const { broadcaster, onAccepted } = this.options;
    broadcaster.publish('invitations', after.key, JSON.stringify(toInvitationResponse(after)));
    if (after.status === 'accepted' && before?.status !== 'accepted') onAccepted(after.fleet_ref);
  }

  /**
   * Notes what a person did, with a change of the row beside it, which gets the row as it is by then. Without an activity only the row changes.
   * @param first what is to be written in the same transaction; when it resolves to false, nothing is noted
   */
  async note(
    row: InvitationRow,
    deed: Deed | null,
    change: (there: InvitationRow, at: number) => Partial<InvitationRow>,
    first: (store: Database) => Promise<boolean> = async () => true,
  ): Promise<InvitationRow> {
    const { db } = this.options;
    const at = deed?.at ?? this.now();
    const changed = await db.transaction().execute(async (store) => {
      if (!(await first(store))) return null;
      if (deed) {
        const { what, by_name, note = null, how = null, recipient = null, follow_up_at = null } = deed;
        const happening = { invitation_key: row.key, what, at, by_name, note, how, recipient, follow_up_at };
        await addRow(store, 'invitation_happening', happening, 'ignore');
      }
      return changeInvitation(store, row.key, (there) => ({
        ...(there ?? row),
        ...change(there ?? row, at),
      }));
    });
    if (changed) this.publish(changed);
    return changed?.after ?? row;
  }

  /** By the service's id; null: not known here. */
  async byServiceId(id: string): Promise<BoardInvitation | null> {
    const row = await rowOf(this.options.db, 'invitation', { key: invitationKey(id) });
    return row ? toInvitationResponse(row) : null;
  }

  /** The service has deleted it because a person of ours wanted that; null: somebody else had it removed. */
  async deleted(row: InvitationRow, by_name: string | null): Promise<InvitationRow> {
    const { starts } = JSON.parse(row.state) as InvitationState;
    // By the service's clock it cannot have been before the validity began, whatever ours says.
    const at = Math.max(this.now(), starts.at(-1) ?? 0);
    const changed = await this.take(this.options.db, { id: this.idOf(row) }, { steps: [['deleted', at]] });
    if (by_name === null) {
      if (changed) this.publish(changed);
      return changed?.after ?? row;
    }
    return this.note(changed?.after ?? row, { what: 'deleted', by_name, at }, () => ({}));
  }

  /** Creations: what the service answered, with who wanted it. */
  listener(): IntentListener {
    return {
      done: async (store, intent, answer) => {
        if (intent.kind !== 'invitation') return undefined;
        const source = { by_name: intent.created_by_name, read_at: this.now() };
        const changed = await this.take(store, answer as Fields, source);
        if (!changed) return undefined;
        const { key } = changed.after;
        if (this.#differences.size >= MOST_DIFFERENCES)
          this.#differences.delete(this.#differences.keys().next().value ?? '');
        const difference = changesBetween(changed.before, changed.after);
        this.#differences.set(intent.id, { key, changed: difference });
        return async () => {
          this.publish(changed);
          if (difference.length > 0) await this.#recordRefresh(intent, changed, difference);
        };
      },
    };
  }

  /** invitation.*, by subscription and by `callback_url` alike. */
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
        const what = this.#actions.get(event_name) ?? event_name.slice(0, LONGEST_NAME);
        const changed = await this.take(store, { ...record, id }, { steps: [[what, at]], event_at: at });
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

  #recordRefresh(
    intent: IntentRow,
    { after }: Changed,
    difference: readonly InvitationChange[],
  ): Promise<void> {
    const side = (which: 'before' | 'after') =>
      Object.fromEntries(difference.map((one) => [one.field, one[which]]));
    return this.options.activity.record(
      { sub: intent.created_by, name: intent.created_by_name },
      'refresh_invitation',
      after.fleet_ref ?? after.key,
      { key: after.key, intent_id: intent.id, before: side('before'), after: side('after') },
    );
  }

  async #idByRef(store: Database, fleet_ref: string | null | undefined): Promise<string | null> {
    if (!fleet_ref) return null;
    const [row] = await invitationsOf(store, fleet_ref);
    return row ? this.idOf(row) : null;
  }

  /** By our clock where it has ended: the service may have reported that long after. */
  #overAt(there: InvitationRow | undefined, status: string | null, expires_at: unknown): number | null {
    if (status !== null && ENDED.has(status))
      return there?.status === status ? (there.over_at ?? this.now()) : this.now();
    const end = Date.parse(String(expires_at));
    return Number.isNaN(end) ? null : end;
  }

  #addsNothing(stored: InvitationRow, fact: InvitationState, link: string | null): boolean {
    const state = JSON.parse(stored.state) as InvitationState;
    return merge(state, fact) === state && this.#sameLink(stored, link);
  }

  #sameLink(there: InvitationRow | undefined, link: string | null): boolean {
    return link === null || (there !== undefined && this.linkOf(there) === link);
  }

  #newRow(key: string, id: string): Omit<InvitationRow, 'version'> {
    return {
      key,
      sealed_id: this.options.box.seal(id, idContext(key)),
      link: null,
      state: '',
      fleet_ref: null,
      status: null,
      created_by_name: null,
      chases: 0,
      chased_at: null,
      chased_by_name: null,
      follow_up_at: null,
      link_shown_at: null,
      link_shown_by_name: null,
      shares: 0,
      shared_at: null,
      shared_by_name: null,
      shared_how: null,
      shared_to: null,
      shared_valid_from: null,
      email: null,
      last_event_at: null,
      last_read_at: null,
      over_at: null,
      first_seen_at: this.now(),
    };
  }
}
