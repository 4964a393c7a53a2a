/**
 * Our own limits, so that one page that has gone wild does not take the server from everybody else. Wide: a person at a
 * board never meets them.
 */
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { readCookie, SESSION_COOKIE } from '../auth/cookies.ts';
import { hashOf } from '../auth/keys.ts';
import { Problem } from './problems.ts';

const WINDOW_MS = 60_000;
const REQUESTS_A_MINUTE = 1_200;
/** An office behind one address. Made-up cookies do not get around this one. */
const REQUESTS_A_MINUTE_FROM_ONE_ADDRESS = 12_000;
/** Signing in costs calls to the provider and rows in the store, and nobody is known yet. */
const SIGN_INS_A_MINUTE = 240;

const address = (request: Request) => `ip:${ipKeyGenerator(request.ip ?? '')}`;

/** Who asks: the session when the cookie has the form of one, else the address. */
function caller(request: Request): string {
  const cookie = readCookie(request, SESSION_COOKIE);
  return cookie !== null && cookie.length === 43 ? `session:${hashOf(cookie)}` : address(request);
}

function limit(
  limitPerMinute: number,
  keyGenerator: (request: Request) => string,
  skip: (path: string) => boolean,
): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: limitPerMinute,
    keyGenerator,
    skip: (request) => skip(request.baseUrl + request.path),
    standardHeaders: false,
    legacyHeaders: false,
    handler: (request, _response, next) => {
      const reset = (
        request as Request & { rateLimit?: { resetTime?: Date } }
      ).rateLimit?.resetTime?.getTime();
      const seconds = Math.max(1, Math.ceil(((reset ?? Date.now() + WINDOW_MS) - Date.now()) / 1000));
      next(
        new Problem(429, 'too_many_requests', 'This browser sends more than the server takes from one', {
          detail: { retry_after_seconds: seconds, message: 'It goes on by itself after this time' },
          headers: { 'Retry-After': String(seconds) },
        }),
      );
    },
  }) as unknown as RequestHandler;
}

export function rateLimits(): RequestHandler[] {
  const signIn = (path: string) => path === '/bff/login' || path === '/bff/callback';
  return [
    limit(SIGN_INS_A_MINUTE, address, (path) => !signIn(path)),
    limit(REQUESTS_A_MINUTE_FROM_ONE_ADDRESS, address, signIn),
    limit(REQUESTS_A_MINUTE, caller, signIn),
  ];
}

/** Guesses at the address of a hook, per sender. */
const WRONG_HOOKS_A_MINUTE = 60;

/** Counts who asks for a hook that is not known; `next` gets the Problem when there were too many. */
export const wrongHooks = (): RequestHandler => limit(WRONG_HOOKS_A_MINUTE, address, () => false);
