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
import { forMachines, LIMITED, route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

const PEOPLE = {
  listArchive: route('GET /api/archive', {
    summary: 'List archived loads, newest first, with search and filters',
    right: 'read',
    query: archiveQuery,
    responses: { 200: archivedLoads },
  }),
  archiveCsv: route('GET /api/archive/csv', {
    summary: 'Export archived loads as CSV',
    right: 'read',
    query: archiveFilter,
    responses: { 200: z.string() },
    media_type: 'text/csv',
  }),
  restoreLoads: route('POST /api/archive/restore', {
    summary: 'Restore loads to the board. The reason that archived them does not archive them again',
    right: 'manage_loads',
    body: restoreRequest,
    responses: { 200: restoreResult },
  }),
  readArchived: route('GET /api/archive/{load_id}', {
    summary: 'Get an archived load as the board last showed it',
    right: 'read',
    params: loadId,
    responses: { 200: archivedLoadDetail },
  }),
  keepLoad: route('POST /api/loads/{load_id}/keep', {
    summary:
      'Keep a load on the board that would be archived automatically, until new evidence shows that it was delivered',
    right: 'manage_loads',
    params: loadId,
    responses: { 200: boardLoad },
  }),
} as const;

export const ARCHIVE_ROUTES = {
  ...PEOPLE,
  machineListArchive: forMachines(PEOPLE.listArchive, 'read', LIMITED),
  machineReadArchived: forMachines(PEOPLE.readArchived, 'read', LIMITED),
  machineRestoreLoads: forMachines(PEOPLE.restoreLoads, 'manage_loads'),
  machineKeepLoad: forMachines(PEOPLE.keepLoad, 'manage_loads', LIMITED),
} as const;
