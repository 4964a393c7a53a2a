/** Messages with an invitation link: templates, emails sent by the server, and opt-outs. Our own API. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { asciiDomain } from '../email-address.ts';
import { invitationEmail } from './invitations.ts';
import { MESSAGE_LANGUAGES, TEMPLATE_LIMITS, templateFaults } from './message-text.ts';

export const messageLanguage = z.enum(MESSAGE_LANGUAGES);

const template = {
  subject: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(TEMPLATE_LIMITS.subject, { error: `must be at most ${TEMPLATE_LIMITS.subject} characters` })
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: 'must be a single line' }),
  text: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(TEMPLATE_LIMITS.text, { error: `must be at most ${TEMPLATE_LIMITS.text} characters` }),
} as const;

const replaced = z.strictObject({
  subject: z.string().max(TEMPLATE_LIMITS.subject),
  text: z.string().max(TEMPLATE_LIMITS.text),
});

/** `before`: what it replaces; refused if that is no longer stored. */
export const messageTemplateWrite = z
  .strictObject({ ...template, before: replaced.optional() })
  .superRefine((given, context) => {
    for (const [field, message] of Object.entries(templateFaults(given)))
      if (message !== null) context.addIssue({ code: 'custom', path: [field], message });
  });
export type MessageTemplateWrite = z.infer<typeof messageTemplateWrite>;

export const messageTemplate = z.object({
  language: messageLanguage,
  ...template,
  /** Null for the built-in text. */
  updated_at: dateTime.nullable(),
  updated_by_name: z.string().nullable(),
});
export type BoardMessageTemplate = z.infer<typeof messageTemplate>;

export const messageSettings = z.object({
  items: z.array(messageTemplate),
  /** Company name used in messages; null when not set. */
  company: z.string().nullable(),
  /** Sender address; null when this server does not send email. */
  email_from: z.string().nullable(),
  /** Where fleets reply to the caller's emails; null when the identity provider names no address. */
  reply_to: z.string().nullable().default(null),
});
export type MessageSettings = z.infer<typeof messageSettings>;

export const emailAddress = z
  .string()
  .trim()
  .max(254, { error: 'must be at most 254 characters' })
  .overwrite(asciiDomain)
  .pipe(z.email({ error: 'must be an email address, such as ops@example.com' }));

/** IANA time zone of the times in a message. */
const zone = z.string().max(100).refine(isZone, { error: 'must be a time zone, such as America/Chicago' });

/** `id`: client-generated; a repeated request does not send a second email. */
export const emailWrite = z.strictObject({ id: uuid, to: emailAddress, language: messageLanguage, zone });
/** An email with a made-up invitation in the stored message of a language. */
export const testEmailWrite = z.strictObject({ to: emailAddress, language: messageLanguage, zone });

/** For emails in state `unknown`: the outcome found by a person, or a request to send again. */
export const emailResolution = z.strictObject({ outcome: z.enum(['sent', 'send_again']) });

/** Without `language`, each fleet's own by country. `zone`: the sender's, for fleets whose country has several. */
export const jobMessagesWrite = z.strictObject({ language: messageLanguage.nullable(), zone });

/** At most as many as a bulk job has rows. */
const keys = z.array(uuid).min(1).max(2000, { error: 'must be at most 2,000 invitations' });
export const pickedInvitations = z.strictObject({ keys });
/**
 * `again`: an ID; those emailed before get another email, once for this ID. `addresses`: in place of what an invitation says, such as for
 * one without an address.
 */
export const pickedMessagesWrite = jobMessagesWrite.extend({
  keys,
  again: uuid.nullable().default(null),
  addresses: z
    .array(z.strictObject({ key: uuid, to: emailAddress }))
    .max(2000)
    .default([]),
});
export type PickedMessages = z.infer<typeof pickedMessagesWrite>;

/** Why an invitation of several gets no email. */
export const EMAIL_BLOCKS = [
  'no_address',
  'invalid_address',
  'opted_out',
  'bounced',
  'shared',
  'answered',
  'expired',
  'withdrawn',
] as const;
export type EmailBlock = (typeof EMAIL_BLOCKS)[number];

export const jobEmail = z.object({
  /** Number of the row of its job, or its place among the picked ones. */
  n: z.number().int(),
  invitation_key: uuid,
  fleet_name: z.string().nullable().default(null),
  /** Null when the invitation has no address. */
  to: z.string().nullable(),
  /** Null when it can be sent. */
  block: z.enum(EMAIL_BLOCKS).nullable(),
  /** Its link was copied, exported or sent since the last renewal. */
  shared: z.boolean().default(false),
  email: invitationEmail.nullable(),
});
export type JobEmail = z.infer<typeof jobEmail>;
export const jobEmails = z.object({ items: z.array(jobEmail) });
export type JobEmails = z.infer<typeof jobEmails>;

/** One row of a mail merge. Its link is recorded as exported. */
export const exportedMessage = z.object({
  n: z.number().int(),
  fleet_ref: z.string().nullable(),
  fleet_name: z.string().nullable(),
  to: z.string().nullable(),
  language: messageLanguage,
  magic_link: z.string().nullable(),
  expires_at: dateTime.nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  /** Why there is no link; null when there is one. */
  problem: z.string().nullable(),
});
export type ExportedMessage = z.infer<typeof exportedMessage>;
export const exportedMessages = z.object({ items: z.array(exportedMessage) });

/** Unsubscribed address. `by_name` is null when the recipient used the link in an email. */
export const emailOptOut = z.object({ address: z.string(), at: dateTime, by_name: z.string().nullable() });
export const emailOptOuts = z.object({ items: z.array(emailOptOut) });
/** Many addresses at once, such as those of the rows in view. */
export const OPT_OUT_CHECK_MAX = 200;
export const emailOptOutCheckWrite = z.strictObject({
  addresses: z.array(z.string().max(320)).min(1).max(OPT_OUT_CHECK_MAX),
});
/** Those that have unsubscribed, lowercase. */
export const emailOptOutCheck = z.object({ addresses: z.array(z.string()) });
export const emailOptOutWrite = z.strictObject({ address: emailAddress });

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
