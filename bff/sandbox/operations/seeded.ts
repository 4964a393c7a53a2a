/** Seeded user creations, successful or not: a few for each connection that accepts them. */
import type { Connection } from '../connections/connections.ts';
import { HOUR, MINUTE } from '../world/clock.ts';
import { hash, keyOf, Random, uuidOf } from '../world/random.ts';
import { type Behavior, planAttempts } from './attempts.ts';
import type { OperationRecord } from './operations.ts';

const GIVEN = ['Dana', 'Luis', 'Priya', 'Marek', 'Aisha', 'Owen', 'Rosa', 'Tomas', 'June', 'Abel'];
const FAMILY = [
  'Okafor',
  'Reyes',
  'Lindqvist',
  'Tran',
  'Kowalski',
  'Haddad',
  'Moore',
  'Silva',
  'Boone',
  'Park',
];
const MAX_CONNECTIONS = 12;
/** Outcomes, oldest first. Only the first connection also has a pending operation. */
const BEHAVIORS: readonly Behavior[] = ['works', 'rejected', 'flaky', 'unreachable'];
/** Those whose user exists in the end. */
const SUCCEED: readonly Behavior[] = ['works', 'flaky'];
const PENDING_SINCE = 10 * MINUTE;
const PENDING_UNTIL = 6 * HOUR;

/**
 * @param start wall clock at which the world begins
 * @param driverIds the drivers of a connection's fleet: those created have these ids, so that their names are known wherever they occur
 */
export function seededOperations(
  seed: number,
  connections: readonly Connection[],
  start: number,
  driverIds: (connection: Connection) => readonly string[],
): OperationRecord[] {
  const key = hash(seed, keyOf('operations'));
  const ended = connections.slice(0, MAX_CONNECTIONS).flatMap((connection, i) => {
    const drivers = driverIds(connection);
    return BEHAVIORS.map((behavior, j) => {
      const daysAgo = new Random(key, i, j).between(1, 20) + 25 * (BEHAVIORS.length - j);
      const created_at = start - Math.round(daysAgo * 24) * HOUR;
      return operationRecord(
        hash(key, i, j),
        connection,
        behavior,
        created_at,
        drivers[SUCCEED.indexOf(behavior)],
      );
    });
  });
  const [first] = connections;
  return [...ended, ...(first ? [pending(hash(key, keyOf('pending')), first, start)] : [])].sort(
    (a, b) => a.created_at - b.created_at,
  );
}

function operationRecord(
  key: number,
  { id, fleet }: Connection,
  behavior: Behavior,
  created_at: number,
  driver_id?: string,
): OperationRecord {
  const random = new Random(key);
  const [first_name, last_name] = [random.pick(GIVEN), random.pick(FAMILY)];
  const number = random.int(10, 99);
  let ids = 0;
  return {
    id: uuidOf(key),
    connection_id: id,
    fleet_id: fleet.fleet_id,
    fleet_ref: fleet.fleet_ref,
    payload: {
      username: `${first_name}.${last_name}${number}`.toLowerCase(),
      first_name,
      last_name,
      is_active: true,
      status: 'ACTIVE',
      is_driver: driver_id !== undefined,
      user_designation: driver_id === undefined ? 'Dispatcher' : 'Driver',
      user_email: `${first_name}.${last_name}@${fleet.fleet_ref}.example`.toLowerCase(),
    },
    partner_ref: random.chance(0.7) ? `HR-${random.int(10_000, 99_999)}` : null,
    created_at,
    attempts: planAttempts(behavior, created_at, () => uuidOf(key, ++ids)),
    resource_id: driver_id ?? uuidOf(key, keyOf('record')),
    drives: driver_id !== undefined,
    source_id: `U-${uuidOf(key).slice(-12)}`,
  };
}

/** Started recently; its next attempt is hours away. */
function pending(key: number, connection: Connection, start: number): OperationRecord {
  const record = operationRecord(key, connection, 'flaky', start - PENDING_SINCE);
  const attempts = record.attempts.map((attempt, i, all) =>
    i === all.length - 1 ? { ...attempt, at: start + PENDING_UNTIL } : attempt,
  );
  return { ...record, attempts };
}
