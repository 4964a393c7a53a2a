import type { Preferences } from '@waypost/contract/api/preferences';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import {
  clearLoginCookie,
  clearSessionCookie,
  loginCookie,
  readCookie,
  SESSION_COOKIE,
  setLoginCookie,
  setSessionCookie,
} from '../../platform/http/cookies.ts';
import { Problem } from '../../platform/http/problems.ts';
import { networkOf, tooManyRequests } from '../../platform/http/rate-limits.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { withTimeout } from '../../platform/lib/async.ts';
import { RateWindow } from '../../platform/lib/rate-window.ts';
import { hashOf, randomToken } from '../../platform/secrets/keys.ts';
import type { Uses } from '../../platform/uses.ts';
import { UnknownPerson } from './identity.ts';
import type { OidcProvider } from './identity-provider.ts';
import { toSessionResponse } from './people.ts';
import { loggedClaim } from './roles.ts';
import { LOGIN_SECONDS, publicSession, type Sessions } from './sessions.ts';
import { callbackFailure, type SignInFailures } from './sign-in-failures.ts';
import { isWallSecret, isWallSession, type WallScreens } from './wall-screens.ts';

interface SessionRoutesOptions extends Uses<'log' | 'activity'> {
  readonly sessions: Sessions;
  readonly walls: WallScreens;
  readonly provider: OidcProvider;
  readonly failures: SignInFailures;
  readonly preferencesOf: (sub: string) => Promise<Preferences>;
  /** Path of the roles claim, for the log. */
  readonly rolesClaim: string;
}

/** Sign-in page that explains a failure: `denied`, `expired`, `failed`, `no_access`, `unidentified`, `provider_unavailable`. */
const signInPage = (problem: string, return_to: string) =>
  `/sign-in?${new URLSearchParams({ problem, ...(return_to === '/' ? {} : { return_to }) })}`;

/** How long signing out waits for an unreachable provider. */
const END_SESSION_WAIT_MS = 3_000;

/** Per address: enough for all screens of an office after a power cut, too few for guessing secrets. */
export const WALL_OPENINGS_PER_MINUTE = 60;
const MAX_NETWORKS = 10_000;

/** Cookie key of a pending sign-in: identifies it without exposing the state in the cookie's name. */
const keyOf = (state: string) => hashOf(state).slice(0, 12);

