/**
 * Our own API as data: the server mounts these routes, the browser calls them, and `GET /api/openapi.json` is generated from
 * them. The browser imports only the file of each resource it calls, so that a page does not load the schemas of others.
 */
import { z } from 'zod';
import { AGREEMENT_ROUTES } from './agreement-routes.ts';
import { API_KEY_ROUTES } from './api-key-routes.ts';
import { ARCHIVE_ROUTES } from './archive-routes.ts';
import { BOARD_ROUTES } from './board-routes.ts';
import { BULK_ROUTES } from './bulk-routes.ts';
import { COMPANY_ROUTES } from './company-routes.ts';
import { CONTACT_ROUTES } from './contact-routes.ts';
import { FUEL_ROUTES } from './fuel-routes.ts';
import { HISTORY_ROUTES } from './history-routes.ts';
import { INTENT_ROUTES } from './intent-routes.ts';
import { INVITATION_ROUTES } from './invitation-routes.ts';
import { JOB_ROUTES } from './job-routes.ts';
import { LOAD_LIST_ROUTES } from './load-list-routes.ts';
import { MACHINE_ROUTES } from './machine-routes.ts';
import { MESSAGE_ROUTES } from './message-routes.ts';
import { MONITOR_ROUTES } from './monitor-routes.ts';
import { OPERATION_ROUTES } from './operation-routes.ts';
import { OUTGOING_WEBHOOK_ROUTES } from './outgoing-webhook-routes.ts';
import { OVERVIEW_ROUTES } from './overview-routes.ts';
import { PEOPLE_ROUTES } from './people-routes.ts';
import { POSTED_LOAD_ROUTES } from './posted-load-routes.ts';
import { PREFERENCE_ROUTES } from './preference-routes.ts';
import { PRESENCE_ROUTES } from './presence-routes.ts';
import { route } from './route.ts';
import { SEARCH_ROUTES } from './search-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { SETUP_ROUTES } from './setup-routes.ts';
import { SHARE_LINK_ROUTES } from './share-link-routes.ts';
import { SITE_ROUTES } from './site-routes.ts';
import { SYSTEM_STATUS_ROUTES } from './system-status-routes.ts';
import { TRIAGE_ROUTES } from './triage-routes.ts';
import { USAGE_ROUTES } from './usage-routes.ts';
import { VIEW_ROUTES } from './view-routes.ts';
import { WALL_SCREEN_ROUTES } from './wall-screen-routes.ts';
import { WEBHOOK_ROUTES } from './webhook-routes.ts';

export const API_ROUTES = {
  ...SESSION_ROUTES,
  ...BOARD_ROUTES,
  ...ARCHIVE_ROUTES,
  ...POSTED_LOAD_ROUTES,
  ...INTENT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...MONITOR_ROUTES,
  ...SITE_ROUTES,
  ...USAGE_ROUTES,
  ...FUEL_ROUTES,
  ...LOAD_LIST_ROUTES,
  ...OVERVIEW_ROUTES,
  ...SEARCH_ROUTES,
  ...PREFERENCE_ROUTES,
  ...PRESENCE_ROUTES,
  ...COMPANY_ROUTES,
  ...SETUP_ROUTES,
  ...INVITATION_ROUTES,
  ...MESSAGE_ROUTES,
  ...AGREEMENT_ROUTES,
  ...OPERATION_ROUTES,
  ...BULK_ROUTES,
  ...CONTACT_ROUTES,
  ...API_KEY_ROUTES,
  ...PEOPLE_ROUTES,
  ...WALL_SCREEN_ROUTES,
  ...OUTGOING_WEBHOOK_ROUTES,
  ...JOB_ROUTES,
  ...SYSTEM_STATUS_ROUTES,
  ...MACHINE_ROUTES,
  ...TRIAGE_ROUTES,
  ...HISTORY_ROUTES,
  ...VIEW_ROUTES,
  ...SHARE_LINK_ROUTES,
  openapi: route('GET /api/openapi.json', {
    summary: 'Get the description of the routes for people',
    right: null,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  machineOpenapi: route('GET /machine/openapi.json', {
    caller: 'machine',
    summary: 'Get the description of the routes for machines, and of the events for them',
    right: null,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
} as const;
