/** Connections and data freshness (assumed), limited to fleets that currently share something. */
import { effectiveState } from '@waypost/contract/agreements';
import { type Connection, type Connections, toConnectionResponse } from '../connections/connections.ts';
import { freshnessOf } from '../connections/freshness.ts';
import type { Handlers } from '../http/api.ts';
import { listingOf, pageOf } from '../http/pagination.ts';
import { ServiceError } from '../http/problem.ts';
import { fleetFilter } from '../world/fleets.ts';
import type { World } from '../world/world.ts';

export function connectionHandlers(
  world: World,
  connections: Connections,
): Pick<Handlers, 'listConnections' | 'deleteConnection' | 'listDataFreshness'> {
  const shared = ({ fleet }: Connection) => effectiveState(fleet.agreement, world.clock.now()).shared;
  return {
    listConnections({ query }) {
      const matches = fleetFilter(query);
      const tsp = query.tsp_id?.toLowerCase();
      const found = connections.all.filter(
        (connection) =>
          shared(connection) &&
          matches(connection.fleet) &&
          (tsp === undefined || connection.provider.tsp_id === tsp),
      );
      const listing = listingOf(found.map(toConnectionResponse), ({ fleet_ref, id }) => [
        fleet_ref ?? null,
        id,
      ]);
      return { status: 200, body: pageOf('listConnections', query, listing) };
    },
    deleteConnection({ params }) {
      const connection = connections.find(params.connection_id);
      if (!connection || !shared(connection))
        throw new ServiceError(404, `connection ${params.connection_id} not found`);
      connections.delete(connection);
      return { status: 204 };
    },
    listDataFreshness({ query }) {
      const matches = fleetFilter(query);
      const now = world.clock.now();
      const body = connections.all
        .filter((connection) => shared(connection) && matches(connection.fleet))
        .flatMap((connection) =>
          freshnessOf(connection, connection.stale ? connections.lastReportAt(connection) : null, now),
        );
      return { status: 200, body };
    },
  };
}
