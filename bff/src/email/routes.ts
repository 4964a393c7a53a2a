/** Templates of messages to fleets, emails of an invitation and of a job, and addresses that want none. */

import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Company } from '../company/company.ts';
import { Problem } from '../http/problems.ts';
import { mountRoutes } from '../http/route.ts';
import { toIso } from '../lib/time.ts';
import type { InvitationProjection } from '../onboarding/invitation-projection.ts';
import { addRow, deleteRow, rowsOf } from '../store/query.ts';
import type { Uses } from '../wiring.ts';
import type { EmailCommands } from './email-commands.ts';
import type { Templates } from './templates.ts';

export interface MessageRoutesOptions extends Uses<'db' | 'activity'> {
  readonly company: Pick<Company, 'identity'>;
  readonly templates: Templates;
  readonly commands: EmailCommands;
  readonly invitations: Pick<InvitationProjection, 'row'>;
  /** Null: this server sends no emails. */
  readonly email_from: string | null;
}

export function mountMessages(router: Router, options: MessageRoutesOptions): void {
  const { db, activity, company, templates, commands, invitations, email_from } = options;
  const found = async (key: string) => {
    const row = await invitations.row(key);
    if (!row) throw Problem.notFound('Invitation not found', 'Refresh the list');
    return row;
  };
  const settings = async () => ({
    items: await templates.list(),
    company: company.identity.name,
    email_from,
  });
  const listed = async () => ({
    items: (await rowsOf(db, 'email_opt_out', {}, ['-at', 'address'])).map(({ at, ...row }) => ({
      ...row,
      at: toIso(at),
    })),
  });

  mountRoutes(router, API_ROUTES, {
    messageSettings: settings,
    changeMessageTemplate: async ({ params, body, session }) => {
      await templates.write(params.language, body, session);
      return settings();
    },
    resetMessageTemplate: async ({ params, session }) => {
      await templates.reset(params.language, session);
      return settings();
    },
    emailInvitation: async ({ params, body, session }) =>
      commands.send(await found(params.key), body, session),
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
    listEmailOptOuts: listed,
    addEmailOptOut: async ({ body, session }) => {
      const address = body.address.toLowerCase();
      const added = await addRow(
        db,
        'email_opt_out',
        { address, at: Date.now(), by_name: session.name },
        'ignore',
      );
      if (added) await activity.record(session, 'opt_out_of_emails', address);
      return listed();
    },
    removeEmailOptOut: async ({ body, session }) => {
      const address = body.address.toLowerCase();
      if (await deleteRow(db, 'email_opt_out', { address }))
        await activity.record(session, 'opt_in_to_emails', address);
      return listed();
    },
  });
}
