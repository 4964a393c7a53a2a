/** Bad manners on the wire: every way of answering that a service or whatever stands before it may choose. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Seen } from './service.ts';

/** Answers a request, or leaves it to the usual answer by returning `usual`. */
export type Manner = (request: Seen, response: ServerResponse) => typeof usual | undefined;
export const usual = Symbol('the usual answer');

const BIG = /"#big:(\d+)"/g;
/** An integer above 2^53: JSON can carry it, a JavaScript number cannot. */
export const big = (digits: string) => `#big:${digits}`;
/** Of undefined: nothing at all. */
export const toJson = (value: unknown) => (JSON.stringify(value) ?? '').replace(BIG, '$1');

/** A JSON answer; with headers of its own. */
export const json =
  (status: number, body: unknown, headers: Record<string, string | number> = {}): Manner =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(toJson(body));
    return undefined;
  };

const PROBLEM_WORDS: Record<number, string> = {
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

/** The error body that the interface shows for a status. */
export const refusal = (status: number, detail: unknown = null): Manner =>
  json(
    status,
    status === 500
      ? { message: PROBLEM_WORDS[500] }
      : { code: status, message: PROBLEM_WORDS[status], detail },
  );

export interface TooMany {
  /** Value of Retry-After; left out, there is none. */
  readonly header?: string | number;
  /** `retry_after_seconds` of the body; left out, `detail` is null. */
  readonly body?: unknown;
  /** Value of Date: the clock of whoever answers. */
  readonly date?: Date;
}

/** 429 in whatever form. */
export const tooMany = ({ header, body, date }: TooMany = {}): Manner =>
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

/** A page for people in place of an answer: of a proxy, a firewall, or a service under maintenance. */
export const html =
  (status: number): Manner =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>');
    return undefined;
  };

/** JSON that ends in the middle, though the length says that this is all. */
export const truncated: Manner = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"load_id":"3f2c9a52-6d1e-4c');
  return undefined;
};

/** Takes the request and never says anything. */
export const silence: Manner = () => undefined;

/** Begins an answer and goes on with a byte now and then, for ever. */
export const dripping: Manner = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  const drops = setInterval(() => response.write(' '), 200).unref();
  response.once('close', () => clearInterval(drops));
  return undefined;
};

let bomb: Buffer | null = null;
/** 64 MB of blanks in some kilobytes, asked for or not. */
export const gzipBomb: Manner = (_request, response) => {
  bomb ??= gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  return undefined;
};

/** Sends the caller elsewhere: a token must not travel there. */
export const redirect =
  (location: string): Manner =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
    return undefined;
  };

/** Cuts the connection. */
export const cut: Manner = (_request, response) => {
  response.destroy();
  return undefined;
};

/** The first so many requests are treated like this, the others as usual. */
export function first(count: number, manner: Manner): Manner {
  let left = count;
  return (request, response) => {
    left -= 1;
    return left >= 0 ? manner(request, response) : usual;
  };
}

/** Requests of these loads (or other things with an id in the path) are treated like this, the others as usual. */
export function only(ids: readonly string[], manner: Manner): Manner {
  return (request, response) =>
    ids.some((id) => request.path.includes(id)) ? manner(request, response) : usual;
}

/** Pages exactly as given, by cursor; whatever the size that was asked for. */
export function pages(cursorName: string, ...all: readonly (readonly unknown[])[]): Manner {
  return (request, response) => {
    const index = Number(request.query.get(cursorName)?.replace('page-', '') ?? 0);
    const next = index + 1 < all.length ? `page-${index + 1}` : null;
    return json(200, { items: all[index] ?? [], total: null, next_page: next })(request, response);
  };
}
