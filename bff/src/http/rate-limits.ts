/**
 * Our own rate limits, so that one misbehaving page does not slow down everybody. Generous: a person at a board never reaches them.
 * Counted per minute, in memory of each server.
 */
import { isIPv6 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { readCookie, SESSION_COOKIE } from '../auth/sessions.ts';
import { RateWindow } from '../lib/rate-window.ts';
import { Problem } from './problems.ts';

/** Sessions of an office behind one address. Forged cookies do not bypass the limit of an address. */
const MAX_SESSIONS_PER_NETWORK = 10;
/** Signing in costs calls to the provider and database rows, before anybody is known. */
const SIGN_INS_PER_MINUTE = 240;
/** Length of our hashes and ids in base64url. */
const COOKIE_LENGTH = 43;

/** The network of an address: the address itself for IPv4, its /56 for IPv6, which belongs to one customer. */
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

/** The session if the cookie looks like one, else the network. */
function callerOf(request: Request, network: string): string {
  const cookie = readCookie(request, SESSION_COOKIE);
  return cookie !== null && cookie.length === COOKIE_LENGTH ? cookie : network;
}

/** `requestsPerMinute`: per session, see config.ts. */
export function rateLimits(requestsPerMinute: number, now?: () => number): RequestHandler {
  const signIns = new RateWindow(now);
  const networks = new RateWindow(now);
  const callers = new RateWindow(now);
  return (request, _response, next) => {
    const path = request.baseUrl + request.path;
    const network = networkOf(request.ip ?? '');
    const wait =
      path === '/bff/login' || path === '/bff/callback'
        ? signIns.count(network, SIGN_INS_PER_MINUTE)
        : networks.count(network, requestsPerMinute * MAX_SESSIONS_PER_NETWORK) ||
          callers.count(callerOf(request, network), requestsPerMinute);
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
