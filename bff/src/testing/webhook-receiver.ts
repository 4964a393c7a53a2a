import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly id: string;
    readonly event_name: string;
    readonly delivery_attempt: number;
    readonly data: readonly Record<string, unknown>[];
  };
}

/** `answers`: status of each request in turn; the last one is repeated. */
export async function webhookReceiver(...answers: readonly [number, ...number[]]) {
  const received: Received[] = [];
  let statuses = [...answers];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end(`status ${status}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/waypost`,
    received,
    answer: (...next: readonly [number, ...number[]]) => {
      statuses = [...next];
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
