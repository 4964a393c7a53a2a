/** Invitations. Our own API as data, see routes.ts. Creating one is in intent-routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  boardInvitation,
  boardInvitationDetail,
  chaseWrite,
  invitationDefaults,
  invitationLink,
  invitationList,
  shareWrite,
  tmsInvitationDelete,
  tmsInvitationList,
} from './invitations.ts';
import { route } from './route.ts';

const byKey = z.strictObject({ key: uuid });

export const INVITATION_ROUTES = {
  listInvitations: route('GET /api/invitations', {
    summary: 'Every invitation that is known here, newest first, and how they come to be known',
    right: 'read',
    responses: { 200: invitationList },
  }),
  invitationDefaults: route('GET /api/invitations/defaults', {
    summary: 'What is put in when a create leaves it out',
    right: 'read',
    responses: { 200: invitationDefaults },
  }),
  readInvitation: route('GET /api/invitations/{key}', {
    summary: 'One invitation with what happened to it',
    right: 'read',
    params: byKey,
    responses: { 200: boardInvitationDetail },
  }),
  refreshInvitationState: route('POST /api/invitations/{key}/read', {
    summary: 'Reads it from the service now, where the service offers that. Changes nothing there',
    right: 'read',
    params: byKey,
    responses: { 200: boardInvitationDetail },
  }),
  showInvitationLink: route('POST /api/invitations/{key}/link', {
    summary: 'The magic link, to give to the fleet. Who asked is recorded. 409 when it no longer works',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 200: invitationLink },
  }),
  chaseInvitation: route('POST /api/invitations/{key}/chase', {
    summary:
      'Notes that somebody has reminded the fleet, or wants to do so later. 422 for a time that is over',
    right: 'manage_onboarding',
    params: byKey,
    body: chaseWrite,
    responses: { 200: boardInvitation },
  }),
  undoInvitationChase: route('DELETE /api/invitations/{key}/chase', {
    summary: 'Takes back what was noted last by the route above. 409 when nothing was',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 200: boardInvitation },
  }),
  shareInvitation: route('POST /api/invitations/{key}/share', {
    summary:
      'Notes that the link was given to the fleet: by which way and to whom. 409 when it no longer works',
    right: 'manage_onboarding',
    params: byKey,
    body: shareWrite,
    responses: { 200: boardInvitation },
  }),
  unshareInvitation: route('DELETE /api/invitations/{key}/share', {
    summary:
      'Notes that the link was not given to the fleet after all. What was noted before stays in its history',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 200: boardInvitation },
  }),
  deleteInvitation: route('DELETE /api/invitations/{key}', {
    summary: 'Withdraws it. 409 once it is accepted: its agreement is what there is to end',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 200: boardInvitation },
  }),
  listTmsInvitations: route('GET /api/tms-invitations', {
    summary: 'TMS invitations, where the service lists them',
    right: 'read',
    responses: { 200: tmsInvitationList },
  }),
  deleteTmsInvitation: route('DELETE /api/tms-invitations/{key}', {
    summary: 'Deletes a TMS invitation of the list. 409 once it is accepted',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 204: null },
  }),
  deleteTmsInvitationById: route('POST /api/tms-invitations/delete', {
    summary: 'Deletes a TMS invitation by its id, for one that is in no list. 409 once it is accepted',
    right: 'manage_onboarding',
    body: tmsInvitationDelete,
    responses: { 204: null },
  }),
} as const;
