/**
 * Where somebody who gets our emails asks for no more. The address holds the sealed email address, so it needs no session and names nobody.
 * Opening the page changes nothing, since mail scanners open links; a mail program's own button posts here (RFC 8058).
 */
import type { CompanyIdentity } from '@waypost/contract/api/session';
import type { Request, Response, Router } from 'express';
import type { SecretBox } from '../auth/keys.ts';
import { escapeHtml, sendPublicPage } from '../http/public-page.ts';

const PATH = '/email/stop';
const CONTEXT = 'email/stop';

export function stopUrl(publicUrl: URL, box: SecretBox, address: string): string {
  return new URL(`${PATH}/${box.seal(address.toLowerCase(), CONTEXT)}`, publicUrl).href;
}

export interface StopPagesOptions {
  readonly box: SecretBox;
  readonly company: { readonly identity: CompanyIdentity };
  readonly optOuts: {
    readonly isOut: (address: string) => Promise<boolean>;
    /** `wants` false: no more emails. */
    readonly set: (address: string, wants: boolean) => Promise<void>;
  };
}

export function mountStopPages(router: Router, { box, company, optOuts }: StopPagesOptions): void {
  const addressOf = (request: Request): string | null => {
    try {
      return box.open(String(request.params.token), CONTEXT);
    } catch {
      return null;
    }
  };
  const show = async (response: Response, address: string | null) => {
    const { identity } = company;
    if (address === null)
      return sendPublicPage(response, 404, {
        company: identity,
        title: 'This link is incomplete',
        body: '<p>Open it again from the email, or reply to the email to unsubscribe.</p>',
      });
    const from = identity.name === null ? '' : ` from ${escapeHtml(identity.name)}`;
    const to = `<strong>${escapeHtml(masked(address))}</strong>`;
    const isOut = await optOuts.isOut(address);
    sendPublicPage(response, 200, {
      company: identity,
      title: isOut ? 'Unsubscribed' : 'Unsubscribe?',
      body: isOut
        ? `<p>${to} won't get any more emails${from}.</p>${button('?wants=1', 'Allow emails again')}`
        : `<p>${to} gets emails${from} that invite a fleet to share data.</p>${button('?', 'Unsubscribe')}`,
    });
  };
  router.get(`${PATH}/:token`, (request, response) => show(response, addressOf(request)));
  router.post(`${PATH}/:token`, async (request, response) => {
    const address = addressOf(request);
    if (address !== null) await optOuts.set(address, request.query.wants === '1');
    await show(response, address);
  });
}

const button = (action: string, word: string) =>
  `<form method="post" action="${action}"><button type="submit">${word}</button></form>`;

/** Enough to know it by, for who has the email. */
function masked(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
