/** Responses of any kind that a service, or a proxy in front of it, may send. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ReceivedRequest } from './service.ts';

/** Responds to a request, or returns `usual` for the default response. */
export type Responder = (
  request: ReceivedRequest,
  response: ServerResponse,
) => typeof USE_DEFAULT | undefined;
export const USE_DEFAULT = Symbol('the usual answer');

const BIG = /"#big:(\d+)"/g;
/** An integer above 2^53, which JSON can carry but a JavaScript number cannot. */
export const big = (digits: string) => `#big:${digits}`;
/** An empty string for undefined. */
export const toJson = (value: unknown) => (JSON.stringify(value) ?? '').replace(BIG, '$1');

export const json =
  (status: number, body: unknown, headers: Record<string, string | number> = {}): Responder =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(toJson(body));
    return undefined;
  };

const ERROR_MESSAGES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  422: 'Invalid Request Body',
  500: 'Internal Server Error',
  501: 'Not Implemented',
};

export const refusal = (status: number, detail: unknown = null): Responder =>
  json(
    status,
    status === 500
      ? { message: ERROR_MESSAGES[500] }
      : { code: status, message: ERROR_MESSAGES[status], detail },
  );

export interface TooMany {
  /** Value of Retry-After; omitted by default. */
  readonly header?: string | number;
  /** `retry_after_seconds` of the body; without it, `detail` is null. */
  readonly body?: unknown;
  readonly date?: Date;
}

export const tooMany = ({ header, body, date }: TooMany = {}): Responder =>
  json(
    429,
    {
      code: 429,
      message: 'Too Many Requests',
      detail: body === undefined ? null : { retry_after_seconds: body, message: 'slow down' },
    },
    {
      ...(header === undefined ? {} : { 'retry-after': header }),
      ...(date === undefined ? {} : { date: date.toUTCString() }),
    },
  );

/** An HTML page instead of data, as from a proxy, a firewall, or during maintenance. */
export const html =
  (status: number): Responder =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
    return undefined;
  };

/** Truncated JSON with a matching length. */
export const truncated: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"load_id":"3f2c9a52-6d1e-4c');
  return undefined;
};

export const silence: Responder = () => undefined;

/** Starts a response and adds a byte now and then, endlessly. */
export const dripping: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  const drops = setInterval(() => response.write(' '), 200).unref();
  response.once('close', () => clearInterval(drops));
  return undefined;
};

let bomb: Buffer | null = null;
/** 64 MB of blanks compressed to some kilobytes, regardless of Accept-Encoding. */
export const gzipBomb: Responder = (_request, response) => {
  bomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  return undefined;
};

/** Redirects the caller: a token must not be sent there. */
export const redirect =
  (location: string): Responder =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
    return undefined;
  };

export const cut: Responder = (_request, response) => {
  response.destroy();
  return undefined;
};

/** Applies a responder to the first `count` requests, the default to the others. */
export function first(count: number, responder: Responder): Responder {
  let left = count;
  return (request, response) => {
    left -= 1;
    return left >= 0 ? responder(request, response) : USE_DEFAULT;
  };
}

/** Applies a responder to requests with one of these ids in the path, the default to the others. */
export function only(ids: readonly string[], responder: Responder): Responder {
  return (request, response) =>
    ids.some((id) => request.path.includes(id)) ? responder(request, response) : USE_DEFAULT;
}

/** Exactly these pages, by cursor, regardless of the requested size. */
export function pages(cursorName: string, ...all: readonly (readonly unknown[])[]): Responder {
  return (request, response) => {
    const index = Number(request.query.get(cursorName)?.replace('page-', '') ?? 0);
    const next = index + 1 < all.length ? `page-${index + 1}` : null;
    return json(200, { items: all[index] ?? [], total: null, next_page: next })(request, response);
  };
}
