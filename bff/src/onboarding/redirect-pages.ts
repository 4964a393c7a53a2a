/**
 * Where a fleet comes back to after its invitation: two plain pages for people without a session. They show what the address
 * carries, so that both sides can speak of it on the phone. Whatever stands there may be made up: nothing is looked up and nothing believed.
 */

import type { CompanyIdentity } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Response, Router } from 'express';

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
      response
        .status(200)
        .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
        .send(page(company.identity, title, text, facts, response.locals.nonce ?? ''));
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

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
main { max-width: 32rem; padding: 2rem }
header { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.5rem; font-weight: 600; overflow-wrap: anywhere }
header img { max-width: 10rem; max-height: 3rem; padding: .25rem; border-radius: .375rem; background: #fff }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0 0 1rem }
dl { margin: 0 } dl div { display: flex; gap: .5rem } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
`;

function page(
  { name, logo_url }: CompanyIdentity,
  title: string,
  text: (partner: string) => string,
  facts: Readonly<Record<string, string | null>>,
  nonce: string,
): string {
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`,
  );
  const partner = name === null ? 'your partner' : escaped(name);
  const logo = logo_url === null ? '' : `<img src="${escaped(logo_url)}" alt="">`;
  const head = name === null && logo === '' ? '' : `<header>${logo}${name === null ? '' : partner}</header>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style nonce="${escaped(nonce)}">${STYLE}</style></head>
<body><main>${head}<h1>${title}</h1><p>${text(partner)}</p>${rows.length > 0 ? `<dl>${rows.join('')}</dl>` : ''}</main></body></html>
`;
}