export function mountSession(router: Router, options: SessionRoutesOptions): void {
  const { sessions, walls, provider, failures, preferencesOf, rolesClaim, log, activity } = options;

  router.get('/bff/login', async (request, response) => {
    const return_to = safeReturnTo(request.query.return_to);
    const secrets = { state: randomToken(), nonce: randomToken(), verifier: randomToken() };
    response.set('Cache-Control', 'no-store');
    let address: URL;
    try {
      address = await provider.authorizationUrl(secrets, request.query.prompt === 'login');
    } catch (error) {
      log.warn({ err: error }, 'the identity provider cannot be reached');
      const reason = 'The identity provider cannot be reached';
      await failures.add({ person: null, outcome: 'failed', reason }, request.ip);
      response.redirect(303, signInPage('provider_unavailable', return_to));
      return;
    }
    const id = await sessions.beginLogin(secrets, return_to, readCookie(request, SESSION_COOKIE));
    setLoginCookie(response, keyOf(secrets.state), id, LOGIN_SECONDS);
    response.redirect(303, address.href);
  });

  router.get('/bff/callback', async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const state = typeof request.query.state === 'string' ? request.query.state : '';
    const key = keyOf(state);
    const loginId = readCookie(request, loginCookie(key));
    const login = loginId === null ? null : await sessions.takeLogin(loginId);
    clearLoginCookie(response, key);
    // No cookie, already used, or expired: this browser did not start this sign-in, or did so long ago (rule 2).
    if (!login || login.secrets.state !== state) {
      log.warn(
        { known: login !== null },
        'rejected a sign-in callback: already used, expired, or from another browser',
      );
      const reason = 'Already used, expired, or begun in another browser';
      await failures.add({ person: null, outcome: 'refused', reason }, request.ip);
      response.redirect(303, signInPage('expired', '/'));
      return;
    }
    try {
      const query = request.originalUrl.slice(request.originalUrl.indexOf('?'));
      const { person, tokens } = await provider.exchange(query, login.secrets);
      const roles = sessions.rolesOf(person);
      log.info(
        {
          sub: person.sub,
          claim: rolesClaim,
          from: person.rolesFrom,
          found: loggedClaim(person.roles),
          refreshable: tokens.refresh_token !== undefined,
          roles,
        },
        roles.length > 0 ? 'signed in' : 'rejected a sign-in without a role',
      );
      if (roles.length === 0) {
        await sessions.discard(tokens);
        await failures.add({ person, outcome: 'refused', reason: 'Has no role' }, request.ip);
        response.redirect(303, signInPage('no_access', login.return_to));
        return;
      }
      if (login.replaces !== null) await sessions.end(login.replaces);
      const browser = { user_agent: request.get('User-Agent') ?? null, address: request.ip ?? null };
      const id = await sessions.begin(person, tokens, browser, (trx) =>
        activity.record(trx, person, 'sign_in'),
      );
      setSessionCookie(response, id);
      response.redirect(303, login.return_to);
    } catch (error) {
      const failure = callbackFailure(error);
      const denied = failure.outcome === 'cancelled';
      log.warn({ err: error }, denied ? 'the sign-in was cancelled' : 'the sign-in failed');
      await failures.add({ person: null, ...failure }, request.ip);
      const problem = error instanceof UnknownPerson ? 'unidentified' : 'failed';
      response.redirect(303, signInPage(denied ? 'denied' : problem, login.return_to));
    }
  });

  const openings = new RateWindow(undefined, MAX_NETWORKS);

  mountRoutes(router, API_ROUTES, {
    session: async ({ request, response }) => {
      const id = readCookie(request, SESSION_COOKIE);
      const session = id === null ? null : await sessions.find(id, false);
      // A screen that stays on for longer than browsers keep cookies.
      if (id !== null && session && isWallSecret(id)) setSessionCookie(response, id, true);
      const answer = publicSession(session, id === null ? null : sessions.endReason(id));
      if (session) return { ...answer, preferences: await preferencesOf(session.sub) };
      return id !== null && isWallSecret(id) ? { ...answer, was_wall_screen: true } : answer;
    },
    openWallScreen: async ({ body: { secret }, request, response }) => {
      const wait = openings.count(networkOf(request.ip ?? ''), WALL_OPENINGS_PER_MINUTE);
      if (wait > 0) throw tooManyRequests(wait);
      const { session } = response.locals;
      // A link that somebody sent must not sign a person out.
      if (session && !isWallSession(session.id_hash))
        throw Problem.conflict(
          `This browser is signed in as ${session.name}`,
          'Sign out first, or open the link in another browser',
        );
      if (readCookie(request, SESSION_COOKIE) !== secret || !session) await walls.open(secret);
      setSessionCookie(response, secret, true);
    },
    logout: async ({ request, response }) => {
      const id = readCookie(request, SESSION_COOKIE);
      clearSessionCookie(response);
      const session = id === null ? null : await sessions.find(id, false);
      if (id !== null)
        await sessions.end(hashOf(id), null, (trx) => activity.record(trx, session, 'sign_out'));
      // A provider that is down does not keep anybody signed in here.
      const url =
        session &&
        (await withTimeout(provider.endSessionUrl(session), END_SESSION_WAIT_MS, 'discovery').catch(
          (error: unknown) => {
            log.warn({ err: error }, "could not lead a person to the identity provider's sign-out");
            return null;
          },
        ));
      return url ? { status: 200, body: { end_session_url: url.href } } : { status: 204 };
    },
    ownSessions: async ({ session }) => {
      const rows = await sessions.list(session.sub);
      return { items: rows.map((row) => toSessionResponse(row, session.id_hash)) };
    },
    endOwnSession: async ({ params, session, response }) => {
      const row = (await sessions.list(session.sub)).find((one) => one.session_id === params.session_id);
      if (!row) throw Problem.notFound('Session not found', 'It may have ended already');
      await sessions.end(row.id_hash, null, (trx) =>
        activity.record(trx, session, 'session_ended', params.session_id),
      );
      if (row.id_hash === session.id_hash) clearSessionCookie(response);
    },
  });
}

/**
 * Validates a redirect target after sign-in (rule 4): only our own paths, anything doubtful becomes the board. Browsers treat `\` as
 * `/` and drop tabs and line breaks, so these are rejected before parsing.
 */
const PLACEHOLDER = 'https://waypost.invalid';

export function safeReturnTo(value: unknown): string {
  if (typeof value !== 'string' || value.length > 2000) return '/';
  if (!value.startsWith('/') || value.startsWith('//')) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here.
  if (/[\u0000-\u001f\u007f\\]/.test(value)) return '/';
  let url: URL;
  try {
    url = new URL(value, PLACEHOLDER);
  } catch {
    return '/';
  }
  if (url.origin !== PLACEHOLDER) return '/';
  const path = url.pathname + url.search + url.hash;
  // `/..//host` and the like become `//host` only after resolution.
  if (path.startsWith('//') || path.startsWith('/bff/') || path.startsWith('/api/')) return '/';
  return path;
}
