/**
 * Passes requests through that need no local state, driven by the contract's descriptors (rules 18, 19): one row maps one of our
 * routes to one endpoint of the service. Parameters and body are parsed by the descriptor and our token is added; nothing else of the
 * browser's request is forwarded, and only status and parsed body return.
 */
import type { ApiRoute } from '@waypost/contract/api/route';
import type { Right } from '@waypost/contract/api/session';
import { type Endpoint, type RequestPathValues, requestPath } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Router } from 'express';
import { z } from 'zod';
import type { CurrentSession } from '../../platform/http/current.ts';
import { mount, sendJson } from '../../platform/http/route.ts';
import { readShared } from './call-budget.ts';
import type { ServiceClient } from './client.ts';
import type { TokenSource } from './token-source.ts';

interface ProxyRow {
  readonly endpoint: keyof ServiceEndpoints;
  readonly right: Right;
  readonly summary: string;
}

const PROXY_ROWS: readonly ProxyRow[] = [
  {
    endpoint: 'getLoadTracking',
    right: 'read',
    summary: 'Get tracking of any load directly from the tracking service, watched or not',
  },
];

/** Our route for a row: the service's path below /api. */
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

export interface ProxyOptions {
  readonly endpoints: ServiceEndpoints;
  readonly client: ServiceClient;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
}

/** A read in progress, shared by concurrent browsers. */
interface SharedRead {
  readonly answer: Promise<{ readonly status: number; readonly json: string | null }>;
  readonly aborter: AbortController;
  waiting: number;
}

export function mountProxy(router: Router, { endpoints, client, tokenOf }: ProxyOptions): void {
  const sharedReads = new Map<string, SharedRead>();

  proxyRoutes(endpoints).forEach((route, index) => {
    const endpoint: Endpoint = endpoints[(PROXY_ROWS[index] as ProxyRow).endpoint];

    const forward = async (values: Values, token: TokenSource | undefined, signal: AbortSignal) => {
      const answer = await client.call(endpoint, { ...values, priority: 'person', token, signal });
      const status = answer.status in route.responses ? answer.status : (endpoint.success[0] ?? 200);
      // The client has parsed it with the schema that describes this route.
      return { status, json: endpoint.response ? JSON.stringify(answer.data) : null };
    };

    const start = (key: string | null, values: Values, token: TokenSource | undefined): SharedRead => {
      const aborter = new AbortController();
      const read: SharedRead = {
        answer: readShared(() => forward(values, token, aborter.signal)),
        aborter,
        waiting: 0,
      };
      if (key === null) return read;
      sharedReads.set(key, read);
      const remove = () => {
        if (sharedReads.get(key) === read) sharedReads.delete(key);
      };
      read.answer.then(remove, remove);
      return read;
    };

    mount(router, route, async ({ params, query, body, session, response }) => {
      const values = { params, query, body } as Values;
      const token = await tokenOf(session);
      // Concurrent reads of the same data share one call (rule 22); with a person's own token only that person's.
      const key =
        endpoint.method === 'GET'
          ? `${token ? session.id_hash : ''} ${endpoint.name} ${requestPath(endpoint, values)}`
          : null;
      const read = (key === null ? undefined : sharedReads.get(key)) ?? start(key, values, token);
      read.waiting += 1;
      const leave = () => {
        read.waiting -= 1;
        if (read.waiting > 0 || response.writableFinished) return;
        if (key !== null && sharedReads.get(key) === read) sharedReads.delete(key);
        read.aborter.abort(new Error('the browser has gone'));
      };
      response.once('close', leave);
      const { status, json } = await read.answer;
      return json ? sendJson(response, status, json) : { status };
    });
  });
}
