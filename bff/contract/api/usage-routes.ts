/** Usage. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { listImport } from './list-import.ts';
import { route } from './route.ts';
import {
  usageEntities,
  usageEntitiesQuery,
  usageImportRequest,
  usageSummary,
  usageSummaryQuery,
} from './usage.ts';

const importId = z.strictObject({ import_id: uuid });

export const USAGE_ROUTES = {
  readUsage: route('POST /api/usage/imports', {
    summary:
      'Reads the months that are not here, or joins the import under way. 200 when nothing had to be read, or it was joined',
    right: 'read',
    body: usageImportRequest,
    responses: { 201: listImport, 200: listImport },
  }),
  usageImport: route('GET /api/usage/imports/{import_id}', {
    summary: 'How far an import is',
    right: 'read',
    params: importId,
    responses: { 200: listImport },
  }),
  cancelUsageImport: route('DELETE /api/usage/imports/{import_id}', {
    summary: 'Lets go of an import. It ends when nobody else wants it; what was read stays, marked as a part',
    right: 'read',
    params: importId,
    responses: { 200: listImport },
  }),
  usageSummary: route('GET /api/usage', {
    summary: 'Counts by month and entity type, out of what is here',
    right: 'read',
    query: usageSummaryQuery,
    responses: { 200: usageSummary },
  }),
  usageEntities: route('GET /api/usage/entities', {
    summary: 'Entities of a month or several with their counts, in pages',
    right: 'read',
    query: usageEntitiesQuery,
    responses: { 200: usageEntities },
  }),
  usageCsv: route('GET /api/usage/rows.csv', {
    summary:
      'The rows themselves, streamed. X-Row-Count says how many follow, X-Complete whether that is all of them',
    right: 'read',
    query: usageSummaryQuery,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
} as const;
