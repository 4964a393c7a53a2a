/** The few pages of the identity provider. */
import { escapeHtml, htmlHeaders, htmlPage, STYLE } from '../pages/html.ts';

/** Where a form may lead: after signing in, the browser is sent on to the client's address on this machine. */
const LOOPBACK = ['localhost', '127.0.0.1'].flatMap((host) => [`http://${host}:*`, `https://${host}:*`]);

/**
 * Headers of a page of the identity provider.
 * @param leadsTo where the page's form leads in the end, if that is known
 */
export function pageHeaders(leadsTo: string | null = null): Readonly<Record<string, string>> {
  // A policy cannot name an IPv6 address: such a client is let through by its scheme.
  const scheme = leadsTo?.includes('://[') ? ` ${new URL(leadsTo).protocol}` : '';
  return htmlHeaders(STYLE, ["script-src 'self'", `form-action 'self' ${LOOPBACK.join(' ')}${scheme}`]);
}

const page = (title: string, body: string) => htmlPage({ title, body, style: STYLE });

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
<p>You will need to sign in again to use Waypost.</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}
