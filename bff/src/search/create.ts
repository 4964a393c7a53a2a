import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { mountRoutes } from '../http/route.ts';
import type { LoadLists } from '../load-lists/load-lists.ts';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';
import { listArchivedLoads } from '../store/archived-loads.ts';
import { invitationPages } from '../store/onboarding.ts';
import type { Capability, Wiring } from '../wiring.ts';
import { Search } from './search.ts';
import {
  type FoundInvitation,
  SearchableLoads,
  searchableArchive,
  searchableFleets,
  searchableInvitations,
  searchableLists,
  searchableMonitors,
  searchableSites,
} from './searchables.ts';

interface CreateSearchOptions
  extends Pick<Wiring, 'db' | 'board' | 'fleets' | 'monitors' | 'sites' | 'directory'> {
  readonly loadLists: Pick<LoadLists, 'list'>;
}

interface SearchCapability extends Capability {
  /** Unit, plate or VIN of a vehicle of a watched load, else null. */
  readonly vehicleName: (vehicle_id: string) => string | null;
}

export function createSearch(options: CreateSearchOptions): SearchCapability {
  const { db, board, fleets, loadLists, monitors, sites, directory } = options;
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
  search.register(searchableLists((by) => loadLists.list(by)));
  search.register(searchableArchive((filter) => listArchivedLoads(db, filter)));
  return {
    vehicleName: loads.nameOf,
    routes: (router) =>
      mountRoutes(router, SEARCH_ROUTES, { search: ({ query, session }) => search.find(query, session) }),
  };
}
