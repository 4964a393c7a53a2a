/** Tables to keep: what became of each row of a job, rows of a draft with what is wrong, and an empty file to fill in. */
import type { BulkJobDetail, BulkKind } from '@waypost/contract/api/bulk';
import { csvText } from '../../ui/csv.ts';
import { unmarked } from './cell.ts';
import { type BulkDraft, columnName } from './draft.ts';
import { FIELDS, isSecret } from './fields.ts';
import type { JudgedRow } from './rows.ts';
import { rowReason, rowWord } from './words.ts';

export function outcomeCsv(job: BulkJobDetail): string {
  const head = ['row', job.kind === 'invitation' ? 'fleet_ref' : 'username', 'outcome', 'state', 'why'];
  const ids = job.kind === 'user' ? ['operation_id', 'operation_status'] : [];
  return csvText(
    [...head, 'service_status', ...ids],
    job.rows.map((row) => [
      row.n + 1,
      row.subject,
      rowWord(job.kind, row),
      row.state,
      rowReason(row),
      row.service_status,
      ...(job.kind === 'user' ? [row.operation_id, row.operation_status] : []),
    ]),
  );
}

/** The file's own columns with what is wrong at the end, to be fixed elsewhere and read again. Passwords are left empty. */
export function problemCsv(draft: BulkDraft, rows: readonly JudgedRow[]): string {
  const secret = draft.columns.map(({ field, head }) => isSecret(field, head));
  return csvText(
    [...draft.columns.map(columnName), 'problems'],
    rows
      .filter(({ issues }) => issues.length > 0)
      .map(({ row, issues }) => [
        ...row.cells.map((cell, at) => (secret[at] ? '' : unmarked(cell))),
        issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; '),
      ]),
  );
}

export function templateCsv(kind: BulkKind): string {
  return csvText(
    FIELDS[kind].map(({ name }) => name),
    [],
  );
}
