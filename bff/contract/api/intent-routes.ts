import { z } from 'zod';
import { uuid } from '../common.ts';
import { invitationCreate } from '../invitations.ts';
import { userCreateQuery } from '../users.ts';
import {
  createdInvitation,
  createdMonitor,
  createdUser,
  INTENT_HEADER,
  intent,
  intentList,
  intentListQuery,
  intentResolution,
} from './intents.ts';
import { monitorCommand } from './monitors.ts';
import { route } from './route.ts';
import { userRequest } from './user-request.ts';

export const INTENT_ROUTES = {
  createInvitation: route('POST /api/invitations', {
    summary: `Invite a fleet, or renew its invitation (200). 202 if not confirmed yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_onboarding',
    body: invitationCreate,
    responses: { 201: createdInvitation, 200: createdInvitation, 202: createdInvitation },
  }),
  createUser: route('POST /api/users', {
    summary: `Create a user at a provider. 202 if it is in progress or not confirmed yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_onboarding',
    query: userCreateQuery,
    body: userRequest,
    responses: { 202: createdUser, 200: createdUser },
  }),
  createMonitor: route('POST /api/monitors', {
    summary: `Create a geofence monitor. 202 if not confirmed yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_monitors',
    body: monitorCommand,
    responses: { 201: createdMonitor, 202: createdMonitor },
  }),
  listIntents: route('GET /api/intents', {
    summary:
      'List create requests, by default unconfirmed ones. People see their own; administrators see all',
    right: 'read',
    query: intentListQuery,
    responses: { 200: intentList },
  }),
  resolveIntent: route('POST /api/intents/{id}/resolve', {
    summary: 'Check an unconfirmed request at the tracking service, or record its outcome',
    right: 'read',
    params: z.strictObject({ id: uuid }),
    body: intentResolution,
    responses: { 200: intent },
  }),
} as const;
