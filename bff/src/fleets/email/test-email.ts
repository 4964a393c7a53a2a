/** An email like those to fleets, with a made-up invitation, so that people see what fleets get. */
import { randomUUID } from 'node:crypto';
import { messageOf, SAMPLE_INVITATION, SAMPLE_LINK } from '@waypost/contract/api/message-text';
import type { testEmailWrite } from '@waypost/contract/api/messages';
import { DAY_MS } from '@waypost/contract/common';
import type { z } from 'zod';
import type { Company } from '../../people/company/company.ts';
import type { Config } from '../../platform/config/config.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { dueClock } from '../../platform/lib/clocks.ts';
import type { Person } from '../../platform/lib/person.ts';
import { countEmail, optedOut } from '../../platform/store/email.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import { composeMail, replyAddress, unsubscribeUrl } from './compose.ts';
import { openMailSession } from './mailer.ts';
import { noCompanyName } from './outbox.ts';
import type { Templates } from './templates.ts';

interface TestEmailOptions extends Uses<'db' | 'box' | 'activity'> {
  readonly company: Pick<Company, 'identity' | 'logo' | 'settings'>;
  readonly templates: Templates;
  readonly config: Pick<Config, 'smtp' | 'publicUrl'>;
}

/** Resolves when the mail server has taken it. Throws Problem: 409 with its answer when it has not, 429 over the limit of emails. */
export async function sendTestEmail(
  { db, box, activity, company, templates, config }: TestEmailOptions,
  { language, to, zone }: z.output<typeof testEmailWrite>,
  by: Person,
): Promise<void> {
  const { smtp: settings, publicUrl } = config;
  if (settings === null) throw Problem.conflict('This server sends no emails', 'Set SMTP_URL');
  const { name } = company.identity;
  if (name === null) throw noCompanyName();
  if ((await optedOut(db, [to.toLowerCase()])).size > 0)
    throw invalidField('body.to', to, 'has unsubscribed: allow emails to it first');
  const message = messageOf(await templates.of(language), {
    invitation: SAMPLE_INVITATION,
    link: SAMPLE_LINK,
    expires_at: new Date(Date.now() + 3 * DAY_MS).toISOString(),
    sender: by.name,
    company: name,
    language,
    zone,
  });
  const content = await composeMail({
    id: randomUUID(),
    from: settings.from,
    to,
    reply_to: await replyAddress(db, company, by.sub),
    company: name,
    logo: company.logo,
    language,
    message: { ...message, subject: `Test: ${message.subject}` },
    link: SAMPLE_LINK,
    stop_url: unsubscribeUrl(publicUrl, box, to),
  });
  await inTransaction(db, async (trx) => {
    const waitMs = await countEmail(trx, dueClock(), settings.perMinute);
    if (waitMs > 0)
      throw Problem.tooMany('The limit of emails per minute is reached', Math.ceil(waitMs / 1000));
  });
  try {
    const session = await openMailSession(settings);
    await session.send(to, content).finally(session.close);
  } catch (error) {
    throw Problem.conflict('The test email was not sent', error instanceof Error ? error.message : null);
  }
  await inTransaction(db, (trx) => activity.record(trx, by, 'send_test_email', to, { language }));
}
