/** Operations of one driver as one row. Pure; used by page and server. */
import type { BoardOperation } from './operations.ts';

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Not by language, which takes ten times as long for 10,000 of them. */
export const newestFirst = (a: BoardOperation, b: BoardOperation): number =>
  compare(b.created_at ?? '', a.created_at ?? '') || compare(a.id, b.id);

export interface DriverRow<T extends BoardOperation> {
  readonly operation: T;
  /** Newest first. */
  readonly earlier: readonly T[];
}

/** The same person at the same provider: by our reference, else by username, email or name. */
function driverKey({ connection_id, partner_ref, subject, id }: BoardOperation): string {
  const name = partner_ref === null ? subject?.toLowerCase() : `ref ${partner_ref}`;
  return name === undefined ? id : `${connection_id} ${name}`;
}

export function driverRows<T extends BoardOperation>(operations: readonly T[]): readonly DriverRow<T>[] {
  const groups: T[][] = [];
  const byKey = new Map<string, T[]>();
  const byId = new Map<string, T[]>();
  for (const operation of [...operations].sort(newestFirst)) {
    const { repeated_as } = operation;
    const found =
      (repeated_as === null ? undefined : byId.get(repeated_as)) ?? byKey.get(driverKey(operation));
    // Two records at the provider are two drivers, whatever they are called.
    const other = found?.some(
      ({ resource_id }) => resource_id && operation.resource_id && resource_id !== operation.resource_id,
    );
    const group = found && !other ? found : [];
    if (group.length === 0) {
      groups.push(group);
      byKey.set(driverKey(operation), group);
    }
    group.push(operation);
    byId.set(operation.id, group);
  }
  return groups.flatMap(([operation, ...earlier]) => (operation ? [{ operation, earlier }] : []));
}
