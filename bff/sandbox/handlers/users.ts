import type { Connections } from '../connections/connections.ts';
import type { Handlers } from '../http/api.ts';
import { ServiceError } from '../http/problem.ts';
import type { Operations } from '../operations/operations.ts';
import { shares } from '../world/fleets.ts';
import type { World } from '../world/world.ts';

export function userHandlers(
  world: World,
  connections: Connections,
  operations: Operations,
): Pick<Handlers, 'createUser'> {
  return {
    createUser({ query, body }) {
      const connection = connections.find(body.connection_id);
      if (!connection) throw new ServiceError(404, `connection ${body.connection_id} not found`);
      const { fleet, provider } = connection;
      if (!shares(fleet, 'user', world.clock.now()) || fleet.agreement.scopes?.user !== 'read_write')
        throw new ServiceError(403, 'the fleet does not share user with read_write right now');
      if (!provider.writes_users)
        throw new ServiceError(501, `${provider.source_name} does not support creating users`);
      const record = operations.createUser(connection, body, query.is_sync);
      return { status: query.is_sync ? 200 : 202, body: operations.answer(record) };
    },
  };
}
