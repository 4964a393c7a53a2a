/** Usage. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { reading } from './reading.ts';
import { route } from './route.ts';
import {
  usageEntities,
  usageEntitiesQuery,
  usageReadingRequest,
  usageSummary,
  usageSummaryQuery,
} from './usage.ts';

const readingId = z.strictObject({ reading_id: uuid });

export const USAGE_ROUTES = {
  readUsage: route({
    method: 'POST',
    path: '/api/usage/readings',
    summary:
      'Reads the months that are not here, or joins the reading under way. 200 when nothing had to be read, or it was joined',
    right: 'read',
    body: usageReadingRequest,
    responses: { 201: reading, 200: reading },
  }),
  usageReading: route({
    method: 'GET',
    path: '/api/usage/readings/{reading_id}',
    summary: 'How far a reading is',
    right: 'read',
    params: readingId,
    responses: { 200: reading },
  }),
  cancelUsageReading: route({
    method: 'DELETE',
    path: '/api/usage/readings/{reading_id}',
    summary: 'Lets go of a reading. It ends when nobody else wants it; what was read stays, marked as a part',
    right: 'read',
    params: readingId,
    responses: { 200: reading },
  }),
  usageSummary: route({
    method: 'GET',
    path: '/api/usage',
    summary: 'Counts by month and entity type, out of what is here',
    right: 'read',
    query: usageSummaryQuery,
    responses: { 200: usageSummary },
  }),
  usageEntities: route({
    method: 'GET',
    path: '/api/usage/entities',
    summary: 'Entities of a month or several with their counts, in pages',
    right: 'read',
    query: usageEntitiesQuery,
    responses: { 200: usageEntities },
  }),
  usageCsv: route({
    method: 'GET',
    path: '/api/usage/rows.csv',
    summary:
      'The rows themselves, streamed. X-Row-Count says how many follow, X-Complete whether that is all of them',
    right: 'read',
    query: usageSummaryQuery,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
} as const;
