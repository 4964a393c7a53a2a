/**
 * Where a fleet comes back to after its invitation: two plain pages for people without a session. They show what the address
 * carries, so that both sides can speak of it on the phone. Whatever stands there may be made up: nothing is looked up and nothing believed.
 */

import type { CompanyIdentity } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Response, Router } from 'express';
import { escapeHtml, sendPublicPage } from '../http/public-page.ts';

export const ONBOARDING_PATHS = { success: '/onboarding/success', failure: '/onboarding/failure' } as const;

const PAGES = {
  success: {
    title: 'Thank you',
    text: (partner: string) =>
      `If you accepted the invitation, your data is now shared with ${partner}. You can close this page.`,
  },
  failure: {
    title: 'Invitation not accepted',
    text: (partner: string) =>
      `This invitation was declined, has expired or was withdrawn, so it shares no data. To share data after all, ask ${partner} for a new link.`,
  },
} as const;

const LONGEST_REF = 100;

/** @param company whose invitation it was */
export function mountRedirectPages(router: Router, company: { readonly identity: CompanyIdentity }): void {
  for (const [which, path] of Object.entries(ONBOARDING_PATHS))
    router.get(path, (request: Request, response: Response) => {
      const { title, text } = PAGES[which as keyof typeof PAGES];
      const { fleet_ref, invitation_id } = request.query;
      const facts = { 'Your reference': shownRef(fleet_ref), Invitation: shownId(invitation_id) };
      const rows = Object.entries(facts).flatMap(([name, value]) =>
        value === null ? [] : `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
      );
      const { identity } = company;
      const partner = identity.name === null ? 'your partner' : escapeHtml(identity.name);
      const list = rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '';
      sendPublicPage(response, 200, { company: identity, title, body: `<p>${text(partner)}</p>${list}` });
    });
}

/** The beginning of an identifier, and nothing that is none: the whole of it may open something, also to who looks over a shoulder. */
function shownId(given: unknown): string | null {
  return uuid.safeParse(given).success ? `${String(given).slice(0, 8).toLowerCase()}…` : null;
}

/** Only what a reference looks like: one text, short, printable. */
function shownRef(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  // Control and direction characters could make the text say something else than it does.
  const text = given.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  if (text === '') return null;
  return text.length > LONGEST_REF ? `${[...text].slice(0, LONGEST_REF).join('')}…` : text;
}
