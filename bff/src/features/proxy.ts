/**
 * What needs no memory of ours is passed through, by one mechanism over the contract's descriptors (rules 18, 19): one
 * row is one route of ours and one address of the service. Parameters and body are parsed by the descriptor, the right
 * token is put in, and nothing else of the browser's request travels on; of the answer only status and parsed body return.
 */

import type { ApiRoute } from '@waypost/contract/api/route';
import type { Right } from '@waypost/contract/api/session';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Router } from 'express';
import { z } from 'zod';
import type { CurrentSession } from '../auth/sessions.ts';
import { mount, sendJson } from '../http/route.ts';
import type { ServiceHealth } from '../polling/service-health.ts';
import type { ServiceClient } from '../service/client.ts';
import type { TokenSource } from '../service/service-token.ts';

interface ProxyRow {
  readonly endpoint: keyof ServiceEndpoints;
  readonly right: Right;
  readonly summary: string;
}

/** The explicit list of destinations. A later page adds a row. */
export const PROXY_ROWS: readonly ProxyRow[] = [
  {
    endpoint: 'getLoadTracking',
    right: 'read',
    summary: 'Tracking of any load, straight from the service, watched or not',
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

export interface ProxyOptions {
  readonly endpoints: ServiceEndpoints;
  readonly client: ServiceClient;
  readonly health: ServiceHealth;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

export function mountProxy(router: Router, { endpoints, client, health, tokenOf }: ProxyOptions): void {
  proxyRoutes(endpoints).forEach((route, index) => {
    const endpoint: Endpoint = endpoints[(PROXY_ROWS[index] as ProxyRow).endpoint];
    mount(router, route, async ({ params, query, body, session, request, response }) => {
      const gone = new AbortController();
      request.on('close', () => {
        if (!request.complete) gone.abort(new Error('the browser has gone'));
      });
      const token = await tokenOf(session);
      try {
        const answer = await client.call(endpoint, {
          params: params as Record<string, string> | undefined,
          query: query as Record<string, unknown> | undefined,
          body,
          priority: 'person',
          token,
          signal: gone.signal,
        });
        health.succeeded();
        const status = answer.status in route.responses ? answer.status : (endpoint.success[0] ?? 200);
        // The client has parsed it by the very schema that describes this route.
        return endpoint.response
          ? sendJson(response, status, Buffer.from(JSON.stringify(answer.data)))
          : { status };
      } catch (error) {
        health.failed(error);
        throw error;
      }
    });
  });
}
