/** The description of the API for machines, `/machine/openapi.json`, from which vendors generate their clients. */
import type { z } from 'zod';
import { type OpenApiDocument, openApiDocument } from '../openapi.ts';
import { API_KEY_HEADER } from './api-keys.ts';
import { MACHINE_SCHEMAS } from './machine-schemas.ts';
import {
  OUTGOING_RECORDS,
  OUTGOING_SUMMARIES,
  type OutgoingEventName,
  outgoingEnvelope,
} from './outgoing-events.ts';
import { OUTGOING_SIGNATURE } from './outgoing-webhooks.ts';
import { problem } from './problem.ts';
import type { ApiRoute } from './route.ts';
import { API_ROUTES } from './routes.ts';

/** Of this API, not of the server: the second number rises with each addition, the first with `/machine/v2`. */
const MACHINE_API_VERSION = '1.1.0';

/** Also reachable below /api, for callers with an API key. */
export const ALIASED = ['loads', 'posted-loads', 'exceptions'] as const;

const PREFIX = '/machine/v1/';

const TAGS: Readonly<Record<string, string>> = {
  loads: 'Loads on the board',
  'posted-loads': 'Loads that are posted to the tracking service, and corrected there',
  requests: 'Requests that were not confirmed at once',
  exceptions: 'Loads that need attention',
  'load-lists': 'Named lists of loads',
  triage: 'Acts on exceptions',
  archive: 'Loads that left the board',
  'share-links': 'Links that show one load without an account',
  'outgoing-webhooks': 'URLs that Waypost sends events to',
  'outgoing-deliveries': 'Events that were sent, or will be',
};

const DESCRIPTION = `Loads on the board, their exceptions, and events about them, for other systems such as a TMS.

**Key.** An administrator creates an API key on the page /api-keys. Send it as ${API_KEY_HEADER} <key>, never in the URL.

A key may be limited to team lists, fleets and addresses. A limited key gets 404 for other loads, and 403 for what concerns all of them, such as posting.

**Versions.** Everything below /machine/v1 stays compatible: routes, optional parameters, fields of responses, values of enums and events may be added, so ignore what you do not know. What will be removed is first marked as deprecated here and stays for at least twelve months; an incompatible change gets /machine/v2 beside this one.

**Aliases.** ${ALIASED.map((name) => `/api/${name}`).join(', ')} and the paths below them are the same routes for callers with a key. Each path says so as x-alias.

**Errors** all have the same form; \`reason\` is for programs. Each response has the header X-Request-Id, which is also in our log: name it when you ask for help. After 429 and 503, wait for the seconds in Retry-After.

**One load for each load_ref.** PUT /machine/v1/posted-loads never makes a second load: it answers with the one that has the load_ref, corrected where it differs. POST answers 409 instead, with Location. Both hold for loads on the board, in the archive and not confirmed yet, and for any number of requests at once. A request that was answered with 202 is followed at its Location. After a failure or a timeout, send the same again.

**Changes.** Read the list once, then ask with changed_after, the version of the last first page. Loads that left the board are in removed.

**Limits.** RateLimit-Policy says how many requests a key may send (q) in how many seconds (w), RateLimit how many are left (r) and in how many seconds (t) all of them are back.

**Events.** Each event is a signed POST to your URL, described under webhooks, and is sent again for up to a day until the response status is 200 to 299. It may arrive twice, with the same id. After a secret was replaced, ${OUTGOING_SIGNATURE.previous_header} is the signature with the one before for as long as it is valid: accept a delivery when either signature is right. Events of a time that you missed can be sent again.`;

const RESPONSE_HEADERS = {
  'X-Request-Id': { description: 'Identifies this request in our log' },
  RateLimit: { description: 'What is left for this key, such as "key";r=1170;t=42' },
  'RateLimit-Policy': { description: 'How much a key may send, such as "key";q=1200;w=60' },
  'Retry-After': { description: 'Seconds to wait', statuses: [429, 503] },
  Location: { description: 'Where to follow it, or what it belongs to', statuses: [202, 409] },
};

/** @param origin where the server is reached, such as https://waypost.example.com */
export function machineDescription(origin: string): OpenApiDocument {
  return openApiDocument(
    {
      title: 'Waypost for machines',
      version: MACHINE_API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    Object.entries<ApiRoute>(API_ROUTES)
      .filter(([, { caller, right }]) => caller === 'machine' && right !== null)
      .map(([name, route]) => described(name, route)),
    {
      servers: [{ url: origin, description: 'This Waypost' }],
      tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
      securitySchemes: { api_key: { type: 'http', scheme: 'bearer' } },
      schemas: MACHINE_SCHEMAS,
      responseHeaders: RESPONSE_HEADERS,
      webhooks: (Object.keys(OUTGOING_RECORDS) as OutgoingEventName[]).map((name) => ({
        name,
        summary: OUTGOING_SUMMARIES[name],
        headers: {
          [OUTGOING_SIGNATURE.timestamp_header]:
            'When it was sent, ISO 8601. Reject deliveries that are minutes off',
          [OUTGOING_SIGNATURE.signature_header]: `Base64 of the HMAC-SHA256 with the webhook's secret over ${OUTGOING_SIGNATURE.timestamp_header}, a dot and the raw body`,
        },
        body: outgoingEnvelope(name),
      })),
    },
  );
}

function described(name: string, route: ApiRoute) {
  const noun = route.path.slice(PREFIX.length).split('/')[0] ?? '';
  const [first = '', ...rest] = name.replace(/^machine/, '');
  return {
    ...route,
    operation_id: first.toLowerCase() + rest.join(''),
    tag: noun,
    ...(ALIASED.some((aliased) => aliased === noun) ? { alias: route.path.replace(PREFIX, '/api/') } : {}),
    security: 'api_key',
    responses: { ...errorsOf(route), ...route.responses },
  };
}

/** The errors that any such route can have, and those that its descriptor names. */
function errorsOf({ params, query, headers, body, problems = [] }: ApiRoute): Record<number, z.ZodType> {
  const statuses = [
    ...[401, 403, 429, 500, 503],
    ...(params ? [400, 404] : []),
    ...(params || query || headers || body ? [422] : []),
    ...(body ? [400, 413, 415] : []),
    ...problems,
  ];
  return Object.fromEntries(statuses.map((status) => [status, problem]));
}
