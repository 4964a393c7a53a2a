/** The site book and the search for cities. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { mount } from '../http/route.ts';
import type { Sites } from './sites.ts';

export interface SiteRoutesOptions {
  readonly sites: Sites;
  readonly geocoder: Geocoder;
}

export function mountSites(router: Router, { sites, geocoder }: SiteRoutesOptions): void {
  mount(router, API_ROUTES.listSites, () => ({ status: 200, body: { items: sites.list() } }));

  mount(router, API_ROUTES.createSite, async ({ body, session }) => ({
    status: 201,
    body: await sites.create(body, session),
  }));

  mount(router, API_ROUTES.updateSite, async ({ params, body, session }) => ({
    status: 200,
    body: await sites.update(params.site_id, body, session),
  }));

  mount(router, API_ROUTES.deleteSite, async ({ params, session }) => {
    await sites.remove(params.site_id, session);
    return { status: 204 };
  });

  mount(router, API_ROUTES.importSites, async ({ body, session }) => ({
    status: 200,
    body: await sites.import(body, session),
  }));

  mount(router, API_ROUTES.findPlaces, async ({ query }) => ({
    status: 200,
    body: { items: await geocoder.find(query.q) },
  }));
}
