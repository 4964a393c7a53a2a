/** The archive of loads. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  archivedLoadDetail,
  archivedLoads,
  archiveFilter,
  archiveQuery,
  restoreRequest,
  restoreResult,
} from './archive.ts';
import { boardLoad } from './board.ts';
import { route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

export const ARCHIVE_ROUTES = {
  listArchive: route('GET /api/archive', {
    summary: 'Loads that left the board, newest first; searched and filtered',
    right: 'read',
    query: archiveQuery,
    responses: { 200: archivedLoads },
  }),
  archiveCsv: route('GET /api/archive/csv', {
    summary: 'The same as a table',
    right: 'read',
    query: archiveFilter,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
  restoreLoads: route('POST /api/archive/restore', {
    summary: 'Brings loads back to the board. What archived them does not archive them again',
    right: 'manage_loads',
    body: restoreRequest,
    responses: { 200: restoreResult },
  }),
  readArchived: route('GET /api/archive/{load_id}', {
    summary: 'One load of the archive with what the board last showed of it',
    right: 'read',
    params: loadId,
    responses: { 200: archivedLoadDetail },
  }),
  keepLoad: route('POST /api/loads/{load_id}/keep', {
    summary:
      'Keeps a load on the board that would leave by itself, until something new shows that it was delivered',
    right: 'manage_loads',
    params: loadId,
    responses: { 200: boardLoad },
  }),
} as const;
