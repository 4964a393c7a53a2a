/** One row for each driver: the newest of the operations about it, and the earlier ones. Pure. */
import type { BoardOperation } from '@waypost/contract/api/operations';
import { newestFirst } from './words.ts';

export interface DriverRow {
  readonly operation: BoardOperation;
  /** Newest first. */
  readonly earlier: readonly BoardOperation[];
}

/** The same person at the same provider: by our reference, else by username, email or name. */
function driverKey({ connection_id, partner_ref, subject, id }: BoardOperation): string {
  const name = partner_ref === null ? subject?.toLowerCase() : `ref ${partner_ref}`;
  return name === undefined ? id : `${connection_id} ${name}`;
}

export function driverRows(operations: readonly BoardOperation[]): readonly DriverRow[] {
  const groups: BoardOperation[][] = [];
  const byKey = new Map<string, BoardOperation[]>();
  const byId = new Map<string, BoardOperation[]>();
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
