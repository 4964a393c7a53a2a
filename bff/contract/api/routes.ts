/**
 * Our own API as data: the server mounts these, the browser calls them, `GET /api/openapi.json` is made from them.
 * Paths are below the origin. `right` is what the person needs (api/session.ts); null = no session is needed.
 */
import { z } from 'zod';
import { dateTimeWithOffset, pageSize, uuid } from '../common.ts';
import { invitationCreate } from '../invitations.ts';
import { monitorCreate } from '../monitors.ts';
import type { ApiRoute as DescribedRoute } from '../openapi.ts';
import { userCreate, userCreateQuery } from '../users.ts';
import { boardLoadDetail, boardLoads, watchRequest, watchResult } from './board.ts';
import {
  createdInvitation,
  createdMonitor,
  createdUser,
  INTENT_HEADER,
  intent,
  intentList,
  intentListQuery,
  intentResolution,
} from './creates.ts';
import {
  delivery,
  deliveryDetail,
  deliveryList,
  deliveryListQuery,
  HOOK_PURPOSES,
  hook,
  hookList,
  hookRegistration,
} from './hooks.ts';
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
  createInvitation: route({
    method: 'POST',
    path: '/api/invitations',
    summary: `Invites a fleet, or refreshes its invitation (200). 202: nobody knows yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_onboarding',
    body: invitationCreate,
    responses: { 201: createdInvitation, 200: createdInvitation, 202: createdInvitation },
  }),
  createUser: route({
    method: 'POST',
    path: '/api/users',
    summary: `Creates a user at a provider. 202: the operation is under way, or nobody knows yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_onboarding',
    query: userCreateQuery,
    body: userCreate,
    responses: { 202: createdUser, 200: createdUser },
  }),
  createMonitor: route({
    method: 'POST',
    path: '/api/monitors',
    summary: `Creates a geofence monitor. 202: nobody knows yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_monitors',
    body: monitorCreate,
    responses: { 201: createdMonitor, 202: createdMonitor },
  }),
  listIntents: route({
    method: 'GET',
    path: '/api/intents',
    summary:
      "What was to be created, by default what nobody knows the end of: one's own; administrators see all",
    right: 'read',
    query: intentListQuery,
    responses: { 200: intentList },
  }),
  resolveIntent: route({
    method: 'POST',
    path: '/api/intents/{id}/resolve',
    summary: 'Looks for an unknown one at the service, or says what became of it',
    right: 'read',
    params: z.strictObject({ id: uuid }),
    body: intentResolution,
    responses: { 200: intent },
  }),
  listHooks: route({
    method: 'GET',
    path: '/api/hooks',
    summary: 'Addresses that the service delivers events to',
    right: 'administer',
    responses: { 200: hookList },
  }),
  subscribeHook: route({
    method: 'POST',
    path: '/api/hooks/{purpose}',
    summary: 'Subscribes to a family of events, or says which address to register by hand',
    right: 'administer',
    params: z.strictObject({ purpose: z.enum(HOOK_PURPOSES) }),
    responses: { 200: hook },
  }),
  registerHook: route({
    method: 'PATCH',
    path: '/api/hooks/{purpose}',
    summary: 'Tells what the service said when an address was registered by hand',
    right: 'administer',
    params: z.strictObject({ purpose: z.enum(HOOK_PURPOSES) }),
    body: hookRegistration,
    responses: { 200: hook },
  }),
  listDeliveries: route({
    method: 'GET',
    path: '/api/deliveries',
    summary: 'Events as they were delivered, newest first',
    right: 'administer',
    query: deliveryListQuery,
    responses: { 200: deliveryList },
  }),
  readDelivery: route({
    method: 'GET',
    path: '/api/deliveries/{id}',
    summary: 'One delivery with what was received, less its secrets',
    right: 'administer',
    params: z.strictObject({ id: uuid }),
    responses: { 200: deliveryDetail },
  }),
  replayDelivery: route({
    method: 'POST',
    path: '/api/deliveries/{id}/replay',
    summary: 'Handles a delivery once more',
    right: 'administer',
    params: z.strictObject({ id: uuid }),
    responses: { 202: delivery },
  }),
  openapi: route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description',
    right: null,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
} as const;
