import { z } from 'zod';
import { dateTimeWithOffset, pageSize, uuid } from '../common.ts';
import { route } from './route.ts';
import { activityList, ownSessions, publicConfig, session, signedOutHere } from './session.ts';

export const SESSION_ROUTES = {
  session: route('GET /bff/session', {
    summary: 'Get who is signed in, and until when. {"signed_in":false} for everyone else',
    right: null,
    responses: { 200: session },
  }),
  config: route('GET /bff/config', {
    summary: 'Get public settings that the page needs before sign-in',
    right: null,
    responses: { 200: publicConfig },
  }),
  logout: route('POST /bff/logout', {
    summary:
      'Sign out: end the session and revoke its token at the identity provider. 200 with a URL if people also sign out there',
    right: null,
    responses: { 200: signedOutHere, 204: null },
  }),
  ownSessions: route('GET /bff/sessions', {
    summary: 'List your own sessions, newest first',
    right: 'read',
    responses: { 200: ownSessions },
  }),
  endOwnSession: route('DELETE /bff/sessions/{session_id}', {
    summary: 'End one of your own sessions',
    right: 'read',
    params: z.strictObject({ session_id: uuid }),
    responses: { 204: null },
  }),
  activity: route('GET /api/activity', {
    summary: 'List activity, newest first, with search in actions, targets, names, outcomes and details',
    right: 'administer',
    query: z.strictObject({
      /** Every word must match, ignoring case. */
      q: z.string().trim().min(1).max(200).optional(),
      action: z.string().min(1).max(100).optional(),
      /** `leave_out`: omits successful sign-ins and sign-outs, which make up most of the log. */
      sessions: z.literal('leave_out').optional(),
      /**
       * Only the acts of a bulk job on its rows. `leave_out`: omits those of all jobs, which have entries of their own with the counts.
       */
      job: z.union([uuid, z.literal('leave_out')]).optional(),
      since: dateTimeWithOffset.optional(),
      until: dateTimeWithOffset.optional(),
      /** `next_page` of the previous response. */
      cursor: z.string().min(1).max(100).optional(),
      size: pageSize.default(100),
    }),
    responses: { 200: activityList },
  }),
} as const;
