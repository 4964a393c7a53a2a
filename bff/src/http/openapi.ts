/** Our whole API described from its own schemas: what validates is what is described. */
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
import { SESSION_COOKIE } from '../auth/cookies.ts';

export function describeApi(routes: readonly ApiRoute[], version: string): OpenApiDocument {
  return openApiDocument(
    {
      title: 'Waypost',
      version,
      description: `The API behind the dispatcher board. Routes of people, below /api and /bff, need the header ${CSRF_HEADER.name}: ${CSRF_HEADER.value} and the session cookie. Routes of machines, below /machine, need an API key as ${API_KEY_HEADER}. Neither opens the others'. With such a header, /api/loads and /api/exceptions and what is below them are /machine/v1/loads and /machine/v1/exceptions: cookies are ignored there, and no anti-forgery header is needed. Errors have one form. What Waypost sends to addresses that an administrator registers is described under webhooks: each delivery is tried until it is answered with a status of 200 to 299, for a day; one may come twice, and is known again by its id.`,
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
        [OUTGOING_SIGNATURE.timestamp_header]: 'When it was sent, ISO 8601. Refuse what is minutes off',
        [OUTGOING_SIGNATURE.signature_header]: `Base64 of the HMAC-SHA256 with the webhook's secret over ${OUTGOING_SIGNATURE.timestamp_header}, a dot and the body as it came`,
      },
      body: outgoingEnvelope(name),
    })),
  );
}

const OUTGOING_SUMMARY: Readonly<Record<OutgoingEventName, string>> = {
  'exception.opened': 'A load needs somebody, for the first time or again',
  'exception.changed': 'Somebody has taken, noted, snoozed or assigned an exception, or a snooze has ended',
  'exception.closed': 'A person has closed an exception, or its cause is gone',
  'stop.arrived': 'A monitored truck has arrived at a stop',
  'stop.departed': 'A monitored truck has left a stop',
  'webhook.test': 'Somebody has asked for a test. Nothing has happened',
};

/** Errors that a route can answer, all of the one form. */
function errorsOf(route: ApiRoute) {
  const statuses = [403];
  if (route.right !== null) statuses.push(401);
  if (route.caller === 'machine') statuses.push(429);
  if (route.params || route.query || route.body) statuses.push(422);
  if (route.params) statuses.push(404);
  return Object.fromEntries(statuses.map((status) => [status, problem]));
}
