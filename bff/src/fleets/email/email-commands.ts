/** Actions on emails: send one or those of a job, cancel waiting ones, resolve unknown ones, export for a mail merge. */
import { invitationStage, needsRenewal } from '@waypost/contract/api/invitation-stage';
import { type BoardInvitation, type InvitationEmail, nextAddress } from '@waypost/contract/api/invitations';
import { fleetZone, languageOf, type MessageLanguage, messageOf } from '@waypost/contract/api/message-text';
import {
  type EmailBlock,
  type ExportedMessage,
  emailAddress,
  type JobEmail,
  type PickedMessages,
} from '@waypost/contract/api/messages';
import { DAY_MS } from '@waypost/contract/common';
import type { Company } from '../../people/company/company.ts';
import type { Action } from '../../platform/activity/activity.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import { bounced, type EmailRow, invitationsEmailed, optedOut } from '../../platform/store/email.ts';
import { type InvitationRow, invitationPages, invitationsByKeys } from '../../platform/store/onboarding.ts';
import { addRow, deleteRow, inChunks, rowOf, rowsOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { emailIdOfJob } from '../../service/intents/ids.ts';
import { assertLinkWorks, sharedColumns } from '../onboarding/invitation-commands.ts';
import type { Changed, InvitationProjection } from '../onboarding/invitation-projection.ts';
import { toInvitationResponse, withEmail, withUnsubscribed } from '../onboarding/invitation-response.ts';
import { replyAddress } from './compose.ts';
import { EMAIL_JOB, endEmail, noCompanyName } from './outbox.ts';
import type { Templates } from './templates.ts';

interface EmailCommandsOptions extends Uses<'db' | 'activity' | 'now'> {
  readonly company: Pick<Company, 'identity' | 'settings'>;
  readonly templates: Templates;
  readonly invitations: Pick<InvitationProjection, 'applyAction' | 'publish' | 'linkOf'>;
  readonly jobs: Pick<Jobs, 'add' | 'added' | 'cancel'>;
  readonly sendsEmails: boolean;
}

interface EmailCommand {
  readonly id: string;
  readonly to: string;
  readonly language: MessageLanguage;
  readonly zone: string;
}

interface JobMessages {
  /** Null: each fleet's own language. */
  readonly language: MessageLanguage | null;
  /** Of the sender. */
  readonly zone: string;
  /** Names the request that also sends what was sent before; null: it does not. */
  readonly again?: string | null;
}

const CANCELLED = (name: string) => `${name} cancelled it before it was sent`;
const OPEN: readonly string[] = ['waiting', 'sending', 'unknown'];
/** Who asked for a reminder. */
const REMINDERS = 'waypost:reminders';
/** A reminder shortly before the end would come too late. */
const LEAST_LEFT_MS = 2 * 3600_000;

/** In place of a job's ID. */
const PICKED = 'picked';
const NO_ADDRESSES: ReadonlyMap<string, string> = new Map();

interface QueuedEmail {
  readonly row: InvitationRow;
  readonly email: EmailRow;
}

interface JobRow {
  readonly n: number;
  readonly row: InvitationRow;
  readonly item: BoardInvitation;
  readonly block: EmailBlock | null;
}

export class EmailCommands extends ServerPart<EmailCommandsOptions> {
  /** Queues an email. Throws 422 at `to` for an opted-out address, 409 while another email of the invitation is unfinished. */
  async send(row: InvitationRow, command: EmailCommand, by: Person): Promise<BoardInvitation> {
    const { db, company } = this.options;
    this.#assertSendsEmails();
    const existing = await rowOf(db, 'email', { id: command.id });
    if (existing !== undefined) {
      const same = existing.invitation_key === row.key && existing.recipient === command.to;
      if (same) return this.#response(row.key);
      throw Problem.conflict('This ID belongs to another email', 'Send a new ID');
    }
    const item = toInvitationResponse(row);
    assertLinkWorks(invitationStage(item, this.now()));
    await this.#assertTakesEmails('body.to', command.to);
    this.#assertEnded(item.email);
    const email = this.#newRow(row, command, by, null, await replyAddress(db, company, by.sub));
    await this.#change(async (store) => {
      const added = await this.#add(store, row, email);
      if (added) await this.#record(store, row, by, 'email_invitation', 'asked for', { to: command.to });
      // The same request may have come twice at the same time.
      else if (!(await rowOf(store, 'email', { id: email.id })))
        throw Problem.conflict('Another email of this invitation was requested just now', 'Refresh the page');
      return added ? [added] : [];
    });
    return this.#response(row.key);
  }

  /** Emails again the fleets that have not answered an email, as often as the company allows. */
  async remind(): Promise<void> {
    const { db, company, sendsEmails } = this.options;
    const { remind_after_days, max_reminders } = company.settings.thresholds;
    if (!sendsEmails || company.identity.name === null || remind_after_days === 0) return;
    const before = this.now() - remind_after_days * DAY_MS;
    for await (const rows of invitationPages(db))
      for (const row of rows)
        if (isUnanswered(row, before, this.now())) await this.#remind(row, max_reminders);
  }

  async #remind(row: InvitationRow, max: number): Promise<void> {
    const { db } = this.options;
    const emails = await rowsOf(db, 'email', { invitation_key: row.key });
    const reminders = emails.filter(({ created_by }) => created_by === REMINDERS).length;
    const last = emails.find(({ id }) => id === toInvitationResponse(row).email?.id);
    if (!last || reminders >= max) return;
    const { recipient: to, language, zone, created_by_name: name, reply_to } = last;
    const address = to.toLowerCase();
    if ((await optedOut(db, [address])).size > 0 || (await bounced(db, [address], this.now())).size > 0)
      return;
    // Of two servers that remind at once, one counts.
    const command = { id: emailIdOfJob(REMINDERS, row.key, null, last.id), to, language, zone };
    const email = this.#newRow(row, command, { sub: REMINDERS, name }, null, reply_to ?? null);
    await this.#change(async (store) => {
      const added = await this.#add(store, row, email);
      const detail = { key: row.key, to, reminder: reminders + 1 };
      if (added)
        await this.options.activity.record(store, null, 'remind_fleet', row.fleet_ref ?? row.key, detail);
      return present(added);
    });
  }

  async cancel(row: InvitationRow, by: Person): Promise<BoardInvitation> {
    const { invitations, jobs } = this.options;
    const email = await this.#emailOf(row);
    const end = { state: 'cancelled', message: CANCELLED(by.name), updated_at: this.now() } as const;
    await this.#change(async (store) => {
      await jobs.cancel(store, EMAIL_JOB, row.key);
      const ended = await endEmail(store, invitations, email, ['waiting'], end);
      if (!ended) throw Problem.conflict('This email is no longer waiting', 'Refresh the page');
      await this.#record(store, row, by, 'cancel_emails', 'done', { to: email.recipient });
      return [ended];
    });
    return this.#response(row.key);
  }

  /** Resolves an unknown email: a person knows that it arrived, or wants it sent again. Throws 409 when it is not unknown. */
  async resolve(row: InvitationRow, outcome: 'sent' | 'send_again', by: Person): Promise<BoardInvitation> {
    const { invitations } = this.options;
    this.#assertSendsEmails();
    const email = await this.#emailOf(row);
    const now = this.now();
    const end =
      outcome === 'sent'
        ? ({ state: 'sent', message: `${by.name} marked it as sent`, updated_at: now } as const)
        : ({ state: 'waiting', message: null, updated_at: now } as const);
    const logged = outcome === 'sent' ? 'marked as sent' : 'sent again';
    await this.#change(async (store) => {
      const ended = await endEmail(store, invitations, email, ['unknown'], end);
      if (!ended) throw Problem.conflict('This email is already resolved', 'Refresh the page');
      if (outcome === 'send_again')
        await this.options.jobs.add(store, EMAIL_JOB, { email_id: email.id }, { dedupe: row.key });
      await this.#record(store, row, by, 'email_invitation', logged, { to: email.recipient });
      return [ended];
    });
    return this.#response(row.key);
  }

  /** The invitations of a job with their emails, or why they cannot get one. Throws 404, and 409 for a job of users. */
  async ofJob(job_id: string): Promise<JobEmail[]> {
    return (await this.#rowsOfJob(job_id)).map(toJobEmail);
  }

  /** Picked invitations with their emails, or why they cannot get one. */
  async ofPicked(keys: readonly string[]): Promise<JobEmail[]> {
    return (await this.#picked(keys)).map(toJobEmail);
  }

  /** Queues the emails of picked invitations that can be sent and were not yet, or not yet for the ID `again`. */
  async sendPicked({ keys, addresses, ...messages }: PickedMessages, by: Person): Promise<JobEmail[]> {
    for (const [n, { to }] of addresses.entries())
      await this.#assertTakesEmails(`body.addresses.${n}.to`, to);
    const rows = await this.#picked(keys, new Map(addresses.map(({ key, to }) => [key.toLowerCase(), to])));
    await this.#sendAll(rows, messages, by, null, async (store, emails) => {
      for (const { row, email } of emails)
        await this.#record(store, row, by, 'email_invitation', 'asked for', { to: email.recipient });
    });
    return this.ofPicked(keys);
  }

  /** Queues the emails of a job that can be sent and were not yet. */
  async sendJob(job_id: string, messages: JobMessages, by: Person): Promise<JobEmail[]> {
    await this.#sendAll(await this.#rowsOfJob(job_id), messages, by, job_id, async (store, emails) => {
      if (emails.length > 0)
        await this.#recordJob(store, job_id, by, 'email_bulk_job', { emails: emails.length });
    });
    return this.ofJob(job_id);
  }

  /** @param record logs what was queued, in the same transaction */
  async #sendAll(
    rows: readonly JobRow[],
    { language, zone, again = null }: JobMessages,
    by: Person,
    job_id: string | null,
    record: (store: Database, emails: readonly QueuedEmail[]) => Promise<void>,
  ): Promise<void> {
    this.#assertSendsEmails();
    const reply_to = await replyAddress(this.options.db, this.options.company, by.sub);
    const emails: QueuedEmail[] = [];
    for (const { row, item, block } of rows) {
      const { email } = item;
      const is_sent = email?.state === 'sent' && again === null;
      if (block !== null || is_sent || OPEN.includes(email?.state ?? '')) continue;
      const to = item.fleet_email ?? '';
      // The id depends on the previous email: failed ones are sent again, and of concurrent requests only one counts.
      const id =
        again === null
          ? emailIdOfJob(job_id ?? PICKED, row.key, item.valid_from, email?.id ?? null)
          : emailIdOfJob(again, row.key, item.valid_from, null);
      const command = {
        id,
        to,
        language: language ?? languageOf(item.fleet_country_code),
        zone: fleetZone(item.fleet_country_code, zone),
      };
      emails.push({ row, email: this.#newRow(row, command, by, job_id, reply_to) });
    }
    await this.#change(async (store) => {
      const added: Changed[] = [];
      const queued: QueuedEmail[] = [];
      for (const one of emails) {
        const changed = await this.#add(store, one.row, one.email);
        if (changed === null) continue;
        added.push(changed);
        queued.push(one);
      }
      await record(store, queued);
      return added;
    });
  }

  async cancelJob(job_id: string, by: Person): Promise<JobEmail[]> {
    const { invitations, jobs } = this.options;
    const end = { state: 'cancelled', message: CANCELLED(by.name), updated_at: this.now() } as const;
    await this.#change(async (store) => {
      const ended: Changed[] = [];
      for (const row of await rowsOf(store, 'email', { job_id, state: 'waiting' })) {
        const cancelled = await endEmail(store, invitations, row, ['waiting'], end);
        if (cancelled) await jobs.cancel(store, EMAIL_JOB, row.invitation_key);
        ended.push(...present(cancelled));
      }
      if (ended.length > 0)
        await this.#recordJob(store, job_id, by, 'cancel_emails', { emails: ended.length });
      return ended;
    });
    return this.ofJob(job_id);
  }

  /** Links and messages of a job. Each link is recorded as exported before it is returned. */
  async exportJob(job_id: string, { language, zone }: JobMessages, by: Person): Promise<ExportedMessage[]> {
    const { invitations, company, templates } = this.options;
    const all = new Map((await templates.list()).map((one) => [one.language, one]));
    const rows = await this.#rowsOfJob(job_id);
    const exported: ExportedMessage[] = [];
    const shared: InvitationRow[] = [];
    for (const { n, row, item } of rows) {
      const messageLanguage = language ?? languageOf(item.fleet_country_code);
      const stage = invitationStage(item, this.now());
      const link = invitations.linkOf(row);
      const problem = needsRenewal(stage)
        ? 'Its link no longer works'
        : stage === 'accepted'
          ? 'The fleet has accepted'
          : link === null
            ? 'The tracking service did not send its link'
            : null;
      const template = all.get(messageLanguage);
      const { fleet_ref, fleet_name, expires_at } = item;
      const common = {
        n,
        fleet_ref,
        fleet_name: fleet_name ?? null,
        to: item.fleet_email ?? null,
        language: messageLanguage,
        expires_at,
      };
      if (problem !== null || link === null || template === undefined) {
        exported.push({ ...common, magic_link: null, subject: null, text: null, problem });
        continue;
      }
      const facts = {
        invitation: item,
        link,
        expires_at,
        sender: by.name,
        language: messageLanguage,
        zone: fleetZone(item.fleet_country_code, zone),
      };
      const message = messageOf(template, { ...facts, company: company.identity.name });
      shared.push(row);
      exported.push({ ...common, magic_link: link, ...message, problem: null });
    }
    await this.#change(async (store) => {
      const changed: Changed[] = [];
      for (const row of shared) {
        const action = { what: 'shared', how: 'exported', by_name: by.name } as const;
        const after = await invitations.applyAction(store, row, action, (existing, at) => ({
          ...sharedColumns(existing, at, { by_name: by.name, how: 'exported', to: null }),
          link_shown_at: at,
          link_shown_by_name: by.name,
        }));
        changed.push(...present(after));
      }
      const fleets = shared.map((row) => row.fleet_ref ?? row.key);
      const detail = { links: shared.length, fleets };
      await this.#recordJob(store, job_id, by, 'export_invitation_links', detail);
      return changed;
    });
    return exported;
  }

  async #rowsOfJob(job_id: string): Promise<JobRow[]> {
    const { db } = this.options;
    const job = await rowOf(db, 'bulk_job', { id: job_id });
    if (!job) throw Problem.notFound('Bulk job not found');
    if (job.kind !== 'invitation')
      throw Problem.conflict('This job has no invitations', 'User jobs have no invitation links');
    const done = (await rowsOf(db, 'bulk_row', { job_id }, ['n'])).flatMap(({ n, state, invitation_key }) =>
      state === 'done' && invitation_key !== null ? [{ n, key: invitation_key }] : [],
    );
    return this.#rows(done);
  }

  /** Somebody picked them, so that a link which was copied does not keep the email back. */
  async #picked(keys: readonly string[], addresses = NO_ADDRESSES): Promise<JobRow[]> {
    const wanted = [...new Set(keys)].map((key, n) => ({ n, key: key.toLowerCase() }));
    const rows = await this.#rows(wanted, (item) => addresses.get(item.key) ?? nextAddress(item));
    return rows.map((one) => (one.block === 'shared' ? { ...one, block: null } : one));
  }

  /** @param addressOf where to email one */
  async #rows(
    wanted: readonly { readonly n: number; readonly key: string }[],
    addressOf = ({ fleet_email }: BoardInvitation): string | null | undefined => fleet_email,
  ): Promise<JobRow[]> {
    const { db } = this.options;
    const rows = await inChunks(
      wanted.map(({ key }) => key),
      (chunk) => invitationsByKeys(db, chunk),
    );
    const byKey = new Map(rows.map((row) => [row.key, row]));
    const items = wanted.flatMap(({ n, key }) => {
      const row = byKey.get(key);
      if (!row) return [];
      const item = toInvitationResponse(row);
      return [{ n, row, item: { ...item, fleet_email: addressOf(item) } }];
    });
    const recipients = [...new Set(items.map(({ item }) => (item.fleet_email ?? '').toLowerCase()))];
    const refused = await optedOut(db, recipients);
    const now = this.now();
    const rejected = await bounced(db, recipients, now);
    return items.map((one) => ({ ...one, block: blockOf(one.item, refused, rejected, now) }));
  }

  /** @param by null: the recipient, by the link in an email */
  async unsubscribe(address: string, by: Person | null): Promise<void> {
    const { activity } = this.options;
    const at = this.now();
    await this.#change(async (store) => {
      const row = { address: address.toLowerCase(), at, by_name: by?.name ?? null };
      if (!(await addRow(store, 'email_opt_out', row, 'ignore'))) return [];
      await activity.record(store, by, 'opt_out_of_emails', row.address);
      return this.#setUnsubscribed(store, row.address, toIso(at));
    });
  }

  /** Allows emails again. @param by null: the recipient */
  async resubscribe(address: string, by: Person | null): Promise<void> {
    const { activity } = this.options;
    await this.#change(async (store) => {
      const row = { address: address.toLowerCase() };
      if (!(await deleteRow(store, 'email_opt_out', row))) return [];
      await activity.record(store, by, 'opt_in_to_emails', row.address);
      return this.#setUnsubscribed(store, row.address, null);
    });
  }

  /** So that the invitations whose last email went there are due for a call. */
  async #setUnsubscribed(store: Database, address: string, at: string | null): Promise<Changed[]> {
    const keys = await invitationsEmailed(store, address);
    const changed: Changed[] = [];
    for (const row of await inChunks(keys, (chunk) => invitationsByKeys(store, chunk)))
      if (withUnsubscribed(row, address, at) !== undefined)
        changed.push(
          ...present(
            await this.options.invitations.applyAction(
              store,
              row,
              null,
              (existing) => withUnsubscribed(existing, address, at) ?? {},
            ),
          ),
        );
    return changed;
  }

  /** Stores changes of emails with their entry of the activity log, then publishes the changed invitations and starts new jobs. */
  async #change(work: (store: Database) => Promise<readonly Changed[]>): Promise<void> {
    const { db, invitations, jobs } = this.options;
    for (const changed of await inTransaction(db, work)) invitations.publish(changed);
    jobs.added();
  }

  /** Stores an email with its job. Null when the invitation got another one since `row` was read. */
  async #add(store: Database, row: InvitationRow, email: EmailRow): Promise<Changed | null> {
    const { invitations, jobs } = this.options;
    // First, because it waits for a concurrent request; what that one did is seen below.
    if (!(await jobs.add(store, EMAIL_JOB, { email_id: email.id }, { dedupe: row.key }))) return null;
    const current = await rowOf(store, 'invitation', { key: row.key });
    const last = current ? toInvitationResponse(current).email : null;
    const isNew = last?.id === toInvitationResponse(row).email?.id && !OPEN.includes(last?.state ?? '');
    if (!isNew || !(await addRow(store, 'email', email, 'ignore'))) {
      await jobs.cancel(store, EMAIL_JOB, row.key);
      return null;
    }
    const { id, recipient: to, created_at } = email;
    const shownEmail: InvitationEmail = { id, state: 'waiting', to, message: null, at: toIso(created_at) };
    return invitations.applyAction(store, row, null, (existing) => withEmail(existing, shownEmail, true));
  }

  #newRow(
    row: InvitationRow,
    command: EmailCommand,
    by: Person,
    job_id: string | null,
    reply_to: string | null,
  ): EmailRow {
    const now = this.now();
    return {
      id: command.id.toLowerCase(),
      invitation_key: row.key,
      job_id,
      recipient: command.to,
      language: command.language,
      zone: command.zone,
      state: 'waiting',
      message: null,
      created_by: by.sub,
      created_by_name: by.name,
      reply_to,
      created_at: now,
      updated_at: now,
    };
  }

  #assertSendsEmails(): void {
    const { sendsEmails, company } = this.options;
    if (!sendsEmails)
      throw Problem.conflict(
        "This Waypost server can't send email",
        'Copy the message, or open it in your email app. An administrator can turn on email with SMTP_URL',
      );
    if (company.identity.name === null) throw noCompanyName();
  }

  /** Throws 422 at `path` for an address that has unsubscribed or that its mail server rejected. */
  async #assertTakesEmails(path: string, to: string): Promise<void> {
    const { db } = this.options;
    const address = to.toLowerCase();
    if ((await optedOut(db, [address])).size > 0)
      throw invalidField(path, to, 'has unsubscribed: call, or share the link another way');
    const rejected = (await bounced(db, [address], this.now())).get(address);
    if (rejected !== undefined)
      throw invalidField(path, to, `was rejected lately. ${rejected}. Correct it, or call`);
  }

  #assertEnded(email: InvitationEmail | null): void {
    if (email === null || !OPEN.includes(email.state)) return;
    throw Problem.conflict(
      email.state === 'unknown'
        ? `Waypost can't tell whether the email to ${email.to} was sent`
        : `The email to ${email.to} is still waiting`,
      email.state === 'unknown' ? 'Mark whether it was sent first' : 'Cancel it first',
    );
  }

  async #emailOf(row: InvitationRow): Promise<EmailRow> {
    const { email } = toInvitationResponse(row);
    const found = email && (await rowOf(this.options.db, 'email', { id: email.id }));
    if (!found) throw Problem.notFound('This invitation has no email');
    return found;
  }

  async #response(key: string): Promise<BoardInvitation> {
    const row = await rowOf(this.options.db, 'invitation', { key });
    if (!row) throw Problem.notFound('Invitation not found');
    return toInvitationResponse(row);
  }

  #record(
    store: Database,
    { key, fleet_ref }: InvitationRow,
    by: Person,
    action: Action,
    outcome: string,
    detail: object,
  ): Promise<void> {
    return this.options.activity.record(store, by, action, fleet_ref ?? key, { key, ...detail }, outcome);
  }

  async #recordJob(
    store: Database,
    job_id: string,
    by: Person,
    action: Action,
    detail: object,
  ): Promise<void> {
    const job = await rowOf(store, 'bulk_job', { id: job_id });
    await this.options.activity.record(store, by, action, job?.name ?? job_id, { job_id, ...detail });
  }
}

