/** The site book and the search for cities. */

import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Sites } from './sites.ts';

export interface SitesCapability extends Capability {
  readonly sites: Sites;
}

export async function createSites(
  options: Pick<Wiring, 'log' | 'db' | 'activity' | 'cluster' | 'geocoder'>,
): Promise<SitesCapability> {
  const { log, db, activity, cluster, geocoder } = options;
  const { bus } = cluster;
  const sites = await Sites.open({ db, activity, onCommit: () => bus.publish('monitors', 'sites') });
  bus.subscribe('monitors', () => {
    sites.catchUp().catch((error) => log.warn({ err: error }, 'could not read sites from another server'));
  });
  bus.onSync(() => sites.catchUp());
  return { sites, routes: (router) => mountSites(router, sites, geocoder) };
}

/** The site book and the search for cities. */
function mountSites(router: Router, sites: Sites, geocoder: Geocoder): void {
  mountRoutes(router, API_ROUTES, {
    listSites: () => ({ items: sites.list() }),
    createSite: ({ body, session }) => sites.create(body, session),
    updateSite: ({ params, body, session }) => sites.update(params.site_id, body, session),
    deleteSite: ({ params, session }) => sites.remove(params.site_id, session),
    importSites: ({ body, session }) => sites.import(body, session),
    findPlaces: async ({ query }) => ({ items: await geocoder.find(query.q) }),
  });
}
