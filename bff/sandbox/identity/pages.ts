/** The few pages of the identity provider: plain HTML, no script, light and dark, down to 390 px. */
import { createHash } from 'node:crypto';

/** Shared by every page of the sandbox. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #f6f7f8; --card: #ffffff; --ink: #1a1d21; --soft: #5b6470; --line: #d5dae0; --field: #848d98;
  --accent: #2b5f8a; --on-accent: #ffffff; --wrong: #b3261e; --wrong-paper: #fdf0ef; }
@media (prefers-color-scheme: dark) { :root { --paper: #14161a; --card: #1d2025; --ink: #e8eaed; --soft: #a0a8b3;
  --line: #3a4048; --field: #7a828d; --accent: #8ab8dd; --on-accent: #10202d; --wrong: #f2b8b5; --wrong-paper: #3a2322; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 380px; background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 28px 28px 24px; }
h1 { margin: 0 0 4px; font-size: 20px; font-weight: 600; line-height: 1.3; }
p { margin: 0 0 16px; color: var(--soft); }
label { display: block; margin: 0 0 4px; font-weight: 600; font-size: 13px; }
input { width: 100%; height: 40px; margin: 0 0 16px; padding: 0 12px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--field); border-radius: 6px; }
button { width: 100%; height: 40px; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { margin-top: 8px; background: transparent; color: var(--accent); border-color: var(--line); }
input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.wrong { margin: 0 0 16px; padding: 10px 12px; border-radius: 6px; background: var(--wrong-paper); color: var(--wrong); }
.hint { margin: 20px 0 0; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; }
code { font: 13px ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--ink); overflow-wrap: anywhere; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** Where a form may lead: after signing in, the browser is sent on to the client's address on this machine. */
const LOOPBACK = ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);

/** @param leadsTo where the page's form leads in the end, if that is known */
function policy(leadsTo: string | null): string {
  // A policy cannot name an IPv6 address: such a client is let through by its scheme.
  const scheme = leadsTo?.includes('://[') ? ` ${new URL(leadsTo).protocol}` : '';
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "script-src 'self'",
    `form-action 'self' ${LOOPBACK.join(' ')}${scheme}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of a page of the identity provider. */
export function pageHeaders(leadsTo: string | null = null): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policy(leadsTo),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
  };
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

/** @param body HTML; everything that came from outside is escaped already */
function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

export interface SignInPage {
  readonly action: string;
  readonly clientName: string;
  /** Kept when the credentials were refused. */
  readonly username: string;
  readonly error: string | null;
  readonly usernames: readonly string[];
}

export function signInPage({ action, clientName, username, error, usernames }: SignInPage): string {
  const names = usernames.map((name) => `<code>${escapeHtml(name)}</code>`).join(', ');
  const focus = (here: boolean) => (here ? ' autofocus' : '');
  const wrong = error ? `<div class="wrong" role="alert" id="wrong">${escapeHtml(error)}</div>` : '';
  const described = error ? ' aria-describedby="wrong" aria-invalid="true"' : '';
  return page(
    `Sign in to ${clientName}`,
    `<h1>Sign in to ${escapeHtml(clientName)}</h1>
<p>Sandbox identity provider</p>
${wrong}
<form method="post" action="${escapeHtml(action)}">
<label for="username">Username</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required
 value="${escapeHtml(username)}"${described}${focus(!error)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}${focus(error !== null)}>
<button type="submit">Sign in</button>
</form>
<p class="hint">This is a sandbox with simulated data. Users: ${names}. The password is the username.</p>`,
  );
}

/** @param form hidden form `op.logoutForm` made by the provider */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    `<h1>Sign out of the sandbox?</h1>
<p>You will have to sign in again to use Waypost.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}
