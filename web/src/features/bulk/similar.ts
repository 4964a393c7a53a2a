/** Rows of one file that may be the same fleet under different references. Pure. */
import { type Likeness, likenessesOf } from '@waypost/contract/api/likeness';
import type { JudgedRow } from './rows.ts';

export interface SimilarRow {
  readonly by: Likeness;
  /** Number of the other row. */
  readonly row_id: number;
}

const MOST = 3;
const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** By number of the row; rows that are like no other are not in it. */
export function similarRows(rows: readonly JudgedRow[]): ReadonlyMap<number, readonly SimilarRow[]> {
  /** By likeness, the first row of each reference: thousands of rows of one reference must not be compared with each other. */
  const groups = new Map<string, Map<unknown, JudgedRow>>();
  const keysOf = ({ body }: JudgedRow) =>
    likenessesOf({
      fleet_ref: text(body.fleet_ref),
      fleet_name: text(body.fleet_name),
      fleet_email: text(body.fleet_email),
    });
  for (const row of rows)
    for (const [by, likeness] of keysOf(row)) {
      const key = `${by} ${likeness}`;
      const group = groups.get(key) ?? new Map<unknown, JudgedRow>();
      groups.set(key, group);
      if (!group.has(row.body.fleet_ref)) group.set(row.body.fleet_ref, row);
    }
  const similar = new Map<number, readonly SimilarRow[]>();
  for (const row of rows) {
    const found = new Map<number, SimilarRow>();
    for (const [by, likeness] of keysOf(row))
      for (const other of groups.get(`${by} ${likeness}`)?.values() ?? []) {
        if (found.size === MOST) break;
        // The very same reference is a problem of its own.
        if (other.body.fleet_ref === row.body.fleet_ref || found.has(other.row.id)) continue;
        found.set(other.row.id, { by, row_id: other.row.id });
      }
    if (found.size > 0) similar.set(row.row.id, [...found.values()]);
  }
  return similar;
}
