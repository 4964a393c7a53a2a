/**
 * What needs no memory of ours is passed through, by one mechanism over the contract's descriptors (rules 18, 19): one
 * row is one route of ours and one address of the service. Parameters and body are parsed by the descriptor, the right
 * token is put in, and nothing else of the browser's request travels on; of the answer only status and parsed body return.
 */
import type { ApiRoute } from '@waypost/contract/api/route';
import type { Right } from '@waypost/contract/api/session';
import { type Endpoint, type RequestPathValues, requestPath } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Router } from 'express';
import { z } from 'zod';
import type { CurrentSession } from '../auth/sessions.ts';
import { mount, sendJson } from '../http/route.ts';
import type { ServiceClient } from './client.ts';
import type { TokenSource } from './client-credentials.ts';

interface ProxyRow {
  readonly endpoint: keyof ServiceEndpoints;
  readonly right: Right;
  readonly summary: string;
}

/** The explicit list of destinations. A later page adds a row. */
const PROXY_ROWS: readonly ProxyRow[] = [
  {
    endpoint: 'getLoadTracking',
    right: 'read',
    summary: 'Get tracking of any load directly from the tracking service, watched or not',
  },
];

/** Our route for a row: the service's own path below /api. */
export function proxyRoutes(endpoints: ServiceEndpoints): ApiRoute[] {
  return PROXY_ROWS.map(({ endpoint, right, summary }) => {
    const upstream: Endpoint = endpoints[endpoint];
    return {
      method: upstream.method,
      path: `/api${upstream.path}`,
      summary,
      right,
      params: upstream.params,
      query: upstream.query ?? z.strictObject({}),
      body: upstream.body,
      responses: Object.fromEntries(upstream.success.map((status) => [status, upstream.response ?? null])),
    };
  });
}

type Values = RequestPathValues & { readonly body?: unknown };

interface ProxyOptions {
  readonly endpoints: ServiceEndpoints;
  readonly client: ServiceClient;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

/** A read that is under way, and how many browsers wait for it. */
interface Flight {
  readonly answer: Promise<{ readonly status: number; readonly json: Buffer | null }>;
  readonly gone: AbortController;
  waiting: number;
}

export function mountProxy(router: Router, { endpoints, client, tokenOf }: ProxyOptions): void {
  const flights = new Map<string, Flight>();

  proxyRoutes(endpoints).forEach((route, index) => {
    const endpoint: Endpoint = endpoints[(PROXY_ROWS[index] as ProxyRow).endpoint];

    const passOn = async (values: Values, token: TokenSource | undefined, signal: AbortSignal) => {
      const answer = await client.call(endpoint, { ...values, priority: 'person', token, signal });
      const status = answer.status in route.responses ? answer.status : (endpoint.success[0] ?? 200);
      // The client has parsed it by the very schema that describes this route.
      return { status, json: endpoint.response ? Buffer.from(JSON.stringify(answer.data)) : null };
    };

    const begin = (key: string | null, values: Values, token: TokenSource | undefined): Flight => {
      const gone = new AbortController();
      const flight: Flight = { answer: passOn(values, token, gone.signal), gone, waiting: 0 };
      if (key === null) return flight;
      flights.set(key, flight);
      const landed = () => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      flight.answer.then(landed, landed);
      return flight;
    };

    mount(router, route, async ({ params, query, body, session, response }) => {
      const values = { params, query, body } as Values;
      const token = await tokenOf(session);
      // Reads of the same thing at the same moment are one call (rule 22); under a person's own token only that person's.
      const key =
        endpoint.method === 'GET'
          ? `${token ? session.id_hash : ''} ${endpoint.name} ${requestPath(endpoint, values)}`
          : null;
      const flight = (key === null ? undefined : flights.get(key)) ?? begin(key, values, token);
      flight.waiting += 1;
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting > 0 || response.writableFinished) return;
        if (key !== null && flights.get(key) === flight) flights.delete(key);
        flight.gone.abort(new Error('the browser has gone'));
      };
      response.once('close', leave);
      const { status, json } = await flight.answer;
      return json ? sendJson(response, status, json) : { status };
    });
  });
}
