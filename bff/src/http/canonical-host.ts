/**
 * On a developer's machine `localhost` and `127.0.0.1` are two hosts with two sets of cookies, and only one of them is
 * registered for signing in. Whoever opens the other is sent to the right one. In production the proxy decides hosts.
 */
import type { RequestHandler } from 'express';
import { isLoopback } from '../config.ts';

export function canonicalHost(publicUrl: URL): RequestHandler {
  return (request, response, next) => {
    const host = request.headers.host ?? '';
    if (host === publicUrl.host) return next();
    const navigated = request.method === 'GET' && request.accepts(['json', 'html']) === 'html';
    if (!navigated || !isLoopback(publicUrl) || !URL.canParse(`http://${host}`)) return next();
    const here = new URL(`http://${host}`);
    if (!isLoopback(here) || here.port !== publicUrl.port) return next();
    const there = new URL(request.originalUrl.replace(/^\/+/, '/'), publicUrl);
    response.set('Cache-Control', 'no-store').redirect(307, there.href);
  };
}
