/**
 * The activity log: who did what, and the outcome. It contains no secrets, and entries cannot be changed; only an act at the tracking
 * service gets its outcome once, after the call.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Person } from '../lib/person.ts';
import { toIso } from '../lib/time.ts';
import {
  type ActivityFilter,
  type ActivityRow,
  addActivity,
  endStartedActivity,
  listActivity,
  STARTED,
} from '../store/activity.ts';
import type { Database } from '../store/database.ts';

export type Action =
  | 'sign_in'
  | 'sign_out'
  | 'session_ended' // by the person from elsewhere, or by the identity provider
  | 'post_load'
  | 'correct_load'
  | 'watch_loads'
  | 'unwatch_load'
  | 'archive_loads'
  | 'restore_loads'
  | 'keep_load'
  | 'create_share_link'
  | 'revoke_share_link'
  | 'read_load'
  | 'say_identifiers'
  | 'set_carrier_phone'
  | 'assign_exception'
  | 'note_exception'
  | 'snooze_exception'
  | 'wake_exception'
  | 'close_exception'
  | 'reopen_exception'
  | 'offer_exception'
  | 'decline_exception'
  | 'call_carrier'
  | 'clear_eta'
  | 'undo_exception_act'
  | 'create_invitation'
  | 'create_user'
  | 'create_monitor'
  | 'cancel_monitor'
  | 'link_monitor'
  | 'create_view'
  | 'update_view'
  | 'delete_view'
  | 'create_load_list'
  | 'update_load_list'
  | 'delete_load_list'
  | 'change_listed_loads'
  | 'create_site'
  | 'update_site'
  | 'delete_site'
  | 'import_sites'
  | 'update_company'
  | 'resolve_intent'
  | 'end_service_pause'
  | 'subscribe_hook'
  | 'register_hook'
  | 'replay_delivery'
  | 'verify_deliveries'
  | 'request_replay'
  | 'refresh_invitation'
  | 'show_invitation_link'
  | 'share_invitation'
  | 'unshare_invitation'
  | 'email_invitation'
  | 'export_invitation_links'
  | 'email_bulk_job'
  | 'cancel_emails'
  | 'update_message'
  | 'send_test_email'
  | 'remind_fleet' // by nobody: without an answer for as long as the company has set
  | 'opt_out_of_emails'
  | 'opt_in_to_emails'
  | 'chase_invitation'
  | 'postpone_invitation'
  | 'undo_follow_up'
  | 'delete_invitation'
  | 'delete_tms_invitation'
  | 'update_agreement'
  | 'cancel_agreement'
  | 'delete_agreement'
  | 'delete_connection'
  | 'create_bulk_job'
  | 'pause_bulk_job'
  | 'resume_bulk_job'
  | 'cancel_bulk_job'
  | 'finish_bulk_job'
  | 'undo_bulk_job'
  | 'sign_out_person' // by an administrator
  | 'create_wall_screen'
  | 'revoke_wall_screen'
  | 'open_wall_screen' // by nobody: a browser with its link
  | 'create_api_key'
  | 'rotate_api_key'
  | 'revoke_api_key'
  | 'refuse_api_key' // a request with a key that is invalid or lacks the right
  | 'create_outgoing_webhook'
  | 'update_outgoing_webhook'
  | 'replace_outgoing_secret'
  | 'turn_off_outgoing_webhook' // by nobody: after failing for too long
  | 'test_outgoing_webhook'
  | 'delete_outgoing_webhook'
  | 'resend_outgoing_delivery'
  | 'replay_outgoing_events'
  | 'retry_job'
  | 'create_contact'
  | 'update_contact'
  | 'delete_contact'
  | 'import_contacts';

/** An act at the tracking service that was recorded, but whose outcome was not yet. */
export interface StartedAct {
  /** Sets the outcome once, with additional detail. A failed write is only logged: the answer says what happened at the service. */
  finish(outcome: string, result?: object): Promise<void>;
  /** The act failed: the entry tells why. */
  failed(error: unknown): Promise<void>;
}

export class Activity {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #now: () => number;

  constructor(db: Database, log: Logger, now: () => number = Date.now) {
    this.#db = db;
    this.#log = log;
    this.#now = now;
  }

  /**
   * Adds an entry. Throws when it cannot be stored, so that an act without its entry is rolled back.
   * @param store the transaction that stores the act
   * @param by null when nobody is known
   * @param detail plain JSON; a change has the changed fields as `before` and `after`
   */
  async record(
    store: Database,
    by: Person | null,
    action: Action,
    target?: string | null,
    detail: object | null = null,
    outcome = 'done',
  ): Promise<void> {
    await addActivity(store, this.entry(by, action, target, detail, outcome));
  }

  /** The entry of an act that somebody else stores, such as the board with its next commit. */
  entry(
    by: Person | null,
    action: Action,
    target?: string | null,
    detail: object | null = null,
    outcome = 'done',
  ): ActivityRow {
    return {
      id: randomUUID(),
      at: this.#now(),
      sub: by?.sub ?? null,
      name: by?.name ?? null,
      action,
      target: target ?? null,
      outcome,
      detail: detail && JSON.stringify(detail),
      job_id: by?.job_id ?? null,
    };
  }

  /**
   * Records an act at the tracking service before it is sent: our database cannot be changed in one step with the service, so an
   * interrupted act stays visible as `started`. Throws; then nothing may be sent.
   * @param store the transaction that stores what belongs to the act, if any
   */
  async start(
    by: Person | null,
    action: Action,
    target?: string | null,
    detail: object | null = null,
    store: Database = this.#db,
  ): Promise<StartedAct> {
    const entry = this.entry(by, action, target, detail, STARTED);
    await addActivity(store, entry);
    const finish = async (outcome: string, result?: object) => {
      const ended = {
        ...entry,
        outcome,
        detail: result ? JSON.stringify({ ...detail, ...result }) : entry.detail,
      };
      await this.#attempt(action, () => endStartedActivity(this.#db, ended));
    };
    return { finish, failed: (error) => finish('failed', { reason: reasonOf(error) }) };
  }

  /** Records an act as `start` does. `work` does it and finishes it; what it throws is recorded as the failure. */
  async perform<T>(
    by: Person | null,
    action: Action,
    target: string,
    detail: object | null,
    work: (act: StartedAct) => Promise<T>,
  ): Promise<T> {
    const act = await this.start(by, action, target, detail);
    try {
      return await work(act);
    } catch (error) {
      await act.failed(error);
      throw error;
    }
  }

  /** Adds an entry about a request that changed nothing. A failed write is only logged, because the answer stays the same. */
  async recordRefusal(
    by: Person | null,
    action: Action,
    target: string | null,
    detail: object | null,
    outcome: 'refused' | 'failed' | 'cancelled',
  ): Promise<void> {
    await this.#attempt(action, () => this.record(this.#db, by, action, target, detail, outcome));
  }

  async #attempt(action: Action, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#log.error({ err: error, action }, 'the activity log could not be written');
    }
  }

  async list(filter: ActivityFilter): Promise<ActivityRow[]> {
    return listActivity(this.#db, filter);
  }
}

/** Why an act failed, in the words that its caller got. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const activityEntryOf = (row: ActivityRow) => ({
  ...row,
  at: toIso(row.at),
  detail: row.detail === null ? null : (JSON.parse(row.detail) as Record<string, unknown>),
});
