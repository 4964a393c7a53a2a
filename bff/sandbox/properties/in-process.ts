/** Calls without a network connection, so that thousands of random requests run through the whole pipeline quickly. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Sandbox } from '../server.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Response {
  /** 0: the connection was cut. */
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export function call(app: Sandbox['app'], { method, path, headers = {}, body }: Request): Promise<Response> {
  return new Promise((resolve) => {
    const answerHeaders: Record<string, unknown> = {};
    const finished: (() => void)[] = [];
    const socket = {
      destroyed: false,
      destroy() {
        socket.destroyed = true;
        resolve({ status: 0, headers: answerHeaders, text: '' });
      },
    };
    const setHeaders = (more: Readonly<Record<string, unknown>> = {}) => {
      for (const [name, value] of Object.entries(more)) answerHeaders[name.toLowerCase()] = value;
    };
    const response = {
      statusCode: 200,
      headersSent: false,
      setHeader: (name: string, value: unknown) => setHeaders({ [name]: value }),
      on(event: string, listener: () => void) {
        if (event === 'finish') finished.push(listener);
      },
      writeHead(status: number, more?: Readonly<Record<string, unknown>>) {
        response.statusCode = status;
        response.headersSent = true;
        setHeaders(more);
        return response;
      },
      end(text: Buffer | string = '') {
        for (const listener of finished) listener();
        resolve({ status: response.statusCode, headers: answerHeaders, text: String(text) });
      },
    };
    const sent = Readable.from(body === undefined ? [] : [Buffer.from(body)]);
    const request = Object.assign(sent, { method, url: path, headers, socket });
    app(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
}
