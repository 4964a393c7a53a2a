/** Pages of our own for people without a session: a fleet that comes back from its invitation, or wants no more emails. No script. */
import type { CompanyIdentity } from '@waypost/contract/api/session';
import type { Response } from 'express';

export interface PublicPage {
  readonly company: CompanyIdentity;
  readonly title: string;
  /** HTML of the body below the title: whoever writes it escapes what stands in it. */
  readonly body: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
main { box-sizing: border-box; width: 100%; max-width: 36rem; padding: 2rem }
header { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.5rem; font-weight: 600; overflow-wrap: anywhere }
header img { max-width: 10rem; max-height: 3rem; padding: .25rem; border-radius: .375rem; background: #fff }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
dl { margin: 0 } dl div { display: flex; gap: .5rem } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
button { font: inherit; padding: .5rem 1rem; min-height: 2.75rem; border-radius: .375rem; border: 1px solid ButtonBorder; background: ButtonFace; color: ButtonText; cursor: pointer }
`;

export function sendPublicPage(
  response: Response,
  status: number,
  { company, title, body }: PublicPage,
): void {
  const { name, logo_url } = company;
  const logo = logo_url === null ? '' : `<img src="${escapeHtml(logo_url)}" alt="">`;
  const head = name === null && logo === '' ? '' : `<header>${logo}${escapeHtml(name ?? '')}</header>`;
  const nonce = escapeHtml(response.locals.nonce ?? '');
  response
    .status(status)
    .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${head}<h1>${escapeHtml(title)}</h1>${body}</main></body></html>
`);
}
