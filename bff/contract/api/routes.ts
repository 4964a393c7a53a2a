/**
 * Our own API as data: the server mounts these, the browser calls them, `GET /api/openapi.json` is made from them.
 * Paths are below the origin. `right` is what the person needs (api/session.ts); null = no session is needed.
 */
import { z } from 'zod';
import { dateTimeWithOffset, pageSize, uuid } from '../common.ts';
import type { ApiRoute as DescribedRoute } from '../openapi.ts';
import { boardLoadDetail, boardLoads, watchRequest, watchResult } from './board.ts';
import { activityList, ownSessions, publicConfig, type Right, session } from './session.ts';

export interface ApiRoute extends DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly right: Right | null;
}

const route = <const R extends ApiRoute>(descriptor: R): R => descriptor;
const loadId = z.strictObject({ load_id: uuid });

export const API_ROUTES = {
  session: route({
    method: 'GET',
    path: '/bff/session',
    summary: 'Who is signed in, and until when. Answers {"signed_in":false} to everyone else',
    right: null,
    responses: { 200: session },
  }),
  config: route({
    method: 'GET',
    path: '/bff/config',
    summary: 'Public facts that the page needs before anyone has signed in',
    right: null,
    responses: { 200: publicConfig },
  }),
  logout: route({
    method: 'POST',
    path: '/bff/logout',
    summary: 'Signs out: ends the session here at once, and revokes its token at the identity provider',
    right: null,
    responses: { 204: null },
  }),
  ownSessions: route({
    method: 'GET',
    path: '/bff/sessions',
    summary: "The person's own sessions, newest first",
    right: 'read',
    responses: { 200: ownSessions },
  }),
  endOwnSession: route({
    method: 'DELETE',
    path: '/bff/sessions/{session_id}',
    summary: "Ends one of the person's own sessions, from any of them",
    right: 'read',
    params: z.strictObject({ session_id: uuid }),
    responses: { 204: null },
  }),
  activity: route({
    method: 'GET',
    path: '/api/activity',
    summary: 'Who did what, newest first',
    right: 'administer',
    query: z.strictObject({
      before: dateTimeWithOffset.optional(),
      size: pageSize.default(100),
    }),
    responses: { 200: activityList },
  }),
  listLoads: route({
    method: 'GET',
    path: '/api/loads',
    summary: 'Every watched load with its last answer, and the change number to open the stream with',
    right: 'read',
    responses: { 200: boardLoads },
  }),
  watchLoads: route({
    method: 'POST',
    path: '/api/loads',
    summary: 'Watches one load or several. 201 when at least one is new, 200 when all were watched already',
    right: 'manage_loads',
    body: watchRequest,
    responses: { 201: watchResult, 200: watchResult },
  }),
  readLoad: route({
    method: 'GET',
    path: '/api/loads/{load_id}',
    summary: 'One watched load with its trail, its raw answer and when it is read next',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoadDetail },
  }),
  refreshLoad: route({
    method: 'POST',
    path: '/api/loads/{load_id}/read',
    summary: 'Reads one watched load from the service now',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoadDetail },
  }),
  unwatchLoad: route({
    method: 'DELETE',
    path: '/api/loads/{load_id}',
    summary: 'Stops watching a load. The load itself stays at the service',
    right: 'manage_loads',
    params: loadId,
    responses: { 204: null },
  }),
  events: route({
    method: 'GET',
    path: '/api/events',
    summary:
      'Server-sent events: `change`, `reset`, `status`, `session_ended`. Resumes after Last-Event-ID (header, or query last_event_id)',
    right: 'read',
    query: z.object({ last_event_id: z.string().max(20).optional() }),
    responses: { 200: z.string() },
    media_type: 'text/event-stream',
  }),
  openapi: route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description',
    right: null,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
} as const;
