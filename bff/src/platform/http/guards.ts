/** Request checks that run before any handler (rules 14, 15). */
import { BACKGROUND_HEADER, CSRF_HEADER, may, type Right, WALL_ROLE } from '@waypost/contract/api/session';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { readCookie, SESSION_COOKIE } from './cookies.ts';
import type { CurrentSession } from './current.ts';
import { Problem, signedOut } from './problems.ts';

const forgery = (detail: string) =>
  new Problem(403, 'forgery', 'This request did not come from Waypost in your browser', { detail });

/** Rejects cross-site requests: another site cannot set our header, and browsers report the origin. Streams cannot set headers. */
export function antiForgery(publicUrl: URL, needsHeader: (request: Request) => boolean): RequestHandler {
  return (request, _response, next) => {
    const site = request.get('Sec-Fetch-Site');
    if (site !== undefined && site !== 'same-origin') throw forgery('Another site sent it');
    const origin = request.get('Origin');
    if (origin !== undefined && origin !== publicUrl.origin)
      throw forgery(`It did not come from ${publicUrl.origin}`);
    if (needsHeader(request) && request.get(CSRF_HEADER.name) !== CSRF_HEADER.value)
      throw forgery(`The header ${CSRF_HEADER.name}: ${CSRF_HEADER.value} is missing`);
    next();
  };
}

/** Accepts only JSON bodies, so that no form of another site can post here. */
export const jsonOnly: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.get('Transfer-Encoding') !== undefined || Number(request.get('Content-Length') ?? 0) > 0;
  if (hasBody && !request.is('application/json'))
    throw new Problem(415, 'unsupported_media_type', 'The body must be JSON', {
      detail: 'Send Content-Type: application/json',
    });
  next();
};

/** Requests by which a person uses Waypost, unless made on a timer. Pages fetch the others by themselves. */
const BY_PERSON = /^\/(api\/(?!(events|presence)$)|bff\/sessions(\/|$))/;

/** The sessions of people, by the id in their cookie. */
export interface FindsSessions {
  /** @param active the person uses Waypost with this request */
  find(id: string, active: boolean): Promise<CurrentSession | null>;
  /** Why a session has ended; null when unknown. */
  endReason(id: string): string | null;
}

/** The session of a request; null: nobody is signed in. */
export async function findSession(request: Request, sessions: FindsSessions): Promise<CurrentSession | null> {
  const id = readCookie(request, SESSION_COOKIE);
  if (id === null) return null;
  const active =
    request.get(BACKGROUND_HEADER) === undefined && BY_PERSON.test(request.baseUrl + request.path);
  return sessions.find(id, active);
}

/** Rejects requests without a session. */
export function needsSession(sessions: FindsSessions): RequestHandler {
  return (request, response, next) => {
    if (!response.locals.session) {
      const id = readCookie(request, SESSION_COOKIE);
      throw signedOut(id === null ? null : sessions.endReason(id));
    }
    next();
  };
}

/** Enforces a right on the server; the page only explains it. */
export function needsRight(right: Right): RequestHandler {
  return (_request, response, next) => {
    const roles = response.locals.session?.roles ?? [];
    if (!may(roles, right))
      throw roles.includes(WALL_ROLE)
        ? Problem.forbidden('A wall screen shows the wall board only')
        : Problem.forbidden(
            `Your role (${roles.join(', ') || 'none'}) does not allow this`,
            'Ask a Waypost administrator for access',
          );
    next();
  };
}

/** Set with a redirect, so that a request that returns with it was not moved: the proxy in front sends another host than the browser. */
const MOVED_COOKIE = 'waypost-moved=1';

/**
 * Redirects navigations on another host to PUBLIC_URL: cookies belong to one host, and only that one is registered for signing in. The
 * target never contains the requested host.
 */
export function canonicalHost(publicUrl: URL, log: Logger): RequestHandler {
  let warned = false;
  return (request, response, next) => {
    // A trusted proxy's X-Forwarded-Host takes precedence over Host.
    const host = request.host ?? '';
    if (hostOf(host, publicUrl) === publicUrl.host) return next();
    const isNavigation =
      (request.method === 'GET' || request.method === 'HEAD') && request.accepts(['json', 'html']) === 'html';
    if (!isNavigation) return next();
    if (request.get('Cookie')?.includes(MOVED_COOKIE)) {
      if (!warned)
        log.warn(
          { host, public_url: publicUrl.origin },
          'requests to PUBLIC_URL seem to arrive with another host: let the proxy pass the Host header on, or send X-Forwarded-Host and set TRUSTED_PROXIES',
        );
      warned = true;
      return next();
    }
    const target = new URL(publicUrl);
    const [path = '/', query = ''] = request.originalUrl.split(/\?(.*)/s);
    target.pathname = path;
    target.search = query;
    response
      .set({
        'Cache-Control': 'no-store',
        'Set-Cookie': `${MOVED_COOKIE}; Path=/; Max-Age=5; HttpOnly; SameSite=Lax`,
      })
      .redirect(302, target.href);
  };
}

/** Wrong requests in a row before the warning: a single client may send any header. */
const WRONG_PROXIES_BEFORE_WARNING = 10;

/** Warns once when X-Forwarded-For has another number of addresses than TRUSTED_PROXIES. */
export function proxyCount(trusted: number, log: Logger): RequestHandler {
  let wrong = 0;
  return (request, _response, next) => {
    if (wrong < WRONG_PROXIES_BEFORE_WARNING) {
      const seen = (request.get('X-Forwarded-For') ?? '')
        .split(',')
        .filter((one) => one.trim() !== '').length;
      wrong = seen === trusted ? 0 : wrong + 1;
      if (wrong === WRONG_PROXIES_BEFORE_WARNING)
        log.warn(
          `TRUSTED_PROXIES is ${trusted}, but requests arrive with ${seen} addresses in X-Forwarded-For. If ${seen} proxies are in front of Waypost, set TRUSTED_PROXIES=${seen}; until then rate limits may treat different people as one, or trust forged addresses`,
        );
    }
    next();
  };
}

/** Without the port that the protocol implies. */
function hostOf(host: string, { protocol }: URL): string {
  return URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : host;
}
