/** Messages to fleets, emails and who wants none. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { boardInvitation } from './invitations.ts';
import {
  emailOptOuts,
  emailOptOutWrite,
  emailResolution,
  emailWrite,
  exportedMessages,
  jobEmails,
  jobMessagesWrite,
  messageLanguage,
  messageSettings,
  messageTemplateWrite,
} from './messages.ts';
import { route } from './route.ts';

const byKey = z.strictObject({ key: uuid });
const byJob = z.strictObject({ job_id: uuid });
const byLanguage = z.strictObject({ language: messageLanguage });
const manage = { right: 'manage_onboarding' } as const;

export const MESSAGE_ROUTES = {
  messageSettings: route('GET /api/messages', {
    summary: 'Templates of messages to fleets, and whether this server sends emails',
    right: 'read',
    responses: { 200: messageSettings },
  }),
  changeMessageTemplate: route('PATCH /api/messages/{language}', {
    summary: 'Sets the template of one language',
    right: 'administer',
    params: byLanguage,
    body: messageTemplateWrite,
    responses: { 200: messageSettings },
  }),
  resetMessageTemplate: route('DELETE /api/messages/{language}', {
    summary: 'Brings back the template that Waypost comes with',
    right: 'administer',
    params: byLanguage,
    responses: { 200: messageSettings },
  }),
  emailInvitation: route('POST /api/invitations/{key}/email', {
    summary:
      'Emails the link to the fleet, once for each id. Its outcome comes with the invitation. 409: the link is dead, or another email of it has not ended',
    ...manage,
    params: byKey,
    body: emailWrite,
    responses: { 202: boardInvitation },
  }),
  cancelInvitationEmail: route('DELETE /api/invitations/{key}/email', {
    summary: 'Does not send the email that waits. 409 when it is no longer waiting',
    ...manage,
    params: byKey,
    responses: { 200: boardInvitation },
  }),
  resolveInvitationEmail: route('POST /api/invitations/{key}/email/resolve', {
    summary: 'Says what became of an email whose answer was lost, or sends it once more',
    ...manage,
    params: byKey,
    body: emailResolution,
    responses: { 200: boardInvitation },
  }),
  jobEmails: route('GET /api/bulk/{job_id}/emails', {
    summary: 'Each invitation of a job: its email, or why it can get none',
    ...manage,
    params: byJob,
    responses: { 200: jobEmails },
  }),
  emailJob: route('POST /api/bulk/{job_id}/emails', {
    summary:
      'Emails their links to the fleets of a job that can get one and have none yet. Called again it sends only what was not sent',
    ...manage,
    params: byJob,
    body: jobMessagesWrite,
    responses: { 202: jobEmails },
  }),
  cancelJobEmails: route('DELETE /api/bulk/{job_id}/emails', {
    summary: 'Does not send the emails of a job that still wait',
    ...manage,
    params: byJob,
    responses: { 200: jobEmails },
  }),
  exportJobMessages: route('POST /api/bulk/{job_id}/messages', {
    summary: 'Links and messages of a job, for a mail merge. Each link is recorded as shared',
    ...manage,
    params: byJob,
    body: jobMessagesWrite,
    responses: { 200: exportedMessages },
  }),
  listEmailOptOuts: route('GET /api/email-opt-outs', {
    summary: 'Addresses that want no emails',
    ...manage,
    responses: { 200: emailOptOuts },
  }),
  addEmailOptOut: route('POST /api/email-opt-outs', {
    summary: 'Notes that an address wants no emails',
    ...manage,
    body: emailOptOutWrite,
    responses: { 200: emailOptOuts },
  }),
  removeEmailOptOut: route('POST /api/email-opt-outs/remove', {
    summary: 'Notes that an address wants emails again',
    right: 'administer',
    body: emailOptOutWrite,
    responses: { 200: emailOptOuts },
  }),
} as const;
