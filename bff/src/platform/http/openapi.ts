/** Our API descriptions. Public, so each is generated and compressed once, not for each request. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { problem } from '@waypost/contract/api/problem';
import type { ApiRoute } from '@waypost/contract/api/route';
import { CSRF_HEADER } from '@waypost/contract/api/session';
import { type OpenApiDocument, openApiDocument } from '@waypost/contract/openapi';
import type { Request, Response } from 'express';
import { SESSION_COOKIE } from './cookies.ts';

/** Responds with a description, or 304 to a client that has it. */
export function apiDescription(describe: () => OpenApiDocument) {
  let built: { readonly json: Buffer; readonly gzip: Buffer; readonly etag: string } | undefined;
  return ({ request, response }: { readonly request: Request; readonly response: Response }): undefined => {
    built ??= build(describe());
    response.status(200).set({ 'Cache-Control': 'no-cache', ETag: built.etag, Vary: 'Accept-Encoding' });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const is_gzip = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (is_gzip) response.set('Content-Encoding', 'gzip');
    response.set('Content-Type', 'application/json; charset=utf-8').end(is_gzip ? built.gzip : built.json);
  };
}

function build(description: OpenApiDocument) {
  const json = Buffer.from(JSON.stringify(description));
  const etag = `W/"${createHash('sha256').update(json).digest('base64url')}"`;
  return { json, gzip: gzipSync(json), etag };
}

/** The routes of people. */
export function describeApi(routes: readonly ApiRoute[], version: string): OpenApiDocument {
  return openApiDocument(
    {
      title: 'Waypost',
      version,
      description: `The API behind the dispatcher board, for its pages. Routes under /api and /bff require the header ${CSRF_HEADER.name}: ${CSRF_HEADER.value} and the session cookie. All errors have the same form. Other systems call routes under /machine with an API key: /machine/openapi.json describes those, and the events that Waypost sends.`,
    },
    routes
      .filter(({ caller }) => caller !== 'machine')
      .map((route) => ({
        ...route,
        ...(route.right === null ? {} : { security: 'session' }),
        responses: { ...route.responses, ...errorsOf(route) },
      })),
    { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } } },
  );
}

function errorsOf(route: ApiRoute) {
  const statuses = [403];
  if (route.right !== null) statuses.push(401);
  if (route.params || route.query || route.body) statuses.push(422);
  if (route.params) statuses.push(404);
  return Object.fromEntries(statuses.map((status) => [status, problem]));
}
