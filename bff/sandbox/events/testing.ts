/** Test helper: a local webhook receiver with predefined responses. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly envelope: {
    readonly id: string;
    readonly event_name: string;
    readonly webhook_id: string | null;
    readonly delivery_attempt: number;
    readonly timestamp: string;
    readonly data: readonly Readonly<Record<string, unknown>>[];
  };
}

export class Receiver {
  readonly received: Received[] = [];
  /** Statuses of the next responses, then 200; 0 means no response. */
  readonly answers: number[] = [];
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(
        'utf8',
      );
      const status = this.answers.shift() ?? 200;
      this.received.push({ headers: request.headers, text, envelope: JSON.parse(text) });
      if (status > 0) response.writeHead(status).end();
      for (const resolve of this.#waiting.splice(0)) resolve();
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves when this many deliveries have arrived. */
  async have(count: number): Promise<readonly Received[]> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.received;
  }

  names(): string[] {
    return this.received.map(({ envelope }) => envelope.event_name);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

export function expectedSignature(secret: string, timestamp: string, text: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('base64');
}
