import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  boardLoad,
  boardLoadDetail,
  boardLoads,
  carrierPhoneRequest,
  identifiersRequest,
  rawLoad,
  watchRequest,
  watchResult,
} from './board.ts';
import { route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

export const BOARD_ROUTES = {
  listLoads: route('GET /api/loads', {
    summary: 'List watched loads with their latest data, and the version to open the event stream with',
    right: 'read_wall',
    responses: { 200: boardLoads },
  }),
  watchLoads: route('POST /api/loads', {
    summary: 'Watch one or more loads. 201 if at least one is new, 200 if all are already watched',
    right: 'manage_loads',
    body: watchRequest,
    responses: { 201: watchResult, 200: watchResult },
  }),
  readLoad: route('GET /api/loads/{load_id}', {
    summary: 'Get a watched load with its trail and next update time',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoadDetail },
  }),
  readRawLoad: route('GET /api/loads/{load_id}/raw', {
    summary: "Get the tracking service's last response for a watched load, without secrets",
    right: 'read',
    params: loadId,
    responses: { 200: rawLoad },
  }),
  refreshLoad: route('POST /api/loads/{load_id}/read', {
    summary: 'Refresh a watched load from the tracking service',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoadDetail },
  }),
  endServicePause: route('DELETE /api/service/pause', {
    summary: 'End a rate limit pause early, on all servers. 204 even if there is none',
    right: 'administer',
    responses: { 204: null },
  }),
  sayIdentifiers: route('POST /api/loads/{load_id}/identifiers', {
    summary: 'Record whether truck identifiers were sent with a watched load',
    right: 'manage_loads',
    params: loadId,
    body: identifiersRequest,
    responses: { 200: boardLoad },
  }),
  setCarrierPhone: route('PUT /api/loads/{load_id}/carrier-phone', {
    summary: "Set the carrier's number that is kept with a watched load",
    right: 'manage_loads',
    params: loadId,
    body: carrierPhoneRequest,
    responses: { 200: boardLoad },
  }),
  unwatchLoad: route('DELETE /api/loads/{load_id}', {
    summary: 'Move a load from the board to the archive. The load stays at the tracking service',
    right: 'manage_loads',
    params: loadId,
    responses: { 204: null },
  }),
  events: route('GET /api/events', {
    summary:
      'Server-sent events: `change`, `reset`, `status`, `session_ended`. Resumes after Last-Event-ID (header, or query last_event_id)',
    right: 'read_wall',
    query: z.object({ last_event_id: z.string().max(20).optional() }),
    responses: { 200: z.string() },
    media_type: 'text/event-stream',
  }),
} as const;
