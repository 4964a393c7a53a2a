/** Analytics overview at the deprecated path and its successor. Counts what is currently shared. */
import { effectiveState } from '@waypost/contract/agreements';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Overview } from '@waypost/contract/overview';
import type { Connections } from '../connections/connections.ts';
import type { Answer, Call, Handlers } from '../http/api.ts';
import type { People } from '../operations/people.ts';
import { fleetFilter, shares } from '../world/fleets.ts';
import type { World } from '../world/world.ts';

const TRAILERS_PER_TRUCK = 1.4;

/**
 * The interface shows no removal date, so this one is ours. Deprecation as in RFC 9745 (seconds since 1970), Sunset as in RFC
 * 8594, and a link to the successor.
 */
const DEPRECATED = {
  Deprecation: `@${Date.UTC(2026, 5, 1) / 1000}`,
  Sunset: new Date(Date.UTC(2027, 11, 31)).toUTCString(),
  Link: `<${ASSUMPTIONS.paths.analytics_overview_successor}>; rel="successor-version"`,
} as const;

export function overviewHandlers(
  world: World,
  connections: Connections,
  people: People,
): Pick<Handlers, 'getOverview' | 'getDeprecatedOverview'> {
  function overview({ query }: Pick<Call<ServiceEndpoints['getDeprecatedOverview']>, 'query'>): Answer {
    const now = world.clock.now();
    const matches = fleetFilter(query);
    const connection = query.connection_id === undefined ? null : connections.find(query.connection_id);
    const body: Overview = { fleets: 0, vehicles: 0, drivers: 0, trailers: 0 };
    for (const fleet of world.fleets) {
      if (!matches(fleet) || !effectiveState(fleet.agreement, now).shared) continue;
      if (query.connection_id !== undefined && connection?.fleet !== fleet) continue;
      const trucks = connection && !connection.carries ? 0 : world.vehicles.of(fleet).length;
      body.fleets += 1;
      if (shares(fleet, 'vehicle', now)) body.vehicles += trucks;
      if (shares(fleet, 'user', now)) body.drivers += trucks + people.driversOf(fleet, connection);
      if (shares(fleet, 'trailer', now)) body.trailers += Math.ceil(trucks * TRAILERS_PER_TRUCK);
    }
    return { status: 200, body };
  }
  return {
    getOverview: overview,
    getDeprecatedOverview: (call) => ({ ...overview(call), headers: DEPRECATED }),
  };
}
