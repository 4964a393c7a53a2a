/** One search over everything that can be found. */

import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { mount } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';
import { invitationPages } from '../store/invitations.ts';
import type { Wiring } from '../wiring.ts';
import { SearchableLoads } from './loads.ts';
import {
  type FoundInvitation,
  searchableFleets,
  searchableInvitations,
  searchableMonitors,
  searchableSites,
} from './others.ts';
import { Search } from './search.ts';

export type CreateSearchOptions = Pick<
  Wiring,
  'db' | 'board' | 'fleets' | 'monitors' | 'sites' | 'directory'
>;

export interface SearchCapability extends Capability {
  /** Unit, plate or VIN of a vehicle that a watched load names, else null. */
  readonly vehicleName: (vehicle_id: string) => string | null;
}

export function createSearch(options: CreateSearchOptions): SearchCapability {
  const { db, board, fleets, monitors, sites, directory } = options;
  const loads = new SearchableLoads(board);
  const invitations = async (): Promise<FoundInvitation[]> => {
    const found: FoundInvitation[] = [];
    for await (const rows of invitationPages(db)) found.push(...rows.map(toInvitationResponse));
    return found;
  };
  const search = new Search();
  search.register(loads.loads);
  search.register(loads.vehicles);
  search.register(searchableMonitors(monitors));
  search.register(searchableInvitations(invitations));
  search.register(searchableFleets(() => directory.known.agreements, fleets.nameOf));
  search.register(searchableSites(sites));
  return {
    vehicleName: loads.nameOf,
    routes: (router) =>
      mount(router, SEARCH_ROUTES.search, async ({ query }) => ({
        status: 200,
        body: await search.find(query),
      })),
  };
}
