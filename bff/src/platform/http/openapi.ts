/** Our API description. Public, so it is generated and compressed once, not for each request. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { API_KEY_HEADER } from '@waypost/contract/api/api-keys';
import {
  OUTGOING_RECORDS,
  OUTGOING_SIGNATURE,
  type OutgoingEventName,
  outgoingEnvelope,
} from '@waypost/contract/api/outgoing-webhooks';
import { problem } from '@waypost/contract/api/problem';
import type { ApiRoute } from '@waypost/contract/api/route';
import { CSRF_HEADER } from '@waypost/contract/api/session';
import { type OpenApiDocument, openApiDocument } from '@waypost/contract/openapi';
import type { Request, Response } from 'express';
import { SESSION_COOKIE } from './cookies.ts';

/** Responds with the description of these routes, or 304 to a client that has it. */
export function apiDescription(routes: readonly ApiRoute[], version: string) {
  let built: { readonly json: Buffer; readonly gzip: Buffer; readonly etag: string } | undefined;
  return ({ request, response }: { readonly request: Request; readonly response: Response }): undefined => {
    built ??= build(describeApi(routes, version));
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

function describeApi(routes: readonly ApiRoute[], version: string): OpenApiDocument {
  return openApiDocument(
    {
      title: 'Waypost',
      version,
      description: `The API behind the dispatcher board. Routes for people, under /api and /bff, require the header ${CSRF_HEADER.name}: ${CSRF_HEADER.value} and the session cookie. Routes for machines, under /machine, require an API key as ${API_KEY_HEADER}. Neither works for the other. With an API key, /api/loads, /api/exceptions and the routes under them act as /machine/v1/loads and /machine/v1/exceptions: cookies are ignored, and no anti-forgery header is needed. All errors have the same form. Deliveries to outgoing webhooks are described under webhooks: each is retried for a day until the response status is 200 to 299. A delivery may arrive twice, with the same id.`,
    },
    routes.map((route) => ({
      ...route,
      ...(route.right === null ? {} : { security: route.caller === 'machine' ? 'api_key' : 'session' }),
      responses: { ...route.responses, ...errorsOf(route) },
    })),
    {
      session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      api_key: { type: 'http', scheme: 'bearer' },
    },
    (Object.keys(OUTGOING_RECORDS) as OutgoingEventName[]).map((name) => ({
      name,
      summary: OUTGOING_SUMMARY[name],
      headers: {
        [OUTGOING_SIGNATURE.timestamp_header]:
          'When it was sent, ISO 8601. Reject deliveries that are minutes off',
        [OUTGOING_SIGNATURE.signature_header]: `Base64 of the HMAC-SHA256 with the webhook's secret over ${OUTGOING_SIGNATURE.timestamp_header}, a dot and the raw body`,
      },
      body: outgoingEnvelope(name),
    })),
  );
}

const OUTGOING_SUMMARY: Readonly<Record<OutgoingEventName, string>> = {
  'exception.opened': 'A load needs attention, for the first time or again',
  'exception.changed': 'An exception was taken, noted, snoozed or assigned, or a snooze ended',
  'exception.closed': 'A person closed an exception, or its cause was resolved',
  'stop.arrived': 'A monitored truck arrived at a stop',
  'stop.departed': 'A monitored truck left a stop',
  'webhook.test': 'A person sent a test event. Nothing happened',
};

function errorsOf(route: ApiRoute) {
  const statuses = [403];
  if (route.right !== null) statuses.push(401);
  if (route.caller === 'machine') statuses.push(429);
  if (route.params || route.query || route.body) statuses.push(422);
  if (route.params) statuses.push(404);
  return Object.fromEntries(statuses.map((status) => [status, problem]));
}
