/**
 * Our own limits, so that one page that has gone wild does not take the server from everybody else. Wide: a person at a
 * board never meets them. Counted in windows of a minute, in memory: each server for itself.
 */
import { isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { readCookie, SESSION_COOKIE } from '../auth/sessions.ts';
import { RateWindow } from '../lib/rate-window.ts';
import { Problem } from './problems.ts';

/** An office behind one address. Made-up cookies do not get around the limit of an address. */
const SESSIONS_BEHIND_ONE_ADDRESS = 10;
/** Signing in costs calls to the provider and rows in the store, and nobody is known yet. */
const SIGN_INS_A_MINUTE = 240;
/** A hash or id of ours, in base64url. */
const COOKIE_LENGTH = 43;

/** Who is behind an address: itself for IPv4, its /56 network for IPv6, since whoever has one of those has all of it. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped !== undefined) return mapped;
  const [before = '', after = ''] = ip.split('::');
  const [left, right] = [before, after].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const bits = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return [...bits.slice(0, 3), (bits[3] ?? 0) >> 8].join(':');
}

/** Who asks: the session when the cookie has the form of one, else the address. */
function callerOf(request: Request, network: string): string {
  const cookie = readCookie(request, SESSION_COOKIE);
  return cookie !== null && cookie.length === COOKIE_LENGTH ? cookie : network;
}

/** `requestsPerMinute`: of one session, see config.ts. */
export function rateLimits(requestsPerMinute: number, now: () => number = Date.now): RequestHandler {
  const signIns = new RateWindow(now);
  const networks = new RateWindow(now);
  const callers = new RateWindow(now);
  return (request, _response, next) => {
    const path = request.baseUrl + request.path;
    const network = networkOf(request.ip ?? '');
    const wait =
      path === '/bff/login' || path === '/bff/callback'
        ? signIns.take(network, SIGN_INS_A_MINUTE)
        : networks.take(network, requestsPerMinute * SESSIONS_BEHIND_ONE_ADDRESS) ||
          callers.take(callerOf(request, network), requestsPerMinute);
    if (wait > 0) throw tooManyRequests(wait);
    next();
  };
}

export function tooManyRequests(seconds: number): Problem {
  return new Problem(429, 'too_many_requests', 'Too many requests from this browser', {
    detail: { retry_after_seconds: seconds, message: 'Requests resume automatically after this time' },
    headers: { 'Retry-After': String(seconds) },
  });
}
