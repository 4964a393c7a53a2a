import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import type { ContactsCapability } from '../../fleets/contacts/create.ts';
import type { FleetIndex } from '../../fleets/onboarding/fleet-index.ts';
import { allInvitations } from '../../fleets/onboarding/invitation-response.ts';
import type { OperationProjection } from '../../fleets/onboarding/operation-projection.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { listArchivedLoads } from '../../platform/store/archived-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { LoadLists } from '../../tracking/load-lists/load-lists.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';
import type { Sites } from '../../tracking/sites/sites.ts';
import { Search } from './search.ts';
import {
  SearchableLoads,
  searchableArchive,
  searchableDrivers,
  searchableFleets,
  searchableInvitations,
  searchableLists,
  searchableMonitors,
  searchableSites,
} from './searchables.ts';

interface CreateSearchOptions extends Uses<'db'> {
  readonly board: Board;
  readonly fleets: FleetIndex;
  readonly contacts: Pick<ContactsCapability, 'list' | 'fleetNames'>;
  readonly onboarding: { readonly operations: Pick<OperationProjection, 'named'> };
  readonly monitors: Monitors;
  readonly sites: Sites;
  readonly directory: Directory;
  readonly loadLists: Pick<LoadLists, 'list'>;
}

interface SearchCapability extends Capability {
  /** Unit, plate or VIN of a vehicle of a watched load, else null. */
  readonly vehicleName: (vehicle_id: string) => string | null;
}

export function createSearch(options: CreateSearchOptions): SearchCapability {
  const { db, board, fleets, contacts, onboarding, loadLists, monitors, sites, directory } = options;
  const loads = new SearchableLoads(board);
  const search = new Search();
  search.register(loads.loads);
  search.register(loads.vehicles);
  search.register(searchableMonitors(monitors));
  search.register(searchableInvitations(() => allInvitations(db)));
  search.register(
    searchableFleets(() => directory.known.agreements, fleets.nameOf, contacts.list, contacts.fleetNames),
  );
  search.register(searchableDrivers(() => onboarding.operations.named()));
  search.register(searchableSites(sites));
  search.register(searchableLists((by) => loadLists.list(by)));
  search.register(searchableArchive((filter) => listArchivedLoads(db, filter)));
  return {
    vehicleName: loads.nameOf,
    routes: (router) =>
      mountRoutes(router, SEARCH_ROUTES, { search: ({ query, session }) => search.find(query, session) }),
  };
}
