/**
 * Sends emails, as jobs. Each is marked as sending before it reaches the mail server; an interrupted one becomes `unknown` and is never
 * sent again automatically.
 */
import type { EmailState, InvitationEmail } from '@waypost/contract/api/invitations';
import { messageOf } from '@waypost/contract/api/message-text';
import type { Company } from '../../people/company/company.ts';
import type { SmtpSettings } from '../../platform/config/config.ts';
import { Problem } from '../../platform/http/problems.ts';
import type { JobResult, Jobs, RunningJob } from '../../platform/jobs/jobs.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import { countEmail, type EmailChange, type EmailRow, optedOut } from '../../platform/store/email.ts';
import { putRows, rowOf, rowsIn, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { isOutage, ServiceError } from '../../service/upstream/errors.ts';
import { type InvitationCommands, sharedColumns } from '../onboarding/invitation-commands.ts';
import type { InvitationProjection } from '../onboarding/invitation-projection.ts';
import { toInvitationResponse, withEmail } from '../onboarding/invitation-response.ts';
import { composeMail, unsubscribeUrl } from './compose.ts';
import { type MailFailure, openMailSession } from './mailer.ts';
import type { Templates } from './templates.ts';

interface OutboxOptions extends Uses<'db' | 'box' | 'activity' | 'now'> {
  readonly company: Pick<Company, 'identity' | 'logo'>;
  readonly templates: Templates;
  readonly invitations: Pick<InvitationProjection, 'applyAction' | 'publish'>;
  readonly commands: Pick<InvitationCommands, 'workingLink'>;
  readonly settings: SmtpSettings;
  readonly publicUrl: URL;
  readonly jobs: Pick<Jobs, 'define'>;
}

/** Kind of job: one email, with the key of its invitation, so that each has at most one open email. */
export const EMAIL_JOB = 'email';
interface EmailJob {
  readonly email_id: string;
}

/** Emails sent at the same time, so that a recipient's mail server that never responds does not hold up the others. */
const CONCURRENCY = 3;
const MAX_UNCONFIRMED = 2;
/** Waiting emails that show the reason of a delay. */
const BATCH_SIZE = 20;
/** Pause after a failure unrelated to a single mail. */
const PAUSE_MS = 15_000;
const MINUTE_MS = 60_000;
/** Delays after temporary refusals, e.g. greylisting, and unexpected errors; then the email fails. */
const RETRY_AFTER_MS = [1, 5, 15, 60, 120].map((minutes) => minutes * MINUTE_MS);
/** Older emails would confuse their recipients. */
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;
/** It may have been sent. */
const SEND_INTERRUPTED = { state: 'unknown', message: 'Waypost stopped while sending this email' } as const;
const RATE_LIMITED = 'The limit of emails per minute is reached';

type EmailUpdate = EmailChange & { readonly state: EmailState };

export class Outbox extends ServerPart<OutboxOptions> {
  /** Consecutive emails whose response was lost. */
  #unconfirmed = 0;

  constructor(options: OutboxOptions) {
    super(options);
    options.jobs.define<EmailJob>({
      kind: EMAIL_JOB,
      concurrency: CONCURRENCY,
      maxTries: RETRY_AFTER_MS.length + 1,
      retryAfterMs: (tries) => RETRY_AFTER_MS[tries - 1] ?? 0,
      run: (job) => this.#send(job),
      subjects: async (payloads) => {
        const { db } = options;
        const ids = payloads.map(({ email_id }) => email_id);
        const emails = await rowsIn(db, 'email', 'id', ids);
        const keys = emails.map(({ invitation_key }) => invitation_key);
        const invitations = new Map(
          (await rowsIn(db, 'invitation', 'key', keys)).map((row) => [row.key, row]),
        );
        const subjects = new Map(
          emails.map(({ id, recipient, invitation_key }) => {
            const invitation = invitations.get(invitation_key);
            const fleet = invitation && toInvitationResponse(invitation);
            const name = fleet?.fleet_name ?? fleet?.fleet_ref;
            return [id, name ? `${recipient}, ${name}` : recipient];
          }),
        );
        return ids.map((id) => subjects.get(id) ?? null);
      },
      onFailure: async (trx, { email_id }, { problem: message, isDead, isInterrupted }) => {
        const row = await rowOf(trx, 'email', { id: email_id });
        if (!row) return;
        if (isInterrupted && row.state === 'sending') return this.#store(trx, row, SEND_INTERRUPTED);
        return this.#store(trx, row, { state: isDead ? 'failed' : 'waiting', message });
      },
      onRetry: async (trx, { email_id }) => {
        const row = await rowOf(trx, 'email', { id: email_id });
        const invitation = row && (await rowOf(trx, 'invitation', { key: row.invitation_key }));
        if (!row || !invitation || toInvitationResponse(invitation).email?.id !== row.id)
          throw Problem.conflict('Another email has replaced this one');
        if (row.state !== 'failed')
          throw Problem.conflict('This email has not failed', 'Open its invitation');
        return this.#store(trx, row, { state: 'waiting', message: null }, ['failed']);
      },
    });
  }

  async #send({ payload, write }: RunningJob<EmailJob>): Promise<JobResult> {
    const { db, settings } = this.options;
    const row = await rowOf(db, 'email', { id: payload.email_id });
    if (row?.state === 'sending') return this.#end(row, SEND_INTERRUPTED);
    if (row?.state !== 'waiting') return {};
    let content: Buffer;
    try {
      content = await this.#content(row);
    } catch (error) {
      return this.#handlePreparationFailure(row, error);
    }
    // Connect before the row is marked as sending: without a connection nothing can have been sent.
    const session = await openMailSession(settings).catch((error: MailFailure) => error);
    if (session instanceof Error) return this.#delay(row, session.message, PAUSE_MS);
    try {
      let waitMs = 0;
      await write(async (trx) => {
        waitMs = await countEmail(trx, this.dueNow(), settings.perMinute);
        if (waitMs > 0) return;
        const sending = { state: 'sending', updated_at: this.now() } as const;
        if (!(await updateRow(trx, 'email', { id: row.id, state: 'waiting' }, sending)))
          throw new Error('the email is no longer waiting');
      });
      if (waitMs > 0) return { again: { afterMs: waitMs, problem: RATE_LIMITED }, pauseMs: waitMs };
      const failure = await session.send(row.recipient, content).catch((error: MailFailure) => error);
      if (failure) return this.#handleSendFailure(row, failure);
      this.#unconfirmed = 0;
      return this.#end(row, { state: 'sent', message: null });
    } finally {
      session.close();
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
      reply_to: row.reply_to ?? null,
      company: name,
      logo: company.logo,
      language,
      message,
      link: magic_link,
      stop_url: unsubscribeUrl(publicUrl, box, recipient),
    });
  }

  /** Handles a failure before the mail was offered to the server. Throws what is not known. */
  #handlePreparationFailure(row: EmailRow, error: unknown): JobResult {
    if (!(error instanceof Problem) && !(error instanceof ServiceError)) throw error;
    const message = messageIn(error);
    if (!(error instanceof ServiceError) || (error.kind !== 'rate_limited' && !isOutage(error)))
      return this.#end(row, { state: 'failed', message });
    const { retryAt } = error;
    return this.#delay(
      row,
      message,
      retryAt === null ? PAUSE_MS : Math.max(1, Math.ceil(retryAt - this.monotonicNow())),
    );
  }

  #handleSendFailure(row: EmailRow, failure: MailFailure): JobResult {
    const { kind = 'unknown', message } = failure;
    if (kind === 'refused')
      return {
        write: async (trx) => {
          const bounce = { address: row.recipient.toLowerCase(), at: this.now(), message };
          if (failure.bounced) await putRows(trx, 'email_bounce', ['address'], [bounce]);
          return this.#store(trx, row, { state: 'failed', message });
        },
      };
    if (kind === 'later') throw failure;
    if (kind === 'unavailable') return this.#delay(row, message, PAUSE_MS);
    // One lost response is about that email; if others are lost too, the server has a problem.
    this.#unconfirmed += 1;
    const pauseMs = this.#unconfirmed >= MAX_UNCONFIRMED ? PAUSE_MS : 0;
    return { ...this.#end(row, { state: 'unknown', message }), pauseMs };
  }

  /** No email can be sent for a while: the waiting ones show why. */
  #delay(row: EmailRow, message: string, afterMs: number): JobResult {
    return {
      again: { afterMs, problem: message },
      pauseMs: afterMs,
      write: async (trx) => {
        const publish = await this.#store(trx, row, { state: 'waiting', message });
        return async () => {
          publish?.();
          await this.#explainOthers(message);
        };
      },
    };
  }

  /** Each in a transaction of its own: all servers do this at the same time, and would wait for each other in circles. */
  async #explainOthers(message: string): Promise<void> {
    const { db } = this.options;
    for (const other of await rowsOf(db, 'email', { state: 'waiting' }, ['created_at'], BATCH_SIZE)) {
      if (other.message === message) continue;
      const change = { state: 'waiting', message } as const;
      const publish = await inTransaction(db, (trx) => this.#store(trx, other, change, ['waiting']));
      publish?.();
    }
  }

  #end(row: EmailRow, end: Omit<EmailUpdate, 'updated_at'>): JobResult {
    return { write: (trx) => this.#store(trx, row, end) };
  }

  /** Stores a row's new state, also in its invitation. Returns what publishes it after the commit. */
  async #store(
    trx: Database,
    row: EmailRow,
    change: Omit<EmailUpdate, 'updated_at'>,
    from: readonly EmailState[] = ['waiting', 'sending'],
  ): Promise<(() => void) | undefined> {
    const { activity, invitations } = this.options;
    const end = { ...change, updated_at: this.now() };
    const { state } = end;
    const changed = await endEmail(trx, invitations, row, from, end);
    if (!changed) return;
    const { key, fleet_ref } = changed.after;
    if (state === 'sent' || state === 'failed')
      await activity.record(
        trx,
        {
          sub: row.created_by,
          name: row.created_by_name,
          ...(row.job_id !== null && { job_id: row.job_id }),
        },
        state === 'sent' ? 'share_invitation' : 'email_invitation',
        fleet_ref ?? key,
        { key, how: 'emailed', to: row.recipient, message: end.message, at: toIso(end.updated_at) },
        state === 'sent' ? 'done' : 'failed',
      );
    return () => invitations.publish(changed);
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
