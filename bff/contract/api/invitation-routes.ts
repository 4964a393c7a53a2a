/** Our own API for invitations; see routes.ts. Creating one is in intent-routes.ts. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import {
  boardInvitation,
  boardInvitationDetail,
  chaseWrite,
  followedUpInvitation,
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
    summary: 'List known invitations, newest first, and how their updates arrive',
    right: 'read',
    responses: { 200: invitationList },
  }),
  invitationDefaults: route('GET /api/invitations/defaults', {
    summary: 'Get defaults for fields omitted from an invitation',
    right: 'read',
    responses: { 200: invitationDefaults },
  }),
  readInvitation: route('GET /api/invitations/{key}', {
    summary: 'Get an invitation with its history',
    right: 'read',
    params: byKey,
    responses: { 200: boardInvitationDetail },
  }),
  refreshInvitationState: route('POST /api/invitations/{key}/read', {
    summary: 'Refresh an invitation from the tracking service, if supported. Changes nothing there',
    right: 'read',
    params: byKey,
    responses: { 200: boardInvitationDetail },
  }),
  showInvitationLink: route('POST /api/invitations/{key}/link', {
    summary: 'Get the invitation link to share with the fleet. Access is logged. 409 if it no longer works',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 200: invitationLink },
  }),
  chaseInvitation: route('POST /api/invitations/{key}/chase', {
    summary: 'Log or postpone a follow-up. 422 for a time in the past',
    right: 'manage_onboarding',
    params: byKey,
    body: chaseWrite,
    responses: { 200: followedUpInvitation },
  }),
  undoInvitationChase: route('DELETE /api/invitations/{key}/chase', {
    summary: 'Undo the latest follow-up entry. 409 if there is none, or if it is not the one of logged_at',
    right: 'manage_onboarding',
    params: byKey,
    query: z.object({ logged_at: dateTime.optional() }),
    responses: { 200: boardInvitation },
  }),
  shareInvitation: route('POST /api/invitations/{key}/share', {
    summary: 'Record that the link was shared: how and with whom. 409 if it no longer works',
    right: 'manage_onboarding',
    params: byKey,
    body: shareWrite,
    responses: { 200: boardInvitation },
  }),
  unshareInvitation: route('DELETE /api/invitations/{key}/share', {
    summary:
      'Mark the link as not shared. Earlier entries stay in the history. 409 if it was shared again after shared_at',
    right: 'manage_onboarding',
    params: byKey,
    query: z.object({ shared_at: dateTime.optional() }),
    responses: { 200: boardInvitation },
  }),
  deleteInvitation: route('DELETE /api/invitations/{key}', {
    summary: 'Withdraw an invitation. 409 after it is accepted: end its agreement instead',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 200: boardInvitation },
  }),
  listTmsInvitations: route('GET /api/tms-invitations', {
    summary: 'List TMS invitations, if the tracking service supports it',
    right: 'read',
    responses: { 200: tmsInvitationList },
  }),
  deleteTmsInvitation: route('DELETE /api/tms-invitations/{key}', {
    summary: 'Delete a listed TMS invitation. 409 after it is accepted',
    right: 'manage_onboarding',
    params: byKey,
    responses: { 204: null },
  }),
  deleteTmsInvitationById: route('POST /api/tms-invitations/delete', {
    summary: 'Delete a TMS invitation by id if it is not listed. 409 after it is accepted',
    right: 'manage_onboarding',
    body: tmsInvitationDelete,
    responses: { 204: null },
  }),
} as const;
