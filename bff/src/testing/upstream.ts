/** A minimal tracking service that records requests and sends configured responses. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { PAGE_SIZE } from '@waypost/contract/common';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { tracking } from './tracking.ts';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

export const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const known: Answer = (response, { url }) => {
  const load = /-0*(\d+)\/tracking$/.exec(url);
  if (load) json(response, 200, tracking({ load: Number(load[1]) }));
  else json(response, 404, { code: 404, message: 'Not Found', detail: null });
};

/** Lists that a server reads by itself, at the largest page size. */
const OWN_LISTS = new Set(
  Object.values(serviceEndpoints(ASSUMPTIONS)).map(({ path }) => `${path}?size=${PAGE_SIZE.max}`),
);

/** @param isOnlyForwarded leaves the lists that a server reads by itself out of `received`; it always answers them by default */
export async function startUpstream({ isOnlyForwarded = false } = {}) {
  const received: Received[] = [];
  const state = { answer: known };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts).toString('utf8') };
      if (isOnlyForwarded && OWN_LISTS.has(url)) return known(response, one);
      received.push(one);
      state.answer(response, one);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Sets the response to the next calls; without an argument the default. */
    answer: (answer: Answer = known) => {
      state.answer = answer;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
