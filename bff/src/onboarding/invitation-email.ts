/** The last email of an invitation, stored with the period of validity that it was sent for. */
import type { InvitationEmail } from '@waypost/contract/api/invitations';
import type { InvitationRow } from '../store/invitations.ts';
import { type InvitationState, isSameValidity } from './invitation-reducer.ts';

interface StoredEmail extends InvitationEmail {
  /** Start of the validity in which it was asked for, by the service's clock (ms); null: not known. */
  readonly valid_from: number | null;
}

/** The email of the present validity; an earlier one gave a link that may have expired since. */
export function currentEmail(row: InvitationRow, { starts }: InvitationState): InvitationEmail | null {
  if (row.email === null) return null;
  const { valid_from, ...email } = JSON.parse(row.email) as StoredEmail;
  return isSameValidity(valid_from, starts) ? email : null;
}

/** To be written into the row: a new email takes the place of the one before, and a late word about an older one changes nothing. */
export function withEmail(
  row: InvitationRow,
  email: InvitationEmail,
  isNew: boolean,
): Pick<InvitationRow, 'email'> {
  const { starts } = JSON.parse(row.state) as InvitationState;
  const there = row.email === null ? null : (JSON.parse(row.email) as StoredEmail);
  if (!isNew && there !== null && there.id !== email.id) return { email: row.email };
  const valid_from = isNew || there === null ? (starts.at(-1) ?? null) : there.valid_from;
  return { email: JSON.stringify({ ...email, valid_from } satisfies StoredEmail) };
}
