import classes from './ChangesTable.module.css';

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
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before_head}</th>
          {after_head && <th scope="col">{after_head}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, name, before, after }) => (
          <tr key={field}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            {after_head && (
              <td>
                <strong>{after}</strong>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
