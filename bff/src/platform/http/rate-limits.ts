/**
 * Our own limits, so that one misbehaving page does not slow down everybody. Generous: a person at a board never reaches them.
 * Requests are counted per minute, and while they are unfinished, in memory of each server.
 */
import { isIPv6 } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import { RateWindow } from '../lib/rate-window.ts';
import { type FindsSessions, findSession } from './guards.ts';
import { Problem } from './problems.ts';

/** Sessions of an office behind one address. */
const MAX_SESSIONS_PER_NETWORK = 10;
/** Signing in costs calls to the provider and database rows, before anybody is known. */
const SIGN_INS_PER_MINUTE = 240;

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

/** Unfinished requests by key, including those that wait behind others on one connection (pipelining). */
export class UnfinishedRequests {
  readonly #counts = new Map<string, number>();
  /** The keys of each response: one listener removes them all. */
  readonly #keys = new WeakMap<Response, string[]>();

  /** Counts a request until its response has ended. Throws 429 if `limit` others are unfinished. */
  add(key: string, limit: number, { socket }: Request, response: Response): void {
    const others = this.#counts.get(key) ?? 0;
    if (others >= limit) throw tooManyAtOnce();
    if (response.closed || socket.destroyed) return;
    this.#counts.set(key, others + 1);
    const known = this.#keys.get(response);
    if (known) {
      known.push(key);
      return;
    }
    const keys = [key];
    this.#keys.set(response, keys);
    const remove = () => {
      socket.off('close', remove);
      response.off('close', remove);
      for (const one of keys) this.#remove(one);
    };
    response.once('close', remove);
    // If the connection breaks, the responses that wait on it may not be closed.
    socket.setMaxListeners(0);
    socket.once('close', remove);
  }

  #remove(key: string): void {
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}

interface RequestLimitOptions {
  readonly sessions: FindsSessions;
  /** Per session, and per address without a session: see config.ts. */
  readonly requestsPerMinute: number;
  readonly requestsAtOnce: number;
  readonly now?: () => number;
}

interface RequestLimits {
  /** Before anything is known about the caller; synchronous. */
  readonly ofAddress: RequestHandler;
  /** Finds the session (`response.locals.session`) and counts for it. Only a valid session has a limit of its own. */
  readonly ofSession: RequestHandler;
  /** For pages without sessions; synchronous. */
  readonly ofStranger: RequestHandler;
  /** Unfinished requests of an address only, for machines, whose keys have their own limits; synchronous. */
  readonly atOnce: RequestHandler;
}

export function requestLimits(options: RequestLimitOptions): RequestLimits {
  const { sessions, requestsPerMinute, requestsAtOnce, now } = options;
  const signIns = new RateWindow(now);
  const networks = new RateWindow(now);
  const callers = new RateWindow(now);
  const unfinished = new UnfinishedRequests();

  const isStream = (path: string) => path === '/api/events';
  const atOnce: RequestHandler = (request, response, next) => {
    const network = networkOf(request.ip ?? '');
    unfinished.add(network, requestsAtOnce * MAX_SESSIONS_PER_NETWORK, request, response);
    next();
  };

  return {
    ofAddress: (request, response, next) => {
      const path = request.baseUrl + request.path;
      const network = networkOf(request.ip ?? '');
      const wait = isSignIn(path)
        ? signIns.count(network, SIGN_INS_PER_MINUTE)
        : networks.count(network, requestsPerMinute * MAX_SESSIONS_PER_NETWORK);
      if (wait > 0) throw tooManyRequests(wait);
      // Streams last for hours and have their own limit (events/hub.ts).
      if (isStream(path)) next();
      else atOnce(request, response, next);
    },
    ofSession: async (request, response, next) => {
      const path = request.baseUrl + request.path;
      if (isSignIn(path)) return next();
      const session = await findSession(request, sessions);
      const caller = session?.id_hash ?? networkOf(request.ip ?? '');
      const wait = callers.count(caller, requestsPerMinute);
      if (wait > 0) throw tooManyRequests(wait);
      if (session) {
        response.locals.session = session;
        if (!isStream(path)) unfinished.add(session.id_hash, requestsAtOnce, request, response);
      }
      next();
    },
    ofStranger: (request, response, next) => {
      const wait = callers.count(networkOf(request.ip ?? ''), requestsPerMinute);
      if (wait > 0) throw tooManyRequests(wait);
      atOnce(request, response, next);
    },
    atOnce,
  };
}

const isSignIn = (path: string) => path === '/bff/login' || path === '/bff/callback';

export const tooManyRequests = (seconds: number): Problem =>
  Problem.tooMany(
    'Too many requests from this browser',
    seconds,
    'Requests resume automatically after this time',
  );

const tooManyAtOnce = (): Problem =>
  Problem.tooMany('Too many requests at once', 1, 'Wait for the responses to earlier requests');
