/** The site book and the search for cities. */

import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { mountSites } from './routes.ts';
import { Sites } from './sites.ts';

export type CreateSitesOptions = Pick<Wiring, 'log' | 'db' | 'activity' | 'cluster' | 'geocoder'>;

export interface SitesCapability extends Capability {
  readonly sites: Sites;
}

export async function createSites(options: CreateSitesOptions): Promise<SitesCapability> {
  const { log, db, activity, cluster, geocoder } = options;
  const { bus } = cluster;
  const sites = await Sites.open({ db, activity, onCommit: () => bus.publish('monitors', 'sites') });
  bus.subscribe('monitors', () => {
    sites
      .catchUp()
      .catch((error) => log.warn({ err: error }, 'the sites of another server could not be read'));
  });
  bus.onSync(() => sites.catchUp());
  return { sites, routes: (router) => mountSites(router, { sites, geocoder }) };
}
