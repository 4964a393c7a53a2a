/**
 * Sign-in of people: the certified OpenID provider `oidc-provider`, with one confidential client. As this is a sandbox, any
 * loopback URL may be the client's, consent is given automatically, and a refresh token is issued whether or not `offline_access`
 * is granted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { readBody } from '../http/body.ts';
import { ServiceError } from '../http/problem.ts';
import { CLIENT_ID, CLIENT_NAME, CLIENT_SECRET, isLoopback, LOGIN_SCOPES } from './client.ts';
import type { Keys } from './keys.ts';
import { messagePage, pageHeaders, signInPage, signOutPage } from './pages.ts';
import type { IdentityStore } from './store.ts';
import { signIn, USERS, userBySub } from './users.ts';

export const PATHS = {
  authorization: '/authorize',
  token: '/token',
  revocation: '/revoke',
  end_session: '/sign-out',
  userinfo: '/userinfo',
  jwks: '/jwks',
} as const;
const SIGN_IN = '/sign-in/';
const MAX_FORM_BYTES = 16_384;
const DAY = 86_400;

export interface IdentityParts {
  /** Issuer URL with its path, such as `http://127.0.0.1:8090/auth`. */
  readonly issuer: string;
  readonly store: IdentityStore;
  readonly keys: Keys;
  readonly tokenLifetimeSeconds: number;
  /** Client URL to call when somebody signs out here; null for none. */
  readonly backchannelLogoutUri: string | null;
  /** Password of all users; null: each user's own name. */
  readonly password: string | null;
}

async function grantWithoutConsent(context: KoaContextWithOIDC) {
  const { oidc } = context;
  const client = oidc.client;
  const accountId = oidc.account?.accountId;
  if (!client || !accountId) return undefined;
  const known = oidc.session?.grantIdFor(client.clientId);
  const existing = known ? await oidc.provider.Grant.find(known) : undefined;
  if (existing) return existing;
  const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId });
  grant.addOIDCScope(LOGIN_SCOPES.join(' '));
  await grant.save();
  return grant;
}

function configuration({
  issuer,
  store,
  keys,
  tokenLifetimeSeconds,
  backchannelLogoutUri,
}: IdentityParts): Configuration {
  const html = (context: KoaContextWithOIDC, page: string) => {
    context.type = 'html';
    context.body = page;
  };
  return {
    adapter: (model) => store.adapter(model),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        client_name: CLIENT_NAME,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // Other loopback URLs are accepted too; see below.
        redirect_uris: ['http://localhost:8080/bff/callback'],
        post_logout_redirect_uris: ['http://localhost:8080/'],
        token_endpoint_auth_method: 'client_secret_post',
        ...(backchannelLogoutUri
          ? { backchannel_logout_uri: backchannelLogoutUri, backchannel_logout_session_required: true }
          : {}),
      },
    ],
    jwks: { keys: [{ ...keys.signing, use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [...keys.cookies],
      names: { session: 'sandbox_session', interaction: 'sandbox_sign_in', resume: 'sandbox_sign_in_resume' },
    },
    routes: PATHS,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    scopes: [...LOGIN_SCOPES],
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'preferred_username', 'roles'],
      email: ['email', 'email_verified'],
    },
    // The ID token includes name and roles, so that a client needs no second call.
    conformIdTokenClaims: false,
    // The provider's own dispatcher would reject calls to this machine.
    fetch: (url, { method, headers, body, redirect, signal } = {}) =>
      fetch(url, { method, headers, body, redirect, signal }),
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    loadExistingGrant: grantWithoutConsent,
    interactions: {
      url: (_context, interaction) => `${new URL(issuer).pathname}${SIGN_IN}${interaction.uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (context, form) => html(context, signOutPage(form)),
        postLogoutSuccessSource: async (context) =>
          html(context, messagePage('Signed out', 'You are signed out of the sandbox.')),
      },
    },
    ttl: {
      AccessToken: tokenLifetimeSeconds,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 14 * DAY,
      Grant: 14 * DAY,
      Session: 14 * DAY,
    },
    async findAccount(_context, sub) {
      const user = userBySub(sub);
      if (!user) return undefined;
      const { username, name, email, roles } = user;
      return {
        accountId: sub,
        claims: async () => ({
          sub,
          name,
          preferred_username: username,
          roles: [...roles],
          email,
          email_verified: true,
        }),
      };
    },
    async renderError(context, { error, error_description }) {
      html(context, messagePage('Sign-in failed', error_description ?? error));
    },
  };
}

export interface IdentityProvider {
  /** Handles a request below the issuer's path. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

export function createIdentityProvider(parts: IdentityParts): IdentityProvider {
  const provider = new Provider(parts.issuer, configuration(parts));
  const prefix = new URL(parts.issuer).pathname;
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: isLoopback,
    postLogoutRedirectUriAllowed: isLoopback,
    // The ID token includes its session even if the client did not register for logout notifications.
    includeSid: () => true,
  });
  const koa = provider.callback();

  const show = (response: ServerResponse, status: number, page: string) => {
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page);
  };

  async function signInForm(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    if (details.prompt.name === 'consent')
      return provider.interactionFinished(request, response, { consent: {} });
    const leadsTo = String(details.params.redirect_uri);
    for (const [name, value] of Object.entries(pageHeaders(leadsTo))) response.setHeader(name, value);
    const usernames = USERS.map(({ username }) => username);
    const renderForm = (username: string, error: string | null) =>
      signInPage({ action: path, clientName: CLIENT_NAME, username, error, usernames });
    if (request.method === 'GET') return show(response, 200, renderForm('', null));
    const form = new URLSearchParams((await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
    const username = form.get('username') ?? '';
    const user = signIn(username, form.get('password') ?? '', parts.password);
    if (!user)
      return show(
        response,
        401,
        renderForm(username, 'Username or password is wrong. Check both and try again.'),
      );
    return provider.interactionFinished(request, response, {
      login: { accountId: user.sub, remember: false },
    });
  }

  return {
    async serve(request, response) {
      for (const [name, value] of Object.entries(pageHeaders())) response.setHeader(name, value);
      const url = request.url ?? '/';
      const path = url.split('?')[0] ?? url;
      if (path.startsWith(prefix + SIGN_IN) && (request.method === 'GET' || request.method === 'POST')) {
        try {
          return await signInForm(request, response, path);
        } catch (error) {
          if (error instanceof ServiceError)
            return show(response, 400, messagePage('Sign-in failed', 'The form is too large.'));
          if (!(error instanceof errors.SessionNotFound)) throw error;
          const text =
            'This sign-in has expired or was started in another browser. Go back and sign in again.';
          return show(response, 400, messagePage('Sign in again', text));
        }
      }
      // The provider expects paths relative to the issuer's path.
      Object.assign(request, { originalUrl: url, url: url.slice(prefix.length) || '/' });
      await koa(request, response);
    },
  };
}
