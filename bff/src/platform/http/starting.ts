/** Responses while the server starts: it takes its port first, and then creates its services. */
import type { RequestListener } from 'node:http';
import type { ProblemBody } from '@waypost/contract/api/problem';

const RETRY_SECONDS = 2;

/** A page that reloads itself, for people who open Waypost in that moment. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>Waypost is starting</title></head><body><h1>Waypost is starting</h1><p>This page opens by itself in a moment.</p></body></html>`;

const PROBLEM: ProblemBody = {
  code: 503,
  message: 'The Waypost server is starting',
  detail: 'Try again in a moment',
  reason: 'starting',
  service_status: null,
  request_id: null,
};

export const respondWhileStarting =
  (version: string): RequestListener =>
  (request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    const send = (status: number, type: string, body: string) =>
      response
        .writeHead(status, {
          'Content-Type': type,
          'Content-Length': Buffer.byteLength(body),
          'Cache-Control': 'no-store',
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
          'X-Content-Type-Options': 'nosniff',
          'X-Frame-Options': 'DENY',
          ...(status === 503 ? { 'Retry-After': String(RETRY_SECONDS) } : {}),
        })
        .end(request.method === 'HEAD' ? undefined : body);
    const json = (status: number, body: unknown) => send(status, 'application/json', JSON.stringify(body));

    if (path === '/healthz') return void json(200, { status: 'ok', version });
    if (path === '/readyz') return void json(503, { status: 'not ready', reason: 'the server is starting' });
    const isNavigation =
      (request.method === 'GET' || request.method === 'HEAD') &&
      request.headers.accept?.includes('text/html');
    if (isNavigation) send(503, 'text/html; charset=utf-8', PAGE);
    else json(503, PROBLEM);
  };
