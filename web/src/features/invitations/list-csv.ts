/** The list as it is shown, as CSV. Times in UTC as the service tells them. Neither link nor key: whoever has the file must not be able to accept. */
import { chaseReason, invitationStage } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { csvText } from '../../ui/csv.ts';
import { permissionsText } from './words.ts';

const HEAD = [
  'fleet_ref',
  'fleet_name',
  'stage',
  'status',
  'chase_reason',
  'created_at_utc',
  'valid_from_utc',
  'expires_at_utc',
  'hours_left',
  'viewed_at_utc',
  'accepted_at_utc',
  'declined_at_utc',
  'decline_reason',
  'deleted_at_utc',
  'chases',
  'chased_at_utc',
  'chased_by',
  'asks_for',
  'fleet_email',
  'fleet_phone',
  'fleet_regulatory_id_type',
  'fleet_regulatory_id',
  'fleet_country_code',
  'fleet_id',
  'created_by',
] as const;

const HOUR = 3600_000;

export function listCsv(items: readonly BoardInvitation[], now: number): string {
  return csvText(
    HEAD,
    items.map((one) => {
      const stage = invitationStage(one, now);
      const waits = (stage === 'created' || stage === 'viewed') && one.expires_at !== null;
      return [
        one.fleet_ref,
        one.fleet_name,
        stage,
        one.status,
        chaseReason(one, now),
        one.created_at,
        one.valid_from,
        one.expires_at,
        waits ? Math.floor((Date.parse(one.expires_at ?? '') - now) / HOUR) : null,
        one.viewed_at,
        one.accepted_at,
        one.declined_at,
        one.decline_reason,
        one.deleted_at,
        one.chases,
        one.chased_at,
        one.chased_by_name,
        permissionsText(one.permissions),
        one.fleet_email,
        one.fleet_phone,
        one.fleet_regulatory_id_type,
        one.fleet_regulatory_id,
        one.fleet_country_code,
        one.fleet_id,
        one.created_by_name,
      ];
    }),
  );
}
