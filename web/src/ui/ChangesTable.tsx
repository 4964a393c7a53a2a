import { DataTable } from './DataTable.tsx';
import shared from './shared.module.css';

export interface Change {
  readonly field: string;
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface ChangesTableProps {
  /** Headings of the value columns; null: there are no new values. */
  readonly heads: readonly [string, string | null];
  readonly changes: readonly Change[];
}

export function ChangesTable({ heads: [before_head, after_head], changes }: ChangesTableProps) {
  return (
    <DataTable
      even
      heads={['Field', before_head, ...(after_head ? [after_head] : [])]}
      rows={changes.map(({ field, name, before, after }) => ({
        key: field,
        cells: [
          name,
          <span key="before" className={shared.secondary}>
            {before}
          </span>,
          ...(after_head ? [<strong key="after">{after}</strong>] : []),
        ],
      }))}
    />
  );
}
