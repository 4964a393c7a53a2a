/** Builds a mail: equivalent plain text and HTML, with the company's name and logo. */
import { contactEmail } from '@waypost/contract/api/company';
import {
  type MessageLanguage,
  type MessageTemplate,
  unsubscribeLine,
} from '@waypost/contract/api/message-text';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Logo } from '../../people/company/company.ts';
import { escapeHtml } from '../../platform/http/public-page.ts';
import type { SecretBox } from '../../platform/secrets/keys.ts';
import type { Database } from '../../platform/store/database.ts';
import { addressOf } from '../../platform/store/email.ts';

interface Mail {
  /** Id of the email, so that mailboxes detect duplicates. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The person who invites, or the company; null when neither address is known. */
  readonly reply_to: string | null;
  readonly company: string;
  readonly logo: Logo | null;
  readonly language: MessageLanguage;
  readonly message: MessageTemplate;
  /** The magic link, which becomes a hyperlink in the text. */
  readonly link: string;
  readonly stop_url: string;
}

const LOGO_CID = 'logo';

export async function composeMail(mail: Mail): Promise<Buffer> {
  const { id, from, to, reply_to, company, logo, language, message, stop_url } = mail;
  const foot = unsubscribeLine(language, company, stop_url);
  const composer = new MailComposer({
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: company, address: from },
    to,
    ...(reply_to !== null && { replyTo: reply_to }),
    subject: message.subject,
    text: `${message.text}\n\n-- \n${foot}\n`,
    html: htmlOf(mail, foot),
    attachments: logo
      ? [
          {
            cid: LOGO_CID,
            content: logo.bytes,
            contentType: logo.type,
            filename: 'logo',
            contentDisposition: 'inline',
          },
        ]
      : [],
    headers: {
      'List-Unsubscribe': `<${stop_url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Content-Language': language,
    },
  });
  return composer.compile().build();
}

function htmlOf({ company, logo, language, message, link, stop_url }: Mail, foot: string): string {
  const linked = (text: string, url: string) => {
    const escaped = escapeHtml(url);
    // A function, because `$&` in a link would be a pattern of the replacement.
    return escapeHtml(text).replaceAll(escaped, () => `<a href="${escaped}">${escaped}</a>`);
  };
  const paragraphs = message.text
    .split(/\n{2,}/)
    .map((part) => `<p style="margin:0 0 16px">${linked(part, link).replaceAll('\n', '<br>')}</p>`);
  const picture = logo
    ? `<img src="cid:${LOGO_CID}" alt="" style="max-width:200px;max-height:64px;display:block;margin:0 0 8px">`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(message.subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif"><div style="max-width:600px;overflow-wrap:anywhere">
<div style="margin:0 0 24px;font-weight:bold">${picture}${escapeHtml(company)}</div>
${paragraphs.join('\n')}
<p style="margin:24px 0 0;font-size:13px">${linked(foot, stop_url)}</p></div></body></html>`;
}

/** Where fleets reply to the emails of a person: to them, or to the company where their address is unknown; null: neither is known. */
export const replyAddress = async (
  db: Database,
  company: { readonly settings: { readonly contact: string | null } },
  sub: string,
): Promise<string | null> => (await addressOf(db, sub)) ?? contactEmail(company.settings.contact);

export const UNSUBSCRIBE_PATH = '/email/stop';
export const UNSUBSCRIBE_CONTEXT = 'email/stop';

export function unsubscribeUrl(publicUrl: URL, box: SecretBox, address: string): string {
  return new URL(`${UNSUBSCRIBE_PATH}/${box.seal(address.toLowerCase(), UNSUBSCRIBE_CONTEXT)}`, publicUrl)
    .href;
}