/** Opened or not, but without an answer to its email since `before`, and nobody has decided when to follow up. */
function isUnanswered(row: InvitationRow, before: number, now: number): boolean {
  const item = toInvitationResponse(row);
  const { email, expires_at, follow_up_at } = item;
  const isOpen = ['shared', 'viewed'].includes(invitationStage(item, now));
  const isEmailed =
    email?.state === 'sent' && item.shared_how === 'emailed' && Date.parse(email.at) <= before;
  const isLasting = expires_at === null || Date.parse(expires_at) > now + LEAST_LEFT_MS;
  return isOpen && isEmailed && isLasting && follow_up_at === null;
}

const toJobEmail = ({ n, item, block }: JobRow): JobEmail => ({
  n,
  invitation_key: item.key,
  fleet_name: item.fleet_name ?? null,
  to: item.fleet_email ?? null,
  block,
  shared: item.shared_at !== null,
  email: item.email,
});

const present = <T>(value: T | null): T[] => (value === null ? [] : [value]);

function blockOf(
  item: BoardInvitation,
  refused: ReadonlySet<string>,
  rejected: ReadonlyMap<string, string>,
  now: number,
): EmailBlock | null {
  const stage = invitationStage(item, now);
  if (stage === 'deleted') return 'withdrawn';
  if (stage === 'expired') return 'expired';
  if (stage === 'accepted' || stage === 'declined') return 'answered';
  const { fleet_email, email } = item;
  if (!fleet_email) return 'no_address';
  if (!emailAddress.safeParse(fleet_email).success) return 'invalid_address';
  if (refused.has(fleet_email.toLowerCase())) return 'opted_out';
  if (rejected.has(fleet_email.toLowerCase())) return 'bounced';
  // Shared in another way already, so an email would be redundant.
  return item.shared_at !== null && email?.state !== 'sent' ? 'shared' : null;
}
