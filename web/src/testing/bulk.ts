/** Bulk jobs and their rows, for tests. */
import { BULK_ROW_STATES, type BulkJobDetail, type BulkRow, HELD } from '@waypost/contract/api/bulk';
import { ago } from './loads.ts';

export const JOB_ID = '00000000-0000-4000-8000-000000000801';

export function rowOf(n: number, over: Partial<BulkRow> = {}): BulkRow {
  return {
    n,
    state: 'waiting',
    subject: `F-${n + 1}`,
    issues: [],
    message: null,
    effect: null,
    service_status: null,
    intent_id: null,
    invitation_key: null,
    operation_id: null,
    operation_status: null,
    undo: null,
    undo_message: null,
    ...over,
  };
}

export function jobOf(rows: readonly BulkRow[], over: Partial<BulkJobDetail> = {}): BulkJobDetail {
  return {
    id: JOB_ID,
    kind: 'invitation',
    name: 'fleets.csv',
    state: 'running',
    is_sync: false,
    created_by_name: 'Noor Haddad',
    credentials: 'organization',
    created_at: ago(60_000),
    updated_at: ago(1_000),
    finished_at: null,
    message: null,
    total: rows.length,
    counts: Object.fromEntries(
      BULK_ROW_STATES.map((state) => [state, rows.filter((row) => row.state === state).length]),
    ) as BulkJobDetail['counts'],
    held: rows.filter(({ issues }) => issues[0]?.path === HELD).length,
    undo: null,
    undo_counts: {
      waiting: rows.filter(({ undo }) => undo === 'waiting').length,
      done: rows.filter(({ undo }) => undo === 'done').length,
      failed: rows.filter(({ undo }) => undo === 'failed').length,
    },
    undo_by_name: null,
    undo_at: null,
    version: 1,
    rows: [...rows],
    ...over,
  };
}
