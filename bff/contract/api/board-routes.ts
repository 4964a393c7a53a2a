/** The board. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  boardLoad,
  boardLoadDetail,
  boardLoads,
  identifiersRequest,
  watchRequest,
  watchResult,
} from './board.ts';
import { route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

export const BOARD_ROUTES = {
  listLoads: route('GET /api/loads', {
    summary: 'Every watched load with its last answer, and the change number to open the stream with',
    right: 'read',
    responses: { 200: boardLoads },
  }),
  watchLoads: route('POST /api/loads', {
    summary: 'Watches one load or several. 201 when at least one is new, 200 when all were watched already',
    right: 'manage_loads',
    body: watchRequest,
    responses: { 201: watchResult, 200: watchResult },
  }),
  readLoad: route('GET /api/loads/{load_id}', {
    summary: 'One watched load with its trail, its raw answer and when it is read next',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoadDetail },
  }),
  refreshLoad: route('POST /api/loads/{load_id}/read', {
    summary: 'Reads one watched load from the service now',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoadDetail },
  }),
  endServicePause: route('DELETE /api/service/pause', {
    summary:
      'Ends the pause that the service has asked for before its time, on all servers. 204 also when there is none',
    right: 'administer',
    responses: { 204: null },
  }),
  sayIdentifiers: route('POST /api/loads/{load_id}/identifiers', {
    summary: 'Notes whether truck identifiers were sent with a watched load, as a person knows it',
    right: 'manage_loads',
    params: loadId,
    body: identifiersRequest,
    responses: { 200: boardLoad },
  }),
  unwatchLoad: route('DELETE /api/loads/{load_id}', {
    summary: 'Takes a load off the board, into the archive. The load itself stays at the service',
    right: 'manage_loads',
    params: loadId,
    responses: { 204: null },
  }),
  events: route('GET /api/events', {
    summary:
      'Server-sent events: `change`, `reset`, `status`, `session_ended`. Resumes after Last-Event-ID (header, or query last_event_id)',
    right: 'read',
    query: z.object({ last_event_id: z.string().max(20).optional() }),
    responses: { 200: z.string() },
    media_type: 'text/event-stream',
  }),
} as const;
