/** Which entities a call or a delivery was about: whose usage it counts as (2.10). */

export interface Entity {
  readonly entity_type: string;
  readonly entity_id: string;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** From the narrowest to the widest: a record counts for the first that it names, for vehicle and driver both. */
function entitiesOfRow(row: Row): Entity[] {
  const found: Entity[] = [];
  const take = (entity_type: string, id: unknown) => {
    if (typeof id === 'string') found.push({ entity_type, entity_id: id });
  };
  take('vehicle', row.vehicle_id);
  take('driver', row.driver_id);
  const assigned = isRow(row.vehicle_assignment) ? row.vehicle_assignment.vehicle : null;
  if (isRow(assigned)) take('vehicle', assigned.id);
  if (found.length === 0) take('connection', row.connection_id);
  if (found.length === 0) take('fleet', row.fleet_id);
  return found;
}

/** Entities in an answer or in the data of an event, each once. */
export function entitiesIn(body: unknown): Entity[] {
  const rows = Array.isArray(body) ? body : isRow(body) && Array.isArray(body.items) ? body.items : [body];
  const found = new Map<string, Entity>();
  for (const row of rows)
    if (isRow(row))
      for (const entity of entitiesOfRow(row)) found.set(`${entity.entity_type} ${entity.entity_id}`, entity);
  return [...found.values()];
}
