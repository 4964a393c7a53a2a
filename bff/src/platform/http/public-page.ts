/** Pages for people without a session: fleets after an invitation, or unsubscribing from emails. They contain no scripts. */
import type { CompanyIdentity } from '@waypost/contract/api/session';
import type { Response } from 'express';

interface PublicPage {
  readonly company: CompanyIdentity;
  readonly title: string;
  /** HTML of the body below the title, escaped by the caller. */
  readonly body: string;
  /** Seconds until the page is loaded again; absent or null: never. */
  readonly refresh_seconds?: number | null;
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
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; --paper: #f6f7f8; --card: #fff; --ink: #1a1d21;
  --soft: #5b6470; --line: #d5dae0; --accent: #2b5f8a }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --card: #1d2025; --ink: #e8eaed; --soft: #a0a8b3; --line: #3a4048;
  --accent: #8ab8dd } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; box-sizing: border-box; background: var(--paper); color: var(--ink) }
main { box-sizing: border-box; width: 100%; max-width: 36rem; padding: 2rem }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; margin: 0 0 1.5rem; font-weight: 600 }
header span { overflow-wrap: break-word; min-width: 0 }
header img { flex: none; max-width: 10rem; max-height: 3rem; padding: .25rem; border-radius: .375rem; background: #fff }
h1 { font-size: 1.5rem; margin: 0 0 .5rem }
p { margin: 0 0 1rem; overflow-wrap: anywhere }
main { background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
a { color: var(--accent) }
dl { margin: 1.5rem 0 0; padding: .75rem 0; border: solid var(--line); border-width: 1px 0 }
dl div { display: grid; grid-template-columns: clamp(5rem, 25%, 9rem) minmax(0, 1fr); gap: .5rem; padding: .25rem 0 }
dt, .note { color: var(--soft) }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
.note { margin: 1.5rem 0 0; font-size: .875rem }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
button { font: inherit; padding: .5rem 1rem; min-height: 2.75rem; border-radius: .375rem; border: 1px solid var(--accent); background: transparent; color: var(--accent); font-weight: 600; cursor: pointer }
`;

export function sendPublicPage(
  response: Response,
  status: number,
  { company, title, body, refresh_seconds = null }: PublicPage,
): void {
  const { name, logo_url } = company;
  const logo = logo_url === null ? '' : `<img src="${escapeHtml(logo_url)}" alt="">`;
  const head =
    name === null && logo === '' ? '' : `<header>${logo}<span>${escapeHtml(name ?? '')}</span></header>`;
  const nonce = escapeHtml(response.locals.nonce ?? '');
  if (refresh_seconds !== null) response.set('Refresh', String(refresh_seconds));
  response
    .status(status)
    .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/icon.svg" type="image/svg+xml"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main>${head}<h1>${escapeHtml(title)}</h1>${body}</main></body></html>
`);
}
