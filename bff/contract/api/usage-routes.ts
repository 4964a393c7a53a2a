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
      'Import missing months of usage, or join a running import. 200 if nothing was missing or it was joined',
    right: 'read',
    body: usageImportRequest,
    responses: { 201: listImport, 200: listImport },
  }),
  usageImport: route('GET /api/usage/imports/{import_id}', {
    summary: 'Get the progress of an import',
    right: 'read',
    params: importId,
    responses: { 200: listImport },
  }),
  cancelUsageImport: route('DELETE /api/usage/imports/{import_id}', {
    summary:
      'Leave an import. It ends when no one else is waiting for it; imported rows stay, marked as partial',
    right: 'read',
    params: importId,
    responses: { 200: listImport },
  }),
  usageSummary: route('GET /api/usage', {
    summary: 'Get counts by month and entity type from imported data',
    right: 'read',
    query: usageSummaryQuery,
    responses: { 200: usageSummary },
  }),
  usageEntities: route('GET /api/usage/entities', {
    summary: 'List entities of one or more months with their counts, with paging',
    right: 'read',
    query: usageEntitiesQuery,
    responses: { 200: usageEntities },
  }),
  usageCsv: route('GET /api/usage/rows.csv', {
    summary: 'Stream usage rows. X-Row-Count is their number, X-Complete whether that is all of them',
    right: 'read',
    query: usageSummaryQuery,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
} as const;
