/** Logs: one line a request with its id; nothing that could be a secret. */
import { randomUUID } from 'node:crypto';
import { API_KEY_PREFIX } from '@waypost/contract/api/api-keys';
import type { RequestHandler } from 'express';
import { type Logger, pino, stdSerializers } from 'pino';

declare global {
  namespace Express {
    interface Request {
      /** Quoted in errors and in the log. */
      id?: string;
    }
  }
}

/** Belt and braces: no code of ours logs these, but an error's fields may hold them. */
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

export function createLog(level: string): Logger {
  return pino({
    level,
    redact: { paths: SECRET_PATHS, censor: '[removed]' },
    serializers: {
      // Only what explains a failure: causes carry whole responses, and those carry tokens.
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
  });
}

/**
 * Path without its query, where codes, states and references stand, without the secret part of a webhook's address, and without an API
 * key that somebody wrote into it.
 */
const pathOnly = (url: string | undefined) =>
  withoutKeys((url ?? '').split('?')[0]?.replace(/^\/+hooks\/.*/i, '/hooks/[removed]') ?? '');

/** Gives each request its id, and a line in the log when it has ended: errors of ours, refusals, and with `debug` all. */
export function requestLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const id = randomUUID();
    request.id = id;
    response.setHeader('X-Request-Id', id);
    const began = performance.now();
    const { method, originalUrl } = request;
    const line = () => {
      const { statusCode: status } = response;
      const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      const ended = response.writableFinished ? 'request completed' : 'request aborted';
      const responseTime = Math.round(performance.now() - began);
      log[level]({ req: { id, method, path: pathOnly(originalUrl) }, res: { status }, responseTime }, ended);
    };
    response.once('close', line);
    next();
  };
}

// API keys are found in texts and taken out of those that are kept, also where percent signs hide them.
const KEY = new RegExp(API_KEY_PREFIX, 'i');
const KEYS = new RegExp(`${API_KEY_PREFIX}[^/?&#\\s]*`, 'gi');
const ESCAPED = /%([2-7][0-9a-f])/gi;
/** Proxies escape what is escaped already, but hardly more often. */
const MOST_TIMES = 3;

/** With the visible characters of ASCII as they are; the others stay escaped, so that a line stays one line. */
function unescaped(text: string): string {
  let plain = text;
  for (let n = 0; n < MOST_TIMES && plain.includes('%'); n += 1)
    plain = plain.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain;
}

export const hasKey = (address: string): boolean => KEY.test(unescaped(address));

/** A text with every API key in it left out. */
export const withoutKeys = (text: string): string =>
  hasKey(text) ? unescaped(text).replace(KEYS, `${API_KEY_PREFIX}[removed]`) : text;
