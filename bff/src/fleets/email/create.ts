/** Messages to fleets: templates, and emails if an SMTP server is configured. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Request, Response, Router } from 'express';
import type { Company } from '../../people/company/company.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import { Problem } from '../../platform/http/problems.ts';
import { escapeHtml, sendPublicPage } from '../../platform/http/public-page.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toIso } from '../../platform/lib/time.ts';
import { optedOut } from '../../platform/store/email.ts';
import { rowOf, rowsOf } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { replyAddress, UNSUBSCRIBE_CONTEXT, UNSUBSCRIBE_PATH } from './compose.ts';
import { EmailCommands } from './email-commands.ts';
import { Outbox } from './outbox.ts';
import { Templates } from './templates.ts';
import { sendTestEmail } from './test-email.ts';

interface EmailCapability extends Capability {
  /** Pages for people without a session. */
  readonly mountPages: (router: Router) => void;
  /** Whether a reply to an email reaches somebody, by its ID. */
  readonly takesReplies: (id: string) => Promise<boolean>;
}

const REMIND_EVERY_MS = 15 * 60_000;

type CreateEmailOptions = Uses<'db' | 'log' | 'box' | 'activity'> & {
  readonly cluster: Pick<Cluster, 'runExclusively'>;
  readonly config: Config;
  readonly company: Company;
  readonly jobs: Jobs;
  readonly onboarding: Onboarding;
};

export function createEmail(options: CreateEmailOptions): EmailCapability {
  const { config, db, log, box, activity, company, cluster, jobs, onboarding } = options;
  const { invitations, invitationCommands } = onboarding;
  const templates = new Templates({ db, activity });
  if (config.smtp)
    new Outbox({
      db,
      box,
      activity,
      company,
      templates,
      invitations,
      commands: invitationCommands,
      settings: config.smtp,
      publicUrl: config.publicUrl,
      jobs,
    });
  const commands = new EmailCommands({
    db,
    activity,
    company,
    templates,
    invitations,
    jobs,
    sendsEmails: config.smtp !== null,
  });
  const reminders = new IntervalJob({
    log,
    task: 'remind fleets of invitations',
    everyMs: REMIND_EVERY_MS,
    work: () => commands.remind(),
    isExclusive: true,
  });
  cluster.runExclusively('reader', reminders);
  // A shorter time counts at once.
  company.onChange.subscribe(() => reminders.soon());
  return {
    routes: (router) => mountMessages(router, options, templates, commands),
    mountPages: (router) => mountUnsubscribePages(router, options, commands),
    takesReplies: async (id) => (await rowOf(db, 'email', { id }))?.reply_to != null,
  };
}

function mountMessages(
  router: Router,
  options: CreateEmailOptions,
  templates: Templates,
  commands: EmailCommands,
): void {
  const { config, db, company, onboarding } = options;
  const found = async (key: string) => {
    const row = await onboarding.invitations.row(key);
    if (!row) throw Problem.notFound('Invitation not found', 'Refresh the list');
    return row;
  };
  const settings = async ({ sub }: { readonly sub: string }) => ({
    items: await templates.list(),
    company: company.identity.name,
    email_from: config.smtp?.from ?? null,
    reply_to: await replyAddress(db, company, sub),
  });
  const optOuts = async () => ({
    items: (await rowsOf(db, 'email_opt_out', {}, ['-at', 'address'])).map(({ at, ...row }) => ({
      ...row,
      at: toIso(at),
    })),
  });

  mountRoutes(router, API_ROUTES, {
    messageSettings: ({ session }) => settings(session),
    changeMessageTemplate: async ({ params, body, session }) => {
      await templates.write(params.language, body, session);
      return settings(session);
    },
    resetMessageTemplate: async ({ params, session }) => {
      await templates.reset(params.language, session);
      return settings(session);
    },
    sendTestEmail: ({ body, session }) => sendTestEmail({ ...options, templates }, body, session),
    emailInvitation: async ({ params, body, session }) =>
      commands.send(await found(params.key), body, session),
    checkInvitationEmails: async ({ body }) => ({ items: await commands.ofPicked(body.keys) }),
    emailInvitations: async ({ body, session }) => ({ items: await commands.sendPicked(body, session) }),
    cancelInvitationEmail: async ({ params, session }) => commands.cancel(await found(params.key), session),
    resolveInvitationEmail: async ({ params, body, session }) =>
      commands.resolve(await found(params.key), body.outcome, session),
    jobEmails: async ({ params }) => ({
      items: await commands.ofJob(params.job_id.toLowerCase()),
    }),
    emailJob: async ({ params, body, session }) => ({
      items: await commands.sendJob(params.job_id.toLowerCase(), body, session),
    }),
    cancelJobEmails: async ({ params, session }) => ({
      items: await commands.cancelJob(params.job_id.toLowerCase(), session),
    }),
    exportJobMessages: async ({ params, body, session }) => ({
      items: await commands.exportJob(params.job_id.toLowerCase(), body, session),
    }),
    listEmailOptOuts: optOuts,
    checkEmailOptOuts: async ({ body }) => ({
      addresses: [
        ...(await optedOut(
          db,
          body.addresses.map((one) => one.toLowerCase()),
        )),
      ],
    }),
    addEmailOptOut: async ({ body, session }) => {
      await commands.unsubscribe(body.address, session);
      return optOuts();
    },
    removeEmailOptOut: async ({ body, session }) => {
      await commands.resubscribe(body.address, session);
      return optOuts();
    },
  });
}

/**
 * Pages for unsubscribing from emails. The URL contains the encrypted address, so it needs no session and reveals nobody. Opening the
 * page changes nothing, because mail scanners open links; the unsubscribe button of mail programs posts here (RFC 8058).
 */
function mountUnsubscribePages(
  router: Router,
  { db, box, company }: CreateEmailOptions,
  commands: EmailCommands,
): void {
  const addressOf = (request: Request) => box.tryOpen(String(request.params.token), UNSUBSCRIBE_CONTEXT);
  const show = async (response: Response, address: string | null) => {
    const { identity } = company;
    if (address === null)
      return sendPublicPage(response, 404, {
        company: identity,
        title: 'This link is incomplete',
        body: '<p>Open it again from the email, or reply to the email to unsubscribe.</p>',
      });
    const from = identity.name === null ? '' : ` from ${escapeHtml(identity.name)}`;
    const to = `<strong>${escapeHtml(masked(address))}</strong>`;
    const isOut = (await optedOut(db, [address])).size > 0;
    sendPublicPage(response, 200, {
      company: identity,
      title: isOut ? 'Unsubscribed' : 'Unsubscribe?',
      body: isOut
        ? `<p>${to} won't get any more emails${from}.</p>${button('?wants=1', 'Allow emails again')}`
        : `<p>${to} gets emails${from} that invite a fleet to share data.</p>${button('?', 'Unsubscribe')}`,
    });
  };
  router.get(`${UNSUBSCRIBE_PATH}/:token`, (request, response) => show(response, addressOf(request)));
  router.post(`${UNSUBSCRIBE_PATH}/:token`, async (request, response) => {
    const address = addressOf(request);
    if (address !== null) {
      if (request.query.wants === '1') await commands.resubscribe(address, null);
      else await commands.unsubscribe(address, null);
    }
    await show(response, address);
  });
}

const button = (action: string, word: string) =>
  `<form method="post" action="${action}"><button type="submit">${word}</button></form>`;

/** Recognizable only for the recipient. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
