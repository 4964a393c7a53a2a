/** Everything of other modules that can be found. */
import type { Monitors } from '../monitors/monitors.ts';
import { invitationItem } from '../onboarding/invitation-item.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Sites } from '../sites/sites.ts';
import type { Database } from '../store/database.ts';
import { invitationPages } from '../store/invitations.ts';
import {
  type FoundInvitation,
  searchableFleets,
  searchableInvitations,
  searchableMonitors,
  searchableSites,
} from './others.ts';
import type { Search } from './search.ts';

export interface Findable {
  readonly db: Database;
  readonly monitors: Monitors;
  readonly sites: Sites;
  readonly onboarding: Onboarding;
}

export function registerOthers(search: Search, { db, monitors, sites, onboarding }: Findable): void {
  const invitations = async (): Promise<FoundInvitation[]> => {
    const found: FoundInvitation[] = [];
    for await (const rows of invitationPages(db)) for (const row of rows) found.push(invitationItem(row));
    return found;
  };
  let names: { readonly of: ReadonlyMap<string, string>; readonly until: number } = {
    of: new Map(),
    until: 0,
  };
  const nameOf = async (fleet_ref: string) => {
    if (Date.now() >= names.until) {
      const of = new Map<string, string>();
      for (const one of await invitations())
        if (one.fleet_ref && one.fleet_name) of.set(one.fleet_ref, one.fleet_name);
      names = { of, until: Date.now() + 30_000 };
    }
    return names.of.get(fleet_ref) ?? null;
  };
  search.register(searchableMonitors(monitors));
  search.register(searchableInvitations(invitations));
  search.register(searchableFleets(() => onboarding.directory.known.agreements, nameOf));
  search.register(searchableSites(sites));
}
