/** Request checks that run before any handler (rules 14, 15). */
import { BACKGROUND_HEADER, CSRF_HEADER, may, type Right } from '@waypost/contract/api/session';
import type { Request, RequestHandler } from 'express';
import type { CurrentSession, Sessions } from '../auth/sessions.ts';
import { readCookie, SESSION_COOKIE } from '../auth/sessions.ts';
import { isLoopback } from '../config.ts';
import { Problem, signedOut } from './problems.ts';

declare global {
  namespace Express {
    interface Locals {
      session?: CurrentSession;
    }
  }
}

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

/** Stores the session in `response.locals.session`, or rejects the request. */
export function needsSession(sessions: Sessions): RequestHandler {
  return async (request, response, next) => {
    const id = readCookie(request, SESSION_COOKIE);
    const active =
      request.get(BACKGROUND_HEADER) === undefined && request.baseUrl + request.path !== '/api/events';
    const session = id === null ? null : await sessions.find(id, active);
    if (!session) throw signedOut(id === null ? null : sessions.endReason(id));
    response.locals.session = session;
    next();
  };
}

/** Enforces a right on the server; the page only explains it. */
export function needsRight(right: Right): RequestHandler {
  return (_request, response, next) => {
    const roles = response.locals.session?.roles ?? [];
    if (!may(roles, right))
      throw Problem.forbidden(
        `Your role (${roles.join(', ') || 'none'}) does not allow this`,
        'Ask a Waypost administrator for access',
      );
    next();
  };
}

/**
 * Redirects between `localhost` and `127.0.0.1` in development: they have separate cookies, and only one is registered for signing in.
 * In production the proxy decides about hosts.
 */
export function canonicalHost(publicUrl: URL): RequestHandler {
  return (request, response, next) => {
    const host = request.headers.host ?? '';
    if (host === publicUrl.host) return next();
    const isNavigation = request.method === 'GET' && request.accepts(['json', 'html']) === 'html';
    if (!isNavigation || !isLoopback(publicUrl) || !URL.canParse(`http://${host}`)) return next();
    const requested = new URL(`http://${host}`);
    if (!isLoopback(requested) || requested.port !== publicUrl.port) return next();
    const target = new URL(request.originalUrl.replace(/^\/+/, '/'), publicUrl);
    response.set('Cache-Control', 'no-store').redirect(307, target.href);
  };
}
