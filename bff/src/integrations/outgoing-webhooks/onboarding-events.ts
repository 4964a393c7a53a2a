/** Events of invitations and share agreements, found by looking at all of them from time to time. */
import { type Agreement, effectiveState, isOngoing } from '@waypost/contract/agreements';
import { invitationStage, isOpen } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { DAY_MS } from '@waypost/contract/common';
import { toInvitationResponse } from '../../fleets/onboarding/invitation-response.ts';
import type { Database } from '../../platform/store/database.ts';
import { invitationPages } from '../../platform/store/onboarding.ts';
import { newEvent, type SourceEvent } from './source-event.ts';

const EXPIRES_SOON_MS = DAY_MS;
const ENDS_SOON_MS = 7 * DAY_MS;
const ANSWERS = [
  ['invitation.opened', 'viewed_at'],
  ['invitation.accepted', 'accepted_at'],
  ['invitation.declined', 'declined_at'],
] as const;

/** What has happened to invitations since `oldest`. Times are milliseconds since 1970. */
export async function invitationEvents(db: Database, oldest: number, now: number): Promise<SourceEvent[]> {
  const events: SourceEvent[] = [];
  for await (const rows of invitationPages(db))
    for (const row of rows) events.push(...toInvitationEvents(toInvitationResponse(row), oldest, now));
  return events;
}

function toInvitationEvents(invitation: BoardInvitation, oldest: number, now: number): SourceEvent[] {
  const { key, fleet_ref, fleet_name, expires_at } = invitation;
  const event = (
    name: (typeof ANSWERS)[number][0] | 'invitation.expiring',
    at: string,
    occurred_at: number,
  ) => ({
    ...newEvent(name, `${name}/${key}/${Date.parse(at)}`, occurred_at, null),
    record: { invitation_key: key, fleet_ref: fleet_ref ?? null, fleet_name: fleet_name ?? null, at },
  });
  const answered = ANSWERS.flatMap(([name, field]) => {
    const at = invitation[field];
    return at !== null && Date.parse(at) >= oldest ? [event(name, at, Date.parse(at))] : [];
  });
  const expires_soon =
    expires_at !== null &&
    isOpen(invitationStage(invitation, now)) &&
    Date.parse(expires_at) - now <= EXPIRES_SOON_MS;
  return expires_soon ? [...answered, event('invitation.expiring', expires_at, now)] : answered;
}

/** The agreements that were under way when they were last looked at. */
export type OngoingAgreements = readonly string[];

/** `before` undefined: they were never looked at, so none is known to have ended since. */
export function agreementEvents(
  agreements: readonly Agreement[],
  before: OngoingAgreements | undefined,
  now: number,
): { readonly events: readonly SourceEvent[]; readonly ongoing: OngoingAgreements } {
  const known = new Set(before);
  const events: SourceEvent[] = [];
  for (const agreement of agreements) {
    const { id, expiration_date } = agreement;
    const { state } = effectiveState(agreement, now);
    const ends_at = expiration_date == null ? null : Date.parse(expiration_date);
    if (isOngoing(state)) {
      if (ends_at !== null && ends_at - now <= ENDS_SOON_MS && ends_at > now)
        events.push(toAgreementEvent('agreement.ending', agreement, state, now));
      known.add(id);
    } else if (known.delete(id)) events.push(toAgreementEvent('agreement.ended', agreement, state, now));
  }
  return { events, ongoing: [...known] };
}

function toAgreementEvent(
  name: 'agreement.ending' | 'agreement.ended',
  { id, fleet_id, fleet_ref, expiration_date }: Agreement,
  state: string,
  now: number,
): SourceEvent {
  const at = state === 'ended' || name === 'agreement.ending' ? (expiration_date ?? null) : null;
  return {
    // An agreement may end, be renewed, and end again.
    ...newEvent(name, `${name}/${id}/${at ?? now}`, now, null),
    record: { agreement_id: id, fleet_id: fleet_id ?? null, fleet_ref: fleet_ref ?? null, state, at },
  };
}
