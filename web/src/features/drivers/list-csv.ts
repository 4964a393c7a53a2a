/** Operations as they are shown, as CSV; times in UTC as the service tells them. */
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { csvText } from '../../ui/csv.ts';

const HEAD = [
  'operation_id',
  'subject',
  'partner_ref',
  'resource',
  'operation_type',
  'fleet_ref',
  'source_name',
  'connection_id',
  'status',
  'outcome',
  'what_to_do',
  'attempts',
  'last_error_type',
  'last_error_details',
  'last_response_status_code',
  'created_at_utc',
  'updated_at_utc',
  'created_by',
  'source_id',
  'resource_id',
  'sent_again_as',
] as const;

export function listCsv(operations: readonly BoardOperation[]): string {
  return csvText(
    HEAD,
    operations.map((one) => {
      const { say, act } = outcomeOf(one);
      return [
        one.id,
        one.subject,
        one.partner_ref,
        one.resource,
        one.operation_type,
        one.fleet_ref,
        one.source_name,
        one.connection_id,
        one.status,
        say,
        act,
        one.attempts,
        one.last_attempt?.error_type,
        one.last_attempt?.error_details,
        one.last_attempt?.response_status_code,
        one.created_at,
        one.updated_at,
        one.created_by_name,
        one.source_id,
        one.resource_id,
        one.repeated_as,
      ];
    }),
  );
}
