import { z } from 'zod';
import { uuid } from '../common.ts';
import { boardInvitation } from './invitations.ts';
import {
  emailOptOutCheck,
  emailOptOutCheckWrite,
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
  pickedInvitations,
  pickedMessagesWrite,
  testEmailWrite,
} from './messages.ts';
import { route } from './route.ts';

const byKey = z.strictObject({ key: uuid });
const byJob = z.strictObject({ job_id: uuid });
const byLanguage = z.strictObject({ language: messageLanguage });
const manage = { right: 'manage_onboarding' } as const;

export const MESSAGE_ROUTES = {
  messageSettings: route('GET /api/messages', {
    summary: 'Get the message templates, and whether this server sends email',
    right: 'read',
    responses: { 200: messageSettings },
  }),
  changeMessageTemplate: route('PATCH /api/messages/{language}', {
    summary: 'Set the message template of a language. 412 if somebody else has changed what `before` names',
    right: 'administer',
    params: byLanguage,
    body: messageTemplateWrite,
    responses: { 200: messageSettings },
  }),
  resetMessageTemplate: route('DELETE /api/messages/{language}', {
    summary: 'Reset a message template to its default',
    right: 'administer',
    params: byLanguage,
    responses: { 200: messageSettings },
  }),
  sendTestEmail: route('POST /api/messages/test', {
    summary:
      'Send an email like those to fleets, with a made-up invitation. 409 with the answer of the mail server if it was not taken',
    ...manage,
    body: testEmailWrite,
    responses: { 204: null },
  }),
  emailInvitation: route('POST /api/invitations/{key}/email', {
    summary:
      'Email the link to the fleet, once per id. The invitation carries the outcome. 409 if the link no longer works or another email is pending',
    ...manage,
    params: byKey,
    body: emailWrite,
    responses: { 202: boardInvitation },
  }),
  checkInvitationEmails: route('POST /api/invitations/emails/check', {
    summary: 'List picked invitations with their email, or why none can be sent. Changes nothing',
    ...manage,
    body: pickedInvitations,
    responses: { 200: jobEmails },
  }),
  emailInvitations: route('POST /api/invitations/emails', {
    summary:
      'Email the links of picked invitations to fleets not emailed yet, with `again` also to the others. Calling it again sends only what was not sent. 422 at an address that has unsubscribed or was rejected',
    ...manage,
    body: pickedMessagesWrite,
    responses: { 202: jobEmails },
  }),
  cancelInvitationEmail: route('DELETE /api/invitations/{key}/email', {
    summary: 'Cancel a waiting email. 409 if it is no longer waiting',
    ...manage,
    params: byKey,
    responses: { 200: boardInvitation },
  }),
  resolveInvitationEmail: route('POST /api/invitations/{key}/email/resolve', {
    summary: 'Resolve an email with unknown outcome, or send it again',
    ...manage,
    params: byKey,
    body: emailResolution,
    responses: { 200: boardInvitation },
  }),
  jobEmails: route('GET /api/bulk/{job_id}/emails', {
    summary: "List a job's invitations with their email, or why none can be sent",
    ...manage,
    params: byJob,
    responses: { 200: jobEmails },
  }),
  emailJob: route('POST /api/bulk/{job_id}/emails', {
    summary:
      'Email the links of a job to fleets not emailed yet. Calling it again sends only what was not sent',
    ...manage,
    params: byJob,
    body: jobMessagesWrite,
    responses: { 202: jobEmails },
  }),
  cancelJobEmails: route('DELETE /api/bulk/{job_id}/emails', {
    summary: 'Cancel the waiting emails of a job',
    ...manage,
    params: byJob,
    responses: { 200: jobEmails },
  }),
  exportJobMessages: route('POST /api/bulk/{job_id}/messages', {
    summary: 'Export the links and messages of a job for a mail merge. Each link is recorded as exported',
    ...manage,
    params: byJob,
    body: jobMessagesWrite,
    responses: { 200: exportedMessages },
  }),
  listEmailOptOuts: route('GET /api/email-opt-outs', {
    summary: 'List unsubscribed email addresses',
    ...manage,
    responses: { 200: emailOptOuts },
  }),
  checkEmailOptOuts: route('POST /api/email-opt-outs/check', {
    summary: 'Say which of the email addresses have unsubscribed',
    ...manage,
    body: emailOptOutCheckWrite,
    responses: { 200: emailOptOutCheck },
  }),
  addEmailOptOut: route('POST /api/email-opt-outs', {
    summary: 'Unsubscribe an email address',
    ...manage,
    body: emailOptOutWrite,
    responses: { 200: emailOptOuts },
  }),
  removeEmailOptOut: route('POST /api/email-opt-outs/remove', {
    summary: 'Allow emails to an address again',
    right: 'administer',
    body: emailOptOutWrite,
    responses: { 200: emailOptOuts },
  }),
} as const;
