import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import {
  placeMatches,
  site,
  siteChange,
  siteImport,
  siteImportResult,
  siteList,
  siteWrite,
} from './sites.ts';

const siteId = z.strictObject({ site_id: uuid });

export const SITE_ROUTES = {
  listSites: route('GET /api/sites', {
    summary: 'List the site book, by name',
    right: 'read',
    responses: { 200: siteList },
  }),
  createSite: route('POST /api/sites', {
    summary: 'Create a site. 409 if the name is taken',
    right: 'manage_monitors',
    body: siteWrite,
    responses: { 201: site },
  }),
  updateSite: route('PATCH /api/sites/{site_id}', {
    summary:
      "Change a site's details; omitted ones stay unchanged. 412 if somebody else has changed what `before` names. Existing monitors keep their circle",
    right: 'manage_monitors',
    params: siteId,
    body: siteChange,
    responses: { 200: site },
  }),
  deleteSite: route('DELETE /api/sites/{site_id}', {
    summary: 'Delete a site. Existing monitors keep their circle',
    right: 'manage_monitors',
    params: siteId,
    responses: { 204: null },
  }),
  importSites: route('POST /api/sites/import', {
    summary: 'Import sites, all or none',
    right: 'manage_monitors',
    body: siteImport,
    large_body: true,
    responses: { 200: siteImportResult },
  }),
  findPlaces: route('GET /api/places', {
    summary: 'Search cities, and addresses if a geocoder is configured',
    right: 'read',
    query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
    responses: { 200: placeMatches },
  }),
} as const;
