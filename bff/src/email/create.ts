/** Messages to fleets: their templates, and emails where an SMTP server is set. */

import type { Router } from 'express';
import { optedOut } from '../store/email.ts';
import { addRow, deleteRow } from '../store/query.ts';
import type { Capability, Wiring } from '../wiring.ts';
import { EmailCommands } from './email-commands.ts';
import { Outbox } from './outbox.ts';
import { mountMessages } from './routes.ts';
import { mountStopPages } from './stop-pages.ts';
import { Templates } from './templates.ts';

export interface EmailCapability extends Capability {
  /** Pages for people without a session. */
  readonly mountPages: (router: Router) => void;
}

export function createEmail(
  options: Pick<Wiring, 'config' | 'log' | 'db' | 'box' | 'activity' | 'cluster' | 'company' | 'onboarding'>,
): EmailCapability {
  const { config, log, db, box, activity, cluster, company, onboarding } = options;
  const { invitations, invitationCommands } = onboarding;
  const templates = new Templates({ db, activity });
  const outbox = config.smtp
    ? new Outbox({
        db,
        box,
        log,
        activity,
        company,
        templates,
        invitations,
        commands: invitationCommands,
        settings: config.smtp,
        publicUrl: config.publicUrl,
        isLeader: cluster.isLeader,
      })
    : null;
  const commands = new EmailCommands({ db, activity, company, templates, invitations, outbox });
  const optOuts = {
    isOut: async (address: string) => (await optedOut(db, [address])).size > 0,
    set: async (address: string, wants: boolean) => {
      const changed = wants
        ? await deleteRow(db, 'email_opt_out', { address })
        : await addRow(db, 'email_opt_out', { address, at: Date.now(), by_name: null }, 'ignore');
      const action = wants ? 'opt_in_to_emails' : 'opt_out_of_emails';
      if (changed) await activity.record(null, action, address);
    },
  };
  return {
    routes: (router) =>
      mountMessages(router, {
        db,
        activity,
        company,
        templates,
        commands,
        invitations,
        email_from: config.smtp?.from ?? null,
      }),
    mountPages: (router) => mountStopPages(router, { box, company, optOuts }),
    start: () => outbox?.wake(),
    stop: () => outbox?.stop(),
  };
}
