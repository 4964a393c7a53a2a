/** Emails of a job in words and numbers. Pure. */
import type { EmailBlock, ExportedMessage, JobEmail } from '@waypost/contract/api/messages';
import { csvText } from '../../ui/csv.ts';

export interface EmailTally {
  /** Fleets that can get an email and have none yet, or one that failed. */
  readonly can: number;
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
  readonly unknown: number;
  readonly blocked: ReadonlyMap<EmailBlock, number>;
}

export function emailTally(items: readonly JobEmail[]): EmailTally {
  const blocked = new Map<EmailBlock, number>();
  const count = { can: 0, sent: 0, waiting: 0, failed: 0, unknown: 0 };
  for (const { email, block } of items) {
    const state = email?.state;
    if (state === 'sent') count.sent += 1;
    else if (state === 'waiting' || state === 'sending') count.waiting += 1;
    else if (state === 'unknown') count.unknown += 1;
    else {
      if (state === 'failed') count.failed += 1;
      if (block === null) count.can += 1;
      else blocked.set(block, (blocked.get(block) ?? 0) + 1);
    }
  }
  return { ...count, blocked };
}

export const BLOCK_WORDS: Readonly<Record<EmailBlock, string>> = {
  no_address: 'No email address',
  invalid_address: 'Email address not valid',
  opted_out: 'Unsubscribed from emails',
  shared: 'Link shared already',
  answered: 'Fleet answered already',
  expired: 'Invitation expired',
  withdrawn: 'Invitation withdrawn',
};

/** What became of a row's email; empty where there is nothing to say. */
export function emailText({ email, block }: JobEmail): string {
  if (email === null) return block === null ? '' : BLOCK_WORDS[block];
  const why = email.message === null ? '' : `: ${email.message}`;
  switch (email.state) {
    case 'sent':
      return `Emailed to ${email.to}`;
    case 'waiting':
    case 'sending':
      return `Email to ${email.to} is waiting${why}`;
    case 'unknown':
      return `Can't tell whether the email to ${email.to} was sent. Open the invitation to resolve it`;
    case 'failed':
    case 'cancelled':
      return `Not emailed to ${email.to}${why}`;
  }
}

/** For a mail merge: a row each, also of those without a link, with why. */
export function messagesCsv(items: readonly ExportedMessage[]): string {
  return csvText(
    [
      'row',
      'fleet_ref',
      'fleet_name',
      'email',
      'language',
      'link',
      'valid_until',
      'subject',
      'message',
      'problem',
    ],
    items.map((one) => [
      one.n + 1,
      one.fleet_ref,
      one.fleet_name,
      one.to,
      one.language,
      one.magic_link,
      one.expires_at,
      one.subject,
      one.text,
      one.problem,
    ]),
  );
}
