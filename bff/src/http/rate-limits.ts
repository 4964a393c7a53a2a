/**
 * Our own limits, so that one page that has gone wild does not take the server from everybody else. Wide: a person at a
 * board never meets them. Counted in windows of a minute, in memory: each server for itself.
 */
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { readCookie, SESSION_COOKIE } from '../auth/cookies.ts';
import { Problem } from './problems.ts';

const WINDOW_MS = 60_000;
/** An office behind one address. Made-up cookies do not get around the limit of an address. */
const SESSIONS_BEHIND_ONE_ADDRESS = 10;
/** Signing in costs calls to the provider and rows in the store, and nobody is known yet. */
const SIGN_INS_A_MINUTE = 240;
/** A hash or id of ours, in base64url. */
const COOKIE_LENGTH = 43;

/** An IPv6 network counts as one address: whoever has one has all of it. */
function address(request: Request): string {
  const ip = request.ip ?? '';
  return ip.includes(':') ? ipKeyGenerator(ip) : ip;
}

/** Who asks: the session when the cookie has the form of one, else the address. */
function caller(request: Request): string {
  const cookie = readCookie(request, SESSION_COOKIE);
  return cookie !== null && cookie.length === COOKIE_LENGTH ? cookie : address(request);
}

/** Counts by key in one window for all: at its end everything is forgotten, so it cannot grow for longer than a minute. */
class Window {
  #counts = new Map<string, number>();
  #until = 0;
  readonly #now: () => number;
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds to wait, or 0. */
  take(key: string, most: number): number {
    const now = this.#now();
    if (now >= this.#until) {
      this.#counts = new Map();
      this.#until = now + WINDOW_MS;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count > most ? Math.max(1, Math.ceil((this.#until - now) / 1000)) : 0;
  }
}

/** `requestsPerMinute`: of one session, see config.ts. */
export function rateLimits(requestsPerMinute: number, now: () => number = Date.now): RequestHandler {
  const [signIns, addresses, callers] = [new Window(now), new Window(now), new Window(now)];
  return (request, _response, next) => {
    const path = request.baseUrl + request.path;
    const from = address(request);
    const wait =
      path === '/bff/login' || path === '/bff/callback'
        ? signIns.take(from, SIGN_INS_A_MINUTE)
        : addresses.take(from, requestsPerMinute * SESSIONS_BEHIND_ONE_ADDRESS) ||
          callers.take(caller(request), requestsPerMinute);
    if (wait > 0) throw tooMany(wait);
    next();
  };
}

function tooMany(seconds: number): Problem {
  return new Problem(429, 'too_many_requests', 'This browser sends more than the server takes from one', {
    detail: { retry_after_seconds: seconds, message: 'It goes on by itself after this time' },
    headers: { 'Retry-After': String(seconds) },
  });
}
