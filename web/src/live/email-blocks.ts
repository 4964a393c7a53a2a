import type { EmailBlock } from '@waypost/contract/api/messages';

/** Why a fleet gets no email when several are sent at once. */
export const BLOCK_WORDS: Readonly<Record<EmailBlock, string>> = {
  no_address: 'No email address',
  invalid_address: 'Email address not valid',
  opted_out: 'Unsubscribed from emails',
  bounced: 'Address rejected by its mail server',
  shared: 'Link copied, exported or sent already',
  answered: 'Fleet answered already',
  expired: 'Invitation expired',
  withdrawn: 'Invitation withdrawn',
};
