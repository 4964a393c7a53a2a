/** A stored job and its rows in the form of our API. */

import {
  BULK_ROW_STATES,
  type BulkIssue,
  type BulkJob,
  type BulkRow,
  type BulkRowState,
} from '@waypost/contract/api/bulk';
import { toIso } from '../lib/time.ts';
import type { BulkJobRow, BulkRowRow } from '../store/bulk.ts';
export function toBulkJobResponse(
  row: BulkJobRow,
  counts: ReadonlyMap<string, number>,
  message: string | null,
): BulkJob {
  const { id, name, created_by_name, total, version } = row;
  const all = BULK_ROW_STATES.map((state) => [state, counts.get(state) ?? 0]);
  return {
    id,
    name,
    created_by_name,
    total,
    version,
    kind: row.kind,
    state: row.state,
    is_sync: row.is_sync === 1,
    credentials: 'organization',
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    finished_at: toIso(row.finished_at),
    message: row.state === 'running' || row.undo === 'running' ? message : null,
    counts: Object.fromEntries(all) as Record<BulkRowState, number>,
    undo: row.undo,
    undo_by_name: row.undo_by_name,
    undo_at: toIso(row.undo_at),
  };
}

export function toBulkRowResponse(row: BulkRowRow, operation_status: string | null = null): BulkRow {
  const { n, subject, message, effect, service_status, intent_id, invitation_key, operation_id } = row;
  // Before it is sent there is no intent yet.
  const sent = !['invalid', 'waiting', 'skipped', 'cancelled'].includes(row.state);
  return {
    n,
    subject,
    message,
    service_status,
    invitation_key,
    operation_id,
    operation_status,
    state: row.state,
    issues: JSON.parse(row.issues) as BulkIssue[],
    effect: row.state === 'done' || row.state === 'skipped' ? (effect as BulkRow['effect']) : null,
    intent_id: sent ? intent_id : null,
    undo: row.undo,
    undo_message: row.undo_message,
  };
}
