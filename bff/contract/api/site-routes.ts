/** The site book and the search for cities. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import { placeMatches, site, siteImport, siteImportResult, siteList, siteWrite } from './sites.ts';

const siteId = z.strictObject({ site_id: uuid });

export const SITE_ROUTES = {
  listSites: route('GET /api/sites', {
    summary: 'The whole site book, by name',
    right: 'read',
    responses: { 200: siteList },
  }),
  createSite: route('POST /api/sites', {
    summary: 'Saves a circle under a name. 409 when the name is taken',
    right: 'manage_monitors',
    body: siteWrite,
    responses: { 201: site },
  }),
  updateSite: route('PATCH /api/sites/{site_id}', {
    summary:
      'Replaces what is written down about a site. Monitors keep the circle that they were created with',
    right: 'manage_monitors',
    params: siteId,
    body: siteWrite,
    responses: { 200: site },
  }),
  deleteSite: route('DELETE /api/sites/{site_id}', {
    summary: 'Takes a site out of the book. Monitors keep the circle that they were created with',
    right: 'manage_monitors',
    params: siteId,
    responses: { 204: null },
  }),
  importSites: route('POST /api/sites/import', {
    summary: 'Saves many at once: all of them, or none',
    right: 'manage_monitors',
    body: siteImport,
    responses: { 200: siteImportResult },
  }),
  findPlaces: route('GET /api/places', {
    summary: 'Cities by name, and addresses where the operator has named a geocoder',
    right: 'read',
    query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
    responses: { 200: placeMatches },
  }),
} as const;
