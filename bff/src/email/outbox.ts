/**
 * Queue of emails. Each is stored before it is sent, and marked as sending before it reaches the mail server; an interrupted one
 * becomes `unknown` and is never sent again automatically. Only the leader sends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmailState, InvitationEmail } from '@waypost/contract/api/invitations';
import { messageOf } from '@waypost/contract/api/message-text';
import type { Company } from '../company/company.ts';
import { Problem } from '../http/problems.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import { RateWindow } from '../lib/rate-window.ts';
import { toIso } from '../lib/time.ts';
import { type InvitationCommands, sharedColumns } from '../onboarding/invitation-commands.ts';
import type { InvitationProjection } from '../onboarding/invitation-projection.ts';
import { toInvitationResponse, withEmail } from '../onboarding/invitation-response.ts';
import type { Database } from '../store/database.ts';
import { dueEmails, type EmailChange, type EmailRow, optedOut } from '../store/email.ts';
import { rowOf, rowsOf, updateRow } from '../store/query.ts';
import { inTransaction } from '../store/transaction.ts';
import { isOutage, ServiceError } from '../upstream/errors.ts';
import type { Uses } from '../wiring.ts';
import { composeMail, unsubscribeUrl } from './compose.ts';
import { MailFailure, type MailSession, openMailSession, type SmtpSettings } from './mailer.ts';
import type { Templates } from './templates.ts';

interface OutboxOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'isLeader' | 'now'> {
  readonly company: Pick<Company, 'identity' | 'logo'>;
  readonly templates: Templates;
  readonly invitations: Pick<InvitationProjection, 'applyAction' | 'publish'>;
  readonly commands: Pick<InvitationCommands, 'workingLink'>;
  readonly settings: SmtpSettings;
  readonly publicUrl: URL;
}

/** Poll interval: other servers add emails too. */
const POLL_INTERVAL_MS = 2_000;
/** Emails sent at the same time, so that a recipient's mail server that never responds does not hold up the others. */
const LANES = 3;
const LANE_POLL_MS = 500;
const MAX_UNCONFIRMED = 2;
/** Waiting emails that show the reason of a delay. */
const BATCH_SIZE = 20;
/** Pause after a failure unrelated to a single mail. */
const PAUSE_MS = 15_000;
const MINUTE_MS = 60_000;
/** Delays after temporary refusals, e.g. greylisting; then the email fails. */
const RETRY_AFTER_MS = [1, 5, 15, 60, 120].map((minutes) => minutes * MINUTE_MS);
/** Older emails would confuse their recipients. */
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;
const INTERRUPTED = 'Waypost stopped while sending this email';
const RATE_KEY = 'all';

type EmailUpdate = EmailChange & { readonly state: EmailState };

export class Outbox extends BackgroundWorker<OutboxOptions> {
  readonly #sent = new RateWindow(this.monotonicNow);
  /** Whether the previous leader's interrupted emails have been resolved. */
  #hasTakenOver = false;
  /** Consecutive emails whose response was lost. */
  #unconfirmed = 0;
  /** The last email whose connection was closed before it was accepted. */
  #reconnectedFor: string | null = null;

  constructor(options: OutboxOptions) {
    super(options, {
      task: 'send waiting emails',
      retryMs: PAUSE_MS,
      run: (signal) => this.#runOnce(signal),
    });
  }

  async #runOnce(signal: AbortSignal): Promise<number> {
    const { isLeader } = this.options;
    if (!isLeader()) {
      this.#hasTakenOver = false;
      return POLL_INTERVAL_MS;
    }
    if (!this.#hasTakenOver) await this.#endInterrupted();
    this.#hasTakenOver = true;
    const run = { pauseMs: 0, busy: new Set<string>() };
    const lanes = Array.from({ length: LANES }, () => this.#lane(run, signal));
    for (const ended of await Promise.allSettled(lanes)) if (ended.status === 'rejected') throw ended.reason;
    return run.pauseMs || POLL_INTERVAL_MS;
  }

  /** Sends due emails over one connection until there is none, while another lane may wait for a response. */
  async #lane(run: { pauseMs: number; readonly busy: Set<string> }, signal: AbortSignal): Promise<void> {
    const { db, isLeader, settings } = this.options;
    const open = { session: null as MailSession | null };
    try {
      while (run.pauseMs === 0 && !signal.aborted && isLeader()) {
        run.pauseMs = this.#sent.wait(RATE_KEY, settings.perMinute) * 1000;
        if (run.pauseMs > 0) return;
        const due = await dueEmails(db, this.dueNow(), LANES);
        const row = due.find(({ id }) => !run.busy.has(id));
        if (!row) {
          if (run.busy.size === 0) return;
          await sleep(LANE_POLL_MS);
          continue;
        }
        run.busy.add(row.id);
        try {
          const pauseMs = await this.#handle(row, open);
          if (pauseMs === 0) continue;
          run.pauseMs = Math.max(run.pauseMs, pauseMs);
          await this.#showReason(row.id);
        } finally {
          run.busy.delete(row.id);
        }
      }
    } finally {
      open.session?.close();
    }
  }

