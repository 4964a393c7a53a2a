/** Logs: one line per request with its id, without secrets. */
import { randomUUID } from 'node:crypto';
import { API_KEY_PREFIX } from '@waypost/contract/api/api-keys';
import { WALL_SECRET_PREFIX } from '@waypost/contract/api/wall-screens';
import type { RequestHandler } from 'express';
import { type Logger, type LoggerOptions, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { traceId } from '../tracing/spans.ts';

declare global {
  namespace Express {
    interface Request {
      /** Shown in errors and in the log. */
      id?: string;
    }
  }
}

/** A safety net: our code logs none of these, but an error's fields may contain them. */
const SECRET_PATHS = [
  'password',
  'secret',
  'client_secret',
  'access_token',
  'refresh_token',
  'id_token',
  'authorization',
  'cookie',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Limit of lines that are not written yet; later ones are dropped, and counted. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const FLUSH_MS = 1_000;

/** Does not block when standard output is not read: lines are written when it is read again. */
export function createLog(level: string): Logger {
  // Any line is written at once. With a minimum of 0, `flush` would not wait.
  const destination = pino.destination({ fd: 1, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES });
  let dropped = 0;
  destination.on('drop', () => (dropped += 1));
  destination.on('drain', () => {
    if (dropped > 0) log.warn({ lines: dropped }, 'lines of this log were dropped because nobody read them');
    dropped = 0;
  });
  const options: LoggerOptions = {
    level,
    // ISO 8601
    timestamp: stdTimeFunctions.isoTime,
    mixin: () => ({ trace_id: traceId() }),
    redact: { paths: SECRET_PATHS, censor: '[removed]' },
    serializers: {
      // Only the message of causes: they may contain complete responses with tokens.
      err: (error: unknown) => {
        if (!(error instanceof Error)) return { message: String(error) };
        const { type, message, stack } = stdSerializers.err(new Error(error.message));
        const cause =
          error.cause instanceof Error ? `${error.cause.name}: ${error.cause.message}` : undefined;
        return {
          type: error.name || type,
          message,
          cause,
          stack: (error.stack ?? stack)?.split('\n').slice(0, 12).join('\n'),
        };
      },
    },
  };
  const log = pino(options, destination);
  return log;
}

/** Exits once the log is written. If nobody reads it, the process is killed, because `exit` would wait for the reader. */
export function exitAfterLog(log: Logger, code: number): void {
  const unread = setTimeout(() => process.kill(process.pid, 'SIGKILL'), FLUSH_MS);
  log.flush(() => {
    clearTimeout(unread);
    process.exit(code);
  });
}

/** Paths that end with a secret: of a webhook, of a link in an email, or of a share link whose fragment became part of the path. */
const SECRET_END = /^\/+(hooks|email\/+stop|share)\/.*/i;

/** Path without the query (which may contain codes, states and references), secrets, and API keys that somebody put into it. */
export function pathOnly(url: string | undefined): string {
  const path = (url ?? '').split('?')[0] ?? '';
  const [, begin] = SECRET_END.exec(unescaped(path)) ?? [];
  return begin === undefined ? withoutKeys(path) : `/${begin.toLowerCase()}/[removed]`;
}

/** An id of a proxy: visible ASCII of the kinds in use, so that no client can write a line of its own. */
const PROXY_ID = /^[\w.:=+/-]{1,128}$/;

/**
 * Assigns an id to each request and logs it when it ends: our errors, refusals, and all requests at level `debug`. `hasProxy`: X-Request-Id
 * is that of a trusted proxy.
 */
export function requestLog(log: Logger, hasProxy: boolean): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    const given = hasProxy ? request.headers['x-request-id'] : undefined;
    const proxy_id = typeof given === 'string' && PROXY_ID.test(given) ? given : undefined;
    // Of the client, as far as the configured proxies are trusted. A closed connection has none.
    const address = request.ip;
    request.id = id;
    response.setHeader('X-Request-Id', id);
    const began = performance.now();
    const { method, originalUrl } = request;
    const trace_id = traceId();
    const line = () => {
      const { statusCode: status } = response;
      const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      const ended = response.writableFinished ? 'request completed' : 'request aborted';
      const responseTime = Math.round(performance.now() - began);
      // The id of a person or an API key.
      const by = (response.locals.session ?? response.locals.machine)?.sub;
      const req = { id, proxy_id, trace_id, method, path: pathOnly(originalUrl), address, by };
      log[level]({ req, res: { status }, responseTime }, ended);
    };
    response.once('close', line);
    next();
  };
}

// API keys and the secrets of wall screens are removed from stored texts, even if percent-encoded.
const KEY = new RegExp(API_KEY_PREFIX, 'i');
const SECRETS = new RegExp(`(${API_KEY_PREFIX}|${WALL_SECRET_PREFIX})[^/?&#\\s]*`, 'gi');
const ESCAPED = /%([2-7][0-9a-f])/gi;
/** Proxies may encode repeatedly, but hardly more often. */
const MAX_DECODES = 3;

/** Decodes visible ASCII only, so that a line stays one line. */
function unescaped(text: string): string {
  let plain = text;
  for (let n = 0; n < MAX_DECODES && plain.includes('%'); n += 1)
    plain = plain.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain;
}

export const hasKey = (address: string): boolean => KEY.test(unescaped(address));

export function withoutKeys(text: string): string {
  const plain = unescaped(text);
  const without = plain.replace(SECRETS, (_, prefix: string) => `${prefix.toLowerCase()}[removed]`);
  return without === plain ? text : without;
}
