/** Seeded invitations: the accepted ones of the seeded fleets, and some in every other state. */
import { DAY, HOUR } from '../world/clock.ts';
import type { Fleet } from '../world/fleets.ts';
import { hash, keyOf, Random, uuidOf } from '../world/random.ts';
import { type InvitationRecord, type InvitationRequest, openInvitation } from './record.ts';

const HOURS = 72;

function request(fleet_ref: string, fleet_name: string | null): InvitationRequest {
  return {
    fleet_ref,
    fleet_name,
    fleet_email: null,
    fleet_regulatory_id: null,
    fleet_regulatory_id_type: null,
    fleet_phone: null,
    fleet_website: null,
    fleet_country_code: 'USA',
    success_redirect_url: null,
    failure_redirect_url: null,
    callback_url: null,
    limit_tsps: null,
    exclude_tsps: null,
    permissions: null,
    expires_in_hours: HOURS,
  };
}

function record(key: number, created_at: number, of: InvitationRequest): InvitationRecord {
  const secret = `${uuidOf(key, 1)}${uuidOf(key, 2)}`.replaceAll('-', '');
  return openInvitation({ id: uuidOf(key), secret, created_at, request: of });
}

/** @param start wall clock at which the world begins */
export function seededInvitations(seed: number, fleets: readonly Fleet[], start: number): InvitationRecord[] {
  const key = hash(seed, keyOf('invitations'));
  const accepted = fleets.map((fleet, i) => {
    const random = new Random(key, i);
    // Acceptance precedes sharing and lies in the past.
    const shared = Math.min(Date.parse(fleet.agreement.effective_date ?? ''), start - 2 * DAY);
    const accepted_at = Math.round(shared - random.between(1, 24) * HOUR);
    const created_at = Math.round(accepted_at - random.between(2, 70) * HOUR);
    const scopes = fleet.agreement.scopes as InvitationRequest['permissions'];
    const draft = record(hash(key, i), created_at, {
      ...request(fleet.fleet_ref, fleet.name),
      permissions: scopes,
    });
    return {
      ...draft,
      id: fleet.agreement.invitation_id ?? draft.id,
      viewed_at: created_at + HOUR,
      accepted_at,
      fleet_id: fleet.fleet_id,
      access_token: uuidOf(key, i, 3),
      refresh_token: uuidOf(key, i, 4),
    };
  });
  const open = (n: number, name: string, hoursAgo: number, change: Partial<InvitationRecord> = {}) => ({
    ...record(hash(key, n, 5), start - hoursAgo * HOUR, request(`PROSPECT-${n}`, name)),
    ...change,
  });
  return [
    ...accepted,
    open(1, 'Quarry Lane Hauling', 5),
    open(2, 'Sandpiper Freight', 50, { viewed_at: start - 20 * HOUR }),
    open(3, 'Old Mill Cartage', 71),
    open(4, 'Fox Hollow Transport', 30 * 24),
    open(5, 'Whitewater Lines', 12 * 24, {
      viewed_at: start - 12 * DAY,
      declined_at: start - 11 * DAY,
      decline_reason: 'We share our locations with brokers by load only.',
    }),
    open(6, 'Bramble Trucking', 40 * 24, { deleted_at: start - 39 * DAY }),
  ];
}