  /** Shows the reason of a delay on the other waiting emails too. */
  async #showReason(delayed_id: string): Promise<void> {
    const { db } = this.options;
    const delayed = await rowOf(db, 'email', { id: delayed_id });
    // The reason of an email that was sent is not that of the others, which were not tried.
    if (delayed?.state !== 'waiting') return;
    for (const row of await dueEmails(db, this.dueNow(), BATCH_SIZE))
      if (row.message !== delayed.message)
        await this.#end(row, { state: 'waiting', message: delayed.message, updated_at: this.now() });
  }

  async #handle(row: EmailRow, open: { session: MailSession | null }): Promise<number> {
    const { db, settings } = this.options;
    let content: Buffer | null = null;
    try {
      content = await this.#content(row);
      // Connect before the row is marked as sending: without a connection nothing can have been sent.
      open.session ??= await openMailSession(settings);
    } catch (error) {
      return this.#handlePreparationFailure(row, error);
    }
    if (content === null) return 0;
    // Counted before the next lane can: together they keep the rate limit.
    const seconds = this.#sent.count(RATE_KEY, settings.perMinute);
    if (seconds > 0) return seconds * 1000;
    const updated_at = this.now();
    if (!(await updateRow(db, 'email', { id: row.id, state: ['waiting'] }, { state: 'sending', updated_at })))
      return 0;
    try {
      await open.session.send(row.recipient, content);
      this.#unconfirmed = 0;
      await this.#end(row, { state: 'sent', message: null, updated_at: this.now() });
      return 0;
    } catch (error) {
      return this.#handleSendFailure(row, error, open);
    }
  }

  /** The complete mail. Throws Problem when it must not be sent, ServiceError when its link is temporarily unavailable. */
  async #content(row: EmailRow): Promise<Buffer> {
    const { db, box, company, templates, commands, settings, publicUrl } = this.options;
    const { language, zone, recipient } = row;
    if (this.now() - row.created_at > MAX_AGE_MS)
      throw Problem.conflict(`Not sent within 24 hours. ${row.message ?? ''}`.trim());
    if ((await optedOut(db, [recipient.toLowerCase()])).size > 0) throw optedOutProblem(recipient);
    const invitation = await rowOf(db, 'invitation', { key: row.invitation_key });
    if (!invitation) throw Problem.notFound('The invitation is no longer stored');
    if (row.job_id !== null && invitation.status === 'accepted')
      throw Problem.conflict('The fleet accepted before the email was sent');
    const { name } = company.identity;
    if (name === null) throw noCompanyName();
    const { magic_link, expires_at } = await commands.workingLink(invitation, 'bulk', undefined);
    const message = messageOf(await templates.of(language), {
      invitation: toInvitationResponse(invitation),
      link: magic_link,
      expires_at,
      sender: row.created_by_name,
      company: name,
      language,
      zone,
    });
    return composeMail({
      id: row.id,
      from: settings.from,
      to: recipient,
      company: name,
      logo: company.logo,
      language,
      message,
      link: magic_link,
      stop_url: unsubscribeUrl(publicUrl, box, recipient),
    });
  }

  /** Handles a failure before the mail was offered to the server. */
  async #handlePreparationFailure(row: EmailRow, error: unknown): Promise<number> {
    const message = messageIn(error);
    const isGeneral =
      error instanceof MailFailure ||
      (error instanceof ServiceError && (error.kind === 'rate_limited' || isOutage(error)));
    if (!isGeneral && !(error instanceof Problem) && !(error instanceof ServiceError)) throw error;
    const now = this.now();
    if (!isGeneral) {
      await this.#end(row, { state: 'failed', message, updated_at: now });
      return 0;
    }
    const retryAt = error instanceof ServiceError ? error.retryAt : null;
    const waitMs = retryAt === null ? PAUSE_MS : Math.max(1, Math.ceil(retryAt - this.monotonicNow()));
    await this.#end(row, { state: 'waiting', message, next_at: this.dueNow() + waitMs, updated_at: now });
    return waitMs;
  }

  async #handleSendFailure(
    row: EmailRow,
    error: unknown,
    open: { session: MailSession | null },
  ): Promise<number> {
    if (!(error instanceof MailFailure)) throw error;
    const { kind, message } = error;
    const updated_at = this.now();
    if (kind === 'refused') await this.#end(row, { state: 'failed', message, updated_at });
    else if (kind === 'later') {
      const wait = RETRY_AFTER_MS[row.tries];
      const tries = row.tries + 1;
      await this.#end(
        row,
        wait === undefined
          ? { state: 'failed', message, tries, updated_at }
          : { state: 'waiting', message, tries, next_at: this.dueNow() + wait, updated_at },
      );
    } else if (kind === 'unknown') await this.#end(row, { state: 'unknown', message, updated_at });
    else {
      // The server may only have closed this connection: one more try at once, on a new one.
      const pauseMs = this.#reconnectedFor === row.id ? PAUSE_MS : 0;
      this.#reconnectedFor = row.id;
      await this.#end(row, { state: 'waiting', message, next_at: this.dueNow() + pauseMs, updated_at });
      open.session?.close();
      open.session = null;
      return pauseMs;
    }
    if (kind === 'refused' || kind === 'later') return 0;
    open.session?.close();
    open.session = null;
    // One lost response is about that email; if others are lost too, the server has a problem.
    this.#unconfirmed += 1;
    return this.#unconfirmed >= MAX_UNCONFIRMED ? PAUSE_MS : 0;
  }

  /** Marks emails that were interrupted by a server stop as unknown. */
  async #endInterrupted(): Promise<void> {
    for (const row of await rowsOf(this.options.db, 'email', { state: 'sending' }))
      await this.#end(row, { state: 'unknown', message: INTERRUPTED, updated_at: this.now() });
  }

  /** Stores a row's new state, also in its invitation. */
  async #end(row: EmailRow, end: EmailUpdate): Promise<void> {
    const { db, activity, invitations } = this.options;
    const { state, updated_at } = end;
    // A server presumed dead may still have sent an email that counts as unknown.
    const from: EmailState[] = state === 'sent' ? ['sending', 'unknown'] : ['waiting', 'sending'];
    const changed = await inTransaction(db, async (store) => {
      const ended = await endEmail(store, invitations, row, from, end);
      if (!ended || (state !== 'sent' && state !== 'failed')) return ended;
      const { key, fleet_ref } = ended.after;
      await activity.record(
        store,
        { sub: row.created_by, name: row.created_by_name },
        state === 'sent' ? 'share_invitation' : 'email_invitation',
        fleet_ref ?? key,
        { key, how: 'emailed', to: row.recipient, message: end.message, at: toIso(updated_at) },
        state === 'sent' ? 'done' : 'failed',
      );
      return ended;
    });
    if (changed) invitations.publish(changed);
  }
}

