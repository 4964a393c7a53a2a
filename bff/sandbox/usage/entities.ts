/** Entities of a response or event, to which usage is attributed. */

export interface Entity {
  readonly entity_type: string;
  readonly entity_id: string;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * A record counts for its vehicle and driver, otherwise for its connection, otherwise for its fleet. Avoids allocations, because
 * pages can be long.
 */
function eachOfRow(row: Row, onEntity: (entity_type: string, id: string) => void): void {
  let found = false;
  const offer = (entity_type: string, id: unknown) => {
    if (typeof id !== 'string') return;
    found = true;
    onEntity(entity_type, id);
  };
  offer('vehicle', row.vehicle_id);
  offer('driver', row.driver_id);
  const assigned = isRow(row.vehicle_assignment) ? row.vehicle_assignment.vehicle : null;
  if (isRow(assigned)) offer('vehicle', assigned.id);
  if (!found) offer('connection', row.connection_id);
  if (!found) offer('fleet', row.fleet_id);
}

/** Ids of the entities in a response or in event data, by type. */
export function entitiesIn(body: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const rows = Array.isArray(body) ? body : isRow(body) && Array.isArray(body.items) ? body.items : [body];
  const found = new Map<string, Set<string>>();
  const take = (entity_type: string, entity_id: string) => {
    const ids = found.get(entity_type);
    if (ids) ids.add(entity_id);
    else found.set(entity_type, new Set([entity_id]));
  };
  for (const row of rows) if (isRow(row)) eachOfRow(row, take);
  return found;
}
