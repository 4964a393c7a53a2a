/** Rows that another page hands to the form of a bulk job, as if they had been pasted there. */
import type { BulkKind } from '@waypost/contract/api/bulk';

export interface HandedRows {
  readonly kind: BulkKind;
  /** What they are: the name of the job. */
  readonly name: string;
  /** A CSV whose columns are named as the fields of the request. */
  readonly csv: string;
  /** Of users, the connection of each row. */
  readonly connection_ids: readonly (string | undefined)[];
}

/** In memory: the form keeps what it takes as its draft. */
let handed: HandedRows | null = null;

export function handRows(rows: HandedRows): void {
  handed = rows;
}

/** Null: none of this kind, or taken already. */
export function takeHandedRows(kind: BulkKind): HandedRows | null {
  if (handed?.kind !== kind) return null;
  const taken = handed;
  handed = null;
  return taken;
}