/**
 * Updates an email and its invitation in the caller's transaction; the change is to be published after it. Null when the email was not
 * in one of the states `from`.
 */
export async function endEmail(
  store: Database,
  invitations: Pick<InvitationProjection, 'applyAction'>,
  row: EmailRow,
  from: readonly EmailState[],
  end: EmailUpdate,
) {
  const { state, updated_at: at } = end;
  if (!(await updateRow(store, 'email', { id: row.id, state: from }, end))) return null;
  const invitation = await rowOf(store, 'invitation', { key: row.invitation_key });
  if (!invitation) return null;
  const { created_by_name: by_name, recipient } = row;
  const email: InvitationEmail = {
    id: row.id,
    state,
    to: recipient,
    message: end.message === undefined ? row.message : end.message,
    at: toIso(at),
  };
  const action =
    state === 'sent'
      ? ({ what: 'shared', how: 'emailed', by_name, recipient, at } as const)
      : state === 'failed'
        ? ({ what: 'email_failed', by_name, recipient, note: email.message, at } as const)
        : null;
  return invitations.applyAction(store, invitation, action, (current) => ({
    ...(state === 'sent' ? sharedColumns(current, at, { by_name, how: 'emailed', to: recipient }) : {}),
    ...withEmail(current, email, false),
  }));
}

const optedOutProblem = (address: string) =>
  Problem.conflict(
    `${address} has unsubscribed from emails`,
    'Call the fleet, or share the link another way',
  );

export const noCompanyName = () =>
  Problem.conflict(
    'Emails need the company name, so that the fleet sees who is asking',
    'An administrator can set it in Settings, under Company',
  );

function messageIn(error: unknown): string {
  if (error instanceof Problem && typeof error.detail === 'string')
    return `${error.message}. ${error.detail}`;
  return error instanceof Error ? error.message : String(error);
}
